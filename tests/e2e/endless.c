// endless.c: loops that nothing but a signal's handler ends: its exit() leaves them in the middle.
//: calls spin = 1
//: calls doubled = 2
//: calls on_alarm = 1
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile unsigned turns;

static void on_alarm(int number) //= 1
{
	exit(number - SIGALRM); //= 1
}

static inline int doubled(int value) //= 2
{
	return value * 2; //= 2
}

// Entered at two places: no loop to the compiler's analyses.
__attribute__((noinline)) static int spin(int from, int to) //= 1
{
	from = doubled(from); //= 1
	to = doubled(to);     //= 1
	if ((from + to) & 8)  //= 1
		goto second;  //= 0
first: //= -
	turns++; //= -
second: //= -
	turns += 2; //= -
	goto first; //= -
}

int main(int argc, char **argv) //= 1
{
	(void)argv; //= 1
	signal(SIGALRM, on_alarm); //= 1
	alarm(1);                  //= 1
	spin(argc, argc + 1);      //= 1
	return 0;                  //= -
}
