/* extremes.c: what a loop has most and least of, which is computed for many elements at once. */
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 1 << 12 };
static int data[SIZE];

__attribute__((noinline)) static long range(const int *values)
{
	int most = values[0], least = values[0];

	for (int i = 0; i < SIZE; i++) {
		most = values[i] > most ? values[i] : most;
		if (values[i] < least) least = values[i];
	}
	return (long)most - least;
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 200000;
	unsigned seed = 1;
	long check = 0;

	for (int i = 0; i < SIZE; i++)
		data[i] = (int)((seed = seed * 1103515245 + 12345) >> 16);
	for (int round = 0; round < rounds; round++) {
		data[round % SIZE] ^= round;
		check += range(data);
	}
	printf("%ld\n", check);
	return 0;
}
