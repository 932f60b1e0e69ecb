// unwinding.cpp: clean-up that an exception runs on its way stands where clang was when it first needed some, which
// is no visit of that place; and ways out of nested loops, and jumps to labels, pass nothing that they jump over.
//: flags = -std=c++17
#include <cstdio>

static volatile int sink;
struct Guard {
	int value;
	explicit Guard(int v) : value(v) {} //= 8 + 8 + 16
	~Guard() { sink = sink + 1; } //= 8 + 8 + 16
	explicit operator bool() const { return value >= 0; } //= 8
};
struct Other {};

static void unmatched(int x) //= 8
{
	if (Guard guard(x); guard) //= 8
		try { //= 8
			sink = x; //= 8
			if (x & 2) //= 8
				throw x; //= 4
		} catch (const Other &) { //= 0
		}
	sink = x; //= 4
}
static void in_braces(int x) //= 8
{
	if (int kept = x; kept >= 0) { //= 8
		Guard guard(kept); //= 8
		try { //= 8
			if (x & 2) //= 8
				throw x; //= 4
		} catch (const Other &) { //= 0
			sink = 1; //= 0
		}
	}
}
static int once(int x) //= 1
{
	return x; //= 1
}
static void guarded(int x) //= 8
{
	static int first = once(x); //= 8
	try { //= 8
		if (x & 2) //= 8
			throw x; //= 4
	} catch (const Other &) { //= 0
		sink = first; //= 0
	}
}
static int thrower(int x) //= 2
{
	throw x; //= 2
}
static void temporary(int x) //= 8
{
	for (int i = 0; i < 2; i++) //= 8 * 3
		if (Guard(x).value > 7) //= 8 * 2
			break; //= 0
	while (x-- > 5) { //= 8
		static int never = thrower(x); //= 2
		sink = never; //= 0
	}
}
static int nested(int x) //= 8
{
	for (int i = 0; int more = i < 2; i++) //= 6 * 3 + 2
		for (int k = 0; k < 3; k++) //= 6 * 2 * 4 + 2 * 2
			if (x > 5 && k == 1) //= 6 * 2 * 3 + 2 * 2
				return more; //= 2
	return 0; //= 6
}
static int jump(int x) //= 8
{
	{
		if (x & 1) goto end; //= 8
		sink = x; //= 4
		(void)x; //= 4
	}
end: //= 8
	return x; //= 8
}
int main() //= 1
{
	int caught = 0; //= 1
	void (*const all[])(int) = {unmatched, in_braces, guarded, temporary}; //= 1
	for (auto *function : all) //= 4 + 1
		for (int x = 0; x < 8; x++) { //= 4 * 9
			try { //= 32
				function(x); //= 32
			} catch (int) { //= 14
				caught++; //= 14
			}
		}
	for (int x = 0; x < 8; x++) //= 9
		caught += nested(x) + jump(x); //= 8
	printf("%d\n", caught); //= 1
	return 0; //= 1
}
