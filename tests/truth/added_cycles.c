// added_cycles.c: the same chain of multiplications twice; 16 more, 48 cycles, in one line of the second. That
// line, and no other one, has them. (A multiplication takes three cycles: 320 and 336 of them are 164 parts of four.)
// Lines of this length, since processors are not fair within 16 multiplications: some retire in groups.
//: share one = 4.88 +- 1.5
//: share four = 9.76 +- 2
//: share two = 2.44 +- 1
//: share thirteen = 31.7 +- 2
//: share one_more = 7.32 +- 1.5
//: share same_four = 9.76 +- 2
//: share same_two = 2.44 +- 1
//: share same_thirteen = 31.7 +- 2
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define STEPS(n, x) __asm__(".rept " #n "; imul %1, %0; .endr" : "+r"(x) : "r"(factor))

__attribute__((noinline)) static uint64_t chain(uint64_t x, uint64_t factor, int n)
{
	while (n--) {
		STEPS(32, x); //~ one
		STEPS(64, x); //~ four
		STEPS(16, x); //~ two
		STEPS(208, x); //~ thirteen
	}
	return x;
}

__attribute__((noinline)) static uint64_t longer_chain(uint64_t x, uint64_t factor, int n)
{
	while (n--) {
		STEPS(48, x); //~ one_more
		STEPS(64, x); //~ same_four
		STEPS(16, x); //~ same_two
		STEPS(208, x); //~ same_thirteen
	}
	return x;
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1;
	uint64_t x = 3;

	for (int i = 0; i < 8 * rounds; i++) {
		x = chain(x, 0x9e3779b97f4a7c15, 17500);
		x = longer_chain(x, 0x9e3779b97f4a7c15, 17500);
	}
	printf("%d\n", (int)(x & 1));
	return 0;
}
