// falls_through.c: cases and labels without code, which control comes to from what stands above them, too.
//: levels = -O0 | -O1 | -O2 | -O3
#include <stdio.h>

static volatile int g;

static void breaks(int x)                                 //= 10
{
	switch (x) {                                      //= 10
	case 1:                                           //= 5
		g++;                                      //= 5
	case 0:                                           //= 10
		break;                                    //= 10
	}
}

static void empty(int x)                                  //= 10
{
	switch (x) {                                      //= 10
	case 1:                                           //= 5
		g++;                                      //= 5
	default:                                          //= 10
		;                                         //= 10
	}
}

static void in_the_middle(int x)                          //= 12
{
	switch (x) {                                      //= 12
	case 0:                                           //= 3
		g++;                                      //= 3
	case 1:                                           //= 6
		break;                                    //= 6
	case 2:                                           //= 3
		g++;                                      //= 3
		break;                                    //= 3
	}
	g++;                                              //= 12
}

static int several(int x, int a)                          //= 12
{
	int r = a;                                        //= 12
	switch (x) {                                      //= 12
	case 0:                                           //= 3
		r++;                                      //= 3
	case 1:                                           //= 6
		(void)a;                                  //= 6
	case 2:                                           //= 9
		(void)a;                                  //= 9
	case 3:                                           //= 12
		break;                                    //= 12
	}
	(void)a;                                          //= 12
	return r;                                         //= 12
}

static int in_a_loop(int n)                               //= 1
{
	int r = 0;                                        //= 1
	for (int i = 0; i < n; i++) {                     //= 13
		switch (i & 3) {                          //= 12
		case 0:                                   //= 3
			r++;                              //= 3
		case 1:                                   //= 6
			break;                            //= 6
		case 2:                                   //= 3
			if (r > 2)                        //= 3
				g++;                      //= 1
		default:                                  //= 6
			;                                 //= 6
		}
	}
	return r;                                         //= 1
}

static void conditional(int x)                            //= 12
{
	switch (x) {                                      //= 12
	case 0:                                           //= 3
		if (g > 0)                                //= 3
			break;                            //= 3
	case 1:                                           //= 3
		if (g < 0)                                //= 3
			g++;                              //= 0
	case 2:                                           //= 6
		break;                                    //= 6
	}
}

static void nested(int x)                                 //= 12
{
	switch (x) {                                      //= 12
	case 0: {                                         //= 3
		g++;                                      //= 3
	}
	case 1: {                                         //= 6
		break;                                    //= 6
	}
	case 2:                                           //= 3
	case 3:                                           //= 6
		g++;                                      //= 6
	}
}

/* Only control that falls into it goes through the first of two cases, to code behind the second. */
static int past_a_case(int x, int a)                      //= 12
{
	switch (x) {                                      //= 12
	case 2:                                           //= 3
		a++;                                      //= 3
	case 1:                                           //= 6
		;                                         //= 6
	case 0: {                                         //= 9
		;                                         //= 9
	}
	default:                                          //= 12
		a = a > 3 ? a : 3;                        //= 12
	}
	return a;                                         //= 12
}

static int computed(int n)                                //= 12
{
	static void *const table[] = {&&L0, &&L1, &&L2};  //= 12
	goto *table[n];                                   //= 12
L0:                                                       //= 4
	g++;                                              //= 4
L1:                                                       //= 8
	;                                                 //= 8
L2:                                                       //= 12
	g += 2;                                           //= 12
	return g;                                         //= 12
}

static int computed_end(int n)                            //= 12
{
	static void *const table[] = {&&L0, &&L1, &&end}; //= 12
	goto *table[n];                                   //= 12
L0:                                                       //= 4
	g++;                                              //= 4
L1:                                                       //= 8
	goto end;                                         //= 8
end:                                                      //= 12
	return g;                                         //= 12
}

static int computed_next(int n)                           //= 12
{
	static void *const table[] = {&&A, &&B, &&C};     //= 12
	goto *table[n];                                   //= 12
A:                                                        //= 4
	g++;                                              //= 4
B:                                                        //= 8
	g += 2;                                           //= 8
C:                                                        //= 12
	return g;                                         //= 12
}

int main(void)                                            //= 1
{
	for (int i = 0; i < 10; i++) {                    //= 11
		breaks(i & 1);                            //= 10
		empty(i & 1);                             //= 10
	}
	g = 0;                                            //= 1
	for (int i = 0; i < 12; i++) {                    //= 13
		in_the_middle(i & 3);                     //= 12
		several(i & 3, i);                        //= 12
		conditional(i & 3);                       //= 12
		nested(i & 3);                            //= 12
		past_a_case(i & 3, i);                    //= 12
		computed(i % 3);                          //= 12
		computed_end(i % 3);                      //= 12
		computed_next(i % 3);                     //= 12
	}
	in_a_loop(12);                                    //= 1
	printf("%d\n", g);                                //= 1
	return 0;                                         //= 1
}
