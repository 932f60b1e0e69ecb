// comparisons.cpp: comparisons that are made `= default`: of those that come with <=>, the calls count there, too.
//: flags = -std=c++20
#include <compare>

static volatile int sink;

struct text {
	int value;
	bool operator==(const text &other) const { return value == other.value; } //= 3
	auto operator<=>(const text &other) const { return value <=> other.value; } //= 5
};

struct both {
	text a;
	auto operator<=>(const both &) const = default; //= 3 + 5
};

struct equal {
	int a;
	bool operator==(const equal &) const = default; //= 7
};

int main() //= 1
{
	both p = {{1}}, r = {{2}}; //= 1
	equal s = {1}, t = {1}; //= 1

	for (int i = 0; i < 3; i++) //= 4
		sink = p == r; //= 3
	for (int i = 0; i < 5; i++) //= 6
		sink = p < r; //= 5
	for (int i = 0; i < 7; i++) //= 8
		sink = s != t; //= 7
	return 0; //= 1
}
