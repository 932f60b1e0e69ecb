// templates.cpp: a line shows the sum of its instances, a function is one instance.
//: levels = -O0 | -O2 | -O3
//: flags = -std=c++17
//: calls clamp<int> = 10
//: calls clamp<double> = 4
//: calls total<int> = 1
//: calls total<int, int, int> = 1
#include <array>
#include <cstdio>

template <class T> static T clamp(T value, T most) //= 10 + 4
{
	if (value > most) //= 14
		return most; //= 4 + 1
	return value; //= 6 + 3
}

template <class T, int N> struct Ring {
	std::array<T, N> slots{}; //= 2
	int next = 0; //= 2

	void put(T value) //= 6 + 3
	{
		slots[next] = value; //= 9
		next = (next + 1) % N; //= 9
	}
	T sum() const //= 2
	{
		T result = T(); //= 2
		for (const T &slot : slots) //= 5 + 3
			result += slot; //= 4 + 2
		return result; //= 2
	}
};

template <class... T> static int total(T... values) //= 2
{
	int sum = 0; //= 2
	((sum += values), ...); //= 2
	return sum; //= 2
}

template <class T> static int kind(T) //= 3
{
	if constexpr (sizeof(T) == 1) //= 3
		return 1; //= 1
	else
		return 2; //= 2
}

template <class T> static int size(T value) //= 4
{
	int result = value; //= 4
	if constexpr (sizeof(T) == 1) //= 4
		result += 1; //= 1
	if constexpr (sizeof(T) > 1) { //= 4
		if (value > 3) //= 3
			result += 2; //= 2
	}
	return result; //= 4
}

template <class Derived> struct Shape {
	int twice() const //= 5
	{
		return 2 * static_cast<const Derived *>(this)->area(); //= 5
	}
};

struct Square : Shape<Square> {
	int side = 3; //= 3
	int area() const { return side * side; } //= 3
};

struct Line : Shape<Line> {
	int area() const { return 0; } //= 2
};

constexpr int power(int base, int n) //= 5
{
	int result = 1; //= 5
	for (int i = 0; i < n; i++) //= 5 + 0 + 1 + 2 + 3 + 4
		result *= base; //= 0 + 1 + 2 + 3 + 4
	return result; //= 5
}

static_assert(power(2, 10) == 1024, "at compile time, not counted");

int main() //= 1
{
	volatile int sum = 0; //= 1
	Ring<int, 4> ring; //= -
	Ring<double, 2> small; //= -

	for (int i = 0; i < 10; i++) //= 11
		sum = sum + clamp(i, 5); //= 10
	for (int i = 0; i < 4; i++) //= 5
		sum = sum + static_cast<int>(clamp(i * 1.0, 2.5)); //= 4
	for (int i = 0; i < 6; i++) //= 7
		ring.put(i); //= 6
	for (int i = 0; i < 3; i++) //= 4
		small.put(i); //= 3
	sum = sum + ring.sum() + static_cast<int>(small.sum()); //= 1
	sum = sum + total(1) + total(1, 2, 3); //= 1
	sum = sum + kind('a') + kind(1) + kind(2L); //= 1
	sum = sum + size('a') + size(1) + size(5L) + size(6.0f); //= 1
	for (int i = 0; i < 3; i++) //= 4
		sum = sum + Square().twice(); //= 3
	for (int i = 0; i < 2; i++) //= 3
		sum = sum + Line().twice(); //= 2
	for (int i = 0; i < 5; i++) //= 6
		sum = sum + power(sum & 3, i); //= 5
	std::printf("%d\n", sum > 0); //= 1
	return 0; //= 1
}
