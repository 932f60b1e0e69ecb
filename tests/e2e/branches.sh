# branches.sh: lpview --branches of a real program: what was taken, rounds of loops and
# ways of a switch are those of arithmetic, optimised or not, in C and in a template.
. "$SOURCE/tests/e2e/lib.sh"
cat >branches.c <<'END'
#include <stdlib.h>

static unsigned classify(unsigned n)
{
	switch (n % 5) {
	case 0:
		return 10;
	case 1:
	case 2:
		return 20;
	default:
		return 30;
	}
}

int main(void)
{
	volatile unsigned sum = 0;
	unsigned rounds = 3;

	for (int i = 0; i < 10; i++)
		for (int k = 0; k < 100; k++)
			if (k % 4 == 0)
				sum += classify(k);
	do
		sum++;
	while (--rounds);
	while (sum > 0) {
		if (sum % 8 == 0)
			break;
		sum--;
	}
	while (rounds < 9)
		if (++rounds % 3 == 0 && rounds > 3)
			sum++;
	for (;;) {
		unsigned nothing;
		if (rounds-- == 4)
			break;
	}
	while (1)
		if (++rounds == 9)
			break;
	for (;; rounds++) {
		sum++;
		if (rounds > 12)
			break;
	}
	for (rounds = 9;;) {
		sum++;
		if (--rounds == 4)
			break;
	}
	return 0;
}
END
cat >show.py <<'END'
import json, sys
profile = json.load(sys.stdin)
place = lambda row: (row["line"], row["number"])
for row in sorted(profile["branches"], key=place):
    ways = {}
    for way in row["ways"]:
        ways[way["line"]] = ways.get(way["line"], 0) + way["count"]
    print("line", row["line"], row["executions"], sorted(ways.items()))
for row in sorted(profile["loops"], key=place):
    print("loop", row["line"], row["entries"], row["iterations"])
END
# sum is 10 * (5 * 10 + 10 * 20 + 10 * 30) + 3 = 5503 behind the loops: 7 more than 8 * 687.
cat >expected <<'END'
line 5 250 [(6, 50), (8, 50), (9, 50), (11, 100)]
line 21 11 [(22, 10), (25, 1)]
line 22 1010 [(21, 10), (23, 1000)]
line 23 1000 [(22, 750), (24, 250)]
line 27 3 [(25, 2), (28, 1)]
line 28 8 [(29, 8), (33, 0)]
line 29 8 [(30, 1), (31, 7)]
line 33 10 [(34, 9), (36, 1)]
line 34 9 [(0, 3), (33, 6)]
line 34 3 [(33, 1), (35, 2)]
line 38 6 [(36, 5), (39, 1)]
line 42 6 [(41, 5), (43, 1)]
line 46 5 [(44, 4), (47, 1)]
line 51 5 [(49, 4), (52, 1)]
loop 21 1 10
loop 22 10 1000
loop 25 1 3
loop 28 1 7
loop 33 1 9
loop 36 1 5
loop 41 1 5
loop 44 1 4
loop 49 1 4
END
for level in -O0 -O2; do
	$CC $level branches.c -o branches
	./branches
	"$LPVIEW" --json branches.lprof | "$PYTHON" show.py >got
	diff -u expected got || fail "$level"
done
"$LPVIEW" --branches --function main branches.lprof >text
grep -Eq '^ *22 +1010 +99\.01 +10 +1000 +100\.00 ' text || fail "the inner loop: $(cat text)"
grep -Eq '^ *23 +1000 +25\.00 ' text || fail "the if: $(cat text)"
grep -Eq '^ *25 +1 +3 +3\.00 .*do' text || fail "the do loop: $(cat text)"
grep -Eq '^ *27 +3 +66\.67 .*while' text || fail "the do loop's test: $(cat text)"
grep -Eq '^ *34 +9 +33\.33 ' text || fail "the if at a loop's end: $(cat text)"
grep -q classify text && fail "the filter: $(cat text)"

