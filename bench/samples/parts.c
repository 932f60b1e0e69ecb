/*
 * parts.c: five functions that do 1, 2, 3, 5 and 8 times the same and never wait.
 *
 *     parts ROUNDS STEPS [asks]
 *
 * Calls one after the other, ROUNDS times, the first with STEPS steps, and prints the CPU time of
 * each in seconds, as the kernel tells it: with `asks` from asking before and after each call, else
 * by their parts of all.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PARTS = 5 };

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

#define PART(name)                                                                                 \
	__attribute__((noinline)) uint64_t name(uint64_t steps, uint64_t x)                        \
	{                                                                                          \
		for (uint64_t i = 0; i < steps; i++)                                               \
			x = x * UINT64_C(6364136223846793005) + i;                                 \
		return x;                                                                          \
	}

PART(part_1)
PART(part_2)
PART(part_3)
PART(part_5)
PART(part_8)

static uint64_t (*const parts[PARTS])(uint64_t, uint64_t) = {part_1, part_2, part_3, part_5,
							     part_8};
static const int sizes[PARTS] = {1, 2, 3, 5, 8};

int main(int argc, char **argv)
{
	const int rounds = argc > 2 ? atoi(argv[1]) : 0;
	const uint64_t steps = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
	const bool asks = argc > 3;
	double seconds[PARTS] = {0};
	double begin = cpu_seconds();
	uint64_t x = 1;

	for (int round = 0; round < rounds; round++)
		for (int i = 0; i < PARTS; i++) {
			const double before = asks ? cpu_seconds() : 0;

			x = parts[i](steps * (uint64_t)sizes[i], x);
			seconds[i] += asks ? cpu_seconds() - before : 0;
		}
	begin = cpu_seconds() - begin;
	for (int i = 0; i < PARTS; i++)
		printf("part_%d %.6f\n", sizes[i], asks ? seconds[i] : begin * sizes[i] / 19);
	return x == 0;
}
