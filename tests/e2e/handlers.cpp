// handlers.cpp: handlers without code of their own, bodies without braces, initialisers in a class.
//: levels = -O0 | -O1 | -O2 | -O3
//: calls f = 3
#include <cstdio>

static volatile int sink;

struct A {
	int x = sink + 5; //= 2
	int y = 2; //= 2
	explicit A(int v) { sink = v; } //= 2
};

__attribute__((noinline)) static void f(int is_throwing) //= 3
{
	if (is_throwing) //= 3
		throw 1; //= 2
}

static void catches() //= 1
{
	try { //= 1
		f(1); //= 1
	} catch (...) { //= 1
		sink = 4; //= 1
		sink = 5; //= 1
	}
	try { //= 1
		f(0); //= 1
	} catch (...) { //= 0
		if (sink) //= 0
			sink = 2; //= 0
	}
	try { //= 1
		f(1); //= 1
	} catch (int i) { //= 1
		sink = i; //= 1
	}
}

static void bodies() //= 1
{
	sink = 0; //= 1
	do //= 5
		sink = sink + 1; //= 5
	while (sink < 5); //= 5
	for (int i = 0; i < 3; i++) //= 4
		if (i == 1) //= 3
			sink = 7; //= 1
}

int main() //= 1
{
	A a(1); //= 1
	A b(2); //= 1
	catches(); //= 1
	bodies(); //= 1
	std::printf("%d\n", a.x + b.y); //= 1
	return 0; //= 1
}
