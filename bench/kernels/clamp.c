/* clamp.c: ways that nobody can guess and that have no jump, outside of any loop. */
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 1 << 20 };
static int data[SIZE];

__attribute__((noinline)) static int clamp(int x, int low, int high)
{
	if (x < low)
		x = low;
	else if (x > high)
		x = high;
	return x;
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 100;
	unsigned seed = 1;
	long check = 0;

	for (int i = 0; i < SIZE; i++)
		data[i] = (int)((seed = seed * 1103515245 + 12345) >> 16);
	for (int round = 0; round < rounds; round++)
		for (int i = 0; i < SIZE; i++)
			check += clamp(data[i], 20000 - round % 2, 40000 + round % 2);
	printf("%ld\n", check);
	return 0;
}
