// included_dead.c: a file that is included several times ("template in C"), here by the file itself, whose code one
// copy runs and another leaves out.
//: levels = -O0 | -O1 | -O2 | -O3
#ifndef M
#include <stdio.h>

static volatile int g;

#define M 1
#define NAME(n) n##_1
#include "included_dead.c"
#undef M
#undef NAME

#define M 2
#define NAME(n) n##_2
#include "included_dead.c"
#undef M
#undef NAME

int main(void)                                            //= 1
{
	int sum = 0;                                      //= 1
	for (int i = 0; i < 10; i++)                      //= 11
		sum += one_1(i);                          //= 10
	for (int i = 0; i < 3; i++)                       //= 4
		sum += one_2(i);                          //= 3
	for (int i = 0; i < 10; i++)                      //= 11
		none_1(i);                                //= 10
	for (int i = 0; i < 3; i++)                       //= 4
		none_2(i);                                //= 3
	printf("%d %d\n", sum, g);                        //= 1
	return 0;                                         //= 1
}
#else
static int NAME(one)(int p)                               //= 13
{
	if (M > 1) {                                      //= 13
		p++;                                      //= 3
	}
	return p;                                         //= 13
}

static void NAME(none)(int p)                             //= 13
{
	switch (p) {                                      //= 13
	case 0:                                           //= 2
		g++;                                      //= 2
		if (M > 1) {                              //= 2
			g++;                              //= 1
			g++;                              //= 1
		}
		break;                                    //= 2
	default:                                          //= 11
		if (M > 1)                                //= 11
			g += 2;                           //= 2
		g++;                                      //= 11
	}
}
#endif
