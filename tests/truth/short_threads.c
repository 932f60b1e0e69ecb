// short_threads.c: a thread for each piece of work, shorter than the distance of samples: what it begins with is seen as often as
// what it ends with.
//: share first = 25 +- 5
//: share second = 25 +- 5
//: share third = 25 +- 5
//: share last = 25 +- 5
//: flags = -O2 -pthread
//: seconds = 3
//: starts = many
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { PART = 4000000 }; /* a millisecond or so */

static void *task(void *x)
{
	uint64_t *const at = x;

	for (long i = 0; i < PART; i++) //~ first
		*at = *at * 6364136223846793005u + 1; //~ first
	for (long i = 0; i < PART; i++) //~ second
		*at = *at * 6364136223846793005u + 3; //~ second
	for (long i = 0; i < PART; i++) //~ third
		*at = *at * 6364136223846793005u + 5; //~ third
	for (long i = 0; i < PART; i++) //~ last
		*at = *at * 6364136223846793005u + 7; //~ last
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
	return value == 0;
}
