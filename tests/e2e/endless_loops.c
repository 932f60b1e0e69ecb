// endless_loops.c: loops without a condition, whose bodies begin with a declaration that makes no code. Each turn is a
// visit of both, from wherever it comes.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -w
#include <stdio.h>

static int count;

static void continued(const char *text) //= 2
{
	for (;;) { //= 22
		int c; //= 22
		if (*text == 'b') { //= 22
			text++; //= 6
			continue; //= 6
		}
		c = *text; //= 16
		if (!c) //= 16
			break; //= 2
		text++; //= 14
	}
}

static void branches(const char *text) //= 2
{
	while (1) { //= 22
		int c; //= 22
		if (*text == 'b') //= 22
			text++; //= 6
		else {
			c = *text; //= 16
			if (!c) //= 16
				return; //= 2
			text++; //= 14
		}
	}
}

static int cases(const char *text) //= 2
{
	for (;;) { //= 22
		int c; //= 22
		switch (*text) { //= 22
		case 0: //= 2
			return count; //= 2
		case 'a': //= 8
			text++; //= 8
			break; //= 8
		default: //= 12
			c = *text; //= 12
			count += c; //= 12
			text++; //= 12
			break; //= 12
		}
	}
}

static void inner_loops(const char *text) //= 2
{
	for (;;) { //= 16
		int c; //= 16
		while (*text == 'b') //= 22
			text++; //= 6
		c = *text; //= 16
		if (!c) //= 16
			break; //= 2
		for (;;) { //= 22
			int d; //= 22
			if ((d = c-- & 1)) { //= 22
				count++; //= 10
				if (count & 3) //= 10
					continue; //= 8
			}
			break; //= 14
		}
		text++; //= 14
	}
}

static void behind_label(int n) //= 2
{
	int i = 0; //= 2
	int c; //= 2
again: //= 8
	if (i < n) { //= 8
		c = i++; //= 6
		count += c; //= 6
		goto again; //= 6
	}
	for (;;) { //= 6
		int d; //= 6
		{
			int e; //= 6
			if (i-- > 1) { //= 6
				e = d = i; //= 4
				count += d + e; //= 4
			} else
				break; //= 2
		}
	}
}

/* Each turn ends on one line, by either branch. */
static void one_line(const char *text) //= 2
{
	for (;;) { //= 22
		if (*text == 'b') { //= 22
			text++; } else { if (!*text) break; text++; //= 22
		}
	}
}

/* The increment is on the loop's line, which has no other code. */
static void steps(int n) //= 2
{
	int i = 0; //= 2
	for (;; i++) { //= 22
		if (i == n) //= 22
			break; //= 2
		if (i & 1) //= 20
			continue; //= 10
		count++; //= 10
	}
	for (;; i++) //= 2
		if (i >= 0) //= 2
			break; //= 2
	for (; //= 22
	     ;
	     i--) {
		if (i == 0) //= 22
			break; //= 2
	}
}

/* What the loop begins with has code; each turn is a visit all the same. */
static void begins(int n) //= 2
{
	int i; //= 2
	for (i = n;;) { //= 22
		if (i-- == 0) //= 22
			break; //= 2
		if (i & 1) //= 20
			continue; //= 10
		count++; //= 10
	}
	for (int k = n, *p = &k;;) //= 22
		if ((*p)-- == 0) //= 22
			break; //= 2
	for (i = //= 2
	     n;
	     ;) {
		int unused; //= 2
		count += i; //= 2
		break; //= 2
	}
	for (i = 0;;) { //= 8
		for (int k = i;;) { //= 14
			if (++k > 2) //= 14
				break; //= 8
		}
		if (++i > 3) //= 8
			return; //= 2
	}
}

/* All of the body is a loop. */
static void around(int n) //= 2
{
	int s = n;                           //= 2
	for (;;) {                           //= 6
		do {                         //= 12
			s--;                 //= 12
			if (s < 3)           //= 12
				goto second; //= 2
		} while (s & 1);             //= 10
	}
second:                                     //= 2
	s = n;                              //= 2
	while (1) {                         //= 6
		int unused;                 //= 6
		do {                        //= 12
			s--;                //= 12
			if (s < 3)          //= 12
				goto third; //= 2
		} while (s & 1);            //= 10
	}
third:                                       //= 2
	s = n;                               //= 2
	for (;;)                             //= 8
		while (s-- & 1)              //= 12
			if (s < 3)           //= 6
				goto fourth; //= 2
fourth:                                      //= 2
	s = n;                               //= 2
	for (;;) {                           //= 8
		for (int i = 0; i < 2; i++)  //= 20
			if (s-- < 3)         //= 14
				return;      //= 2
	}
}

int main(void) //= 1
{
	for (int i = 0; i < 2; i++) { //= 3
		continued("abababaxyz"); //= 2
		branches("abababaxyz"); //= 2
		cases("abababaxyz"); //= 2
		inner_loops("abababaxyz"); //= 2
		behind_label(3); //= 2
		one_line("abababaxyz"); //= 2
		steps(10); //= 2
		begins(10); //= 2
		around(8);  //= 2
	}
	printf("%d\n", count); //= 1
}
