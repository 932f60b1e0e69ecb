# engines.sh: LINEPROF_ENGINE, and what a user is told about who took the samples.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >app.c <<'END_OF_SOURCE'
static volatile long sink;
int main(void)
{
	for (long i = 0; i < 300000000; i++)
		sink += i;
	return 0;
}
END_OF_SOURCE
cat >refuse.c <<'END_OF_SOURCE'
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
/* Runs a program that may not use perf, as containers do. */
int main(int argc, char **argv)
{
	struct sock_filter code[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = {sizeof code / sizeof *code, code};

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (argc < 2 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		return 77;
	execv(argv[1], argv + 1);
	return 127;
}
END_OF_SOURCE
$CC -O1 app.c -o app
$CLANG refuse.c -o refuse

header() {
	"$LPVIEW" --functions app.lprof >out.txt
	cat out.txt
}
engine() {
	query app.lprof 'profile.json["run"]["engine"]'
}

# Refused: not a word while it runs; the report names the fallback and the reason.
quiet ./refuse ./app
same "the engine" timer "$(engine)"
header | has "the samples" "by CPU-time timer of each thread (perf not asked for: this sandbox (seccomp) may end the program for it"
header | has "the warning" "samples are coarser than they could be: perf not asked for"
header | has "the remedy" "LINEPROF_ENGINE=perf asks"

# Asked for, and refused: said.
LINEPROF_ENGINE=perf ./refuse ./app 2>err.txt
same "the engine" timer "$(engine)"
header | has "the samples" "by CPU-time timer of each thread (perf refused: Operation not permitted"
header | has "the remedy" "perf_event_paranoid"
same "lines about it" 1 "$(grep -c '^lineprof: LINEPROF_ENGINE=perf: perf refused: ' err.txt)"

# By choice: nothing to warn about.
LINEPROF_ENGINE=timer quiet ./app
same "the engine" timer "$(engine)"
header | has "the samples" "(LINEPROF_ENGINE=timer)"
if grep -q coarser out.txt; then fail "it complains about what was asked for"; fi
LINEPROF_ENGINE=none quiet ./app
header | has "no samples" "recorded with LINEPROF_ENGINE=none: no samples, so no times of lines"
LINEPROF_MODE=deterministic quiet ./app
header | has "no samples" "recorded with LINEPROF_MODE=deterministic: no samples, so no times of lines"

# What no clock times has no time, also where one timed its first calls and gave up; it is its callers'.
cat >short.c <<'END_OF_SOURCE'
static volatile unsigned long sink;
static unsigned long spin(long n)
{
	unsigned long x = n;
	for (long i = 0; i < n; i++) {
		x ^= x << 13;
		x ^= x >> 7;
	}
	return x;
}
__attribute__((noinline)) static void shorter(void) { sink += spin(300); }
__attribute__((noinline)) static void driver(int n)
{
	for (int i = 0; i < n; i++)
		shorter();
}
int main(void)
{
	driver(30000);
	return 0;
}
END_OF_SOURCE
$CC -O2 short.c -o short
LINEPROF_MODE=deterministic quiet ./short
"$LPVIEW" --functions short.lprof >out.txt
grep -qE '^    30000 +>[0-9.]+ +- +>[0-9.]+ +- short\.c:11\(shorter\)$' out.txt || fail "the short function: $(cat out.txt)"
has "whose time it is" ">: of some calls: others have no clock (inlined, too short, too deep, on other stacks, at exit)" <out.txt
"$LPVIEW" --check short.lprof >out.txt || fail "invariants: $(cat out.txt)"
# The first call of a recursion has all of it, though the clock is given up in the middle: nothing is lost.
cat >recursion.c <<'END_OF_SOURCE'
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(int argc, char **argv) { return (void)argv, fib(33 + argc) < 0; }
END_OF_SOURCE
$CC -O2 recursion.c -o recursion
LINEPROF_MODE=deterministic quiet ./recursion
"$LPVIEW" --functions recursion.lprof >out.txt
awk '/ in [0-9.]+ seconds$/ { all = $(NF - 1) } /\(main\)$|\(fib\)$|own probes>$|outside instr/ { sub(">", "", $2); sum += $2 }
	END { exit !(all > 0.01 && sum > all - 0.003 && sum < all + 0.003) }' out.txt || fail "what functions have: $(cat out.txt)"
grep -q '>.*(fib)$' out.txt || fail "what fib() has at least: $(cat out.txt)"

# A call below 65,536 open clocks is not timed, and that is said: of three, bottom() has the time of one.
cat >deep.c <<'END_OF_SOURCE'
static volatile unsigned long sink;
__attribute__((noinline)) static void bottom(void)
{
	for (int i = 0; i < 3000000; i++)
		sink += i;
}
__attribute__((noinline)) static void deeper(int n)
{
	for (int i = 0; i < 300; i++)
		sink += i;
	if (n == 0)
		bottom();
	else
		deeper(n - 1);
	sink++;
}
int main(void)
{
	deeper(66000);
	deeper(66000);
	deeper(100);
	return 0;
}
END_OF_SOURCE
$CC -O2 deep.c -o deep
LINEPROF_MODE=deterministic quiet ./deep
"$LPVIEW" --functions deep.lprof >out.txt
grep -qE '^ +3 +>[0-9.]+ +- +>[0-9.]+ +- deep\.c:2\(bottom\)$' out.txt || fail "what is too deep: $(cat out.txt)"
has "that they are" "calls are missing, as 65536 were open" <out.txt
grep -qE '^ +1 .* [0-9.]+ .*\(main\)$' out.txt || fail "the time of all: $(cat out.txt)"
"$LPVIEW" --check deep.lprof >out.txt || fail "invariants of deep calls: $(cat out.txt)"

# What keeps time with the tick is met at the same place in all of its run, which the number of samples does
# not tell; 2.3 ms is in step with nothing.
cat >frames.c <<'END_OF_SOURCE'
#include <stdlib.h>
#include <time.h>
static volatile long sink;
int main(int argc, char **argv)
{
	const long period = argc > 1 ? atol(argv[1]) : 0;
	struct timespec next;

	clock_gettime(CLOCK_MONOTONIC, &next);
	for (int frame = 0; frame < 600; frame++) {
		for (int i = 0; i < 200000; i++)
			sink += i;
		next.tv_nsec += period;
		if (next.tv_nsec >= 1000000000) {
			next.tv_nsec -= 1000000000;
			next.tv_sec++;
		}
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
	}
	return 0;
}
END_OF_SOURCE
$CC -O2 frames.c -o frames
# Held up by others for 7 ms before or behind its loop, it is not seen to be in step.
for attempt in 1 2 3 4 5; do
	LINEPROF_ENGINE=timer quiet ./frames 2000000
	"$LPVIEW" frames.lprof >out.txt
	if grep -q "in step" out.txt; then break; fi
done
# A frame that is late makes it a little more.
grep -qE "frames\.c:18 waits every 2(\.0[0-9])? ms, in step with the samples: times may be far off" out.txt ||
	fail "the warning: $(cat out.txt)"
LINEPROF_ENGINE=timer quiet ./frames 2300000
"$LPVIEW" frames.lprof >out.txt
if grep -q "in step" out.txt; then fail "2.3 ms is said to be in step"; fi

LINEPROF_ENGINE=fast ./app 2>err.txt
same "what is said" "lineprof: LINEPROF_ENGINE: 'fast': unknown value, using the default: expected \"auto\", \"perf\", \"timer\" or \"none\"" "$(cat err.txt)"
if [ "$(engine)" = perf ]; then
	header | has "the samples" "by perf_event software clock"
fi
