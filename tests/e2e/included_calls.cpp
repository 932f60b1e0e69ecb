// included_calls.cpp: copies of one call, in a row, that throws at times: each is a visit of its own. See
// included_copies.c.
//: N = 2 * (1 + 2 + 3 + 3) + 6
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -std=c++17
#ifndef PART
#include <cstdio>

static int r;
static volatile int calls;

struct Checker {
	int limit = 3;                                    //= 1
	virtual int check(int n)                          //= N
	{
		if (calls++ == n)                         //= N
			throw n;                          //= 2 * 3
		return limit;                             //= N - 6
	}
};

static void in_a_row(Checker &c, int n)                   //= 4
{
	calls = 0;                                        //= 4
#define PART 1
#include "included_calls.cpp"
#include "included_calls.cpp"
#include "included_calls.cpp"
#undef PART
	r++;                                              //= 1
}

static void last(int (Checker::*check)(int), Checker &c, int n) //= 4
{
	calls = 0;                                        //= 4
#define PART 2
#include "included_calls.cpp"
#include "included_calls.cpp"
#include "included_calls.cpp"
#undef PART
}

static int none() { return 0; }                           //= 2 * 3 * 4

template <typename... Several> static void expanded(Several... several) //= 4
{
#define PART 3
#include "included_calls.cpp"
	r++;                                              //= 4
#include "included_calls.cpp"
#undef PART
}

static void branching(Checker &c, bool is_odd)            //= 4
{
	calls = 0;                                        //= 4
#define PART 4
	if (is_odd) {                                     //= 4
#include "included_calls.cpp"
	} else {
#include "included_calls.cpp"
		r++;                                      //= 2
#include "included_calls.cpp"
	}
#undef PART
}

int main()                                                //= 1
{
	Checker c;                                        //= 1
	for (int i = 0; i < 4; i++) {                     //= 5
		try {                                     //= 4
			in_a_row(c, i);                   //= 4
		} catch (int) {                           //= 3
			r--;                              //= 3
		}
		try {                                     //= 4
			last(&Checker::check, c, i);      //= 4
		} catch (int) {                           //= 3
			r--;                              //= 3
		}
		expanded(none, none, none);               //= 4
		branching(c, i & 1);                      //= 4
	}
	std::printf("%d\n", r);                           //= 1
	return 0;                                         //= 1
}
#elif PART == 1
	c.check(n);                                       //= 1 + 2 + 3 + 3
#elif PART == 2
	(c.*check)(n);                                    //= 1 + 2 + 3 + 3
#elif PART == 3
	r += (several() + ... + 0);                       //= 2 * 4
#elif PART == 4
	(c.*(&Checker::check))(9);                        //= 2 + 2 * 2
#endif
