// do_values.c: conditions of do loops that are no comparisons. What makes a truth value of one stands at the branch's
// place, without braces that of the body: neither is a visit of it.
//: levels = -O0 | -O1 | -O2 | -O3
#include <stdio.h>

static int total;

static int more(int i) //= 15
{
	return 3 - i; //= 15
}

static void remainder_of(int n) //= 5
{
	int i = 0; //= 5

	do //= 15
		total++; //= 15
	while (++i % 3); //= 15
	if (n) { //= 5
		do //= 12
			total++; //= 12
		while (++i % 3); //= 12
	}
	do { //= 15
		total++; //= 15
	} while (++i % 3); //= 15
}

static void in_loop(void) //= 5
{
	int i = 0; //= 5

	for (;;) { //= 25
		if (i > 10) //= 25
			break; //= 5
		do //= 60
			total++; //= 60
		while (++i % 3); //= 60
	}
}

static void of_others(const char *text) //= 5
{
	int i = 0; //= 5

	do //= 15
		total++; //= 15
	while (more(++i)); //= 15
	do //= 20
		total++; //= 20
	while (*++text); //= 20
	do //= 15
		total++; //= 15
	while (!(++i == 6)); //= 15
	do //= 15
		if (i & 1) //= 15
			total++; //= 5
	while (i++ & 1 || i < 8); //= 15
}

int main(void) //= 1
{
	for (int i = 0; i < 5; i++) { //= 6
		remainder_of(i); //= 5
		in_loop(); //= 5
		of_others("text"); //= 5
	}
	printf("%d\n", total); //= 1
}
