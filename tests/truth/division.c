// division.c: a sample names the instruction behind the one that took the time.
//: least division = 90
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static unsigned long work(unsigned long n, unsigned long divisor)
{
	unsigned long x = n, sum = 0;

	while (n--) {
		x = (x + (divisor | 1UL << 63)) / divisor / (divisor + 2) / (divisor + 4); //~ division
		sum += x;
	}
	return sum;
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1;
	unsigned long sum = 0;

	for (int i = 0; i < rounds; i++)
		sum += work(4000000, 3 + (unsigned long)argc);
	printf("%lu\n", sum);
	return 0;
}
