// made_calls.cpp: what constructors, destructors and assignments that nobody wrote call is called from where these are. If one of them
// throws, those behind it are not called: nobody is said to have called them, and of two that may have thrown one is nobody's.
//: levels = -O0 | -O1 | -O2 | -O3
//: edge copies -> Member = 40
//: edge copies -> ~Member = 40
//: edge copies -> given = 10
//: edge assigns -> operator= = 30
//: edge throws -> Thrower = 18
//: edge - -> Thrower = 2
//: edge throws -> Member = 8
//: edge makes -> Member = 6
//: edge copies_many -> Member = 10
//: edge assigns_many -> operator= = 12
//: edge ends_many -> ~Member = 5
//: edge makes_lots -> Member = 0
//: edge - -> Member = 65
//: edge pair -> Base = 6
//: edge pair -> ~Base = 6
//: calls Member = 148
//: calls ~Member = 148
//: calls Thrower = 22
#include <cstdio>
#include <new>

static int copied, thrown;

struct Member { //= -
	int value = 0; //= -
	Member() {} //= -
	Member(const Member &other) : value(other.value + 1) { copied++; } //= -
	Member &operator=(const Member &other) { value += other.value; return *this; } //= -
	~Member() { copied--; } //= -
};

/* None of these has a line for what the compiler writes. */
struct Two { //= -
	Member first, second;
};

struct Four {
	Two a, b;
};

/* Copied in a loop. */
struct Many {
	Member first;
	Member some[3];
	Member last;
};

/* In one of more turns than are looked at. */
struct Lots {
	Member some[65];
};

struct Thrower { //= -
	int limit = 0;
	explicit Thrower(int limit) : limit(limit) {} //= -
	Thrower(const Thrower &other) : limit(other.limit) { //= -
		if (++thrown % limit == 0) //= -
			throw limit; //= -
	}
};

struct Throwing {
	Thrower first, second;
	Member third;
};

struct Base { //= -
	Base() { copied++; } //= -
	virtual ~Base() { copied--; } //= -
};

struct Derived : Base { //= -
};

__attribute__((noinline)) static int given(Four four) //= 10
{
	return four.a.first.value; //= 10
}

__attribute__((noinline)) static int copies(const Four &four) //= 1
{
	int sum = 0; //= 1
	for (int i = 0; i < 10; i++) //= 11
		sum += given(four); //= 10
	return sum; //= 1
}

__attribute__((noinline)) static void assigns(Four &to, const Four &from) //= 5
{
	Two *two = &to.a; //= 5
	to = from; //= 5
	*two = from.b; //= 5
}

__attribute__((noinline)) static int throws(const Throwing &from) //= 10
{
	try { //= 10
		Throwing copy = from; //= 10
		return copy.second.limit; //= -
	} catch (int limit) { //= -
		return -limit; //= -
	}
}

__attribute__((noinline)) static void makes() //= 1
{
	Two two[3]; //= 1
	copied += two[1].first.value; //= 1
}

__attribute__((noinline)) static int copies_many(const Many &many) //= 2
{
	Many copy = many; //= 2
	return copy.some[1].value; //= 2
}

__attribute__((noinline)) static void assigns_many(Many &to, const Many &from) //= 2
{
	Member *last = &to.last; //= 2
	to = from; //= 2
	*last = from.first; //= 2
}

__attribute__((noinline)) static void ends_many(Many *many) //= 1
{
	many->~Many(); //= 1
}

__attribute__((noinline)) static void makes_lots() //= 1
{
	Lots lots; //= 1
	copied += lots.some[64].value; //= 1
}

__attribute__((noinline)) static void pair() //= 3
{
	Derived first, second; //= 3
	copied++; //= 3
}

int main() //= 1
{
	Four four, other; //= 1
	Throwing throwing = {Thrower(8), Thrower(8), {}}; //= 1
	int sum = copies(four); //= 1
	for (int i = 0; i < 5; i++) //= 6
		assigns(other, four); //= 5
	for (int i = 0; i < 10; i++) //= 11
		sum += throws(throwing); //= 10
	makes(); //= 1
	Many many; //= 1
	for (int i = 0; i < 2; i++) //= 3
		sum += copies_many(many); //= 2
	alignas(Many) static unsigned char place[sizeof(Many)]; //= -
	Many *const placed = new (place) Many; //= 1
	for (int i = 0; i < 2; i++) //= 3
		assigns_many(*placed, many); //= 2
	ends_many(placed); //= 1
	makes_lots(); //= 1
	for (int i = 0; i < 3; i++) //= 4
		pair(); //= 3
	std::printf("%d %d\n", sum, copied); //= 1
}
