/* collatz.c: a loop with an unpredictable branch and a short chain. */
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static unsigned steps(unsigned long n)
{
	unsigned count = 0;

	while (n != 1) {
		if (n & 1)
			n = 3 * n + 1;
		else
			n /= 2;
		count++;
	}
	return count;
}

int main(int argc, char **argv)
{
	const unsigned limit = argc > 1 ? (unsigned)atoi(argv[1]) : 2500000;
	unsigned check = 0;

	for (unsigned n = 1; n < limit; n++)
		check += steps(n);
	printf("%u\n", check);
	return 0;
}
