// empty_branches.c: an `if` one of whose branches makes no code, or neither. Each has its own hits.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -w
#include <stdio.h>
static int g;
#define NOTHING ((void)0)
#define SUM_UP(n) do { for (int k = 0; k < ((n) & 3); k++) g += k; } while (0)
static void macro(int n)              //= 5
{
	if (n < 3) {                  //= 5
		NOTHING;              //= 3
	} else
		SUM_UP(n);            //= 2 + 3
	g ^= 1;                       //= 5
}
static void both(int n)               //= 5
{
	if (n < 3) {                  //= 5
		static int v;         //= 3
	} else {
		if (n && g)           //= 2
			g++;          //= -
		g--;                  //= 2
	}
	g ^= 1;                       //= 5
}
static void shorts(int n)             //= 5
{
	if (n > 7) {                  //= 5
		0 && (g++, 1);         //= 0
	} else {
	}
	g ^= 1;                       //= 5
}
static void neither(int n)            //= 5
{
	if (n < 3)                    //= 5
		NOTHING;              //= 3
	else
		NOTHING;              //= 2
	g ^= 1;                       //= 5
	if (n < 3 || n == 4) {        //= 5
	} else {
		(void)0;              //= 1
	}
	g ^= 1;                       //= 5
	if (!(n < 3 && n != 1)) {     //= 5
		(void)0;              //= 3
		NOTHING;              //= 3
	} else {
	}
	g ^= 1;                       //= 5
}
static void plain(int n)              //= 5
{
	if (n < 3) {                  //= 5
		(void)0;              //= 3
	} else {
		for (int i = 0; i < n; i++) //= 9
			g++;          //= 7
	}
	g ^= 1;                       //= 5
}
int main(void)                        //= 1
{
	for (int i = 0; i < 5; i++) { //= 6
		macro(i);             //= 5
		both(i);              //= 5
		shorts(i);            //= 5
		plain(i);             //= 5
		neither(i);           //= 5
	}
	printf("%d\n", g); //= 1
}