# Which way is into the statement, wherever its lines are; where a do loop begins, and that a round
# which is cut short is none. The comments: executed and taken; entries and rounds.
cat >ways.c <<'END'
static volatile int x = 1;
static int statements(int k, const int *p)
{
	if (k == 3) return 1; /* 100 1 */
	if (!p) return 2; /* 99 2 */
	if (k == 4) goto out; /* 97 1 */
	if (!(k % 10)) x++; /* 96 8 */
	if (!(k % 10)) { x++; } /* 96 8 */
	if (k > 5 && !(k % 10)) x++; /* 96 93 93 8 */
	if (!(k % 10) || !(k % 25)) x++; /* 96 8 88 2 */
	if (k % 10) ; else x++; /* 96 88 */
	if (!(k % 10)) ; else x++; /* 96 8 */
out:
	return 0;
}
#define LOOP if (0) ; else for
#define FAIL_IF(c) do { if ((c) != 0) goto out; } while (0)
#define CHECK(c) do { if (!(c)) goto out; } while (0)
static int checks(int k)
{
	FAIL_IF(k == 5); /* 100 1 */
	CHECK(k != 6); /* 99 1 */
	k++;
out:
	return k;
}
static void operands(void)
{
	int k = 0;
	while (k < 100 && k % 50 != 49 && x) k++; /* 50 50 50 49 49 49 loop 1 49 */
	for (; k % 10 || k < 53; k++) ; /* 12 10 2 1 loop 1 11 */
	do k++; while (k % 4 || !!(k % 5)); /* 20 15 5 4 loop 1 20 */
	LOOP (int i = 0; i < 10; i++) x++; /* 11 10 loop 1 10 */
}
static int say(int k) { return k * (x != 0); }
static int values(int k)
{
	int sum = !(k % 10) ? say(1) : say(2); /* 100 10 */
	sum += !!(k % 10) && say(k); /* 100 90 */
	sum += (!(k % 10)) || say(0) || !say(k) || say(0); /* 100 10 90 0 90 0 */
	sum += k % 10 ?: say(3); /* 100 90 */
	sum += !(k % 10) /* 100 10 */
		       ? say(2)
		       : say(3);
	sum += !(k % 10 && say(k) > 50) ? say(1) : say(2); /* 100 90 90 45 */
	return say(!(k % 10) ? say(!(k % 20) ? say(6) : say(2)) : !(k % 25) ? say(3) : sum); /* 100 10 10 5 90 2 */
}
// Operands with operands of their own, and statements that begin with a loop.
static void nested(void)
{
	volatile int n = 0;
	for (int i = 0; i < 16; i++) { /* 17 16 loop 1 16 */
		int a = i & 1, b = i & 2, c = i & 4, d = i & 8;
		while (a && (b || c)) a = b = c = 0; /* 22 8 8 4 4 2 loop 16 6 */
		a = i & 1, b = i & 2, c = i & 4;
		while ((a && b) || (c && d)) a = b = c = d = 0; /* 23 8 8 4 19 6 6 3 loop 16 7 */
	}
	for (int i = 0; i < 10; i++) { /* 11 10 loop 1 10 */
		int j = i % 4;
		while (j > 0 && i != 5) { /* 22 13 13 12 loop 10 12 */
			while (n % 7) n++; /* 12 0 loop 12 0 */
			j--;
		}
		if (i != 20) /* 10 10 */
			if (i == 3) /* 10 1 */
				while (n % 7) n++; /* 1 0 loop 1 0 */
	}
}
// What is behind the loop is a label, without code in front of it.
static int labelled(const char *p, int n)
{
	int k = 1;
	for (; n > 0 && *p == 'a'; n--, p++) /* 165 154 154 145 loop 20 145 */
		k++;
again:
	if (k > 5) { /* 45 25 loop 20 25 */
		k -= 5;
		goto again;
	}
	return k;
}
int main(void)
{
	int k = 0;
	operands();
	nested();
	for (int i = 0; i < 20; i++) labelled("aaaaaaaaaab", i); /* 21 20 loop 1 20 */
	for (int i = 0; i < 100; i++) values(i) + checks(i); /* 101 100 loop 1 100 */
	for (int i = 0; i < 100; i++) statements(i, i % 50 ? &k : 0); /* 101 100 100 98 loop 1 100 */
	for (;;) { /* loop 1 99 */
		if (++k > 99) break; /* 100 1 */
	}
	for (int i = 0; i < 100; i++) { /* 51 51 loop 1 50 */
		if (i == 50) break; /* 51 1 */
	}
	for (int i = 0; i < 100; i++) { /* 101 100 loop 1 100 */
		if (i == 50) continue; /* 100 1 */
		x++;
	}
	for (int i = 0; i < 100; i++) /* 101 100 loop 1 100 */
		if (i % 5) x++; else x--; /* 100 80 */
	while (k) k--; /* 101 100 loop 1 100 */
	while (1) { if (++k > 300) break; } /* 301 1 loop 1 300 */
	do { /* loop 1 98 */
		if (++k == 400) break; /* 99 1 */
	} while (x); /* 98 98 */
	do { /* loop 1 9 */
		if (++k == 410) /* 10 1 */
			break;
		x++;
	} while (x && k); /* 9 9 9 9 */
	do { if (++k == 420) break; } while (x); /* 10 1 9 9 loop 1 9 */
	do k++; while (k < 500 || k == 500); /* 81 79 2 1 loop 1 81 */
	do { /* loop 1 3 */
		for (int i = 0; i < 7; i++) /* 24 21 loop 3 21 */
			x++;
	} while (++k < 504); /* 3 2 */
	do { do k++; while (k % 5); } while (k < 520); /* 16 12 4 3 loop 1 4 4 16 */
	do { /* loop 1 10 */
		if (k == 530) continue; /* 10 0 */
		k++;
	} while (k < 530); /* 10 9 */
	return 0;
}
END
cat >compare.py <<'END'
import json, re, sys
wanted, got = {}, {}
for number, text in enumerate(open("ways.c"), 1):
    for comment in re.findall(r"/\* (.*) \*/", text):
        wanted[number] = comment
