// chain.c: four lines of one chain of multiplications, none of which can begin before the
// last has ended: 2, 4, 1 and 13 times eight of them.
//: share two = 10 +- 3
//: share four = 20 +- 3
//: share one = 5 +- 3
//: share thirteen = 65 +- 3
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define STEP(x) __asm__(".rept 8; imul %1, %0; .endr" : "+r"(x) : "r"(factor))

__attribute__((noinline)) static uint64_t chain(uint64_t x, uint64_t factor, int n)
{
	while (n--) {
		STEP(x); STEP(x); //~ two
		STEP(x); STEP(x); STEP(x); STEP(x); //~ four
		STEP(x); //~ one
		STEP(x); STEP(x); STEP(x); STEP(x); STEP(x); STEP(x); STEP(x); STEP(x); STEP(x); STEP(x); STEP(x); STEP(x); STEP(x); //~ thirteen
	}
	return x;
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1;
	uint64_t x = 3;

	for (int i = 0; i < rounds; i++)
		x = chain(x, 0x9e3779b97f4a7c15, 250000);
	printf("%d\n", (int)(x & 1));
	return 0;
}
