// one_way_returns.c: what is behind `?:` one of whose ways never returns. A `break` that is all of
// a loop; the lines of a `for` over several, without a test.
//: flags = -w
#include <stdio.h>
#include <stdlib.h>
static int f(int x) //= 1 + 1 + 4
{
	return x & 2; //= 1 + 1 + 4
}

int main(int argc, char **argv) //= 1
{
	int n = argc;                                         //= 1
	n > 100 ? exit(1) : (void)f(n);                       //= 1
	int y;                                                //= 1
	int z;                                                //= 1
	y = n;                                                //= 1
	n < 100 ? (void)f(n) : (n > 200 ? exit(1) : abort()); //= 1
	z = y;                                                //= 1
	for (int i = 0; i < 4; i++)                           //= 5
		while (f(i) ?: i == 1)                        //= 4
			break;                                //= 3
	for (                                                 //= 4
	    int i = 0;;) {
		if (i++ >= 3)  //= 4
			break; //= 1
		n++;           //= 3
	}
	printf("%d\n", n + z); //= 1
	return 0;              //= 1
}
