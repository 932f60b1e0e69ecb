// throw.cpp: exceptions: through frames with and without something to clean up.
//: levels = -O0 | -O1 | -O2 | -O3
//: calls leaf = 10
//: calls middle = 10
//: calls attempt = 10
#include <cstdio>
#include <stdexcept>

namespace {

int cleaned;
volatile int behind;

struct Cleaner {
	~Cleaner() { cleaned++; } //= 10
};

__attribute__((noinline)) void leaf(int n) //= 10
{
	if (n % 3 == 0) //= 10
		throw std::runtime_error("three"); //= 4
	behind = behind + 1; //= 6
}

__attribute__((noinline)) void middle(int n) //= 10
{
	Cleaner cleaner; //= 10
	leaf(n); //= 10
	behind = behind + 1; //= 6
}

int attempt(int n) //= 10
{
	try { //= 10
		middle(n); //= 10
		return 1; //= 6
	} catch (const std::exception &error) { //= 4
		behind = behind + 10; //= 4
	}
	return 0; //= 4
}

} // namespace

int main() //= 1
{
	int sum = 0; //= 1
	for (int i = 0; i < 10; i++) //= 11
		sum += attempt(i); //= 10
	std::printf("%d %d %d\n", sum, cleaned, behind); //= 1
	return 0; //= 1
}
