/* saxpy.c: y = a * x + y; vectorises. */
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 1 << 13 };
static float x[SIZE], y[SIZE];

__attribute__((noinline)) static void saxpy(float a, const float *from, float *to, int size)
{
	for (int i = 0; i < size; i++)
		to[i] = a * from[i] + to[i];
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 200000;

	for (int i = 0; i < SIZE; i++)
		x[i] = (float)(i % 13);
	for (int i = 0; i < rounds; i++)
		saxpy(i & 1 ? 0.5f : -0.5f, x, y, SIZE - i % 8);
	printf("%f\n", (double)y[77]);
	return 0;
}
