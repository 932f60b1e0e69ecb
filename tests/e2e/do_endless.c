// do_endless.c: do loops with a constant condition turn at their `do`, and pass the condition, code or not.
//: levels = -O0 | -O1 | -O2 | -O3
#include <stdio.h>

static int g;

static void f(void) //= 240
{
	g++; //= 240
}

static int left_by_break(int count) //= 10
{
	int i = 0; //= 10
	do { //= 50
		int t; //= 50

		f(); //= 50
		if (i++ > 3) //= 50
			break; //= 10
		t = g; //= 40
		g ^= t; //= 40
	} while (1); //= 40
	return i + count; //= 10
}

static int goes_on(int count) //= 10
{
	int i = 0; //= 10
	do { //= 50
		int t; //= 50

		i++; //= 50
		if (i > 4) //= 50
			return i; //= 10
		if (i == 2) //= 40
			continue; //= 10
		t = g; //= 30
		f(); //= 30
		g ^= t; //= 30
	} while (!0); //= 40
	return count; //= 0
}

static int in_another(int count) //= 10
{
	int i = 0; //= 10
	do { //= 60
		int t; //= 60
		do { //= 110
			int v; //= 110

			f(); //= 110
			v = i; //= 110
			g ^= v; //= 110
		} while (i++ & 1); //= 110
		t = i; //= 60
		if (t > 9) //= 60
			return t + count; //= 10
	} while (sizeof(int) == 4); //= 50
}

static int without_braces(int count) //= 10
{
	int i = 0; //= 10
	do //= 50
		if (f(), i++ > 3) //= 50
			return i + count; //= 10
	while (1); //= 40
}

int main(void) //= 1
{
	int sum = 0; //= 1
	for (int i = 0; i < 10; i++) //= 11
		sum += left_by_break(i) + goes_on(i) + in_another(i) + without_braces(i); //= 10
	printf("%d %d\n", sum, g != 0); //= 1
	return 0; //= 1
}
