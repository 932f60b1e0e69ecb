// no_return.c: a line after a call that never comes back, and one that ends its thread.
//: levels = -O0 | -O2
//: flags = -pthread
//: calls ended = 3
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int behind;

static void maybe_end(int should) //= 6
{
	if (should) //= 6
		pthread_exit(NULL); //= 3
	behind++; //= 3
}

static void *ended(void *argument) //= 3
{
	maybe_end(0); //= 3
	maybe_end(1); //= 3
	behind = 100; //= 0
	return argument; //= 0
}

static void last(void) //= 1
{
	fflush(stdout); //= 1
	_exit(0); //= 1
	behind = 200; //= 0
}

int main(void) //= 1
{
	pthread_t thread; //= 1

	for (int i = 0; i < 3; i++) { //= 4
		pthread_create(&thread, NULL, ended, NULL); //= 3
		pthread_join(thread, NULL); //= 3
	}
	printf("%d\n", behind); //= 1
	last(); //= 1
	printf("never\n"); //= 0
	return 0; //= 0
}
