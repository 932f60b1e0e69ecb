// jumps.c: setjmp in a loop, siglongjmp out of a handler, contexts that take turns. Coming back into
// the middle of a statement is no new visit of it.
//: levels = -O0 | -O1 | -O2 | -O3
//: calls risky = 12
//: calls fault = 5
//: calls turn = 1
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <ucontext.h>

static jmp_buf back;
static sigjmp_buf rescue;
static volatile int sink;
static ucontext_t here, there;
static char stack[64 << 10];

__attribute__((noinline)) static void risky(int n) //= 12
{
	if (n % 3 == 0) //= 12
		longjmp(back, 1); //= 4
	sink = n; //= 8
}

static void handler(int number) //= 5
{
	siglongjmp(rescue, number); //= 5
}

__attribute__((noinline)) static void fault(void) //= 5
{
	raise(SIGUSR1); //= 5
	sink = 0; //= 0
}

static void turn(void) //= 1
{
	for (int i = 0; i < 3; i++) { //= 4
		sink = i; //= 3
		swapcontext(&there, &here); //= 3
	}
}

int main(void) //= 1
{
	volatile int caught = 0; //= 1
	for (volatile int i = 0; i < 12; i++) { //= 13
		if (setjmp(back)) { //= 12
			caught++; //= 4
			continue; //= 4
		}
		risky(i); //= 12
		sink++; //= 8
	}
	signal(SIGUSR1, handler); //= 1
	for (volatile int i = 0; i < 5; i++) //= 6
		if (sigsetjmp(rescue, 1)) //= 5
			caught++; //= 5
		else
			fault(); //= 5
	volatile int turns = 0; //= 1
	setjmp(back); //= 1
	turns++; //= 3
	if (turns < 3) //= 3
		longjmp(back, 1); //= 2
	getcontext(&here); //= 1
	while (turns < 6) { //= 4
		turns++; //= 3
		setcontext(&here); //= 3
	}
	if (getcontext(&there)) //= 1
		return 1; //= 0
	there.uc_stack.ss_sp = stack; //= 1
	there.uc_stack.ss_size = sizeof stack; //= 1
	there.uc_link = &here; //= 1
	makecontext(&there, turn, 0); //= 1
	for (int i = 0; i < 4; i++) //= 5
		swapcontext(&here, &there); //= 4
	printf("%d\n", caught); //= 1
	return 0; //= 1
}
