/* fib.c: calls that do nearly nothing, into each other. */
#include <stdio.h>
#include <stdlib.h>

int fib(int n)
{
	if (n < 2)
		return n;
	return fib(n - 1) + fib(n - 2);
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 38;

	printf("%d\n", fib(n));
	return 0;
}
