// recursion.c: fib(32), whose calls are counted, and whose time is that of the outermost call.
//: calls fib = 7049155
//: seconds = 1
//: slowdown = 2
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

__attribute__((noinline)) static int fib(int n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1;
	/* Else it is worked out once: it is the same each time. */
	volatile int n = 32;
	const double begin = cpu_seconds();

	for (int i = 0; i < rounds; i++)
		if (fib(n) != 2178309)
			return 1;
	printf("cumulative fib %.6f\n", cpu_seconds() - begin);
	return 0;
}
