// lambda_macros.cpp: lambdas in the arguments of macros that make several statements: all of that is at one place, of two
// functions.
//: calls main = 1
#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

#define EXPECT(x) do { if (!(x)) std::puts(#x); } while (0)
#define IF(x) if (!(x)) failures++
#define IF_ELSE(x) if (x) ; else failures++
#define DECLARE(x) failures += 0; bool is_true = (x); failures += !is_true
#define SWITCH(x) switch ((int)(x)) { case 0: failures++; break; default: successes++; }
#define TRY(x) try { successes += (x); } catch (...) { failures++; }
#define WHILE(x) while (!(x)) failures++
#define RETURN_IF(x) if (x) return 1

static int failures, successes;

static int test(int n) //= 1
{
	int s = 0; //= 1
	std::vector<int> v(n, 7); //= 1
	for (int k = 0; k < 5; k++) { //= 5 + 1
		s += k; //= 5
		EXPECT(std::all_of(v.begin(), v.end(), [&](int x) { return x == 7; })); //= 5 + 50
		s += 2; //= 5
	}
	s++; //= 1
	return s; //= 1
}

static int ways(const std::vector<int> &v) //= 1
{
	int s = 0; //= 1
	IF(std::all_of(v.begin(), v.end(), [&](int x) { return x == 7; })); //= 1 + 10
	s++; //= 1
	IF_ELSE(std::all_of(v.begin(), v.end(), [&](int x) { return x == 7; })); //= 1 + 10
	s++; //= 1
	DECLARE(std::all_of(v.begin(), v.end(), [&](int x) { return x == 7; })); //= 1 + 10
	s++; //= 1
	SWITCH(std::all_of(v.begin(), v.end(), [&](int x) { return x == 7; })); //= 1 + 10
	s++; //= 1
	TRY(std::all_of(v.begin(), v.end(), [&](int x) { return x == 7; })); //= 1 + 10
	s++; //= 1
	WHILE(std::all_of(v.begin(), v.end(), [&](int x) { return x == 7; })); //= 1 + 10
	s++; //= 1
	return s; //= 1
}

static void stored(std::vector<std::function<void()>> &later) //= 1
{
	successes++; //= 1
	IF((later.push_back([] { successes++; }), true)); //= 1 + 9
	successes++; //= 1
}

static int checked(const std::vector<int> &v, int wanted) //= 2
{
	RETURN_IF(std::any_of(v.begin(), v.end(), [&](int x) { return x == wanted; })); //= 2 + 1 + 10
	return 0; //= 1
}

int main() //= 1
{
	std::vector<int> v(10, 7); //= 1
	std::vector<std::function<void()>> later; //= 1
	int s = test(10) + ways(v); //= 1
	stored(later); //= 1
	for (int i = 0; i < 9; i++) //= 9 + 1
		later[0](); //= 9
	s += checked(v, 7) + checked(v, 8); //= 1
	std::printf("%d %d %d\n", s, failures, successes); //= 1
	return 0; //= 1
}
