// never_reached.c: what control cannot come to shows 0, also where it is all of a function, behind a switch whose
// value is known, or in front of code that only itself leads to.
//: levels = -O0 | -O2
#include <stdlib.h>

#define ENABLED 0

int more(int x) //= 0
{
	return x + 3; //= 0
}

static void all_switched_off(void) //= 3
{
	if (ENABLED) { //= 3
		int x = 1; //= 0

		more(x); //= 0
	}
}

static int behind_known_switch(int x) //= 3
{
	switch (sizeof(char)) { //= 3
	case 4: //= 0
		return x; //= 0
	case 1: //= 3
		x++; //= 3
		return x + 1; //= 3
	}
	x = more(x); //= 0
	return x; //= 0
}

static int behind_left_switch(int x) //= 3
{
	switch (sizeof(char)) { //= 3
	case 1: //= 3
		if (x < 9) //= 3
			break; //= 3
		return x; //= 0
	case 2: //= 0
		return 2; //= 0
	}
	return x; //= 3
}

static int label_of_its_own(int x) //= 3
{
	goto out; //= 3
dead: //= 0
	if (0) //= 0
		goto dead; //= 0
	x += 2; //= 0
out: //= 3
	return x; //= 3
}

#define DONE_OR_MORE(x) { if (!ENABLED) return x; more(x); }

static int behind_braces(int x) //= 3
{
	if (x > 1) { //= 3
		{
			return 5; //= 1
			x++; //= 0
		}
		x++; //= 0
	}
	DONE_OR_MORE(x) //= 2
	x = more(x); //= 0
	return x; //= 0
}

struct ways {
	__attribute__((noreturn)) void (*out)(int);
	void (*perhaps)(int);
};
static const struct ways ways = {exit, exit};
static const struct ways *way = &ways;
static __typeof__(exit) *quit = exit;

static int behind_pointer(int x) //= 1
{
	switch (x) { //= 1
	case 7: //= 0
		way->out(x); //= 0
		break; //= 0
	}
	way->out(x); //= 1
	x++; //= 0
	return x; //= 0
}

static int behind_pointers(int x) //= 1
{
	if (x == 3) //= 1
		behind_pointer(0); //= 1
	else
		(*quit)(x); //= 0
	if (x > 3) //= 0
		(x > 4 ? quit : ways.out)(x); //= 0
	else if (x) //= 0
		way->perhaps(x); //= 0
	else
		(*quit)(x); //= 0
	return x; //= 0
}

int main(void) //= 1
{
	int sum = 0; //= 1

	for (int i = 0; i < 3; i++) { //= 4
		all_switched_off(); //= 3
		sum += behind_known_switch(i) + behind_left_switch(i) + label_of_its_own(i) + behind_braces(i); //= 3
	}
	sum += behind_pointers(sum == 99 ? 2 : 3); //= 1
	return sum; //= 0
}
