/* call_pointers.cpp: who calls whom through virtual functions and pointers: what no call
 * site names is marked, what one names stays exact. */
//: calls area = 30
//: calls once = 7
//: edge - -> main = 1
//: edge main -> total = 1
//: edge main -> once = 4
//: edge apply -> once = ~3
//: edge - -> once = 0
//: edge main -> apply = 1
//: edge total -> area = ~30
//: edge - -> area = 0
//: edge total -> - = 0
//: edge area -> scale = 30
//: edge total -> scale = 0
#include <cstdio>

namespace {

struct Shape {
	virtual long area(long n) const = 0;
};

long scale(long n, long by) { //= 30
	return n * by; //= 30
}

struct Square : Shape { //= -
	long area(long n) const override { //= 20
		return scale(n, n); //= 20
	}
};

struct Circle : Shape { //= -
	long area(long n) const override { //= 10
		return scale(n, 3 * n); //= 10
	}
};

} // namespace

__attribute__((noinline)) static long total(const Shape *const *shapes, int count) { //= 1
	long sum = 0; //= 1
	for (int i = 0; i < count; i++) //= 31
		sum += shapes[i % 3]->area(i); //= 30
	return sum; //= 1
}

__attribute__((noinline)) static long once(long n) { //= 7
	return n + 1; //= 7
}

__attribute__((noinline)) static long apply(long (*volatile function)(long), int count) { //= 1
	long sum = 0; //= 1
	for (int i = 0; i < count; i++) //= 4
		sum += function(i); //= 3
	return sum; //= 1
}

int main() { //= 1
	Square first, third; //= 1
	Circle second; //= 1
	const Shape *shapes[] = {&first, &second, &third}; //= 1
	long sum = total(shapes, 30) + apply(once, 3); //= 1
	for (int i = 0; i < 4; i++) //= 5
		sum += once(i); //= 4
	std::printf("%ld\n", sum); //= 1
	return 0; //= 1
}
