// builtin_setjmp.c: the compiler's own setjmp() and longjmp(), as interpreters use them, also in a loop.
//: target = x86_64
//: calls jump = 8
//: calls body = 13
//: calls run = 10
//: calls retry = 1
#include <stdint.h>
#include <stdio.h>

static intptr_t place[5];
static volatile int got, tries;

__attribute__((noinline)) static void jump(void) //= 8
{
	__builtin_longjmp((void **)place, 1); //= 8
}

__attribute__((noinline)) static int body(int n) //= 13
{
	if (n % 2) //= 13
		jump(); //= 8
	return n; //= 5
}

static int run(int n) //= 10
{
	if (__builtin_setjmp((void **)place)) { //= 10
		got++; //= 5
		return -1; //= 5
	}
	n = body(n); //= 10
	got += 10; //= 5
	return n; //= 5
}

__attribute__((noinline)) static int retry(void) //= 1
{
	volatile int sum = 0; //= 1
	__builtin_setjmp((void **)place); //= 1
	for (int i = 0; i < 5; i++) //= 4 * (5 + 1)
		sum += i; //= 4 * 5
	if (tries++ < 3) //= 4
		body(1); //= 3
	return sum; //= 1
}

int main(void) //= 1
{
	int s = 0; //= 1
	for (int i = 0; i < 10; i++) //= 10 + 1
		s += run(i); //= 10
	s += retry(); //= 1
	printf("%d %d\n", s, got); //= 1
	return 0; //= 1
}
