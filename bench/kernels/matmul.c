/* matmul.c: a product of matrices, rows outermost; the inner loop vectorises. */
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 128 };
static float a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE];

__attribute__((noinline)) static void multiply(void)
{
	for (int i = 0; i < SIZE; i++)
		for (int k = 0; k < SIZE; k++) {
			const float factor = a[i][k];

			for (int j = 0; j < SIZE; j++)
				c[i][j] += factor * b[k][j];
		}
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 900;

	for (int i = 0; i < SIZE; i++)
		for (int j = 0; j < SIZE; j++) {
			a[i][j] = (float)((i + j) % 5);
			b[i][j] = (float)((i * j) % 3);
		}
	for (int i = 0; i < rounds; i++)
		multiply();
	printf("%f\n", (double)c[5][7]);
	return 0;
}