profile = json.load(sys.stdin)
order = lambda row: (row["line"], row["number"])
for row in sorted(profile["branches"], key=order):
    got.setdefault(row["line"], []).extend([row["executions"], row["ways"][0]["count"]])
for row in sorted(profile["loops"], key=order):
    words = got.setdefault(row["line"], [])
    words.extend((["loop"] if "loop" not in words else []) + [row["entries"], row["iterations"]])
got = {line: " ".join(map(str, words)) for line, words in got.items()}
for line in sorted({*wanted, *got}):
    if wanted.get(line) != got.get(line):
        print("ways.c:%d: wanted %s, got %s" % (line, wanted.get(line), got.get(line)))
END
for level in -O0 -O2; do
	$CC -w $level ways.c -o ways
	./ways
	wrong=$("$LPVIEW" --json ways.lprof | "$PYTHON" compare.py) && [ -z "$wrong" ] || fail "$level: $wrong"
done

# A body without braces that is a call: its end is not where the branch stands.
cat >calls.c <<'END'
static volatile int sum;
__attribute__((noinline)) static void add(int i) { sum += i; }
int main(void)
{
	int left = 10;
	do
		add(1);
	while (--left > 0);
	return 0;
}
END
$CC -O1 calls.c -o calls
./calls
"$LPVIEW" --branches calls.lprof >text
grep -Eq '^ *8 +10 +90\.00 .*while' text || fail "a do loop's branch: $(cat text)"

cat >instances.cpp <<'END'
template <typename T> static T clamp(T x)
{
	if (x > 10)
		return 10;
	return x;
}

int main()
{
	volatile double sum = 0;

	for (int i = 0; i < 20; i++)
		sum += clamp(i) + clamp(i + 0.5);
}
END
$CXX -O2 instances.cpp -o instances
./instances
same "instances of a template" "line 3 40 [(4, 19), (5, 21)]" \
	"$("$LPVIEW" --json instances.lprof | "$PYTHON" show.py | grep '^line 3 ')"
"$LPVIEW" --branches instances.lprof >text
same "heads of instances" 1 "$(grep -c '^Function: .*clamp' text)"

# Nor is what an expression asks for itself: whether a register has the next argument, what a compare-and-swap has
# found, whether a product is a number.
cat >expressions.c <<'END'
#include <complex.h>
#include <stdarg.h>
#include <stdatomic.h>
static _Atomic double sum;
static int add(int n, ...)
{
	va_list list;
	int all = 0;
	va_start(list, n);
	while (n-- > 0)
		all += va_arg(list, int);
	va_end(list);
	return all;
}
int main(void)
{
	double complex product = 1;
	double old = 0;
	while (!atomic_compare_exchange_weak(&sum, &old, old + add(9, 1, 2, 3, 4, 5, 6, 7, 8, 9)))
		;
	for (int i = 0; i < 5; i++)
		product *= product + i;
	return creal(product) < 0;
}
END
$CC -O2 expressions.c -o expressions
./expressions || fail "expressions: $?"
same "branches that the source has" "10 19 21" \
	"$("$LPVIEW" --json expressions.lprof | "$PYTHON" show.py | sed -n 's/^line \([0-9]*\) .*/\1/p' | tr '\n' ' ' | sed 's/ $//')"

# Of `||` and `&&` it is the same way that is taken, whether the statement has code or not.
cat >empty.c <<'END'
static int k;
static void with_code(int n)
{
	if (n == 1 || n == 2)
		k++;
	if (n != 1 && n != 2)
		k++;
}
static void empty(int n)
{
	if (n == 1 || n == 2) {
	}
	if (n != 1 && n != 2)
		;
}
static void empty_else(int n)
{
	if (n == 1 || n == 2)
		;
	else
		k--;
}
int main(void)
{
	for (int i = 0; i < 10; i++) {
		with_code(i);
		empty(i);
		empty_else(i);
	}
	return k != 2;
}
END
for level in -O0 -O2; do
	$CC $level empty.c -o empty
	./empty || fail "empty: $?"
	same "$level: % Taken, with code and without" "4:10.00 4:11.11 6:88.89 6:90.00 11:10.00 11:11.11 13:88.89 13:90.00 18:10.00 18:11.11" \
		"$("$LPVIEW" --branches empty.lprof | awk '/^ +[0-9]+ +[0-9]+ +[0-9.]+/ && $1 < 20 { print $1 ":" $3 }' | sort -V | xargs)"
