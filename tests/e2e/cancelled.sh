# cancelled.sh: threads that are cancelled end where they would without lineprof: not in its samples, nor in calls of
# lineprof.h, with a mutex held.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >cancelled.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "lineprof.h"
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int is_inside, sum;
static int calls_us;
__attribute__((noinline)) static void work(int rounds)
{
	for (int i = 0; i < rounds; i++)
		sum += i;
}
static void *run(void *unused)
{
	for (;;) {
		pthread_mutex_lock(&mutex);
		is_inside = 1;
		work(calls_us ? 2000000 : 20000000);
		if (calls_us) {
			lineprof_region_begin("cancelled");
			lineprof_flush();
			lineprof_stop();
			lineprof_start();
			lineprof_region_end();
		}
		is_inside = 0;
		pthread_mutex_unlock(&mutex);
		pthread_testcancel();
	}
	return unused;
}
int main(int argc, char **argv)
{
	int bad = 0;
	calls_us = argc == 2 && !strcmp(argv[1], "calls");
	for (int i = 0; i < 20; i++) {
		pthread_t thread;
		is_inside = 0;
		pthread_create(&thread, 0, run, 0);
		while (!is_inside)
			;
		usleep(1000);
		pthread_cancel(thread);
		pthread_join(thread, 0);
		bad += is_inside;
		if (is_inside)
			pthread_mutex_unlock(&mutex);
	}
	printf("%d\n", bad);
	return 0;
}
C
$CC -O1 -I "$SOURCE/runtime" cancelled.c -o cancelled -pthread
for engine in perf timer; do
	for what in work calls; do
		same "threads cancelled with the mutex held, $engine, $what" 0 \
			"$(LINEPROF_ENGINE=$engine timeout -s KILL 60 ./cancelled $what 2>err)"
	done
done
