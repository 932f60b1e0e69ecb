// threads.c: four threads with 1, 2, 3 and 4 parts of the work.
//: share one = 10 +- 2
//: share two = 20 +- 2
//: share three = 30 +- 2
//: share four = 40 +- 2
//: flags = -O2 -pthread
//: seconds = 3
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { PART = 10000000 };

static int rounds;

static void *one(void *x)
{
	uint64_t *const at = x;

	for (long i = 0; i < 1L * PART * rounds; i++) //~ one
		*at = *at * 6364136223846793005u + 1; //~ one
	return x;
}

static void *two(void *x)
{
	uint64_t *const at = x;

	for (long i = 0; i < 2L * PART * rounds; i++) //~ two
		*at = *at * 6364136223846793005u + 1; //~ two
	return x;
}

static void *three(void *x)
{
	uint64_t *const at = x;

	for (long i = 0; i < 3L * PART * rounds; i++) //~ three
		*at = *at * 6364136223846793005u + 1; //~ three
	return x;
}

static void *four(void *x)
{
	uint64_t *const at = x;

	for (long i = 0; i < 4L * PART * rounds; i++) //~ four
		*at = *at * 6364136223846793005u + 1; //~ four
	return x;
}

int main(int argc, char **argv)
{
	static void *(*const parts[])(void *) = {one, two, three, four};
	static struct {
		_Alignas(128) uint64_t value;
	} numbers[4];
	pthread_t threads[4];

	rounds = argc > 1 ? atoi(argv[1]) : 1;
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, parts[i], &numbers[i].value);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
