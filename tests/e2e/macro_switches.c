// macro_switches.c: a macro that holds a switch and ends the statement around it by a break behind that.
//: levels = -O0 | -O1 | -O2 | -O3
//: calls main = 1
#include <stdio.h>

static int n;

#define WITH_DEFAULT(s) switch (s) { case 1: puts("1"); break; default: puts("d"); } break
#define WITHOUT(s) switch (s) { case 1: puts("1"); break; case 3: puts("3"); } break
#define WITH_BREAKS(s) switch (s) { case 1: n++; break; default: n += 2; break; } (void)n; break
#define IN_BRACES(s) { switch (s) { case 1: n++; break; default: n += 2; break; } break; }

int main(void) //= 1
{
	for (int i = 0; i < 10; i++)        //= 11
		switch (i & 1) {            //= 10
		case 0:                     //= 5
			WITH_DEFAULT(i);    //= 5
		default:                    //= 5
			puts("other");      //= 5
		}
	for (int i = 0; i < 12; i++)        //= 13
		switch (i % 3) {            //= 12
		case 0:                     //= 4
			WITHOUT(i);         //= 4
		case 1:                     //= 4
			WITH_BREAKS(i);     //= 4
		default:                    //= 4
			IN_BRACES(i);       //= 4
		}
	for (int i = 0; i < 10; i++)        //= 11
		while (n >= 0) {            //= 10
			n++;                //= 10
			WITH_DEFAULT(i & 1); //= 10
		}
	printf("%d\n", n);                  //= 1
	return 0;                           //= 1
}
