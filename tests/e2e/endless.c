// endless.c: loops that nothing but a signal's handler ends: its exit() leaves them in the middle.
//: levels = -O0 | -O2 | -O2 -flto | -O2 -flto=thin
//: calls spin = 2
//: calls wait = 1
//: calls doubled = 3
//: calls on_alarm = 2
//: calls main = 1
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile unsigned turns;
static volatile int is_enough;
static sigjmp_buf back;

static void on_alarm(int number) //= 2
{
	if (is_enough) //= 2
		exit(number - SIGALRM); //= 1
	is_enough = 1; //= 1
	siglongjmp(back, 1); //= 1
}

static inline int doubled(int value) //= 3
{
	return value * 2; //= 3
}

// Entered at two places: no loop to the compiler's analyses. Once it returns before.
__attribute__((noinline)) static int spin(int from, int to) //= 2
{
	from = doubled(from); //= 2
	if (from & 64) //= 2
		return from; //= 1
	to = doubled(to);     //= 1
	if ((from + to) & 8)  //= 1
		goto second;  //= 0
first: //= -
	to += (int)turns; //= -
second: //= -
	from ^= to; //= -
	goto first; //= -
}

__attribute__((noinline)) static void wait(void) //= 1
{
	for (;;) //= -
		pause(); //= 1
}

int main(int argc, char **argv) //= 1
{
	(void)argv; //= 1
	signal(SIGALRM, on_alarm); //= 1
	spin(32 * argc, 0); //= 1
	ualarm(300000, 0); //= 1
	if (!sigsetjmp(back, 1)) //= 1
		wait(); //= 1
	ualarm(300000, 0); //= 1
	spin(argc, argc + 1); //= 1
	return 0; //= -
}
