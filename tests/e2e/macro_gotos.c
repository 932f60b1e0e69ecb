// macro_gotos.c: macros that hold a goto and its label, as googletest's EXPECT_THROW() does. They are one statement, behind which
// control goes on, also to what has no code.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -w
#include <stdio.h>

#define EXPECT(x)                                                                  \
	switch (0)                                                                 \
	case 0:                                                                    \
	default:                                                                   \
		if (right(x)) {                                                    \
			if (right(x) == 3)                                         \
				goto failed;                                       \
		} else                                                             \
		failed:                                                            \
			failures++
#define CHECK(x)                      \
	do {                          \
		if (right(x))         \
			goto failed;  \
		passes++;             \
	failed:                       \
		failures++;           \
	} while (0)
/* As interpreters have it, which choose what comes next. */
#define TO_TWO_OR_NONE(x)     \
	if ((x) == 2) {       \
		goto two;     \
	} else {              \
		goto none;    \
	}
#define NEXT(x)                       \
	do {                          \
		switch (x) {          \
		case 0: goto none;    \
		case 1: goto one;     \
		default: goto two;    \
		}                     \
	} while (0)
#define GIVE_UP(x) if (right(x)) goto out

static int failures, passes, sink;

static int right(int n) //= 116
{
	return n; //= 116
}

static void constant_if(int n) //= 20
{
	EXPECT(n); //= 20
	if (1) //= 20
		sink += 4; //= 20
}

static void declaration(int n) //= 20
{
	EXPECT(n); //= 20
	char text[20]; //= 20
	sprintf(text, "%d", n); //= 20
	sink += text[0]; //= 20
}

static void in_a_loop(int n) //= 20
{
	CHECK(n); //= 20
	int unused; //= 20
	if (sizeof(long) > 4) { //= 20
		sink++; //= 20
	}
}

/* Here the label is another statement. */
static void label_outside(int n) //= 20
{
	GIVE_UP(n); //= 20
	int unused; //= 2
	sink++; //= 2
out: //= 20
	sink--; //= 20
}

/* Here one macro leads to several, some of them below a case. */
static void several_labels(int n, int is_first) //= 30
{
	if (is_first) //= 30
		TO_TWO_OR_NONE(n) //= 20
	switch (n) { //= 10
	case 1: //= 1
	one: //= 1
		sink++; //= 1
		break; //= 1
	case 2: //= 1
	two: //= 3
		sink += 2; //= 3
	}
none: //= 30
	sink--; //= 30
}

static void chosen_labels(int n) //= 20
{
	NEXT(n); //= 20
	switch (n) { //= 0
	case 1: //= 0
	one: //= 2
		sink++; //= 2
	case 2: //= 2
	two: //= 18
		sink += 2; //= 18
	}
none: //= 20
	sink--; //= 20
}

int main(void) //= 1
{
	for (int i = 0; i < 20; i++) { //= 21
		constant_if(i % 10); //= 20
		declaration(i % 10); //= 20
		in_a_loop(i % 10); //= 20
		label_outside(i % 10); //= 20
		several_labels(i % 10, 1); //= 20
		chosen_labels(i % 10); //= 20
		if (i < 10) //= 20
			several_labels(i, 0); //= 10
	}
	printf("%d %d %d\n", failures, passes, sink); //= 1
}
