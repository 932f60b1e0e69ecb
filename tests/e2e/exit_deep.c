// exit_deep.c: exit() deep in calls: what stands behind those calls never ran.
//: levels = -O0 | -O1 | -O2 | -O3 | -O2 -flto
//: status = 3
//: calls dive = 11
#include <stdio.h>
#include <stdlib.h>

static volatile int behind;

__attribute__((noreturn)) static void stop(int status) //= 1
{
	printf("stopping\n"); //= 1
	exit(status); //= 1
}

static int dive(int n) //= 11
{
	if (n == 0) //= 11
		stop(3); //= 1
	for (int i = 0; i < 2; i++) { //= 10
		behind += dive(n - 1); //= 10
		behind++; //= 0
	}
	return behind; //= 0
}

static void at_exit(void) //= 1
{
	printf("bye\n"); //= 1
}

int main(void) //= 1
{
	atexit(at_exit); //= 1
	dive(10); //= 1
	printf("not reached\n"); //= 0
	return 0; //= 0
}
