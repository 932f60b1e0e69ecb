// own_counts.c: variables of the program that count what a counter of ours counts, or nearly.
//: levels = -O1 | -O2 | -O3 | -O2 -g | -O2 -flto
//: flags = -w
#include <stdio.h>
enum { N = 1000 };
static int a[N];
static void make(void)                          //= 1
{
	for (int i = 0; i < N; i++)             //= 1001
		a[i] = i * 7 % 10;              //= 1000
}
__attribute__((noinline)) static int above(int n, int limit)        //= 2
{
	int count = 0;                          //= 2
	for (int i = 0; i < n; i++)             //= 1502
		if (a[i] > limit)               //= 1500
			count++;                //= 600
	return count;                           //= 2
}
/* From another number, wider and narrower. */
__attribute__((noinline)) static unsigned long wide(int n, unsigned long from)    //= 1
{
	for (int i = 0; i < n; i++)             //= 1001
		if (a[i] == 3)                  //= 1000
			from++;                 //= 100
	return from;                            //= 1
}
__attribute__((noinline)) static unsigned char narrow(int n, unsigned char from)  //= 1
{
	for (int i = 0; i < n; i++)             //= 1001
		if (a[i] < 9)                   //= 1000
			from++;                 //= 900
	return from;                            //= 1
}
/* By two; and two variables that count the same, and one that counts something else. */
__attribute__((noinline)) static long twos(int n)                   //= 1
{
	long twice = 1, once = -5, also = 7, all = 0; //= 1
	for (int i = 0; i < n; i++) {           //= 1001
		if (a[i] & 1) {                 //= 1000
			twice += 2;             //= 500
			once++;                 //= 500
			also++;                 //= 500
		} else if (a[i] > 4) {          //= 500
			all++;                  //= 200
		}
	}
	return twice * 1000003 + once * 1009 + also * 11 + all; //= 1
}
/* Left in several ways: before it is counted, behind, and at the end. */
__attribute__((noinline)) static int ways(const int *at, int n, int stop, int over)        //= 3
{
	int count = 10;                         //= 3
	for (; n > 0; n--, at++) {              //= 1014
		if (*at == stop)                //= 1013
			break;                  //= 1
		if (*at > 5)                    //= 1012
			count++;                //= 405
		if (*at == over)                //= 1012
			return count;           //= 1
	}
	return -count;                          //= 2
}
/* The loop or what is behind it asks for it. */
__attribute__((noinline)) static int asked(int n, int *places)                  //= 1
{
	int count = 0, before = 0;              //= 1
	for (int i = 0; i < n; i++)             //= 1001
		if (a[i] == 8) {                //= 1000
			before = count;         //= 100
			places[count] = i;      //= 100
			count++;                //= 100
		}
	return count * 1000 + before;           //= 1
}
/* Counted in an inner loop, on some ways back, and set anew. */
__attribute__((noinline)) static int nested(int n)                  //= 1
{
	int inner = 3, turns = 0, fresh = 0;    //= 1
	for (int i = 0; i < n; i++) {           //= 101
		for (int k = 0; k < 10; k++) {  //= 1100
			if (a[k * i % N] < 2)   //= 1000
				continue;       //= 310
			inner++;                //= 690
		}
		if (a[i] == 6)                  //= 100
			fresh = 0;              //= 10
		if (a[i] != 4)                  //= 100
			turns++, fresh++;       //= 90
	}
	return inner * 10000 + turns * 100 + fresh; //= 1
}
/* Text, with a state beside it. */
__attribute__((noinline)) static unsigned words(const char *at)     //= 1
{
	unsigned count = 0, inside = 0;         //= 1
	for (; *at; at++) {                     //= 18
		if (*at == ' ' || *at == '\n') { //= 17
			inside = 0;             //= 7
		} else if (!inside) {           //= 10
			inside = 1;             //= 4
			count++;                //= 4
		}
	}
	return count;                           //= 1
}
int main(void)                                  //= 1
{
	static int places[N];                   //= -
	make();                                 //= 1
	printf("%d %d\n", above(N, 5), above(500, 5)); //= 1
	printf("%lu %d\n", wide(N, ~0ul - 20), narrow(N, 200)); //= 1
	printf("%ld\n", twos(N));               //= 1
	printf("%d %d %d\n", ways(a, N, 10, 10), ways(a, N, 1, 10), ways(a, N, 10, 6)); //= 1
	printf("%d\n", asked(N, places));       //= 1
	printf("%d %d\n", places[5], nested(100)); //= 1
	printf("%u\n", words("  ab cde\nf ghij  "));   //= 1
}
