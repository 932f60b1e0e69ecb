# processes.sh: fork, exec and two runs at once: never two writers of one file.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >program.c <<'END'
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int total;
__attribute__((noinline)) static void work(int n)
{
	for (int i = 0; i < n; i++)
		total++;
}
int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "wait") == 0) {
		char byte;
		work(7);
		printf("ready\n");
		fflush(stdout);
		return read(0, &byte, 1) < 0;
	}
	work(10);
	pid_t child = fork();
	if (child == 0) {
		work(100);
		if (argc > 1)
			execl("/bin/true", "true", NULL);
		return 0;
	}
	int status = 0;
	waitpid(child, &status, 0);
	work(1000);
	return status;
}
END
$CC -O1 program.c -o program
./program || fail "fork: status $?"
same "files" 2 "$(ls | grep -c 'program.*\.lprof$')"
same "calls of work in the parent" 2 "$(query program.lprof "profile.calls('$PWD/program.c', 'work')[0]")"
same "hits in the parent" 1010 "$(query program.lprof "profile.hits('$PWD/program.c')[9]")"
child=$(ls program.*.lprof)
same "hits in the child" 100 "$(query "$child" "profile.hits('$PWD/program.c')[9]")"
rm -f ./*.lprof
./program exec || fail "fork and exec: status $?"
same "hits in the parent" 1010 "$(query program.lprof "profile.hits('$PWD/program.c')[9]")"
rm -f ./*.lprof

# A file that a live process holds is not touched.
mkfifo gate
./program wait <gate >ready &
exec 3>gate
while [ ! -s ready ]; do sleep 0.1; done
./program
same "hits, live" 7 "$(query program.lprof "profile.hits('$PWD/program.c')[9]")"
same "files" 3 "$(ls | grep -c 'program.*\.lprof$')"
exec 3>&-
wait
same "hits of the first" 7 "$(query program.lprof "profile.hits('$PWD/program.c')[9]")"
