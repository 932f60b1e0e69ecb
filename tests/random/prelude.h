/* prelude.h: what each random program begins with. Its lines are not compared. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define NOTHING
#define LOG(...) do { } while (0)
#define TRACE(...) { }
#define TWO(x) x++; g += x
#define TWO_IN_ONE(x) do { x++; g += x; } while (0)
#define SWAP(a, b) do { int t = a; a = b; b = t; } while (0)
#define CHECK(c) do { if (!(c)) g++; } while (0)
/* A goto with its label, as googletest's EXPECT_THROW() has: the names are made once for each use. */
#define EXPECT(c) EXPECT_IN(c, __COUNTER__)
#define EXPECT_IN(c, number) EXPECT_TO(c, number)
#define EXPECT_TO(c, number) \
	switch (0) case 0: default: if (c) { if (g & 1) goto expect_##number; } else expect_##number: g++
#define BUMP(x) x++
#define LEAVE_IF(c, label) if (c) { g++; goto label; }
#define GO_TO_ONE(n, none, one, two)                                                               \
	do {                                                                                       \
		switch (n) {                                                                       \
		case 0:                                                                            \
			goto none;                                                                 \
		case 1:                                                                            \
			goto one;                                                                  \
		case 2:                                                                            \
			goto two;                                                                  \
		}                                                                                  \
	} while (0)
#define SUM_UP(n) do { for (int k = 0; k < ((n) & 3); k++) g += k; } while (0)
#define TIMES(i, n) for (int i = 0; i < (n); i++)
/* A statement and the head of a loop: what is in it, and its end, are the program's. */
#define OPEN_FOR(i, n)                                                                             \
	g++;                                                                                       \
	for (int i = 0; i < (n); i++) {
#define OPEN_WHILE(n)                                                                              \
	g++;                                                                                       \
	while (R(n)) {
#define OPEN_ENDLESS()                                                                             \
	g++;                                                                                       \
	for (;;) {
#define OPEN_DO()                                                                                  \
	g++;                                                                                       \
	do {
#define CLOSE()                                                                                    \
	g--;                                                                                       \
	}

/* In front of what stands outside of functions; in a program of two units, which are the same text, both have it. */
#ifdef UNIT
#define SHARED inline
#else
#define SHARED static
#endif
#if defined(UNIT) && UNIT == 1
int second_main(void);
#define OTHER_UNIT() second_main()
#else
#define OTHER_UNIT() (void)0
#endif
#if defined(UNIT) && UNIT == 2
#define main second_main
#endif

struct cell { int value, next; };
SHARED int g;
SHARED int numbers[8] = {3, 1, 4, 1, 5, 9, 2, 6};
SHARED struct cell cells[4] = {{1, 2}, {2, 3}, {3, 0}, {4, 1}};
SHARED int many[64] = {27, 18, 28, 18, 28, 45, 90, 45};
SHARED char letters[] = "a line of letters";
SHARED unsigned draws = 12345;
#ifndef __cplusplus
static _Atomic _Bool shared_truth;
static _Atomic int shared_whole;
static _Atomic float shared_narrow;
static _Atomic double shared_wide;
#endif

/* What a compiler cannot know: 0 to n - 1. */
__attribute__((noinline)) SHARED int R(int n)
{
	draws = draws * 1103515245u + 12345u;
	return (int)((draws >> 16) % (unsigned)n);
}

SHARED int add_all(int n, ...)
{
	va_list rest;
	int sum = 0;

	va_start(rest, n);
	for (int i = 0; i < n; i++)
		sum += va_arg(rest, int);
	va_end(rest);
	return sum;
}

#ifdef __cplusplus
#include <initializer_list>
#ifdef WITH_LIBRARY
#include <algorithm>
#include <functional>
#endif
#ifdef FREE_OPERATORS
/* With these in sight the text of a template does not say what its operators are. */
struct Foreign {
	int x;
};
inline bool operator!(Foreign a)
{
	return !a.x;
}
inline bool operator&&(Foreign a, Foreign b)
{
	return a.x & b.x;
}
inline bool operator||(Foreign a, Foreign b)
{
	return a.x | b.x;
}
#endif
struct E1 { int x; explicit E1(int x) : x(x) {} virtual ~E1() {} };
struct E2 : E1 { explicit E2(int x) : E1(x) {} };
/* For destructors: arithmetic with what is in registers, at the begin of a landing pad, LLVM's pass LiveRangeShrink (seen
   in 14 to 19) moves in front of the pad's label, where nothing executes it. */
SHARED int in_memory(const volatile int &x) { return x; }
/* What may throw where nothing is written. */
struct Refusing { Refusing(int = 0) { if (R(6) == 0) throw 1; } };
struct RefusingAndEnding { RefusingAndEnding(int = 0) { if (R(6) == 0) throw 1; } ~RefusingAndEnding() { g ^= 1; } };
struct Pair { int first, second; };
SHARED Pair pairs[3] = {{1, 2}, {3, 4}, {5, 6}};
SHARED Pair make_pair(int a, int b) { return {a, b}; }
struct Range {
	int n;
	struct Iterator {
		int i;
		int operator*() const { return i; }
		void operator++() { i++; }
		bool operator!=(const Iterator &other) const { return i != other.i; }
	};
	Iterator begin() const { return {0}; }
	Iterator end() const { return {n}; }
};
template <class F> SHARED int apply(F f, int a) { return f(a); }
template <class F> SHARED void each(int n, F f) { for (int i = 0; i < n; i++) f(i); }
[[noreturn]] SHARED void fail(int x)
{
	if (x & 1)
		throw E2(x);
	throw x;
}
#else
/* Where longjmp() leads. */
static jmp_buf *landing;
_Noreturn static void fail(int x) { longjmp(*landing, x | 1); }
static void count_end(int *x) { g += *x & 1; }
#endif
