// computed_gotos.c: targets of indirect jumps that control falls into, too, and calls that may not return.
//: levels = -O0 | -O1 | -O2 | -O3
#include <stdio.h>
#include <stdlib.h>

static volatile int g;

__attribute__((noinline)) static void check(int n)        //= 8 + 4 + 24
{
	if (n > 100)                                      //= 8 + 4 + 24
		exit(1);                                  //= 0
}

static int computed(int a)                                //= 12
{
	static void *const tab[] = {&&L0, &&L1, &&L2};    //= 12
	goto *tab[a];                                     //= 12
L0:                                                       //= 4
	g++;                                              //= 4
L1:                                                       //= 8
	check(a);                                         //= 8
L2:                                                       //= 12
	g += 2;                                           //= 12
	return g;                                         //= 12
}

static int checked(int a)                                 //= 12
{
	static void *const tab[] = {&&L0, &&L1, &&L2};    //= 12
	goto *tab[a];                                     //= 12
L0:                                                       //= 4
	check(a);                                         //= 4
L1:                                                       //= 8
	check(a);                                         //= 8
L2:                                                       //= 12
	check(a);                                         //= 12
	return g;                                         //= 12
}

static int machine(const char *p)                         //= 1
{
	static void *const tab[] = {&&end, &&add, &&twice}; //= 1
	int n = 0;                                        //= 1
	goto *tab[*p++ - '0'];                            //= 1
add:                                                      //= 3
	n++;                                              //= 3
	goto *tab[*p++ - '0'];                            //= 3
twice:                                                    //= 4
	check(n);                                         //= 4
	n *= 2;                                           //= 4
	goto *tab[*p++ - '0'];                            //= 4
end:                                                      //= 1
	return n;                                         //= 1
}

int main(void)                                            //= 1
{
	for (int i = 0; i < 12; i++)                      //= 13
		g += computed(i % 3) + checked(i % 3);    //= 12
	printf("%d\n", machine("12121220"));              //= 1
	return 0;                                         //= 1
}
