// assumptions.c: what the optimiser is told to assume is no visit of what stands before.
//: flags = -std=c2x
#include <stdio.h>

#if __clang_major__ >= 19
#define ASSUME(condition) __attribute__((assume(condition)))
#else
#define ASSUME(condition)
#endif

static volatile int sum;

__attribute__((noinline)) static void use(int i) //= -
{
	sum += i; //= -
}

static int choose(int i) //= 20
{
	if (i > 6) { //= 20
		use(1); //= 13
	} else if (i > 3) { //= 7
		use(2); //= 3
	}
	ASSUME(i < 1000); //= 20
	return i; //= 20
}

static void repeat(int n) //= 2
{
	for (int k = 0; k < n; k++) //= 2 * 11
		use(k); //= 2 * 10
	ASSUME(n > 0); //= 2
	do //= -
		use(1); //= 2 * 10
	while (--n > 0); //= 2 * 10
	ASSUME(n == 0); //= 2
}

static void select(int i) //= 3
{
	switch (i) { //= 3
	case 1: //= 1
		use(1); //= 1
	case 2: //= 2
		ASSUME(i < 3); //= 2
	}
}

int main(void) //= 1
{
	for (int i = 0; i < 20; i++) //= 21
		use(choose(i)); //= 20
	repeat(10); //= 1
	repeat(10); //= 1
	for (int i = 0; i < 3; i++) //= 4
		select(i); //= 3
	printf("%d\n", sum); //= 1
	return 0; //= 1
}
