// included_copies_cpp.cpp: several lines of C++ that are included several times in one function, here by the file
// itself. See included_copies.c.
//: levels = -O0 | -O1 | -O2 | -O2 -g
#ifndef PART
#include <cstdio>

static int r;

struct S {
	~S();
};

S::~S() { r++; }                                          //= 18

static void handlers(int n)                               //= 4
{
#define PART 1
#define K 1
#include "included_copies_cpp.cpp"
#undef K
#define K 2
#include "included_copies_cpp.cpp"
#include "included_copies_cpp.cpp"
#undef PART
	r++;                                              //= 4
}

static void scopes()                                      //= 2
{
	int a[] = {1, 2, 3};                              //= 2
#define PART 2
#include "included_copies_cpp.cpp"
#include "included_copies_cpp.cpp"
#include "included_copies_cpp.cpp"
#undef PART
}

static void bindings(int n)                               //= 4
{
	int whole[] = {n, n + 1};                         //= 4
	auto [x, y] = whole;                              //= 4
#define PART 3
#include "included_copies_cpp.cpp"
#include "included_copies_cpp.cpp"
#undef PART
}

struct Base {
	virtual ~Base() = default;                        //= 2
};

struct Derived : Base {
};

static void throws(int n)                                 //= 4
{
	if (n == 3)                                       //= 4
		throw Derived();                          //= 1
	if (n == 2)                                       //= 3
		throw Base();                             //= 1
}

/* Clang puts the second handler behind the head of the loop. */
static int behind_handlers(int n)                         //= 4
{
	try {                                             //= 4
		throws(n);                                //= 4
	} catch (Derived &) {                             //= 1
	} catch (Base &) {                                //= 1
		r++;                                      //= 1
	}
	int b = n;                                        //= 4
#define PART 4
#include "included_copies_cpp.cpp"
	for (int i = 0; i < 2; i++) {                     //= 4 * 3
#include "included_copies_cpp.cpp"
	}
#undef PART
	return b;                                         //= 4
}

int main()                                                //= 1
{
	for (int i = 0; i < 4; i++) {                     //= 5
		handlers(i);                              //= 4
		bindings(i);                              //= 4
		r += behind_handlers(i);                  //= 4
	}
	scopes();                                         //= 1
	scopes();                                         //= 1
	std::printf("%d\n", r);                           //= 1
	return 0;                                         //= 1
}
#elif PART == 1
	try {                                             //= 4 * 3
		if (n == K)                               //= 4 * 3
			throw n;                          //= 3
		r++;                                      //= 9
	} catch (int e) {                                 //= 3
		r += e;                                   //= 3
		r--;                                      //= 3
	}
#elif PART == 2
	for (int v : a) {                                 //= 2 * 3 * 4
		S s;                                      //= 2 * 3 * 3
		if (v == 2) {                             //= 2 * 3 * 3
			r += v;                           //= 2 * 3
			continue;                         //= 2 * 3
		}
		r -= v;                                   //= 2 * 3 * 2
	}
	r += [](int x) {                                  //= 2 * 3 * 2
		return x / 2;                             //= 2 * 3
	}(r);
	switch (r & 1000000) {                            //= 2 * 3
	case 1:                                           //= 0
		r++;                                      //= 0
		break;                                    //= 0
	default:                                          //= 2 * 3
		r += 3;                                   //= 2 * 3
	}
#elif PART == 3
	for (int k = -1; true;) {                         //= 2 * 12
		k++;                                      //= 2 * 12
		if (k & 1) {                              //= 2 * 12
			if (k == 3)                       //= 2 * 5
				break;                    //= 2 * 2
			k > 5 ? r++ : (y > 2 ? r++ : r--); //= 2 * 3
		} else {
			if (k == x)                       //= 2 * 7
				break;                    //= 2 * 2
		}
	}
#elif PART == 4
	b ^= __builtin_expect(b < 7, 1) ?                 //= 3 * 4
		5 :
		3;
#endif
