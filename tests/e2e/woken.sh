# woken.sh: what a thread has no processor for while the one that it woke runs is no time of the function that
# woke it, however short that is; and a sleep takes what it was asked to.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
[ -r /proc/self/schedstat ] || skip "the kernel does not tell how long threads wait for a processor"
# The scheduler has the woken thread run at once now and then; by sched_yield(), each time.
cat >woken.c <<'C'
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>
enum { TURNS = 300 };
static sem_t work;
static volatile int is_over;
static double cpu(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}
static void *works(void *unused)
{
	while (sem_wait(&work), !is_over)
		for (double end = cpu() + 0.0005; cpu() < end;)
			;
	return unused;
}
__attribute__((noinline)) static void wake(void)
{
	sem_post(&work);
	sched_yield();
}
__attribute__((noinline)) static void nap(void)
{
	usleep(1000);
}
int main(void)
{
	pthread_t thread;
	sem_init(&work, 0, 0);
	pthread_create(&thread, 0, works, 0);
	for (int i = 0; i < TURNS; i++) {
		wake();
		nap();
	}
	is_over = 1;
	sem_post(&work);
	return pthread_join(thread, 0);
}
C
$CC -O2 woken.c -o woken -pthread
pinned=$(on_one_processor)
for engine in timer none; do
	# shellcheck disable=SC2086
	LINEPROF_FILE=$engine.lprof LINEPROF_ENGINE=$engine $pinned ./woken
	same "nap() has its 0.3 s, $engine" True "$(query $engine.lprof "[f['tottime_ns'] / 1e9 > 0.285
		for f in profile.json['functions'] if f['name'] == 'nap'][0]")"
	same "wake() has none of what works() runs, $engine" True "$(query $engine.lprof "[f['tottime_ns'] / 1e9 < 0.03
		for f in profile.json['functions'] if f['name'] == 'wake'][0]")"
done
