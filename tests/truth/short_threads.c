// short_threads.c: a thread for each piece of work, shorter than the distance of samples: what it begins with is seen as often as
// what it ends with.
//: share first = 25 +- 5
//: share second = 25 +- 5
//: share third = 25 +- 5
//: share last = 25 +- 5
//: flags = -O2 -pthread
//: seconds = 3
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PART = 4000000 }; /* a millisecond or so */

static uint64_t tasks_ns; /* threads come one after the other */

static uint64_t cpu_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void *task(void *x)
{
	const uint64_t begin = cpu_ns();
	uint64_t *const at = x;

	for (long i = 0; i < PART; i++) //~ first
		*at = *at * 6364136223846793005u + 1; //~ first
	for (long i = 0; i < PART; i++) //~ second
		*at = *at * 6364136223846793005u + 3; //~ second
	for (long i = 0; i < PART; i++) //~ third
		*at = *at * 6364136223846793005u + 5; //~ third
	for (long i = 0; i < PART; i++) //~ last
		*at = *at * 6364136223846793005u + 7; //~ last
	tasks_ns += cpu_ns() - begin;
	return x;
}

int main(int count, char **arguments)
{
	const int rounds = count > 1 ? atoi(arguments[1]) : 1;
	uint64_t value = 1;

	for (int i = 0; i < 50 * rounds; i++) {
		pthread_t thread;

		if (!pthread_create(&thread, NULL, task, &value))
			pthread_join(thread, NULL);
	}
	printf("sampled task %.9f\n", (double)tasks_ns / 1e9);
	return value == 0;
}
