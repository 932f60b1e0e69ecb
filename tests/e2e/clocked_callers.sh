# clocked_callers.sh: how much of a function's time was in calls from where is told by its clock, not by the samples
# that happened to meet it: of functions without a clock of their own, and of the lines that call, on a processor that
# others want, too, whose turns the samples are in step with.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >work.c <<'END'
#include <time.h>
static double cpu(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}
void work(double seconds)
{
	for (double end = cpu() + seconds; cpu() < end;)
		;
}
END
cat >callers.c <<'END'
#include <unistd.h>
void work(double seconds);
static volatile int rounds = 100;
static volatile int sum;
__attribute__((noinline)) static void step(double seconds)
{
	work(seconds);
	sum++;
}
__attribute__((noinline)) static void works(void)
{
	step(0.002);
	sum++;
}
__attribute__((noinline)) static void ends(void)
{
	usleep(2000);
	step(0.0012);
	sum++;
}
int main(void)
{
	for (int i = 0; i < rounds; i++) {
		works();
		ends();
	}
	return 0;
}
END
"$CLANG" -O2 -c work.c
$CC -O2 callers.c work.o -o callers
beside_by=$(on_one_processor)
for engine in timer perf; do
	LINEPROF_ENGINE=$engine LINEPROF_FILE=$engine.lprof beside 3 ./callers
done
# 0.2 and 0.12 s, and what the clock is asked for in between.
for engine in timer perf; do
	same "$engine: cumtime of what calls only" True "$(query $engine.lprof "[0.19 < f['cumtime_ns'] / 1e9 < 0.215
		for f in profile.json['functions'] if f['name'] == 'works'][0]")"
	same "$engine: time of lines that call" "[True, True, True]" "$(query $engine.lprof "[least < l['time_ns'] / 1e9 < most
		for l in profile.json['lines'] for line, least, most in [(12, 0.19, 0.215), (18, 0.11, 0.135), (24, 0.19, 0.215)]
		if l['line'] == line]")"
done
