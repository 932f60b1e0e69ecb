// stubs.c: a library's short function takes as long as the linker's stub by way of which it is called. What samples
// find in the stub is the calling line's, not that of the caller's caller.
//: flags = -fno-builtin
//: least calls = 97
//: share callers = 0 +- 1
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static long inner(long n)
{
	long sum = 0; //~ calls

	for (long i = 0; i < n; i++) //~ calls
		sum += labs(sum - i) & 7; //~ calls
	return sum; //~ calls
}

__attribute__((noinline)) static long middle(long n)
{
	long sum = 1; //~ callers

	sum += inner(n); //~ callers
	return sum; //~ callers
}

int main(int argc, char **argv)
{
	const long rounds = argc > 1 ? atol(argv[1]) : 1;
	long sum = 0;

	for (long i = 0; i < rounds; i++) //~ callers
		sum += middle(2000000); //~ callers
	printf("%ld\n", sum);
	return 0;
}
