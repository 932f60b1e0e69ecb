# clocked_callers.sh: how much of a function's time was in calls from where is told by its clock, not by the samples
# that happened to meet it: of functions without a clock of their own, and of the lines that call, on a processor that
# others want, too, whose turns the samples are in step with; and of waiting, which has no samples, in a library of which
# nobody knows that it waits.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
# cumtimes WHAT "(NAME, LEAST, MOST), ...": the functions' cumtimes in $engine.lprof, in seconds. What a thread waited for a
# processor when it could go on befalls all that it does.
cumtimes() {
	same "$engine: $1" "[]" "$(query $engine.lprof "[(name, seconds) for name, least, most in [$2]
		for late in [profile.json['totals']['delay_ns'] / profile.json['totals']['lifetime_ns']]
		for seconds in [sum(f['cumtime_ns'] for f in profile.json['functions'] if f['name'] == name) / 1e9]
		if not least * (1 - late) < seconds < most * (1 + late)]")"
}
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

cat >library.c <<'END'
#include <poll.h>
void answer(int ms)
{
	if (ms > 0)
		poll(0, 0, ms);
}
END
cat >waiting.c <<'END'
void answer(int ms);
void work(double seconds);
static volatile int sum;
__attribute__((noinline)) static void ask(int ms, double seconds)
{
	answer(ms);
	work(seconds);
	sum++;
}
__attribute__((noinline)) static void seldom(void)
{
	for (int i = 0; i < 3; i++)
		ask(100, 0.001);
	sum++;
}
__attribute__((noinline)) static void often(void)
{
	for (int i = 0; i < 100; i++)
		ask(1, 0.001);
	sum++;
}
__attribute__((noinline)) static void never(void)
{
	for (int i = 0; i < 100; i++)
		ask(0, 0.002);
	sum++;
}
int main(void)
{
	seldom();
	often();
	never();
	return 0;
}
END
"$CLANG" -O2 -shared -fPIC library.c -o liblibrary.so
$CC -O2 waiting.c work.o -L. -llibrary -Wl,-rpath,. -o waiting
for engine in timer perf; do
	LINEPROF_ENGINE=$engine LINEPROF_FILE=$engine.lprof ./waiting
	cumtimes "who called what waited" "('seldom', 0.29, 0.34), ('often', 0.19, 0.28), ('never', 0.19, 0.25)"
done

# A library that waits, and calls back: its wait is known at its end, or is settled in between, and no other caller's.
cat >loop.h <<'END'
void loop(int rounds, void (*call)(void));
END
cat >loop.c <<'END'
#include <unistd.h>
void loop(int rounds, void (*call)(void))
{
	for (int i = 0; i < rounds; i++) {
		usleep(5000);
		call();
	}
}
END
cat >calls_back.c <<'END'
#include <loop.h>
void answer(int ms);
void work(double seconds);
static volatile int sum;
__attribute__((noinline)) static void call(void) { work(0.0001); sum++; }
__attribute__((noinline)) static void run(int rounds)
{
	if (rounds > 0)
		loop(rounds, call);
	else
		answer(300);
	sum++;
}
__attribute__((noinline)) static void loops(int rounds) { run(rounds); sum++; }
__attribute__((noinline)) static void asks(void) { run(0); sum++; }
int main(void)
{
	loops(240);
	asks();
	return 0;
}
END
"$CLANG" -O2 -shared -fPIC library.c loop.c -o libloop.so
$CC -O2 -isystem . calls_back.c work.o -L. -lloop -Wl,-rpath,. -o calls_back
for engine in timer perf; do
	LINEPROF_ENGINE=$engine LINEPROF_FILE=$engine.lprof ./calls_back
	cumtimes "a library that waits and calls back" "('loops', 1.2, 1.36), ('asks', 0.29, 0.33)"
done

# Waits that are known but too short for the kernel to be asked, long ones beside others that are, and such behind a pause.
cat >rest.c <<'END'
#include <unistd.h>
void rest(int us)
{
	if (us > 0)
		usleep(us);
}
END
cat >short.c <<'END'
#include "runtime/lineprof.h"
#include <unistd.h>
void rest(int us);
void work(double seconds);
static volatile int sum;
__attribute__((noinline)) static void known(int us, double seconds)
{
	if (us > 0)
		usleep(us);
	work(seconds);
	sum++;
}
__attribute__((noinline)) static void unknown(int us, double seconds)
{
	rest(us);
	work(seconds);
	sum++;
}
__attribute__((noinline)) static void paused(int us)
{
	rest(us);
	work(0.001);
	sum++;
}
__attribute__((noinline)) static void waits(void) { known(1, 0); sum++; }
__attribute__((noinline)) static void works(void) { known(0, 0.00015); sum++; }
__attribute__((noinline)) static void longs(void) { unknown(50000, 0.001); sum++; }
__attribute__((noinline)) static void shorts(void) { unknown(50, 0.00005); sum++; }
__attribute__((noinline)) static void stops(void)
{
	paused(20000);
	lineprof_stop();
	work(0.018);
	lineprof_start();
}
__attribute__((noinline)) static void goes_on(void) { paused(5000); sum++; }
int main(void)
{
	for (int i = 0; i < 3200; i++) {
		waits();
		works();
		shorts();
		if (i % 200 == 0)
			longs();
		if (i % 160 == 0) {
			stops();
			goes_on();
		}
	}
	return 0;
}
END
"$CLANG" -O2 -shared -fPIC rest.c -o librest.so
$CC -O2 -I"$SOURCE" short.c work.o -L. -lrest -Wl,-rpath,. -o short
for engine in timer perf; do
	LINEPROF_ENGINE=$engine LINEPROF_FILE=$engine.lprof ./short
	cumtimes "short waits" "('works', 0.46, 0.58), ('longs', 0.78, 0.90), ('goes_on', 0.10, 0.16)"
done
