/* string.c: finds words in a text, a character at a time. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[1 << 14];

__attribute__((noinline)) static unsigned words(const char *at)
{
	unsigned count = 0, is_inside = 0;

	for (; *at; at++) {
		if (*at == ' ' || *at == '\n') {
			is_inside = 0;
		} else if (!is_inside) {
			is_inside = 1;
			count++;
		}
	}
	return count;
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 40000;
	unsigned check = 0, seed = 1;

	for (size_t i = 0; i + 1 < sizeof(text); i++) {
		seed = seed * 1103515245 + 12345;
		text[i] = (seed >> 16) % 6 == 0 ? ' ' : (char)('a' + (seed >> 16) % 26);
	}
	for (int i = 0; i < rounds; i++)
		check += words(text + i % 16);
	printf("%u\n", check);
	return 0;
}
