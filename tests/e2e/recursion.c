// recursion.c: calls and primitive calls; the outermost call of a recursion is primitive.
//: levels = -O0 | -O1 | -O2 | -O3
//: calls walk = 5/1
//: calls ping = 6
//: calls pong = 4
#include <stdio.h>
#include <stdlib.h>

static volatile int depth;

__attribute__((noinline)) static int walk(int n) //= 5
{
	depth++;                     //= 5
	if (n == 0)                  //= 5
		return depth;        //= 1
	return walk(n - 1) + depth;  //= 4
}

__attribute__((noinline)) static int pong(int n);

__attribute__((noinline)) static int ping(int n) //= 6
{
	if (n == 0)                //= 6
		return 1;          //= 2
	return 1 + pong(n - 1);    //= 4
}

__attribute__((noinline)) static int pong(int n) //= 4
{
	return 1 + ping(n); //= 4
}

int main(void) //= 1
{
	printf("%d\n", walk(4)); //= 1
	printf("%d\n", ping(2)); //= 1
	printf("%d\n", ping(2)); //= 1
	return 0; //= 1
}
