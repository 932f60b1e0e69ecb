// tiny_leaf.c: a function of a nanosecond, called very often: each call is counted, and its time and the loop's
// are the whole.
//: calls leaf = 20000000
//: seconds = 1
//: slowdown = 1.3
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

__attribute__((noinline)) static unsigned leaf(unsigned x)
{
	return x * 2654435761u + 1;
}

__attribute__((noinline)) static unsigned caller(unsigned x, int n)
{
	for (int i = 0; i < n; i++)
		x = leaf(x);
	return x;
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1;
	const double begin = cpu_seconds();
	unsigned x = 1;

	for (int i = 0; i < rounds; i++)
		x = caller(x, 20000000);
	printf("cumulative caller %.6f\n", cpu_seconds() - begin);
	return x == 7;
}
