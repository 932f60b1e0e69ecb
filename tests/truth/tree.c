// tree.c: calls of 20 us, of 1.2 us in these, and of 20 ns in those: 40, 40 and 20 % of the time.
//: share outer = 40 +- 3
//: share middle = 40 +- 3
//: share leaf = 20 +- 3
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * A step takes eight cycles, and nothing of it can be done beside another one. A counter in memory
 * takes up to six from step to step, which are done beside: steps of four took longer with them in
 * one of the loops than in the others.
 */
#define STEP(x) __asm__ volatile("imul %0, %0; add $1, %0; imul %0, %0; add $1, %0" : "+r"(x))

__attribute__((noinline)) static uint64_t leaf(uint64_t x)
{
	for (int i = 0; i < 10; i++) //~ leaf
		STEP(x); //~ leaf
	return x; //~ leaf
}

/* Of 15 leaves, of 10 steps each, twice as many. */
__attribute__((noinline)) static uint64_t middle(uint64_t x)
{
	for (int i = 0; i < 15; i++) { //~ middle
		for (int k = 0; k < 20; k++) //~ middle
			STEP(x); //~ middle
		x = leaf(x); //~ middle
	}
	return x; //~ middle
}

/* As many as in its eight calls. */
__attribute__((noinline)) static uint64_t outer(uint64_t x)
{
	for (int i = 0; i < 8; i++) { //~ outer
		for (int k = 0; k < 300; k++) //~ outer
			STEP(x); //~ outer
		x = middle(x); //~ outer
	}
	return x; //~ outer
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1;
	uint64_t x = 3;

	for (int i = 0; i < 3000 * rounds; i++)
		x = outer(x);
	printf("%d\n", (int)(x & 1));
	return 0;
}
