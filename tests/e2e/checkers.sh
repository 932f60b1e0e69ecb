# checkers.sh: Valgrind's checkers of threads find no race in a program that has none: threads share no counters of the
# program's but with LINEPROF=off, and what keeps the runtime's own apart is in the file of suppressions. They find one.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
command -v valgrind >/dev/null || skip "no valgrind"
cat >program.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static int shared;
static volatile int sink;
__attribute__((noinline)) static unsigned work(unsigned n)
{
	unsigned x = n;
	for (int i = 0; i < 100; i++)
		x = x * 1664525u + i + sink;
	return x;
}
static void *run(void *races)
{
	unsigned sum = 0;
	for (int i = 0; i < 100; i++)
		sum += work(i);
	usleep(100);
	if (races)
		shared++;
	return (void *)(unsigned long)sum;
}
int main(int argc, char **argv)
{
	/* More than rows are kept of threads that are gone: they serve others. */
	for (int round = 0; round < 40; round++) {
		pthread_t threads[2];
		for (int i = 0; i < 2; i++)
			pthread_create(&threads[i], 0, run, argc > 1 ? argv : 0);
		for (int i = 0; i < 2; i++)
			pthread_join(threads[i], 0);
	}
	puts("done");
	return 5;
}
C
$CC -O1 -g program.c -o program -pthread
# check STATUS TOOL [ARGUMENT]: how the program ends in it
check() {
	status=0
	valgrind --tool="$2" --error-exitcode=9 --suppressions="$SOURCE/runtime/valgrind.supp" ./program $3 >out 2>err || status=$?
	same "status in $2 with ${LINEPROF-}${LINEPROF_ENGINE-}$3: $(cat err)" "$1" "$status"
}
for tool in helgrind drd; do
	LINEPROF_ENGINE=timer check 5 $tool ""
	same "calls in $tool" 8000 "$(query program.lprof "profile.calls('$PWD/program.c', 'work')[0]")"
	LINEPROF=off check 5 $tool ""
	check 9 $tool races
done
LINEPROF_ENGINE=timer check 5 memcheck ""
