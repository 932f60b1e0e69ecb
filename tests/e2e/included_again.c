// included_again.c: a list that is included several times in a unit, here by the file itself. Each copy is code of
// the function around it.
//: levels = -O0 | -O1 | -O2 | -O3
#ifndef X
#include <stdio.h>

enum operation {
#define X(name, value) name,
#include "included_again.c"
#undef X
};

static const char *name_of(enum operation o)              //= 60
{
	switch (o) {                                      //= 60
#define X(name, value) case name: return #name;
#include "included_again.c"
#undef X
	}
	return "none";                                    //= 0
}

static int value_of(enum operation o, int a, int b)       //= 90
{
	int value = 0;                                    //= 90
	switch (o) {                                      //= 90
#define X(name, value_) case name: value = value_; break;
#include "included_again.c"
#undef X
	}
	return value;                                     //= 90
}

static int cost_of(enum operation o)                      //= 30
{
	static int cost[3];                               //= 30
#define X(name, value) cost[name] += name;
#include "included_again.c"
	for (int i = 0; i < 3; i++)                       //= 30 * 4
		cost[o]++;                                //= 30 * 3
	return cost[o];                                   //= 30
#undef X
}

int main(void)                                            //= 1
{
	int sum = 0;                                      //= 1
	for (int i = 0; i < 90; i++) {                    //= 91
		enum operation o = i % 3;                 //= 90
		sum += value_of(o, i, 3);                 //= 90
		if (i < 30)                               //= 90
			sum += cost_of(o);                //= 30
		else
			sum += name_of(o)[0];             //= 60
	}
	printf("%d\n", sum);                              //= 1
	return 0;                                         //= 1
}
#else
X(ADD, a + b)                                             //= 20 + 30 + 30
X(SUBTRACT, a - b)                                        //= 20 + 30 + 30
X(MULTIPLY, a * b)                                        //= 20 + 30 + 30
#endif
