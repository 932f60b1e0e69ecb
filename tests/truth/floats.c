// floats.c: three lines of a loop that stays vectorised, and costs what it costs.
//: seconds = 0.2
//: slowdown = 1.15
//: calls scale = 20000
#include <stdio.h>
#include <stdlib.h>

enum { NUMBERS = 8192 };

static float a[NUMBERS], b[NUMBERS];

__attribute__((noinline)) static void scale(float *restrict to, const float *restrict from, float by)
{
	for (int i = 0; i < NUMBERS; i++) {
		const float x = from[i] * by;

		to[i] += x;
	}
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1;

	for (int i = 0; i < NUMBERS; i++)
		b[i] = (float)i;
	for (int i = 0; i < 20000 * rounds; i++)
		scale(a, b, 1e-9f);
	printf("%d\n", a[1] > 1);
	return 0;
}
