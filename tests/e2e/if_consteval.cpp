/* if_consteval.cpp: what is there for the compiler to compute with has no code: 0 hits. */
//: flags = -std=c++2b
#include <cstdio>

static volatile int sink;

constexpr int both(int x) { //= 10
	if consteval { //= 10
		return x; //= 0
	} else {
		sink = sink + x; //= 10
	}
	return x + 1; //= 10
}

constexpr int negated(int x) { //= 10
	if !consteval { //= 10
		sink = sink + x; //= 10
	} else {
		return 2; //= 0
	}
	return x + 1; //= 10
}

template <class T> constexpr T alone(T x) { //= 20
	if consteval { //= 20
		x += 1; //= 0
		x += 2; //= 0
	}
	if !consteval { //= 20
		return 2 * x; //= 20
	}
	return x; //= 0
}

int main() { //= 1
	static_assert(both(1) == 1 && negated(1) == 2 && alone(1) == 4); //= 1
	for (int i = 0; i < 10; i++) //= 11
		sink = both(i) + negated(i) + alone(i) + (int)alone(2.0); //= 10
	std::printf("%d\n", sink); //= 1
	return 0; //= 1
}