done

# What clang makes is no branch of the source's: loops over arrays and whether these are empty, a sanitizer's checks,
# whether a static variable is there, which temporaries there are to destroy.
cat >made.cpp <<'END'
#include <map>
#include <string>
#include <vector>
struct T {
	int k;
	T(int k = 0) : k(k) {}
	~T() { k = 0; }
};
struct S {
	unsigned d[4];
};
int main(int argc, char **argv)
{
	unsigned sum = 0;
	for (int i = 0; i < 10; i++) {
		std::vector<std::string> v{"a", "b"};
		T some[2] = {1, 2};
		sum += v.size() + some[1].k;
		S s{};
		s.d[i & 3] += i;
		sum += s.d[2];
		if (i > 5)
			sum++;
		static const std::map<int, std::string> names = {{1, "one"}, {2, "two"}};
		std::string chosen = i > 7 ? names.at(1) : std::string("none");
		sum += chosen.size();
	}
	return sum == 3;
}
END
for how in -O0 -O2 -fsanitize=undefined; do
	$CXX $how made.cpp -o made
	./made
	same "branches of the source, with $how" "15 11 22 10 25 10" \
		"$("$LPVIEW" --branches made.lprof | awk '/^ +[0-9]+ +[0-9]+/ && $2 > 0 { print $1, $2 }' | xargs)"
done

# Nor is what an expression asks of a pointer. Which type a handler is for is asked where that stands.
cat >pointers.cpp <<'END'
#include <new>
#include <stdexcept>
#include <typeinfo>
struct A {
	int a = 1;
	virtual ~A() {}
	virtual int f() { return 1; }
	int g() { return 2; }
};
struct B {
	int b = 2;
	virtual ~B() {}
};
struct C : A, B {};
struct V : virtual A {};
static C same;
#define IS_NULL(p) do { if ((p) == nullptr) sum++; } while (0)
static void fail(int i)
{
	if (i < 6)
		throw std::runtime_error("r");
	if (i < 8)
		throw 1.5;
}
int main()
{
	int sum = 0;
	for (int i = 0; i < 10; i++) {
		C *c = i < 9 ? new C : nullptr;
		V *v = i < 9 ? new V : nullptr;
		B *b = c;
		A *a = v;
		sum += dynamic_cast<C *>(b) == static_cast<C *>(b);
		int (A::*method)() = i < 3 ? &A::f : &A::g;
		A some;
		sum += (some.*method)();
		A *many = new A[i];
		A *one = new (std::nothrow) A;
		delete[] many;
		delete one;
		if (a == nullptr)
			sum += 1;
		sum += b == nullptr && a == nullptr;
		delete a;
		delete b;
		while (c == nullptr) c = &same;
		for (c = nullptr; c == nullptr;) c = &same;
		int rounds = 0;
		do c = rounds++ ? &same : nullptr; while (c == nullptr);
		IS_NULL(c);
		if (i > 3) { A three[3]; sum += three[0].a; }
		switch (i) { case 0: sum++; break; case 1: { A two[2]; sum += two[0].a; break; } default: ; }
		try {
			fail(i);
		}
		catch (int) {
		}
		catch (const std::exception &) {
			sum++;
		} catch (double) {
			try {
				fail(0);
			} catch (const std::logic_error &) {
			} catch (const std::runtime_error &) {
			}
		}
	}
	return sum == 3;
}
END
cat >pointers <<'END'
20 12 66.67
22 4 50.00
28 11 90.91
29 10 90.00
30 10 90.00
41 10 10.00
43 10 10.00
46 11 9.09
47 20 50.00
49 20 50.00
50 10 0.00
51 10 60.00
56 8 0.00
58 8 75.00
60 2 100.00
63 2 0.00
64 2 100.00
END
for how in -O0 -O2; do
	$CXX -Wno-unused $how pointers.cpp -o app
	./app
	"$LPVIEW" --branches app.lprof | awk '/^ +[0-9]+ +[0-9]+ +[0-9.]+ / && $2 > 0 { print $1, $2, $3 }' | sort -n >got
	diff -u pointers got || fail "branches of the source, with pointers and handlers, $how"
done
