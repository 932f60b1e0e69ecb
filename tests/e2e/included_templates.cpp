// included_templates.cpp: templates that are included several times in a unit, here by the file itself: an instance is
// code of the copy that it is made of.
//: flags = -std=c++17 -w
#ifndef NAME
#include <cstdio>
#define NAME A
#include "included_templates.cpp"
#undef NAME
#define NAME B
#include "included_templates.cpp"
#undef NAME

template struct A<short>;

int main(int argc, char **) //= 1
{
	int s = A<int>::f(argc) + B<int>::f(argc) + B<int>::g(argc) - 3; //= 1
	s += A<int>::two(argc) + A<long>::two(argc); //= 1
	s += B<char>::more<3>(1) + B<char>::more<4>(1) + A<char>::more<3>(2); //= 1
	A<int> a(argc); //= 1
	B<long> b(argc), c(2); //= 1
	s += a.value() + b.value() + c.value(); //= 1
	s += b.inner(argc)(2) + c.inner(argc)(3) + a.inner(argc)('a'); //= 1
	s += A_plain(argc) + B_plain(argc); //= 1
	s += A_within(argc) + B_within(argc); //= 1
	s += A<int>::local(argc) + B<int>::local(argc); //= 1
	std::printf("%d\n", s); //= 1
}
#else
#define PASTE(a, b) a##b
#define NAMED(a, b) PASTE(a, b)
static int NAMED(NAME, _plain)(int n) //= 2
{
	auto twice = [n](int m) //= 4
	{ return n * m; };      //= 2
	auto both = [n](auto m) //= 6
	{ switch (m) { case 7: return n; } return n + m; }; //= 4
	return twice(2) + both(2) + both('a'); //= 2
}
/* Both begin on a line. */
static int NAMED(NAME, _within)(int n) //= 2
{
	auto outer = [](auto m) { auto inner = [](auto l) { return l + 1; }; //= 10
		if (m == 7)     //= 4
			return 7; //= 0
		return inner(m) + 2; }; //= 4
	return outer(n) + outer('a'); //= 2
}
template <class T> struct NAME {
	explicit NAME(T t) : v(t) //= 3
	{ v++; }                  //= 3
	~NAME()                   //= 3
	{ v = 0; }                //= 3
	static int f(int v)      //= 2
	{ return v; }            //= 2
	static int g(int v)      //= 1
	{
		return v;        //= 1
	}
	static int two(int v)    //= 2
	{ int w = v; return w + 1; } //= 2
	template <int N> static int more(int v) //= 3
	{ switch (v) { case N: case N + 1: return N; default: return v; } } //= 3
	int value() const        //= 3
	{ if (sizeof(T) == 4) return v; else return v + 1; } //= 3
	auto inner(int n)        //= 3
	{
		return           //= 3
		    [n](auto x)  //= 3
		    { return n + x; }; //= 3
	}
	static int local(int n)  //= 2
	{
		struct Local {   //= 2
			static int of(int n) //= 2
			{ return n + sizeof(T); } //= 2
		};
		return Local::of(n); //= 2
	}
	T v;
};
#endif
