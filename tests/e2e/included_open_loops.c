// included_open_loops.c: code that is included several times in a function, with macros that end with the head of a loop behind a
// statement of their own: what turns the loop of one copy is no code of the next.
//: levels = -O0 | -O1 | -O2 | -O3
#ifndef STEP
#define FOR_LESS(i, n) sum++; for (int i = 0; i < (n); i++) {
#define WHILE_LESS(i, n) i = 0; while (i < (n)) {
#define ENDLESS(i) i = 0; for (;;) {
#define TURNS(i) i = 0; do {
static volatile int sum;

__attribute__((noinline)) static int is_odd(int n) //= 20
{
	return n & 1; //= 20
}

__attribute__((noinline)) static void once_or_twice(int k) //= 20
{
	int i; //= 20
#define STEP 1
	if (is_odd(k)) { //= 20
#include "included_open_loops.c"
	}
	{
#include "included_open_loops.c"
	}
#undef STEP
}

__attribute__((noinline)) static void three_times(int k) //= 10
{
	int i; //= 10
#define STEP 2
	for (int turn = 0; turn < 2; turn++) { //= 30
		{
#include "included_open_loops.c"
		}
		sum += k; //= 20
		{
#include "included_open_loops.c"
		}
		{
#include "included_open_loops.c"
		}
	}
#undef STEP
}

int main(void) //= 1
{
	for (int k = 0; k < 20; k++) //= 21
		once_or_twice(k); //= 20
	for (int k = 0; k < 10; k++) //= 11
		three_times(k); //= 10
	return 0; //= 1
}
#elif STEP == 1
	FOR_LESS(j, 3) sum += j; //= 120
		{
			sum += 2; //= 90
		}
	}
	WHILE_LESS(i, 4) //= 150
		sum += i; //= 120
		i++; //= 120
	}
#else
	FOR_LESS(j, 3) sum += j; //= 240
		{
			; //= 180
		}
	}
	ENDLESS(i) //= 240
		if (i == 3) //= 240
			break; //= 60
		i++; //= 180
	}
	TURNS(i) //= 180
		i++; //= 180
	} while (i < 3); //= 180
#endif
