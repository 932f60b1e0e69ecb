// wrappers.c: a function that returns what the C library returned has the time of that call, which
// the optimiser would make a jump. The program gives each a quarter by its own clock.
//: work = timed
//: share clearing = 25 +- 5
//: share finding = 25 +- 5
//: share asking = 25 +- 5
//: share comparing = 25 +- 5
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum { BYTES = 1 << 18, FEW = 32 };

static char text[BYTES], other[BYTES], random_bytes[4096];

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

__attribute__((noinline)) static void *clear(void *at, size_t bytes)
{
	return memset(at, 'a', bytes); //~ clearing
}

__attribute__((noinline)) static void *find(void *at, size_t bytes)
{
	return memchr(at, 'b', bytes); //~ finding
}

__attribute__((noinline)) static ssize_t ask(void *at, size_t bytes)
{
	return getrandom(at, bytes, 0); //~ asking
}

static int by_name(const void *a, const void *b)
{
	return strcmp(a, b); //~ comparing
}

static volatile size_t sink;

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1;
	double at = cpu_seconds();

	int (*volatile compare)(const void *, const void *) = by_name;

	clear(other, BYTES - 1);
	clear(text, BYTES - 1);
	for (int i = 0; i < rounds; i++) {
		for (at += 0.025; cpu_seconds() < at;)
			for (int n = 0; n < FEW; n++)
				clear(text, BYTES - 1);
		for (at += 0.025; cpu_seconds() < at;)
			for (int n = 0; n < FEW; n++)
				sink += find(text, BYTES - 1) != NULL;
		for (at += 0.025; cpu_seconds() < at;)
			for (int n = 0; n < FEW; n++)
				sink += (size_t)ask(random_bytes, sizeof random_bytes) & 1;
		for (at += 0.025; cpu_seconds() < at;)
			for (int n = 0; n < FEW; n++)
				sink += (size_t)compare(text, other);
	}
	printf("%d\n", sink > 0);
	return 0;
}
