// pointers.cpp: calls through function pointers, members and virtual tables.
//: levels = -O0 | -O2 | -O3
//: calls plus = 60
//: calls minus = 40
//: calls apply = 100
#include <cstdio>

namespace {

struct Base {
	virtual ~Base() {} //= 2
	virtual int name(int x) { return x; } //= 25
	int member(int x) { return x + 1; } //= 10
};

struct Derived : Base {
	int name(int x) override { return Base::name(x) + 1; } //= 5
};

int plus(int x) { return x + 1; } //= 60
int minus(int x) { return x - 1; } //= 40

using Function = int (*)(int);

__attribute__((noinline)) int apply(Function function, int x) //= 100
{
	return function(x); //= 100
}

} // namespace

int main() //= 1
{
	volatile int sum = 0; //= 1
	const Function functions[] = {plus, minus, plus, minus, plus}; //= 1
	int (Base::*member)(int) = &Base::member; //= 1
	Base base; //= 1
	Derived derived; //= 1
	Base *objects[] = {&base, &derived}; //= 1

	for (int i = 0; i < 100; i++) //= 101
		sum = sum + apply(functions[i % 5], i); //= 100
	for (int i = 0; i < 10; i++) //= 11
		sum = sum + (base.*member)(i); //= 10
	for (int i = 0; i < 10; i++) //= 11
		sum = sum + objects[i % 2]->name(i); //= 10
	for (int i = 0; i < 15; i++) //= 16
		sum = sum + base.name(i); //= 15
	std::printf("%d\n", sum); //= 1
	return 0; //= 1
}
