// lambdas.cpp: closures of all kinds, on one line and over several.
//: levels = -O0 | -O2 | -O3
#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

static int total_of(const std::function<int(int)> &function, int n) //= 3
{
	int sum = 0; //= 3
	for (int i = 0; i < n; i++) //= 3 * 11
		sum += function(i); //= 3 * 10
	return sum; //= 3
}

template <class Function> static void repeat(int n, Function &&function) //= 2
{
	while (n-- > 0) //= 11 + 6
		function(n); //= 10 + 5
}

static auto counter() //= 2
{
	return [n = 0]() mutable { //= 2 + 7
		n++; //= 7
		return n; //= 7
	};
}

int main() //= 1
{
	int total = 0; //= 1
	auto add = [&](int x) { //= 1 + 15
		total += x; //= 15
	};

	repeat(10, add); //= 1
	repeat(5, [&](auto x) { //= 1 + 5
		add(x); //= 5
	});
	total += total_of([](int x) { return x * 2; }, 10); //= 1 + 10
	total += total_of( //= 1
	    [total](int x) { //= 10
		    if (x % 2) //= 10
			    return total; //= 5
		    return x; //= 5
	    },
	    10);
	std::function<int(int)> fibonacci; //= 1
	fibonacci = [&](int n) { //= 1 + 177 + 276
		return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); //= 177 + 276
	};
	total += fibonacci(10); //= 1
	total += total_of(fibonacci, 10) + [] { //= 1 + 1
		return 3; //= 1
	}();
	auto first = counter(); //= 1
	auto second = counter(); //= 1
	for (int i = 0; i < 5; i++) //= 6
		total += first(); //= 5
	total += second() + second(); //= 1
	std::vector<int> values = {5, 3, 9, 1}; //= 1
	const auto found = std::count_if(values.begin(), values.end(), [](int value) { //= 1 + 4
		return value > 4; //= 4
	});
	std::printf("%d %d\n", total > 0, static_cast<int>(found)); //= 1
	return 0; //= 1
}
