// included_copies.c: several lines that are included several times in one function, here by the file itself. Each copy
// is code of its own, though all stand at one place.
//: levels = -O0 | -O1 | -O2 | -O3
#ifndef PART
#include <stdio.h>

static volatile int r;

static void statements(void)                              //= 2
{
#define PART 1
#include "included_copies.c"
#include "included_copies.c"
#include "included_copies.c"
#undef PART
}

static void branches(int k)                               //= 5
{
#define PART 2
#include "included_copies.c"
	k = 0;                                            //= 5
#include "included_copies.c"
#include "included_copies.c"
	if (k == 0) {                                     //= 5
#include "included_copies.c"
	}
#undef PART
}

static void loops(void)                                   //= 1
{
	int k = 2;                                        //= 1
#define PART 3
#include "included_copies.c"
	k = 3;                                            //= 1
#include "included_copies.c"
	k += 0;                                           //= 1
#include "included_copies.c"
	for (int i = 0; i < 2; i++) {                     //= 3
#include "included_copies.c"
	}
#include "included_copies.c"
#undef PART
}

static void turns(void)                                   //= 1
{
	int k = 2;                                        //= 1
#define PART 4
#include "included_copies.c"
#include "included_copies.c"
	k = 4;                                            //= 1
#include "included_copies.c"
#undef PART
}

static void cases(int n)                                  //= 10
{
	switch (n) {                                      //= 10
#define PART 5
#define A 1
#include "included_copies.c"
#undef A
#define A 2
#include "included_copies.c"
#undef A
#define A 3
#include "included_copies.c"
#undef A
#undef PART
	default:                                          //= 4
		r++;                                      //= 4
	}
}

static void falls(int n)                                  //= 10
{
	switch (n) {                                      //= 10
#define PART 6
#define A 1
#include "included_copies.c"
#undef A
#define A 2
#include "included_copies.c"
#undef A
#define A 3
#include "included_copies.c"
#undef A
#undef PART
	}
}

static void lists(int n)                                  //= 10
{
#define PART 7
#define X(name) int name;
#include "included_copies.c"
#undef X
#define X(name) name = n;
#include "included_copies.c"
#undef X
#define X(name) if (name > 5) r += name;
#include "included_copies.c"
#undef X
#undef PART
}

static void dead(void)                                    //= 3
{
#define PART 8
#define A 1
#include "included_copies.c"
#undef A
#define A 0
#include "included_copies.c"
#undef A
#define A 1
#include "included_copies.c"
#undef A
#undef PART
}

static void written(void)                                //= 10
{
#define PART 10
#include "included_copies.c"
#include "included_copies.c"
	r++;                                              //= 10
#include "included_copies.c"
#include "included_copies.c"
#include "included_copies.c"
#undef PART
#define PART 11
#include "included_copies.c"
#include "included_copies.c"
#include "included_copies.c"
#undef PART
}

static void single(int n)                                 //= 10
{
#define PART 9
#define X(value) r += value;
#include "included_copies.c"
#include "included_copies.c"
#undef X
#define X(value) if (n > value) r++; else r--;
#include "included_copies.c"
#include "included_copies.c"
#include "included_copies.c"
#undef X
#define X(value) for (int k = 0; k < value; k++) r--;
#include "included_copies.c"
#include "included_copies.c"
#undef X
#undef PART
	r += n;                                           //= 10
}

int main(void)                                            //= 1
{
	statements();                                     //= 1
	statements();                                     //= 1
	for (int i = 0; i < 5; i++)                       //= 6
		branches(i);                              //= 5
	loops();                                          //= 1
	turns();                                          //= 1
	for (int i = 0; i < 10; i++) {                    //= 11
		cases(i % 5);                             //= 10
		falls(i % 5);                             //= 10
		lists(i);                                 //= 10
		single(i);                                //= 10
		written();                                //= 10
	}
	for (int i = 0; i < 3; i++)                       //= 4
		dead();                                   //= 3
	printf("%d\n", r);                                //= 1
	return 0;                                         //= 1
}
#elif PART == 1
	r++;                                              //= 2 * 3
	r += ({                                           //= 2 * 3
		int two = 1;                              //= 2 * 3
		two++;                                    //= 2 * 3
		two;                                      //= 2 * 3
	});
#elif PART == 2
	if (k > 1)                                        //= 5 * 4
		r++;                                      //= 3
	else
		r--;                                      //= 2 + 5 * 3
#elif PART == 3
	for (int q = 0; q < k; q++) {                     //= 3 + 5 * 4
		if (q == 1)                               //= 2 + 5 * 3
			continue;                         //= 6
		r += q;                                   //= 1 + 5 * 2
	}
#elif PART == 4
	for (; k > 0;) {                                  //= 3 + 3 + 5
		int half = k / 2;                         //= 2 + 2 + 4
		do {                                      //= 2 + 2 + 4
			r++;                              //= 2 + 2 + 4
			k--;                              //= 2 + 2 + 4
		} while (k > half && half > 5);           //= 2 + 2 + 4
	}
	while (k < 2) {                                   //= 3 * 3
		k++;                                      //= 2 * 3
		if (k == 5)                               //= 2 * 3
			break;                            //= 0
	}
#elif PART == 5
	case A:                                           //= 2 * 3
		r += A;                                   //= 2 * 3
		break;                                    //= 2 * 3
#elif PART == 6
	case A:                                           //= 2 + 4 + 6
		r += A;                                   //= 2 + 4 + 6
#elif PART == 7
X(a)                                                      //= 10 * 3
X(b)                                                      //= 10 * 3
#elif PART == 8
	r++;                                              //= 3 * 3
	if (A) {                                          //= 3 * 3
		r += 2;                                   //= 3 * 2
		r -= 1;                                   //= 3 * 2
	}
#elif PART == 9
X(2)                                                      //= 10 * (2 + 3 + 2 * 3)
#elif PART == 10
	for (int k = 0; k < 3; k++) r--;                  //= 5 * 10 * 4
#elif PART == 11
	for (int k = 0; k < 3; k++)                       //= 3 * 10 * 4
		r--;                                      //= 3 * 10 * 3
#endif
