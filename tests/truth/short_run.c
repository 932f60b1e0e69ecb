// short_run.c: a program of 20 ms has a few samples, and its numbers say what these are worth.
//: runs = 40
//: share three = 30 +- 0
//: share seven = 70 +- 0
#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { STEPS = 400, THREES = 120 };

/* 50 us or so, in no function of its own: of one there would be a clock. */
#define WORK(x)                                                                                    \
	for (int k = 0; k < 48000; k++)                                                            \
	__asm__("imul %1, %0; add %2, %0"                                                          \
		: "+r"(x)                                                                          \
		: "r"(6364136223846793005u), "r"(1442695040888963407u))

int main(void)
{
	/* Another order in each run: in step with nothing. */
	uint64_t x = (uint64_t)time(NULL) ^ (uint64_t)(uintptr_t)&x;
	int threes = THREES;

	/* Just so many of all steps, drawn: Knuth, volume 2, algorithm 3.4.2 S. */
	for (int left = STEPS; left > 0; left--)
		if ((int)((x >> 33) % (uint64_t)left) < threes) {
			threes--;
			WORK(x); //~ three
		} else {
			WORK(x); //~ seven
		}
	printf("%d\n", (int)(x & 1));
	return 0;
}
