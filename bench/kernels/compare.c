/* compare.c: qsort()'s comparison, which nobody can guess and which has no jump. */
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 1 << 20 };
static int data[SIZE];

static int compare(const void *a, const void *b)
{
	const int x = *(const int *)a, y = *(const int *)b;

	return x < y ? -1 : x > y;
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 4;
	unsigned seed = 1, check = 0;

	for (int round = 0; round < rounds; round++) {
		for (int i = 0; i < SIZE; i++)
			data[i] = (int)((seed = seed * 1103515245 + 12345) >> 8);
		qsort(data, SIZE, sizeof *data, compare);
		check += (unsigned)data[SIZE / 3];
	}
	printf("%u\n", check);
	return 0;
}
