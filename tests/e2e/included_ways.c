// included_ways.c: copies of a list of one statement, in ways of their own and straight behind these, and of loops
// without a condition. See included_copies.c.
//: levels = -O0 | -O1 | -O2 | -O3
#ifndef PART
#include <setjmp.h>
#include <stdio.h>

static volatile int r;
static volatile int turns;
static jmp_buf back;

struct config {
	int verbose;
};

static void copy(struct config *to, const struct config *from, struct config *other) //= 10
{
#define PART 1
	if (other) {                                      //= 10
#define FIELD(name) other->name = from->name;
#include "included_ways.c"
#undef FIELD
	}
#define FIELD(name) to->name = from->name;
#include "included_ways.c"
#undef FIELD
#undef PART
}

static void either(int k)                                 //= 10
{
#define PART 2
	if (k == 3) {                                     //= 10
#include "included_ways.c"
	} else {
#include "included_ways.c"
	}
#undef PART
}

static int has_more(void)                                 //= 6 * 5
{
	turns++;                                          //= 6 * 5
	return turns % 3 != 0;                            //= 6 * 5
}

static void endless(int k)                                //= 6
{
	turns = 0;                                        //= 6
#define PART 3
	if (k & 1) {                                      //= 6
#include "included_ways.c"
	} else {
#include "included_ways.c"
	}
#include "included_ways.c"
#undef PART
}

static void ranges(int n)                                 //= 10
{
	switch (n) {                                      //= 10
	case 4 ... 82:                                    //= 6
		r++;                                      //= 6
#define PART 4
#include "included_ways.c"
		for (int i = 0; i < 2; i++) {             //= 6 * 3
#include "included_ways.c"
		}
		r++;                                      //= 6
		break;                                    //= 6
	}
#undef PART
}

__attribute__((noinline)) static int leave(int which)     //= 1 + 2 + 3 + 3
{
	if (turns++ == which)                             //= 1 + 2 + 3 + 3
		longjmp(back, 1);                         //= 3
	return 1;                                         //= 1 + 2 + 3
}

static void calls(int which)                              //= 4
{
	turns = 0;                                        //= 4
#define PART 5
#include "included_ways.c"
#include "included_ways.c"
#include "included_ways.c"
#undef PART
	r++;                                              //= 1
}

#define TWICE(call) ((call) + (call))

static int one(void)                                      //= 2 * 2 * 4
{
	return 1;                                         //= 2 * 2 * 4
}

static void several(void)                                 //= 4
{
#define PART 6
#include "included_ways.c"
	r++;                                              //= 4
#include "included_ways.c"
#undef PART
}

static void jumps(int which)                              //= 5
{
	for (int k = 0; k < 2; k++) {                     //= 9
#define PART 7
#define WHERE 1
#include "included_ways.c"
#undef WHERE
#define WHERE 2
#include "included_ways.c"
#undef WHERE
#define WHERE 3
#include "included_ways.c"
#undef WHERE
#undef PART
	}
}

int main(void)                                            //= 1
{
	struct config a = {0}, b = {0};                   //= 1
	for (int i = 0; i < 10; i++) {                    //= 11
		copy(&a, &b, i == 3 ? &b : NULL);         //= 10
		either(i);                                //= 10
		ranges(i);                                //= 10
	}
	for (int i = 0; i < 6; i++)                       //= 7
		endless(i);                               //= 6
	for (int i = 0; i < 4; i++)                       //= 5
		if (setjmp(back) == 0)                    //= 4
			calls(i);                         //= 4
	for (int i = 0; i < 4; i++)                       //= 5
		several();                                //= 4
	for (int i = 0; i < 5; i++)                       //= 6
		jumps(i);                                 //= 5
	printf("%d\n", r);                                //= 1
	return 0;                                         //= 1
}
#elif PART == 1
FIELD(verbose)                                            //= 10 + 1
#elif PART == 2
	r++;                                              //= 10
#elif PART == 3
	for (;; r++) {                                    //= 6 * (3 + 3)
		if (turns == 1) {                         //= 6 * (3 + 3)
			turns++;                          //= 6
			continue;                         //= 6
		}
		if (!has_more())                          //= 6 * 5
			break;                            //= 6 * 2
	}
#elif PART == 4
	r += n;                                           //= 6 * 3
	r -= 2;                                           //= 6 * 3
#elif PART == 5
	leave(which);                                     //= 1 + 2 + 3 + 3
#elif PART == 6
	r += TWICE(one());                                //= 2 * 4
#elif PART == 7
	if (which == WHERE)                               //= 18
		break;                                    //= 3
#endif
