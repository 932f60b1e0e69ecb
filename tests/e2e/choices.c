// choices.c: ways so short that nothing jumps between them count what is chosen all the same.
//: levels = -O0 | -O1 | -O2 | -O3 | -Os | -O2 -g | -O2 -flto
//: flags = -w
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static int signum(int x, int y)        //= 49
{
	return x < y ? -1 : x > y;              //= 49
}
__attribute__((noinline)) static int by_returns(int x, int y)    //= 49
{
	if (x < y)                              //= 49
		return -1;                      //= 21
	if (x > y)                              //= 28
		return 1;                       //= 21
	return 0;                               //= 7
}
__attribute__((noinline)) static int clamp(int x, int low, int high)     //= 49
{
	if (x < low)                            //= 49
		x = low;                        //= 14
	else if (x > high)                      //= 35
		x = high;                       //= 21
	return x;                               //= 49
}
/* One way holds others. */
__attribute__((noinline)) static int nested(int x, int y)        //= 49
{
	int kind;                               //= 49
	if (x < 0) {                            //= 49
		kind = 1;                       //= 21
		if (y < 0)                      //= 21
			kind = 2;               //= 9
		else if (y > 0)                 //= 12
			kind = 3;               //= 9
	} else {
		kind = 4;                       //= 28
		if (y == 2)                     //= 28
			kind = 5;               //= 4
	}
	return kind;                            //= 49
}
/* What stands on a way may be a load, which is safe here, or a store, which is a way's own. */
static int table[] = {5, 6, 7, 8, 9}, stored;
__attribute__((noinline)) static int loads(int x, int y)         //= 49
{
	int found = -1;                         //= 49
	if (x == y)                             //= 49
		found = table[3];               //= 7
	if (x == 3)                             //= 49
		stored = y;                     //= 7
	if (x > 0)                              //= 49
		found += table[2] + y;          //= 21
	return found;                           //= 49
}
/* What is called likely stays a jump. */
__attribute__((noinline)) static int likely(int x)               //= 49
{
	int result = 9;                         //= 49
	if (__builtin_expect(x == 1, 0))        //= 49
		result = 4;                     //= 7
	return result;                          //= 49
}
/* The end of several ways, some of which are no short ones. */
__attribute__((noinline)) static int mixed(int x, int y)         //= 49
{
	int result = x;                         //= 49
	switch (y) {                            //= 49
	case 0:                                 //= 7
		result = abs(x);                //= 7
		break;                          //= 7
	case 1:                                 //= 7
		if (x > 1)                      //= 7
			result = 1;             //= 2
		break;                          //= 7
	case 2:                                 //= 7
		if (x > 2)                      //= 7
			result = 2;             //= 1
		else
			result = -2;            //= 6
		break;                          //= 7
	case 3:                                 //= 7
		puts("");                       //= 7
	}
	return result;                          //= 49
}
/* In a loop that calls, so that the counts are no registers. */
__attribute__((noinline)) static int loop(int (*call)(int, int))         //= 1
{
	int sum = 0;                            //= 1
	for (int x = -3; x <= 3; x++)           //= 8
		for (int y = -3; y <= 3; y++) { //= 56
			const int result = call(x, y);  //= 49
			if (result < 0)         //= 49
				sum++;          //= 21
			else
				sum += 2;       //= 28
		}
	return sum;                             //= 1
}
int main(int argc, char **argv)                 //= 1
{
	long sum = loop(signum);                //= 1
	for (int x = -3; x <= 3; x++)           //= 8
		for (int y = -3; y <= 3; y++) { //= 56
			sum += by_returns(x, y);        //= 49
			sum += clamp(x, -argc, argc - 1);       //= 49
			sum += nested(x, y);    //= 49
			sum += loads(x, y);     //= 49
			sum += likely(x);       //= 49
			sum += mixed(x, y);     //= 49
		}
	return sum == 123456;                   //= 1
}
