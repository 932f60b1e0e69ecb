// included_bodies.c: the body of a loop, an `if` or a `switch` that is an included file: the head ends where that is
// included. Here it is the file itself, further up.
//: levels = -O0 | -O1 | -O2 | -O3
#ifdef PART
#if PART == 1
	{
		s += 2;                                   //= 13
	}
#elif PART == 2
	n--;                                              //= 8
#elif PART == 3
	{
	case 0:                                           //= 2
		s += 10;                                  //= 2
		break;                                    //= 2
	default:                                          //= 0
		s--;                                      //= 0
	}
#endif
#else
#include <stdio.h>

static int heads(int n)                                   //= 2
{
	int s = 0;                                        //= 2
	for (int i = 0; i < n; i++)                       //= 14
#define PART 1
#include "included_bodies.c"
	while (n > 2)                                     //= 10
#undef PART
#define PART 2
#include "included_bodies.c"
	switch (s & 1)                                    //= 2
#undef PART
#define PART 3
#include "included_bodies.c"
	if (s > 20)                                       //= 2
#undef PART
#define PART 1
#include "included_bodies.c"
	return s;                                         //= 2
}

int main(void)                                            //= 1
{
	printf("%d\n", heads(5) + heads(7));              //= 1
	return 0;                                         //= 1
}
#endif
