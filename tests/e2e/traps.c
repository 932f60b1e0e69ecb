// traps.c: a trap is not come back from; its handler may go elsewhere.
//: levels = -O0 | -O1 | -O2 | -O3
//: target = x86_64
//: calls check = 9
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf back;
static volatile int behind;

static void on_trap(int number) //= 3
{
	(void)number;         //= 3
	siglongjmp(back, 1); //= 3
}

__attribute__((noinline)) static void use(int i) //= 9 + 6
{
	behind += i; //= 9 + 6
} //= -

__attribute__((noinline)) static int check(int i) //= 9
{
	use(i); //= 9
	if (i % 3 == 0) //= 9
		__builtin_trap(); //= 3
	use(2); //= 6
	return i; //= 6
}

int main(void) //= 1
{
	volatile int sum = 0; //= 1

	signal(SIGILL, on_trap); //= 1
	for (volatile int i = 0; i < 9; i++) { //= 10
		if (sigsetjmp(back, 1) == 0) //= 9
			sum += check(i); //= 9
		else
			sum += 100; //= 3
	}
	printf("%d %d\n", sum, behind); //= 1
	return 0; //= 1
}
