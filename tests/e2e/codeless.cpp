// codeless.cpp: statements without code (assertions that are switched off, labels, `do`) where control comes back to
// them or leaves by them.
//: levels = -O0 | -O1 | -O2 | -O3
//: flags = -std=c++17
#include <cstdio>

#define NOTHING ((void)0)
#define SUM(n) do { for (int k = 0; k < (n); k++) g += k; } while (0)

#define COUNT_TO(n) do { while (g < (n)) g++; } while (0)

#define EMPTY
static volatile int g;

static int next(int *n)                                   //= 45
{
	return --*n;                                      //= 45
}

static void fails(int n)                                  //= 10
{
	if (n > 2)                                        //= 10
		throw n;                                  //= 4
}

static void do_nothing(int n)                             //= 1
{
	do {                                              //= 5
		NOTHING;                                  //= 5
	} while (next(&n) > 0);                           //= 5
}

static void do_declares(int n)                            //= 1
{
	do {                                              //= 5
		int x;                                    //= 5
		NOTHING;                                  //= 5
	} while (next(&n) > 0);                           //= 5
}

static void do_continues(int n)                           //= 1
{
	do {                                              //= 10
		if (n & 1)                                //= 10
			continue;                         //= 5
		g = n;                                    //= 5
		NOTHING;                                  //= 5
	} while (next(&n) > 0);                           //= 10
}

static void retry(int n)                                  //= 1
{
	int v = 0;                                        //= 1
again:                                                    //= 3
	NOTHING;                                          //= 3
	if (v++ < n)                                      //= 3
		goto again;                               //= 2
}

static int labels(int n)                                  //= 3
{
	if (n == 1)                                       //= 3
		goto out;                                 //= 1
	if (n == 2)                                       //= 2
		goto more;                                //= 1
	g = g + 1;                                        //= 1
out:                                                      //= 2
	NOTHING;                                          //= 2
more:                                                     //= 3
	return n;                                         //= 3
}

static void loops_of_macros(int n)                        //= 1
{
	switch (n) {                                      //= 1
	case 1:                                           //= 0
		g = 1;                                    //= 0
		break;                                    //= 0
	case 5:                                           //= 1
		SUM(4);                                   //= 5
		break;                                    //= 1
	}
	do {                                              //= 5
		SUM(4);                                   //= 25
	} while (--n > 0);                                //= 5
	goto out;                                         //= 1
out:                                                      //= 1
	SUM(4);                                           //= 5
}

static void loops_at_once(int n)                          //= 3
{
	g = 0;                                            //= 3
	switch (n) {                                      //= 3
	case 1:                                           //= 1
		COUNT_TO(4);                              //= 5
		n = 2;                                    //= 1
	case 2:                                           //= 2
		COUNT_TO(6);                              //= 10
		break;                                    //= 2
	default:                                          //= 1
		COUNT_TO(2);                              //= 3
	}
	do {                                              //= 3
		COUNT_TO(7);                              //= 10
	} while (0 > n);                                  //= 3
}

struct Guard {
	int x;
	Guard(int x) : x(x) {}                            //= 7
	~Guard() { g = x; }                               //= 7
};

constexpr bool Debug = false;

static void constant(int n)                               //= 3
{
	if (Guard guard(n); Debug) {                      //= 3
		g = g + 1;                                //= 0
		while (g > 0)                             //= 0
			g = g - 1;                        //= 0
	}
	g = g + 1;                                        //= 3
}

// The end of the function stands where clang was last.
static int never_behind(int n)                            //= 1
{
	Guard guard(n);                                   //= 1
	for (;;) {                                        //= 4
		if (n-- <= 0)                             //= 4
			return 11;                        //= 1
		g = 2;                                    //= 3
	}
	g = 5;                                            //= 0
	return n;                                         //= 0
}

static void always_continues(int n)                       //= 1
{
	for (int i = 0; i < n; i++) {                     //= 4
		Guard guard(i);                           //= 3
		if (sizeof(int) == 4)                     //= 3
			continue;                         //= 3
		if (g > 0)                                //= 0
			g = 1;                            //= 0
	}
}

// Where control comes from to a catch is not known, and is no goto.
static int caught(int n)                                  //= 2
{
	try {                                             //= 2
		if (n == 1)                               //= 2
			throw n;                          //= 1
		g = n;                                    //= 1
	} catch (int) {                                   //= 1
		g = 1;                                    //= 1
	}
	return g;                                         //= 2
}

static void ends_bodies(int n)                            //= 1
{
	for (;;) {                                        //= 5
		if (n-- == 0)                             //= 5
			break;                            //= 1
		NOTHING;                                  //= 4
	}
	n = 4;                                            //= 1
	for (;;) {                                        //= 5
		if (n-- & 1) {                            //= 5
			g++;                              //= 2
			if (n < 2)                        //= 2
				continue;                 //= 1
			NOTHING;                          //= 1
		} else if (n < 0)                         //= 3
			break;                            //= 1
		NOTHING;                                  //= 3
	}
}

