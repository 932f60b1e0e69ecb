// statements.c: what a line's hits are: how often control comes to a statement that
// begins on the line, from another line or over a loop's back edge.
//: levels = -O0 | -O1 | -O2 | -O3
//: calls add = 12
//: calls one_line = 5
//: calls counting = 2
#include <stdio.h>

#define TWICE(x) ((x) + (x))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define ADD_UP_TO(n)                                                           \
	do {                                                                   \
		for (int k = 0; k < (n); k++)                                  \
			total += k;                                            \
	} while (0)
#define NOTHING

static volatile int total;

static int add(int a, int b, int c) //= 12
{
	return a + b + c; //= 12
}

static int one_line(int x) { return x > 2 ? x : 2; } //= 5

static void
calls_over_lines(int a) //= 4
{
	total += add(add(a, //= 4
			 1, 2),
		     3,
		     add(a, 2,
			 3));
}

static void several_on_a_line(int n) //= 3
{
	total++; total++; total += n; //= 3
	for (int i = 0; i < n; i++) total++; //= 3 + 0 + 1 + 2
	if (n > 1) total--; //= 3
	if (n > 1) { //= 3
		total--; total--; //= 1
	}
}

static int conditions(int a, int b) //= 4
{
	if (a && //= 4
	    b)
		return 1; //= 1
	if (a ||  //= 3
	    b) {
		total += a ? 1 //= 2
			   : 2;
		return 2; //= 2
	} else if (total == -1) { //= 1
		return 3; //= 0
	} else {
		total = 0; //= 1
	}
	return 4; //= 1
}

static void macros(int n) //= 3
{
	total += TWICE(n);   //= 3
	total += MAX(n, 1);  //= 3
	total += MAX(n,      //= 3
		     TWICE(n));
	ADD_UP_TO(n);        //= 3 + 0 + 1 + 2
	NOTHING;             //= 3
}

static int loops(int n) //= 2
{
	int i; //= 2
	int result = 0; //= 2

	for (i = 0; i < n; i++) //= 2 + 5 + 7
		result++; //= 5 + 7
	for (i = 0; //= 2 + 5 + 7
	     i < n;
	     i++)
		result++; //= 5 + 7
	while (i > 0) //= 2 + 5 + 7
		i--; //= 5 + 7
	while (i < n) { //= 2 + 5 + 7
		i++; //= 5 + 7
		if (i == 3) //= 5 + 7
			continue; //= 2
		result += 2; //= 5 + 7 - 2
	}
	do { //= 5 + 7
		result++; //= 5 + 7
	} while (--i > 0); //= 5 + 7
	do result--; while (++i < n); //= 5 + 7
	for (;;) { //= 6 + 8
		if (i-- == 0) //= 6 + 8
			break; //= 2
		result++; //= 5 + 7
	}
	while (result-- > n); //= 19 + 27
	for (i = 0; i < n; i++) //= 2 + 5 + 7
		for (int k = 0; k < i; k++) //= 5 + 7 + 10 + 21
			total++; //= 10 + 21
	return result; //= 2
}

static int choice(int n) //= 5
{
	int result = 0; //= 5

	switch (n) { //= 5
	case 0: //= 1
		result = 10; //= 1
		break; //= 1
	case 1: //= 1
		result = 11; //= 1
		/* fall through */
	case 2: //= 2
		result += 12; //= 2
		break; //= 2
	case 3: return 3; //= 1
	default: //= 1
		result = 99; //= 1
	}
	return result; //= 4
}

static int jumps(int n) //= 2
{
	int turns = 0; //= 2

again: //= 2 + 3 + 4
	turns++; //= 2 + 3 + 4
	if (turns <= n) //= 2 + 3 + 4
		goto again; //= 3 + 4
	if (n == 3) //= 2
		goto out; //= 1
	turns++; //= 1
out: //= 2
	return turns; //= 2
}

static void counting(int n) //= 2
{
	(void)n; //= 2
	;        //= -
	int unused; //= 2
	{
		total += n; //= 2
	}
	(void)unused; //= 2
	if (n > 100) { //= 2
		return; //= 0
	}
}

static void never(void) //= 0
{
	total = 77; //= 0
}

int main(int argc, char **argv) //= 1
{
	if (argc > 1) //= 1
		never(); //= 0
	(void)argv; //= 1
	for (int i = 0; i < 5; i++) //= 6
		total += one_line(i); //= 5
	for (int i = 0; i < 4; i++) //= 5
		calls_over_lines(i); //= 4
	for (int i = 0; i < 3; i++) { //= 4
		several_on_a_line(i); //= 3
		macros(i); //= 3
	}
	conditions(0, 0); //= 1
	conditions(0, 1); //= 1
	conditions(1, 0); //= 1
	conditions(1, 1); //= 1
	total += loops(5); //= 1
	total += loops(7); //= 1
	for (int i = 0; i < 5; i++) //= 6
		total += choice(i); //= 5
	total += jumps(3) + jumps(4); //= 1
	counting(1); counting(2); //= 1
	printf("%d\n", total); //= 1
	return 0; //= 1
}
