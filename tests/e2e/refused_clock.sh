# refused_clock.sh: a program that shuts itself into a sandbox which refuses clock_gettime() has the time by the
# processor's counter all the same, its errno, and no CPU time of centuries; where getrusage() is refused, no faults beyond number;
# and where sigaltstack() is, its errno where a jump lands.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >program.c <<'C'
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
static volatile unsigned total;
/* Its clock is read at its end, and who called it looked for. */
__attribute__((noinline)) static void fail_slowly(void)
{
	for (unsigned i = 0; i < 3000000; i++)
		total += i;
	errno = ENOMSG;
}
static jmp_buf landing;
/* Nobody knows that it does not come back: so the clock stays open. */
static void (*volatile jump)(struct __jmp_buf_tag *, int) = longjmp;
__attribute__((noinline)) static void jump_slowly(void)
{
	fail_slowly();
	total++;
	jump(landing, 1);
	total++;
}
static void *fail_in_thread(void *unused)
{
	fail_slowly();
	if (errno != ENOMSG)
		return &errno;
	if (!setjmp(landing))
		jump_slowly();
	return errno == ENOMSG ? unused : &errno;
}
/* The vDSO's clock goes on. */
static double now(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	return (double)at.tv_sec * 1e9 + (double)at.tv_nsec;
}
int main(int argc, char **argv)
{
	struct sock_filter code[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, atoi(argv[argc - 1]), 0, 1),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog filter = {sizeof code / sizeof *code, code};
	const double begin = now();

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
		return 77;
	for (unsigned i = 0; i < 300000000; i++)
		total += i;
	for (int i = 0; i < 20; i++) {
		pthread_t thread;
		void *wrong = NULL;
		pthread_create(&thread, NULL, fail_in_thread, NULL);
		pthread_join(thread, &wrong);
		if (wrong)
			return 3;
	}
	printf("%.0f\n", now() - begin);
	return 0;
}
C
$CC -O1 -pthread program.c -o program
for call in clock_gettime getrusage sigaltstack; do
	number=$(printf '#include <sys/syscall.h>\nSYS_%s\n' $call | $CLANG -E -P -x c - | tail -n 1)
	status=0
	took=$(LINEPROF_FILE=run.lprof ./program "$number") || status=$?
	[ $status != 77 ] || skip "seccomp is refused here"
	same "status" 0 $status
	"$LPVIEW" --json run.lprof >run.json
	"$PYTHON" - "$took" <<'END_OF_CHECK' || fail "without $call: took $took ns: $(grep -A30 '"wall_ns"' run.json)"
import json, sys
took, profile = float(sys.argv[1]), json.load(open("run.json"))
# What threads had no CPU for is told by their switches, where these are.
lived = profile["totals"]["lifetime_ns"] + profile["totals"]["delay_ns"]
assert 0.7 * took < lived < 1.5 * took
assert profile["run"]["cpu_ns"] < 1.5 * took
assert profile["run"]["page_faults"] < 1000000
END_OF_CHECK
done
