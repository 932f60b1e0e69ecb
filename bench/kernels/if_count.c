/* if_count.c: counts what is above a limit; vectorises, and the branch goes away. */
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 1 << 14 };
static int data[SIZE];

__attribute__((noinline)) static int count_above(const int *values, int size, int limit)
{
	int count = 0;

	for (int i = 0; i < size; i++)
		if (values[i] > limit)
			count++;
	return count;
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 240000;
	long check = 0;

	for (int i = 0; i < SIZE; i++)
		data[i] = (int)((unsigned)i * 2654435761u >> 16) % 1000;
	for (int i = 0; i < rounds; i++)
		check += count_above(data, SIZE - i % 8, i % 1000);
	printf("%ld\n", check);
	return 0;
}
