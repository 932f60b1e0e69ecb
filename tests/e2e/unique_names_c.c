// unique_names_c.c: the same in C, where a unit's own functions then have names as in C++: a file included several times.
//: flags = -funique-internal-linkage-names
#ifndef M
#include <stdio.h>

#define M 1
#define NAME(n) n##_1
#include "unique_names_c.c"
#undef M
#undef NAME

#define M 2
#define NAME(n) n##_2
#include "unique_names_c.c"
#undef M
#undef NAME

int main(void)                                            //= 1
{
	int sum = 0;                                      //= 1
	for (int i = 0; i < 10; i++)                      //= 11
		sum += own_1(i);                          //= 10
	for (int i = 0; i < 3; i++)                       //= 4
		sum += own_2(i);                          //= 3
	printf("%d\n", sum);                              //= 1
	return 0;                                         //= 1
}
#else
static int NAME(own)(int p)                               //= 13
{
	if (M > 1) {                                      //= 13
		p++;                                      //= 3
	}
	return p;                                         //= 13
}
#endif
