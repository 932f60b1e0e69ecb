// phases.c: 0.3 ms here and 0.7 ms there, over and over: samples that keep in step with it
// would see one of them only.
//: share short_phase = 30 +- 2
//: share long_phase = 70 +- 2
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state = 1;

__attribute__((noinline)) static void phase_of_three(int n)
{
	uint64_t x = state;

	for (int i = 0; i < 3 * n; i++) //~ short_phase
		x = x * 6364136223846793005u + 1; //~ short_phase
	state = x; //~ short_phase
}

__attribute__((noinline)) static void phase_of_seven(int n)
{
	uint64_t x = state;

	for (int i = 0; i < 7 * n; i++) //~ long_phase
		x = x * 6364136223846793005u + 1; //~ long_phase
	state = x; //~ long_phase
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1;

	/* A step takes four cycles or so. */
	for (int i = 0; i < 100 * rounds; i++) {
		phase_of_three(90000);
		phase_of_seven(90000);
	}
	printf("%d\n", (int)(state & 1));
	return 0;
}
