# shut_waits.sh: calls that were too short to be looked at wait later, in a thread that does nothing else, or in
# another thread meanwhile: no sample, and no clock that ends, could open their gate again. Nor does a call's end, if a jump
# has left it.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >later.c <<'END'
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>
static volatile unsigned sink;
__attribute__((noinline)) static void take(int file)
{
	uint64_t count;
	if (read(file, &count, 8) < 0) // READ
		sink++;
	sink++;
}
__attribute__((noinline)) static void single(int file)
{
	take(file);
	sink++;
}
int main(void)
{
	const struct itimerspec once = {{0, 0}, {0, 20000000}};
	const int never = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK), tick = timerfd_create(CLOCK_MONOTONIC, 0);
	for (int i = 0; i < 2000000; i++)
		take(never);
	for (int i = 0; i < 200; i++) {
		timerfd_settime(tick, 0, &once, 0);
		single(tick);
	}
	return 0;
}
END
# quick() calls a million times a second what waiter() waits in. What waiter() was ready for is nothing that it waited for.
cat >both.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t busy = PTHREAD_MUTEX_INITIALIZER, mine = PTHREAD_MUTEX_INITIALIZER;
static volatile int is_done;
static volatile unsigned sink;
static double now(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + now.tv_nsec * 1e-9;
}
static double delay(void)
{
	unsigned long long ran, ready = 0;
	FILE *const file = fopen("/proc/thread-self/schedstat", "r");
	if (file && fscanf(file, "%llu %llu", &ran, &ready) != 2)
		ready = 0;
	if (file)
		fclose(file);
	return ready * 1e-9;
}
__attribute__((noinline)) static void lock(pthread_mutex_t *mutex)
{
	if (pthread_mutex_lock(mutex)) // LOCK
		sink++;
	sink++;
}
static void *holder(void *unused)
{
	while (!is_done) {
		pthread_mutex_lock(&busy);
		usleep(20000);
		pthread_mutex_unlock(&busy);
		usleep(1000);
	}
	return unused;
}
static void *quick(void *unused)
{
	while (!is_done) {
		lock(&mine);
		pthread_mutex_unlock(&mine);
		for (int i = 0; i < 300; i++)
			sink++;
	}
	return unused;
}
static void *waiter(void *unused)
{
	const double end = now() + 4;
	double waited = 0;
	while (now() < end) {
		const double begin = now(), ready = delay();
		lock(&busy);
		waited += now() - begin - (delay() - ready);
		pthread_mutex_unlock(&busy);
		usleep(2000);
	}
	is_done = 1;
	printf("%.3f\n", waited);
	return unused;
}
int main(void)
{
	void *(*const starts[])(void *) = {quick, holder, waiter};
	pthread_t threads[3];
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, starts[i], NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
END
# A handler jumps out of each wait.
cat >left.c <<'END'
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <unistd.h>
static sigjmp_buf waits;
static volatile unsigned sink;
__attribute__((noinline)) static void take(int file)
{
	uint64_t count;
	if (read(file, &count, 8) < 0) // LEFT
		sink++;
	sink++;
}
static void leave(int number)
{
	siglongjmp(waits, number);
}
int main(void)
{
	const struct itimerval late = {{0, 0}, {0, 20000}};
	const int never = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK), tick = timerfd_create(CLOCK_MONOTONIC, 0);
	signal(SIGALRM, leave);
	for (int i = 0; i < 300000; i++)
		take(never);
	for (volatile int i = 0; i < 100; i++) {
		if (!sigsetjmp(waits, 1)) {
			setitimer(ITIMER_REAL, &late, 0);
			take(tick);
		}
		for (int k = 0; k < 500; k++)
			take(never);
	}
	return 0;
}
END
$CC -O2 later.c -o later
$CC -O2 left.c -o left
$CC -O2 both.c -o both -pthread
# has_waited SOURCE WORD SECONDS WHAT: four fifths of it at the least are on the line with the word.
has_waited() {
	waited=$(query p.lprof "[l['wait_ns'] / 1e9 for l in profile.json['lines'] if l['file'].endswith('/$1') and
		l['line'] == $(grep -n "// $2\$" "$1" | cut -d: -f1)][0]")
	"$PYTHON" -c "import sys; sys.exit(not $waited > 0.8 * $3)" || fail "$4: of $3 s the line that waits has $waited"
}
for engine in perf timer; do
	LINEPROF_ENGINE=$engine LINEPROF_FILE=p.lprof ./later
	has_waited later.c READ 4.0 "later, $engine"
	cumtime=$(query p.lprof "[f['cumtime_ns'] / 1e9 for f in profile.json['functions'] if f['name'] == 'single'][0]")
	"$PYTHON" -c "import sys; sys.exit(not $cumtime > 0.8 * 4)" || fail "later, $engine: who calls it has $cumtime of 4 s"
done
for engine in perf timer; do
	LINEPROF_ENGINE=$engine LINEPROF_FILE=p.lprof ./left
	has_waited left.c LEFT 2.0 "left by a jump, $engine"
done
truth=$(LINEPROF_FILE=p.lprof ./both)
has_waited both.c LOCK "$truth" both
