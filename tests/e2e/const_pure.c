// const_pure.c: functions of which the source says that they have no effect are called as often as it calls.
//: N = 1000
//: levels = -O0 | -O1 | -O2 | -O3
//: calls clamp = N + N
//: calls length = N
#include <stdio.h>

static int __attribute__((const, noinline)) clamp(int x) //= N + N
{
	if (x < 0)       //= N + N
		return 0; //= 0
	return x > 255 ? 255 : x; //= N + N
}

static int __attribute__((pure, noinline)) length(const char *text) //= N
{
	int n = 0;      //= N
	while (text[n]) //= 4 * N
		n++;    //= 3 * N
	return n;       //= N
}

int main(int argc, char **argv) //= 1
{
	long sum = 0;                 //= 1
	for (int i = 0; i < 1000; i++) //= N + 1
		sum += clamp(argc * 100); //= N
	for (int i = 0; i < 1000; i++) //= N + 1
		sum += length("abc"); //= N
	for (int i = 0; i < 1000; i++) //= N + 1
		(void)clamp(i);       //= N
	printf("%ld %d\n", sum, argv[0] != NULL); //= 1
	return 0;                                 //= 1
}
