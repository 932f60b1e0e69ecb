// only_way_out.cpp: a scope with clean-up that only one return, continue or break leaves: its jump makes no code, and
// what stands behind it is not run.
//: levels = -O0 | -O1 | -O2 | -O3
#include <cstdio>
#include <vector>

static volatile int g;

struct Guard {
	int x;
	Guard(int x) : x(x) {}                            //= 18
	~Guard() { g = g + x; }                           //= 18 + 3 + 3
};

static int switches(int n)                                //= 3
{
	Guard guard(n);                                   //= 3
	switch (n) {                                      //= 3
	default:                                          //= 3
		return 3;                                 //= 3
	}
	return 0;                                         //= 0
}

static int turns(int n)                                   //= 3
{
	Guard guard(n);                                   //= 3
	while (1) {                                       //= 3
		return 3;                                 //= 3
	}
	return 0;                                         //= 0
}

static int turns_for(int n)                               //= 3
{
	Guard guard(n);                                   //= 3
	for (;;) {                                        //= 3
		return 3;                                 //= 3
	}
}

static int breaks(int n)                                  //= 3
{
	Guard guard(n);                                   //= 3
	while (1) {                                       //= 3
		break;                                    //= 3
	}
	return 4;                                         //= 3
}

static int never(int n)                                   //= 3
{
	Guard guard(n);                                   //= 3
	while (0)                                         //= 3
		g = g + 1;                                //= 0
	for (; 0;)                                        //= 3
		g = g + 1;                                //= 0
	return 5;                                         //= 3
}

static int continues(const std::vector<Guard> &guards, int c) //= 1
{
	int n = 0;                                        //= 1
	for (Guard guard : guards) {                      //= 4
		switch (guard.x) {                        //= 3
		default:                                  //= 2
		case 2:                                   //= 3
			n += guard.x;                     //= 3
			continue;                         //= 3
		}
		if (c)                                    //= 0
			n++;                              //= 0
	}
	return n;                                         //= 1
}

static void clean(int *n)                                 //= 6
{
	g = g + *n;                                       //= 6
}

static int attribute(int a)                               //= 3
{
	__attribute__((cleanup(clean))) int v = a;        //= 3
	switch (a) {                                      //= 3
	default: return 3;                                //= 3
	}
	return 0;                                         //= 0
}

static int attribute_in_loop(int a)                       //= 3
{
	__attribute__((cleanup(clean))) int v = a;        //= 3
	while (1) {                                       //= 3
		return 3;                                 //= 3
	}
}

int main()                                                //= 1
{
	int sum = 0;                                      //= 1
	for (int i = 0; i < 3; i++) {                     //= 4
		sum += switches(i) + turns(i) + turns_for(i); //= 3
		sum += breaks(i) + never(i);              //= 3
		sum += attribute(i) + attribute_in_loop(i); //= 3
	}
	std::vector<Guard> guards;                        //= 1
	for (int i = 0; i < 3; i++)                       //= 4
		guards.emplace_back(i);                   //= 3
	sum += continues(guards, sum);                    //= 1
	std::printf("%d %d\n", sum, g);                   //= 1
	return 0;                                         //= 1
}
