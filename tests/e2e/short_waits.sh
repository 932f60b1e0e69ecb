# short_waits.sh: calls that wait for less than a while, one after the other, are waiting of their own
# function, and no part of what comes next, which does nothing but work.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
# Its first line says how much CPU time works() took, in ns. Of calls by pointers it is not known that they wait.
cat >pauses.c <<'C'
#include <stdio.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>
static int (*volatile pause_for)(useconds_t) = usleep;
static volatile unsigned long sum;
static long cpu_ns(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec * 1000000000 + now.tv_nsec;
}
#define COMPUTE(rounds)              \
	for (int i = 0; i < (rounds); i++) \
		sum += i;
__attribute__((noinline)) static void asks(void)
{
	pause_for(20);
	COMPUTE(10);
}
__attribute__((noinline)) static void works(void)
{
	COMPUTE(200000);
}
int main(void)
{
	long worked = 0;
	prctl(PR_SET_TIMERSLACK, 1);
	for (int i = 0; i < 200; i++) {
		for (int turns = 0; turns < 20; turns++)
			asks();
		worked -= cpu_ns();
		works();
		worked += cpu_ns();
	}
	printf("%ld\n", worked);
	return 0;
}
C
$CC -O2 pauses.c -o pauses
for mode in "LINEPROF_ENGINE=timer" "LINEPROF_ENGINE=perf" "LINEPROF_MODE=deterministic"; do
	rm -f p.lprof
	worked=$(env "$mode" LINEPROF_FILE=p.lprof ./pauses)
	same "works() has its CPU time, $mode" True "$(query p.lprof "[f['tottime_ns'] - f['wait_ns'] > 0.8 * $worked
		for f in profile.json['functions'] if f['name'] == 'works'][0]")"
done
