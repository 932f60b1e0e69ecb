// statements_empty.c: statements that make no code: where control passes them shows in what
// stands around them.
//: levels = -O0 | -O1 | -O2 | -O3
//: calls nothing_but_checks = 4
#include <stdio.h>

#define CHECK(condition) ((void)0)
#define LOG(...)      \
	do {          \
	} while (0)
#define TRACE(...) \
	{          \
	}

static int total;

static void fill(char *where, int value) //= 4 + 6
{
	where[0] = (char)value; //= 4 + 6
}

static void nothing_but_checks(int n) //= 4
{
	CHECK(n > 0); //= 4
	CHECK(n < 9); //= 4
}

static int constants(int n) //= 3
{
	int unset; //= 3

	if (sizeof(int) != 4) //= 3
		return 99; //= 0
	if (0) { //= 3
		total++; //= 0
	} else {
		total += n; //= 3
	}
	if (1) //= 3
		CHECK(n); //= 3
	unset = n; //= 3
	return unset; //= 3
}

static void scopes(int n) //= 2
{
	int turns = 0; //= 2

	for (;;) { //= 4 + 6
		char here[4]; //= 4 + 6
		CHECK(n); //= 4 + 6
		fill(here, turns); //= 4 + 6
		if (here[0] == n) //= 4 + 6
			break; //= 2
		turns++; //= 3 + 5
	}
	total += turns; //= 2
}

static void branches(int n) //= 5
{
	if (n == 2) { //= 5
		total++; //= 1
	} else {
		CHECK(n != 2); //= 4
		LOG("not two %d", n); //= 4
	}
	if (n > 2) { //= 5
		CHECK(n > 2); //= 2
	}
	TRACE("at the end of %d", //= 5
	      n);
	LOG("at the end"); //= 5
}

static void cases(int n) //= 6
{
	switch (n) { //= 6
	case 0: //= 1
		break; //= 1
	case 1: //= 1
		total++; //= 1
		break; //= 1
	case 2: break; //= 1
	case 3: //= 1
	case 4: //= 2
		break; //= 2
	default: //= 1
		break; //= 1
	}
	total++; //= 6
}

static void empty_bodies(int n) //= 2
{
	while (n-- > 0) //= 4 + 6
		; //= 3 + 5
	for (n = 0; n < 4; n++) //= 2 * 5
		CHECK(n < 4); //= 2 * 4
}

static int endless(int n) //= 2
{
	for (;;) { //= 3 + 4
		if (n-- == 0) //= 3 + 4
			return total; //= 2
	}
	return 0; //= 0
}

static int once(int n) //= 4
{
	if (n & 1)        //= 4
		do {      //= 2
			; //= 2
		} while (0);
	if (n > 2) {      //= 4
		do {      //= 2
			; //= 2
		} while (0);
	} else {
		do {              //= 2
			;         //= 2
			CHECK(n); //= 2
		} while (0);
	}
	do {              //= 4
		CHECK(n); //= 4
	} while (0);
	for (int i = 0; i < n; i++) //= 14
		do {                //= 10
			;           //= 10
		} while (0);
	return n; //= 4
}

int main(void) //= 1
{
	for (int i = 1; i < 5; i++) //= 5
		nothing_but_checks(i); //= 4
	for (int i = 1; i < 5; i++)    //= 5
		total += once(i);      //= 4
	for (int i = 0; i < 3; i++) //= 4
		total += constants(i); //= 3
	scopes(3); //= 1
	scopes(5); //= 1
	for (int i = 0; i < 5; i++) //= 6
		branches(i); //= 5
	for (int i = 0; i < 6; i++) //= 7
		cases(i); //= 6
	empty_bodies(3); //= 1
	empty_bodies(5); //= 1
	total += endless(2) + endless(3); //= 1
	printf("%d\n", total); //= 1
	return 0; //= 1
}
