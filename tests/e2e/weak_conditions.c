// weak_conditions.c: whether a weak symbol is there is a condition, though no code computes it: a constant to clang, which
// the linker decides.
//: levels = -O0 | -O1 | -O2 | -O3
#include <stdio.h>

extern int absent(int) __attribute__((weak));

int main(void)                                            //= 1
{
	int s = 0;                                        //= 1
	for (int i = 0; i < 4; i++) {                     //= 5
		if (absent)                               //= 4
			s += absent(i);                   //= 0
		s += i;                                   //= 4
	}
	for (int i = 0; i < 4; i++) {                     //= 5
		s++;                                      //= 4
		if (absent) {                             //= 4
			s += absent(i);                   //= 0
			s++;                              //= 0
		}
		s += i;                                   //= 4
	}
	s++;                                              //= 1
	if (!absent)                                      //= 1
		s += 3;                                   //= 1
	while (absent)                                    //= 1
		break;                                    //= 0
	printf("%d\n", s);                                //= 1
	return 0;                                         //= 1
}
