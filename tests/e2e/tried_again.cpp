// tried_again.cpp: loops that go on behind a handler, with statements without code; constructors that always throw;
// conditions that make objects; do loops in other statements; names that an instance of a template looks up anew.
//: flags = -std=c++17
//: levels = -O0 | -O1 | -O2 | -O3
#include <cassert>

static volatile int sink;

struct object {
	int x;
	object(int y) : x(y) {} //= 18
	~object() { sink = x; } //= 18
	int twice() const { return 2 * x; } //= 6
};

static int ask(int tries) //= 1
{
	while (true) { //= 10
		try { //= 10
			int value; //= 10
			if (tries-- > 0) //= 10
				throw 1; //= 9
			value = 4; //= 1
			return value; //= 1
		} catch (int) { //= 9
			sink = 1; //= 9
		}
	}
}

static int ask_some(int n) //= 1
{
	for (;;) { //= 12
		try { //= 12
			static const int limit = 3; //= 12
			if (n & 1) //= 12
				throw n; //= 6
		} catch (...) { //= 6
			n -= 1; //= 6
			continue; //= 6
		}
		if (n-- <= 0) //= 6
			break; //= 1
	}
	return n; //= 1
}

struct never_made {
	object member;
	int other;
	never_made(int a) //= 6
	    : member(a) //= 6
	    , other(a * 2) //= 6
	{
		int i = 0; //= 6
	again: //= 6
		if (sizeof(int) == 4) //= 6
			throw a; //= 6
		if (i++ < 2) //= 0
			goto again; //= 0
	}
};

static int goto_in_do(int n) //= 6
{
	do { //= 12
		int i; //= 12
		if (n++ & 1) //= 12
			break; //= 6
		i = 0; //= 6
	again: //= 18
		sink = i; //= 18
		if (i++ < 2) //= 18
			goto again; //= 12
	} while (true); //= 6
	return n; //= 6
}

static const int two[] = {1, 2};

static void do_in_if(int n) //= 6
{
	if (n >= 0) //= 6
		for (int element : two) //= 18
			do { //= 21
				int i; //= 21
				if (n++ & 1) //= 21
					break; //= 12
			} while (!0); sink = n; //= 9 + 6
}

static void condition_makes(int n) //= 6
{
	if (object o(object(n).twice()); o.x < 0) { //= 6
		for (int i = 0; i < 2; i++) //= 0
			sink = i; //= 0
	} else {
		static int nothing = 8; //= 6
	}
	sink = n; //= 6
}

template <class T> static bool find(T e) //= 6
{
	if (e < 9) //= 6
		return true; //= 6
	assert(false); //= 0
	return false; //= 0
}

namespace library {
struct value {};
inline void fail(value) {} //= 6
} // namespace library

[[noreturn]] static void fail(int n) //= 6
{
	throw n; //= 6
}

// Which of them it calls is not known before there is an instance.
template <class T> static void one_or_the_other(T e) //= 12
{
	sink = 1; //= 12
	fail(e); //= 12
	int nothing; //= 6
	sink = 2; //= 6
}

static void begins_with_braces() //= 6
{
	{}
	{
	}
	int nothing; //= 6
}

int main() //= 1
{
	ask(9); //= 1
	ask_some(11); //= 1
	for (int i = 0; i < 6; i++) { //= 7
		goto_in_do(2 * i); //= 6
		do_in_if(i); //= 6
		condition_makes(i); //= 6
		find(i); //= 6
		begins_with_braces(); //= 6
		one_or_the_other(library::value()); //= 6
		try { one_or_the_other(i); } catch (int) { } //= 6
		try { //= 6
			never_made made(i); //= 6
		} catch (int) { //= 6
			sink = i; //= 6
		}
	}
	return 0; //= 1
}
