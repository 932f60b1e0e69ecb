// codeless_behind_switches.c: statements that make no code behind a switch: one whose `continue`
// ends a `do` that runs once, one over a constant with a label behind the case that is taken, and
// those that nothing leads to.
//: flags = -w
#include <stdio.h>
#include <stdlib.h>
static int once(int v) //= 2
{
	int n = 0;                //= 2
	do {                      //= 2
		switch (v) {      //= 2
		case 1:           //= 1
			continue; //= 1
		default:          //= 1
			break;    //= 1
		}
		int q; //= 1
	} while (0);
	int z;    //= 2
	z = n;    //= 2
	return z; //= 2
}
static int constant(int v) //= 1
{
	int n = 0;             //= 1
	if (v > 3)             //= 1
		goto in;       //= 1
	switch (2) {           //= 0
	case 2:                //= 0
		exit(v > 100); //= 0
	in:                    //= 1
		n += 5;        //= 1
	}
	int y;    //= 1
	y = n;    //= 1
	return y; //= 1
}
static int dead(int v) //= 2
{
	int n = v;             //= 2
	switch (v) {           //= 2
	case 1:                //= 1
		return n;      //= 1
		switch (n) {   //= 0
		case 2:        //= 0
			n++;   //= 0
			int q; //= 0
		}
		int r; //= 0
	case 3:        //= 1
		n++;   //= 1
	}
	return n; //= 1
}
int main(void) //= 1
{
	printf("%d\n", once(1) + once(2) + constant(5) + dead(1) + dead(3)); //= 1
	return 0;                                                            //= 1
}
