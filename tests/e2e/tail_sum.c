// tail_sum.c: a call in tail position stays one: 1e8 levels deep would not fit the stack.
//: N = 100000000
//: levels = -O2 | -O3
//: full_levels = -O2 | -O3 | -O2 -flto | -O2 -flto=thin
//: stack_kb = 8192
//: calls sum = N + 1
//: calls is_even = N // 2 + 1
//: calls is_odd = N // 2
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static long sum(long n, long acc) //= N + 1
{
	if (n == 0)                   //= N + 1
		return acc;           //= 1
	return sum(n - 1, acc + n);   //= N
}

__attribute__((noinline)) static int is_odd(long n);

__attribute__((noinline)) static int is_even(long n) //= N // 2 + 1
{
	if (n == 0)                //= N // 2 + 1
		return 1;          //= 1
	return is_odd(n - 1);      //= N // 2
}

__attribute__((noinline)) static int is_odd(long n) //= N // 2
{
	if (n == 0)                //= N // 2
		return 0;          //= 0
	return is_even(n - 1);     //= N // 2
}

int main(int argc, char **argv) //= 1
{
	const long n = argc > 1 ? atol(argv[1]) : 100000000; //= 1

	printf("%ld %d\n", sum(n, 0), is_even(n)); //= 1
	return 0; //= 1
}
