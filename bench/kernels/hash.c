/* hash.c: FNV-1a: a chain of multiplications. */
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 1 << 14 };
static unsigned char data[SIZE];

__attribute__((noinline)) static unsigned long hash(const unsigned char *bytes, int size)
{
	unsigned long value = 0xcbf29ce484222325ul;

	for (int i = 0; i < size; i++) {
		value ^= bytes[i];
		value *= 0x100000001b3ul;
	}
	return value;
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 24000;
	unsigned long check = 0;

	for (int i = 0; i < SIZE; i++)
		data[i] = (unsigned char)(i * 7);
	for (int i = 0; i < rounds; i++)
		check += hash(data, SIZE - i % 8);
	printf("%lu\n", check);
	return 0;
}