static void tries(int n)                                  //= 5
{
	try {                                             //= 5
		static int never;                         //= 5
	} catch (int) {                                   //= 0
		g = 1;                                    //= 0
	}
	try {                                             //= 5
		NOTHING;                                  //= 5
		fails(n);                                 //= 5
		NOTHING;                                  //= 3
	} catch (int) {                                   //= 2
		NOTHING;                                  //= 2
		g = 2;                                    //= 2
	}
	try {                                             //= 5
		fails(n);                                 //= 5
		NOTHING;                                  //= 3
	} catch (int) {                                   //= 2
	}
	for (int i = 0; i < 3; i++) {                     //= 20
		try {                                     //= 15
			NOTHING;                          //= 15
		} catch (...) {                           //= 0
			g = 3;                            //= 0
		}
		g = i;                                    //= 15
	}
	int k = 3;                                        //= 5
	do                                                //= 15
		try {                                     //= 15
			NOTHING;                          //= 15
		} catch (...) {                           //= 0
			g = 4;                            //= 0
		}
	while (next(&k) > 0);                             //= 15
	try {                                             //= 5
		NOTHING;                                  //= 5
	} catch (...) {                                   //= 0
	}
}

static void cases(int n)                                  //= 5
{
	switch (n) {                                      //= 5
	case 0: NOTHING;                                  //= 1
	case 1:                                           //= 2
		NOTHING;                                  //= 2
	case 2:                                           //= 3
		g = 1;                                    //= 3
		break;                                    //= 3
	case 3: {                                         //= 1
		NOTHING;                                  //= 1
		break;                                    //= 1
	}
	case 4: NOTHING; break;                           //= 1
	}
	switch (n) {                                      //= 5
	case 0: {                                         //= 1
		g = 2;                                    //= 1
		int unused = n; break;                    //= 1
	}
	case 1: { int unused; break; }                    //= 1
	case 2: {                                         //= 1
		int unused = n;                           //= 1
		break;                                    //= 1
	}
	case 3:                                           //= 1
	case 4:                                           //= 2
		static int never;                         //= 2
	default:                                          //= 2
		NOTHING;                                  //= 2
	}
}

static void between_cases(int n)                          //= 5
{
	switch (n) {                                      //= 5
	case 0:                                           //= 1
	do {                                              //= 1
		EMPTY;                                    //= 1
	case 1:                                           //= 2
		EMPTY;                                    //= 2
	} while (next(&n) > 0);                           //= 2
		break;                                    //= 2
	case 2: { EMPTY; }                                //= 1
	case 3: {                                         //= 2
		NOTHING;                                  //= 2
		break;                                    //= 2
	}
	case 4:                                           //= 1
		n = 3;                                    //= 1
		goto again;                               //= 1
	again:                                            //= 1
		g = n;                                    //= 1
	}
	static const int all[] = {1, 2, 3};                //= 5
	for (const int &k : all)                          //= 16
		if (n == k) {                             //= 14
			int unused = n > 1 ? k : g;       //= 3
			break;                            //= 3
		}
}

// In front of the loop's increment control comes from the last line of its body.
static void ends_lines(int n)                             //= 5
{
	for (int i = 0; i < 4; i++) { g = n;              //= 25
		NOTHING; }                                //= 20
	for (int i = 0; i < 4; i++) { if (1) NOTHING; g = n; //= 25
		if (0) NOTHING; }                         //= 20
	for (int i = 0; i < 4; i++) {                     //= 25
		if (i == n) {                             //= 20
			int unused = i; continue;         //= 4
		}
		int last = i; NOTHING;                    //= 16
	}
	for (int i = 2; i > 0; i--) if (sizeof(int) == 4) { //= 15
		g = n;                                    //= 10
		static int never;                         //= 10
	}
	if (n < 1) {                                      //= 5
	} else if (n < 3) {                               //= 4
		if (0) NOTHING; } g = n;                  //= 5
	while (next(&n) > 0) {                            //= 8
		if (n > 2)                                //= 4
			break; EMPTY;                     //= 4
	}
}

int main()                                                //= 1
{
	for (int i = 0; i < 5; i++) {                     //= 6
		tries(i);                                 //= 5
		cases(i);                                 //= 5
		between_cases(i);                         //= 5
		ends_lines(i);                            //= 5
	}
	ends_bodies(4);                                   //= 1
	do_nothing(5);                                    //= 1
	do_declares(5);                                   //= 1
	do_continues(10);                                 //= 1
	retry(2);                                         //= 1
	for (int i = 1; i < 4; i++)                       //= 4
		labels(i);                                //= 3
	loops_of_macros(5);                               //= 1
	for (int i = 1; i < 4; i++)                       //= 4
		loops_at_once(i);                         //= 3
	for (int i = 0; i < 3; i++)                       //= 4
		constant(i);                              //= 3
	never_behind(3);                                  //= 1
	always_continues(3);                              //= 1
	caught(0);                                        //= 1
	caught(1);                                        //= 1
	std::printf("%d\n", g);                           //= 1
	return 0;                                         //= 1
}
