/* fill.c: a loop that becomes memset. */
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 1 << 14 };
static unsigned char data[SIZE];

__attribute__((noinline)) static void fill(unsigned char *bytes, int size, unsigned char value)
{
	for (int i = 0; i < size; i++)
		bytes[i] = value;
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1500000;
	unsigned check = 0;

	for (int i = 0; i < rounds; i++) {
		fill(data, SIZE - i % 8, (unsigned char)i);
		check += data[i % SIZE];
	}
	printf("%u\n", check);
	return 0;
}
