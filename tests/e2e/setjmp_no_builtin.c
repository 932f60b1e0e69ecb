// setjmp_no_builtin.c: with -fno-builtin clang does not say that setjmp() returns twice.
//: flags = -fno-builtin
//: N = 100
//: calls thrower = N
//: calls one = N
//: calls several = 1
#include <setjmp.h>
#include <stdio.h>

static jmp_buf back;
static sigjmp_buf far_back;
static volatile long sum;

__attribute__((noinline)) static void thrower(void) //= N
{
	longjmp(back, 1); //= N
}

__attribute__((noinline)) static void one(void) //= N
{
	const int r = setjmp(back); //= N

	sum++; //= 2 * N
	if (r == 0) //= 2 * N
		thrower(); //= N
	sum += 2; //= N
}

__attribute__((noinline)) static void several(int n) //= 1
{
	volatile int left = n; //= 1

	if (sigsetjmp(far_back, 1)) //= 1
		sum += 10; //= 5
	if (left-- > 0) //= 6
		siglongjmp(far_back, 1); //= 5
	sum++; //= 1
}

int main(void) //= 1
{
	for (int i = 0; i < 100; i++) //= N + 1
		one(); //= N
	several(5); //= 1
	printf("%ld\n", sum); //= 1
	return 0; //= 1
}
