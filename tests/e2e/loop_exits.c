// loop_exits.c: what comes right behind a loop that is left by its condition or by a break: a label, a do, what has no
// code and ends the turn of a loop around it.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -w
#include <stdio.h>
static int g;
static int more(int *n)               //= 12
{
	return (*n)-- > 0;            //= 12
}
static void behind_break(int n)       //= 4
{
	for (;;) {                    //= 10
		if (n-- == 0)         //= 10
			break;        //= 4
		g++;                  //= 6
	}
	n = g & 1 ? 2 : 2;            //= 4
	for (;;) {                    //= 4
		if (g)                //= 4
			break;        //= 4
	}
	do {                          //= 12
		static int v = 4;     //= 12
	} while (more(&n));           //= 12
}
static void ended_by_condition(int n)       //= 4
{
	for (int i = 0; i < 4 && n > i; i++) //= 10
		;                     //= 6
again:                                //= 4
	g++;                          //= 4
}
static void ends_turn(int n)          //= 4
{
	while (1) {                   //= 10
		while (n < 100) {     //= 10
			if (n-- == 0) //= 10
				return; //= 4
			break;        //= 6
		}
		;                     //= 6
	}
}
int main(void)                        //= 1
{
	g = 1;                        //= 1
	for (int i = 0; i < 4; i++) { //= 5
		behind_break(i);      //= 4
		ended_by_condition(i);      //= 4
		ends_turn(i);         //= 4
	}
	printf("%d\n", g);            //= 1
}
