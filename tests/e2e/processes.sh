# processes.sh: fork, exec and two runs at once: never two writers of one file, and none overwritten.
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

# A process that is several programs one after the other, by exec(): each has a file of its own, whatever they
# are called, and also where one had ended its profile before.
cat >again.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static volatile int total;
static char **arguments;
__attribute__((noinline)) static void work(int n) { total += n; }
static void next(void)
{
	char left[16];
	snprintf(left, sizeof left, "%d", atoi(arguments[1]) - 1);
	execl("/proc/self/exe", arguments[0], left, arguments[2], (char *)0);
}
int main(int argc, char **argv)
{
	arguments = argv;
	for (int i = 0; i <= atoi(argv[1]); i++)
		work(argc);
	if (atoi(argv[1]) == 0)
		return 0;
	if (*argv[2] == 'a') {
		atexit(next);
		exit(0);
	}
	next();
	return 1;
}
END
$CC -O1 again.c -o again
# images WHAT NAMES: what they are called without the number of the process, and the calls in them.
images() {
	same "files of images, $1" "$2" "$(ls ./*.lprof | sed "s:^\./::; s:$child:PID:" | sort | xargs)"
	same "calls of images, $1" "1 2 3 4" "$(for file in ./*.lprof; do
		query "$file" "profile.calls('$PWD/again.c', 'work')[0]"
	done | sort -n | xargs)"
}
for how in now atexit; do
	for name in again.lprof %p.lprof; do
		rm -f ./*.lprof
		LINEPROF_FILE=$name ./again 3 $how >said.txt 2>&1 &
		child=$!
		wait $child || fail "exec: status $?"
		same "what images say" "" "$(cat said.txt)"
		if [ $name = again.lprof ]; then
			images "$how, $name" "again.PID.2.lprof again.PID.3.lprof again.PID.lprof again.lprof"
		else
			images "$how, $name" "PID.2.lprof PID.3.lprof PID.4.lprof PID.lprof"
		fi
	done
done

# The kernel counts a process's CPU time and page faults through exec(): those of the programs before are not ours.
cat >clock.c <<'END'
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
enum { BYTES = 64 << 20 };
__attribute__((noinline)) static void burn(void)
{
	while (clock() < CLOCKS_PER_SEC / 2)
		;
}
int main(int argc, char **argv)
{
	if (argc == 2)
		return 0;
	char *const memory = mmap(0, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	madvise(memory, BYTES, MADV_NOHUGEPAGE);
	memset(memory, 1, BYTES);
	burn();
	execl(argv[0], argv[0], "last", (char *)0);
	return 1;
}
END
rm -f ./*.lprof
$CC -O1 clock.c -o clock
./clock || fail "clock: status $?"
# about FILE EXPRESSION LEAST MOST
about() {
	number=$(query "$1" "$2")
	[ "$number" -ge "$3" ] && [ "$number" -le "$4" ] || fail "$2 of $1: $number, not $3 to $4"
}
for what in "profile.json['run']['cpu_ns']" "sum(thread['cpu_ns'] for thread in profile.json['threads'])"; do
	about clock.lprof "$what" 400000000 600000000
	about "$(ls clock.*.lprof)" "$what" 0 100000000
done
about clock.lprof "profile.json['run']['page_faults']" 16000 32000
about "$(ls clock.*.lprof)" "profile.json['run']['page_faults']" 0 8000

# A child by a bare clone(), of which nobody is told, ends: its parent's profile does not.
cat >bare.c <<'END'
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int sink;
static __attribute__((noinline)) void work(void) { sink++; }
int main(void)
{
	int status;
	if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0)
		exit(7);
	wait(&status);
	work();
	if (WEXITSTATUS(status) == 7)
		raise(SIGKILL);
	return 1;
}
END
$CC -O1 bare.c -o bare
status=0
{ ./bare || status=$?; } 2>/dev/null
same "killed behind a bare child's end" 137 "$status"
same "its profile: finished, calls of work()" "False 1 1" \
	"$(query bare.lprof "profile.json['run']['finished'], profile.calls('$PWD/bare.c', 'work')" | tr -d '(),')"

# What such a child does is no time of its parent's.
cat >bare_time.c <<'END'
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile unsigned sink;
static __attribute__((noinline)) void work(unsigned n)
{
	while (n--)
		sink += n;
}
static __attribute__((noinline)) void step(void)
{
	for (int i = 0; i < 10; i++)
		work(1000000);
}
int main(void)
{
	int status;
	work(10000000);
	if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0) {
		for (int i = 0; i < 20; i++)
			step();
		_exit(3);
	}
	waitpid(-1, &status, 0);
	kill(getpid(), SIGKILL);
}
END
$CC -O1 bare_time.c -o bare_time
{ ./bare_time || true; } 2>/dev/null
same "a parent's CPU time below half of its run, of which its child worked nearly all" True \
	"$(query bare_time.lprof "0 < 2 * profile.json['run']['cpu_ns'] < profile.json['run']['wall_ns']")"

# Children that are killed while they begin leave files that are empty, without code, or right: never one that lpview
# refuses, and with it the sum of all.
cat >kills.c <<'END'
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int sink;
static __attribute__((noinline)) void work(void) { sink++; }
int main(int argc, char **argv)
{
	const int count = atoi(argv[argc - 1]);
	work();
	for (int i = 0; i < count; i++) {
		const pid_t child = fork();
		if (!child)
			for (;;)
				work();
		usleep(count == 1 ? 200000 : 20 * i);
		kill(child, SIGKILL);
		waitpid(child, 0, 0);
	}
	return 0;
}
END
$CC -O1 kills.c -o kills
./kills 100
"$LPVIEW" --lines kills*.lprof >out 2>err || fail "children that were killed: $(cat err)"
"$LPVIEW" --check kills*.lprof >out 2>err || fail "children that were killed: $(cat out)"

# At the very moment when all of the child's file is there but what makes it the child's.
cat >remap.c <<'END'
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
/* In front of the runtime's start, and not by its plugin: it does not know. */
static __attribute__((constructor)) void kill_at_mremap(void)
{
	struct sock_filter code[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mremap, 0, 1),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog filter = {sizeof code / sizeof *code, code};
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}
END
$CLANG -shared -fPIC remap.c -o remap.so
rm -f kills*.lprof
LD_PRELOAD=./remap.so ./kills 1
same "files of a child that was killed" 2 "$(ls kills*.lprof | wc -l)"
for file in kills.*.lprof; do
	status=0
	"$LPVIEW" "$file" >out 2>err || status=$?
	same "status for the child's file alone" 1 "$status"
	has "what is said of it" "no instrumented code has registered in it" <err
done
"$LPVIEW" --json kills*.lprof >sum.json 2>err
has "what the sum leaves out" "left out, nothing is in it" <err
same "lines about it" 1 "$(wc -l <err)"
same "calls of work()" '1 1' "$(query kills.lprof "profile.calls('$PWD/kills.c', 'work')" | tr -d '(),')"

# Daemons let others write to their files; not to this one.
cat >daemon.c <<'END'
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
	umask(0);
	if (fork())
		wait(NULL);
	return 0;
}
END
$CC daemon.c -o daemon
LINEPROF_FILE=daemon.lprof ./daemon
same "files of a daemon that others may write to" "" "$(find . -name 'daemon*.lprof' -perm /022)"
same "files of a daemon" 2 "$(find . -name 'daemon*.lprof' | wc -l)"
