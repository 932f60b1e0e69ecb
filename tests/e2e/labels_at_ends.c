// labels_at_ends.c: a label or case that stands last in its braces, with an empty statement behind it, is visited by
// gotos or the switch and by what falls into it, labels in front of it too.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -w
#include <stdio.h>

static volatile int g;

static void in_a_loop(int n)                              //= 1
{
	for (int i = 0; i < n; i++) {                     //= 13
		if (i % 3 == 0)                           //= 12
			goto next;                        //= 4
		g++;                                      //= 8
	next:;                                            //= 12
	}
}

static void out_of_two(int n)                             //= 1
{
	for (int i = 0; i < n; i++) {                     //= 13
		for (int k = 0; k < 3; k++)               //= 30
			if (k == i % 4)                   //= 27
				goto outer;               //= 9
		g++;                                      //= 3
	outer:                                            //= 12
		;                                         //= 12
	}
	g++;                                              //= 1
}

static void at_the_end(int x)                             //= 12
{
	if (x & 1)                                        //= 12
		goto out;                                 //= 6
	g++;                                              //= 6
out:                                                      //= 12
	;                                                 //= 12
}

static void two_labels(int x)                             //= 12
{
	if (x & 1) {                                      //= 12
		if (x & 2)                                //= 6
			goto first;                       //= 3
		goto second;                              //= 3
	}
	g++;                                              //= 6
first:                                                    //= 9
	;                                                 //= 9
second:                                                   //= 12
	;                                                 //= 12
}

static void in_braces(int x)                              //= 12
{
	if (x & 1) {                                      //= 12
		if (x & 2)                                //= 6
			goto done;                        //= 3
		g++;                                      //= 3
	done:;                                            //= 6
	} else
		g--;                                      //= 6
	g += 2;                                           //= 12
}

static void in_a_switch(int x)                            //= 12
{
	switch (x & 3) {                                  //= 12
	case 0:                                           //= 3
		goto end;                                 //= 3
	case 1:                                           //= 3
		g++;                                      //= 3
		break;                                    //= 3
	default:                                          //= 6
		g--;                                      //= 6
	end:;                                             //= 9
	}
}

static void cases_on_cases(int x)                         //= 12
{
	switch (x & 3) {                                  //= 12
	case 0:                                           //= 3
		g++;                                      //= 3
		break;                                    //= 3
	case 1:                                           //= 3
	case 2:                                           //= 6
	default: ;                                        //= 9
	}
}

static int cases_on_braces(int x)                         //= 12
{
	int s = 0;                                        //= 12
	switch (x & 3) {                                  //= 12
	case 0:                                           //= 3
		s++;                                      //= 3
		break;                                    //= 3
	case 1:                                           //= 3
	default: {                                        //= 9
		int unused;                               //= 9
		(void)0;                                  //= 9
		}
	}
	return s;                                         //= 12
}

static void labels_on_labels(int x)                       //= 12
{
	if (x == 1)                                       //= 12
		goto one;                                 //= 1
	if (x == 2)                                       //= 11
		goto two;                                 //= 1
	if (x > 3) {                                      //= 10
		g++;                                      //= 8
one:                                                      //= 9
two:	;                                                 //= 10
	}
	g--;                                              //= 12
}

static void cases_before_others(int x)                    //= 12
{
	for (int i = 0; i < 2; i++)                       //= 36
		switch (x & 3) {                          //= 24
		case 3:                                   //= 6
		case 2:                                   //= 12
		case 1: ;                                 //= 18
		case 0:                                   //= 24
			g++;                              //= 24
		}
	switch (x & 3) {                                  //= 12
	case 1:                                           //= 3
	case 2: ;                                         //= 6
	}
}

static int in_code_that_is_off(int x)                     //= 12
{
	int n = 0, i = 2;                                 //= 12
	if (0) {                                          //= 12
		while (i--) {                             //= 27
			n += 10;                          //= 18
enter:                                                    //= 27
			n++;                              //= 27
		}
	}
	if (i == 2 && x > 2)                              //= 21
		goto enter;                               //= 9
	return n;                                         //= 12
}

/* A goto on the line of a loop comes back there once. */
static int from_the_head(int x)                           //= 12
{
	for (int i = 0; i < 3; i++) { if ((x + i) % 3 == 0) { g++; goto end; } //= 48
		g ^= 4;                                   //= 24
end: ;                                                    //= 36
	}
	return x;                                         //= 12
}

int main(void)                                            //= 1
{
	in_a_loop(12);                                    //= 1
	out_of_two(12);                                   //= 1
	for (int i = 0; i < 12; i++) {                    //= 13
		at_the_end(i);                            //= 12
		two_labels(i);                            //= 12
		in_braces(i);                             //= 12
		in_a_switch(i);                           //= 12
		cases_on_cases(i);                        //= 12
		g += cases_on_braces(i);                  //= 12
		labels_on_labels(i);                      //= 12
		cases_before_others(i);                   //= 12
		g += in_code_that_is_off(i);              //= 12
		from_the_head(i);                         //= 12
	}
	printf("%d\n", g);                                //= 1
	return 0;                                         //= 1
}
