/* inlined.c: adds up through two functions that are inlined; vectorises. */
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 1 << 14 };
static unsigned data[SIZE];

static inline unsigned square(unsigned value)
{
	return value * value;
}

static inline unsigned weigh(unsigned value)
{
	return square(value) + 3;
}

__attribute__((noinline)) static unsigned sum(const unsigned *values, int size)
{
	unsigned total = 0;

	for (int i = 0; i < size; i++)
		total += weigh(values[i]);
	return total;
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 80000;
	unsigned check = 0;

	for (int i = 0; i < SIZE; i++)
		data[i] = (unsigned)i * 2654435761u;
	for (int i = 0; i < rounds; i++)
		check += sum(data, SIZE - i % 8);
	printf("%u\n", check);
	return 0;
}
