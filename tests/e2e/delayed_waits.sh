# delayed_waits.sh: a call that waits has what it waited for, not what its thread had no processor
# for when it could go on: another call of the same function may have had one at once. And a function
# that waits in a call that nobody knows has its wait, not what another had no processor for.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
[ -r /proc/self/schedstat ] || skip "the kernel does not tell how long threads wait for a processor"
# Asleep for 5 ms; then it runs for 5, beside others.
cat >wait.c <<'END_OF_SOURCE'
#include <time.h>
#include <unistd.h>
static double cpu(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}
int usleep(useconds_t us)
{
	const struct timespec time = {0, (long)us * 1000};
	nanosleep(&time, 0);
	for (double end = cpu() + 0.005; cpu() < end;)
		;
	return 0;
}
/* No library's name. */
void doze(void)
{
	const struct timespec time = {0, 200000000};
	nanosleep(&time, 0);
}
END_OF_SOURCE
cat >waits.c <<'END_OF_SOURCE'
#include <unistd.h>
int main(void)
{
	for (int i = 0; i < 40; i++)
		usleep(5000);
	usleep(200000);
	return 0;
}
END_OF_SOURCE
"$CLANG" -c wait.c
$CC -O2 waits.c wait.o -o waits
cat >functions.c <<'END_OF_SOURCE'
void doze(void);
static volatile unsigned long sum;
static volatile int rounds = 20;
__attribute__((noinline)) static void waits(void)
{
	doze();
}
__attribute__((noinline)) static void work(void)
{
	for (int i = 0; i < 4000000; i++)
		sum += i;
}
__attribute__((noinline)) static void works(void)
{
	for (int i = 0; i < rounds; i++)
		work();
}
int main(void)
{
	waits();
	works();
	return 0;
}
END_OF_SOURCE
$CC -O2 functions.c wait.o -o functions
beside_by=$(on_one_processor)
LINEPROF_FILE=w.lprof beside 3 ./waits
LINEPROF_FILE=f.lprof LINEPROF_ENGINE=timer beside 3 ./functions
for line in 5 6; do
	same "line $line waits for 0.2 s" True "$(query w.lprof "[0.192 < l['wait_ns'] / 1e9 < 0.208
		for l in profile.json['lines'] if l['line'] == $line][0]")"
done
same "the function that waits has 0.2 s" True "$(query f.lprof "[0.18 < f['cumtime_ns'] / 1e9 < 0.22
	for f in profile.json['functions'] if f['name'] == 'waits'][0]")"
same "the one that calls what works has nothing" True "$(query f.lprof "[f['tottime_ns'] / 1e9 < 0.02
	for f in profile.json['functions'] if f['name'] == 'works'][0]")"
