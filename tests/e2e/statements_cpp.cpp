// statements_cpp.cpp: lambdas, range-for, virtual calls, templates, initialisers.
//: levels = -O0 | -O1 | -O2 | -O3
//: calls twice = 12
//: calls area = 30
#include <cstdio>
#include <vector>

namespace {

int total;

struct Shape {
	virtual ~Shape() = default; //= 3
	virtual int area() const = 0;
};

struct Square final : Shape {
	explicit Square(int side) : side(side) {} //= 2
	int area() const override //= 20
	{
		return side * side; //= 20
	}
	int side;
};

struct Strip final : Shape {
	int area() const override { return 3; } //= 10
};

struct Pair {
	Pair(int a, int b) //= 4
	    : first(a), second(b) //= -
	{
		total += first + second; //= 4
	}
	int first;
	int second = 5;
};

template <class T> T twice(T value) //= 5 + 7
{
	return value + value; //= 5 + 7
}

int sum(const std::vector<int> &values) //= 3
{
	int result = 0; //= 3

	for (int value : values) //= 3 * (10 + 1)
		result += value; //= 3 * 10
	for (auto value : values) { //= 3 * (10 + 1)
		if (value % 2) //= 30
			continue; //= 15
		result++; //= 15
	}
	return result; //= 3
}

int lambdas(int n) //= 2
{
	auto add = [&](int x) { //= 2 + 2 * 6
		total += x; //= 2 * 6
		return x + 1; //= 2 * 6
	};
	int result = 0; //= 2

	for (int i = 0; i < n; i++) //= 2 * 7
		result += add(i); //= 2 * 6
	return result; //= 2
}

} // namespace

int main() //= 1
{
	const std::vector<int> values{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}; //= 1
	const Square one(1), two(2); //= 1
	const Strip strip; //= 1
	const Shape *shapes[] = {&one, &two, &strip}; //= 1

	for (int i = 0; i < 3; i++) //= 4
		total += sum(values); //= 3
	total += lambdas(6) + lambdas(6); //= 1
	for (int i = 0; i < 30; i++) //= 31
		total += shapes[i % 3]->area(); //= 30
	for (int i = 0; i < 4; i++) { //= 5
		Pair pair(i, i); //= 4
		total += pair.second; //= 4
	}
	for (int i = 0; i < 5; i++) //= 6
		total += twice(i); //= 5
	for (int i = 0; i < 7; i++) //= 8
		total += static_cast<int>(twice(i * 0.5)); //= 7
	std::printf("%d\n", total); //= 1
	return 0; //= 1
}
