// exceptions.cpp: what is thrown, caught, rethrown and cleaned up, level by level.
//: levels = -O0 | -O2 | -O3
//: calls risky = 20
#include <cstdio>
#include <stdexcept>
#include <string>

static int closed; // guards that were left

struct Guard {
	~Guard() { closed++; } //= 20 + 10
};

struct Picky {
	int value;
	explicit Picky(int v) //= 10
	try : value(v) { //= 10
		if (v % 5 == 0) //= 10
			throw std::invalid_argument("five"); //= 2
		value++; //= 8
	} catch (const std::invalid_argument &) { //= -
		closed += 0; //= 2
	}
};

__attribute__((noinline)) static int risky(int n) //= 20
{
	Guard guard; //= 20
	if (n % 4 == 0) //= 20
		throw n; //= 5
	if (n % 4 == 1) //= 15
		throw std::runtime_error("odd"); //= 5
	return n; //= 10
}

static int middle(int n) //= 20
{
	try { //= -
		return risky(n); //= 20
	} catch (const std::exception &error) { //= -
		closed += error.what()[0] == 'x'; //= 5
		if (n > 10) //= 5
			throw; //= 2
		return 1; //= 3
	}
}

static int outer(int n) //= 20
{
	int result = 0; //= 20
	try { //= -
		result = middle(n); //= 20
		result++; //= 13
	} catch (int value) { //= -
		result = value; //= 5
	} catch (...) { //= -
		result = -1; //= 2
	}
	return result; //= 20
}

int main() //= 1
{
	int sum = 0; //= 1

	for (int i = 0; i < 20; i++) //= 21
		sum += outer(i); //= 20
	for (int i = 0; i < 10; i++) { //= 11
		try { //= -
			Guard guard; //= 10
			Picky picky(i); //= 10
			sum += picky.value; //= 8
		} catch (const std::logic_error &) { //= -
			sum--; //= 2
		}
	}
	std::printf("%d %d\n", sum, closed); //= 1
	return 0; //= 1
}
