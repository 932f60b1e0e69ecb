// tail_interpreter.c: an interpreter whose operations jump to each other by musttail.
//: N = 30000000
//: levels = -O0 | -O1 | -O2 | -O3
//: stack_kb = 8192
//: calls op_add = N
//: calls op_loop = N
//: calls op_stop = 1
#include <stdio.h>

struct machine {
	long accumulator;
	long counter;
};

typedef long operation(struct machine *m, const unsigned char *pc);
static operation op_add, op_loop, op_stop;
static operation *const operations[] = {op_add, op_loop, op_stop};

#define NEXT(m, pc) __attribute__((musttail)) return operations[*(pc)]((m), (pc))

static long op_add(struct machine *m, const unsigned char *pc) //= N
{
	m->accumulator += 3; //= N
	pc++;                //= N
	NEXT(m, pc);         //= N
}

static long op_loop(struct machine *m, const unsigned char *pc) //= N
{
	if (--m->counter > 0) { //= N
		pc--;           //= N - 1
		NEXT(m, pc);    //= N - 1
	}
	pc++;        //= 1
	NEXT(m, pc); //= 1
}

static long op_stop(struct machine *m, const unsigned char *pc) //= 1
{
	(void)pc;              //= 1
	return m->accumulator; //= 1
}

int main(void) //= 1
{
	static const unsigned char program[] = {0, 1, 2}; //= 1
	struct machine m = {0, 30000000}; //= 1

	printf("%ld\n", operations[program[0]](&m, program)); //= 1
	return 0; //= 1
}
