# operands.sh: branches stand where their operands do, and are taken where these hold: line, column and
# counts are those of clang's own coverage, with each clang, of a program with all kinds of conditions.
. "$SOURCE/tests/e2e/lib.sh"
cat >operands.cpp <<'END'
#include <cstring>
#include <new>
#include <typeinfo>
#include <vector>

#define VERBOSE 1

static volatile unsigned sum;

static bool odd(unsigned n)
{
	return n & 1;
}

template <unsigned N> __attribute__((noinline)) static unsigned count(unsigned n)
{
	unsigned found = 0;

	if (n % N == 0 && (N > 3 || odd(n)))
		found++;
	return found;
}

struct range {
	unsigned low, high;
	bool has(unsigned n) const
	{
		return low <= n &&
		       n < high;
	}
};

__attribute__((noinline)) static void conditions(unsigned i, const unsigned *p, const char *name)
{
	if (i % 2 == 0 && i % 3 == 0)
		sum++;
	if (i % 2 == 0
	    && i % 3 == 0
	    && (i % 5 == 0
	        || i % 7 == 0))
		sum++;
	if (!(i % 4) || !odd(i / 2))
		sum++;
	if (!(i % 4 == 1 || i % 6 == 1))
		sum++;
	if ((p && p[0] > 3 && strcmp(name, "a && b") != 0) || i == 17)
		sum++;
	if (i % 3 && VERBOSE)
		sum++;
	if (VERBOSE && i % 5)
		sum++;
	if ((p) && (i > 3))
		sum++;
	if ((i % 2) || i > 90)
		sum++;
	if (odd(i && p) == (i > 40 || p == nullptr))
		sum++;
	if (!(i % 2 && !(i % 3 && i % 5)) && i > 3)
		sum++;
	if (unsigned rest = i % 9; rest > 3 && rest < 7)
		sum += rest;
	if (const unsigned rest = i % 4)
		sum += rest;
	sum += i % 3 == 0 ? 1 : i % 3 == 1 && i > 20 ? 2 : 3;
	if (bool both; (both = i % 2 && i % 3))
		sum++;
	if ((sum++, i % 2 || i % 3))
		sum++;
	if (static_cast<bool>(i % 2 && i % 3) && i > 5)
		sum++;
	const bool is_far = i > 50 || (p && *p == i);
	sum += is_far;
}

struct named {
	const char *name = "";
};
struct shape {
	virtual ~shape() {}
	bool is_odd(unsigned n) { return n % 2; }
	virtual bool is_third(unsigned n) { return n % 3 == 0; }
};
struct square : named, shape {
};

// What typeid, casts, new and calls by a pointer to a method ask by themselves is no row.
__attribute__((noinline)) static void pointers(unsigned i, shape *s, square *q, bool (shape::*asks)(unsigned))
{
	if (typeid(*s) == typeid(shape))
		sum++;
	if ((s->*asks)(i) && sum > 0)
		sum++;
	while ((s->*asks)(i))
		i++;
	if (new (std::nothrow) unsigned(i))
		sum++;
	if (static_cast<square *>(static_cast<shape *>(q)))
		sum++;
	if (shape *base = q; base == nullptr || i > 5)
		sum++;
}

int main()
{
	std::vector<unsigned> numbers;
	shape round;
	square corners;
	unsigned n = 0, turns = 0;

	for (unsigned i = 0; i < 100 && n < 1000; i++)
		conditions(i, i % 8 ? &i : nullptr, i % 2 ? "a && b" : "b");
	for (unsigned i = 0; i < 10; i++)
		pointers(i, i % 4 ? &round : &corners, i % 3 ? &corners : nullptr,
			 i % 5 ? &shape::is_odd : &shape::is_third);
	for (unsigned i = 0;
	     i < 100 &&
	     numbers.size() < 60;
	     i++)
		if (range{10, 90}.has(i))
			numbers.push_back(i);
	for (unsigned number : numbers) // no column
		if (number % 3 == 0 && number != 30)
			n += count<3>(number) + count<7>(number);
	while (n > 0 && sum % 1000 != 0)
		n--, sum++;
	do
		turns++;
	while (turns < 10 && turns != 8);
	while (!(turns == 5 || turns == 3) && turns < 100)
		turns--;
	while (!(turns == 7 && sum > 0) && turns < 9)
		turns++;
	for (; !(turns < 2 || (turns % 5 == 1 && sum > 0)) && turns > 1;)
		turns--;
	while (!(turns > 30 && sum > 0) && !(turns > 40 || sum == 0)) // group behind a group
		turns++;
	while (turns < 3 || !(turns % 9 == 0 || sum == 0)) // group behind an operand
		turns--;
	while (!!(turns > 2 && sum > 0) && turns > 4)
		turns--;
	do {
		if (turns == 3)
			continue;
		turns--;
	} while (turns > 3
		 || sum == 0);
	return sum == 0 || turns > 100;
}
END
cat >compare.py <<'END'
import collections, json
covered, counted = {}, collections.defaultdict(lambda: [0, 0])
for function in json.load(open("cov.json"))["data"][0]["functions"]:
    for line, column, _, _, true, false, *_ in function["branches"]:
        before = covered.get((line, column), (0, 0))
        covered[line, column] = (before[0] + true, before[1] + false)
for branch in json.load(open("lp.json"))["branches"]:
    if len(branch["ways"]) != 2:
        continue
    if branch["column"] == 0:
        print("no column:", branch["line"])
        continue
    for i, way in enumerate(branch["ways"]):
        counted[branch["operand_line"], branch["column"]][i] += way["count"]
for place, counts in sorted(counted.items()):
    if tuple(counts) != covered.get(place):
        print(*place, "counted", counts, "covered", covered.get(place))
print("places:", len(counted))
END
$CXX -std=c++17 -O2 operands.cpp -o operands
./operands
"clang++-$CLANG_MAJOR" -std=c++17 -fprofile-instr-generate -fcoverage-mapping operands.cpp -o covered
LLVM_PROFILE_FILE=raw ./covered
"llvm-profdata-$CLANG_MAJOR" merge raw -o profdata
"llvm-cov-$CLANG_MAJOR" export covered -instr-profile=profdata >cov.json
"$LPVIEW" --json --all operands.lprof >lp.json
line_of() {
	grep -n "// $1" operands.cpp | cut -d: -f1
}
# Of `!` of several operands at the end of a loop's condition a row is of these together.
same "operands" "no column: $(line_of 'no column')
$(line_of 'group behind a group') 37 counted [25, 0] covered None
$(line_of 'group behind an operand') 22 counted [4, 0] covered None
places: 91" "$("$PYTHON" compare.py)"

# The table shows each operand, in its line or below it.
"$LPVIEW" --branches --function '^conditions' operands.lprof >text
grep -Eq '^ +37 +100 +50\.00 +if \(i % 2 == 0$' text || fail "the first operand: $(cat text)"
grep -Eq '^ +39 +17 +23\.53 +&& \(i % 5 == 0$' text || fail "the third, on its line: $(cat text)"
grep -Eq '^ +35 +50 +34\.00 +i % 3 == 0$' text || fail "the second of a line: $(cat text)"

# Where a branch is of no statement, what clang keeps in free memory must not matter.
cat >nowhere.c <<'END'
int sum;
void regions(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		if (i & 1)
			sum++;
	do
		sum++;
	while (({ int more; if (sum < 5) more = 1; else more = 0; more; }));
}
END
MALLOC_PERTURB_=165 $CC -O1 -fopenmp -c nowhere.c || fail "branches of no statement"
# A macro's branches stand at one place, and are told apart by where they lead, if at all.
cat >macro.c <<'END'
static volatile int sum;
#define CHECK(a, b) do { if (!(a)) sum++; if (b) sum--; } while (0)
__attribute__((noinline)) static void check(int i)
{
	CHECK(i < 3, i > 100);
}
int main(void)
{
	for (int i = 0; i < 10; i++)
		check(i);
	return 0;
}
END
$CC -O2 macro.c -o macro
./macro
same "branches of a macro" "[[3, 7], [0, 10]]" "$("$LPVIEW" --json macro.lprof | "$PYTHON" -c 'import json, sys
print([sorted(way["count"] for way in branch["ways"]) for branch in json.load(sys.stdin)["branches"] if branch["function"] == "check"])')"

# Where a temporary is destroyed behind a condition, clang branches once, on what it has kept of all of it: that is no
# operand's place. `TRY()` leaves in the middle. Of `?:` as a condition each part has a branch.
cat >kept.cpp <<'END'
static volatile int n;
struct kept {
	int v;
	kept(int v) : v(v) {}
	~kept() { n = n + 1; }
	bool has(int i) const { return v % 4 == i % 4; }
};
static bool odd(const kept &k) { return k.v & 1; }
#define TRY(e) ({ kept r = (e); if (r.v == 7) return; r.v; })
static void conditions(int i)
{
	if (i > 2 && odd(i))
		n = n + 1;
	if (!odd(i))
		n = n + 1;
	if (kept(4).has(TRY(i)))
		n = n + 1;
	while (kept(4).has(TRY(i)))
		i++;
	while (i < 5 && odd(i))
		i++;
	if (i < 5 ? i == 1 : !(i > 6))
		n = n + 1;
	if (!(i < 5 ? i == 1 : i > 6 && i < 8))
		n = n + 1;
}
template <class T> static void conditions_of(T i)
{
	if (i > 2 && odd(i))
		n = n + 1;
	if (i > 2 && i < 5)
		n = n + 1;
	if (bool both; (both = i > 2 && i < 5))
		n = n + 1;
}
int main()
{
	for (int i = 0; i < 10; i++) {
		conditions(i);
		conditions_of(i);
	}
	return 0;
}
END
cat >rows.py <<'END'
import json, sys
rows = [(row["operand_line"] or row["line"], row["column"], *(way["count"] for way in row["ways"]))
        for row in json.load(sys.stdin)["branches"]]
print(*(" ".join(map(str, row)) for row in sorted(rows)), sep="\n")
END
cat >rows <<'END'
12 0 4 6
12 6 7 3
14 6 5 5
16 6 3 6
16 18 1 9
18 9 3 9
18 21 0 12
20 0 3 9
20 9 7 5
22 6 4 5
22 14 0 4
22 23 3 2
24 8 4 5
24 16 0 4
24 25 2 3
24 34 0 2
29 0 4 6
29 6 7 3
31 6 7 3
31 15 2 5
33 17 2 8
33 25 7 3
END
for level in -O0 -O2; do
	$CXX -std=c++17 -Wno-gnu $level kept.cpp -o kept
	./kept
	"$LPVIEW" --json --function conditions kept.lprof | "$PYTHON" rows.py >got
	diff -u rows got || fail "conditions behind which something is destroyed, $level"
done

# An operand that is a constant in one instance is no row of another operand's, though the way is said to be likely.
cat >likely.cpp <<'END'
static volatile int n;
template <class T> __attribute__((noinline)) static void is_likely(int i)
{
	if ((i % 3 != 0 || !(sizeof(T) > 2))) [[likely]]
		n = n + 1;
}
int main()
{
	for (int i = 0; i < 6; i++)
		is_likely<char>(i);
	for (int i = 0; i < 12; i++)
		is_likely<int>(i);
	return 0;
}
END
for level in -O0 -O2; do
	$CXX -std=c++20 $level likely.cpp -o likely
	./likely
	same "a constant operand, $level" "4 0 2 0
4 7 12 6" "$("$LPVIEW" --json --function is_likely likely.lprof | "$PYTHON" rows.py)"
done

# Clang's own counters of operands have branches beside the source's: no rows of these. (The last operands of the two `do`
# loops have no columns then.)
for source in operands kept; do
	$CXX -std=c++17 -Wno-gnu -O1 -fprofile-instr-generate $source.cpp -o beside
	LLVM_PROFILE_FILE=raw LINEPROF_FILE=beside.lprof ./beside
	for profile in $source beside; do
		"$LPVIEW" --json --all $profile.lprof | "$PYTHON" rows.py | awk '$2 > 0' | sort >$profile.rows
	done
	comm -3 $source.rows beside.rows >$source.differ
done
same "beside -fprofile-instr-generate" "128 23 7 1
146 7 0 1" "$(cat operands.differ kept.differ)"

# As the condition of a loop `?:` is a value: the place at which it begins is that of its own condition.
cat >choice.c <<'END'
int main(void)
{
	int i = 0;
	while (i & 1 ? i < 5 : i < 6)
		i++;
	do
		i++;
	while (i < 9 && (i & 1 ? i < 90 : 1));
	return 0;
}
END
$CC choice.c -o choice
./choice
same "the rows of a loop's choice" "4 0 5 1
4 9 3 3
8 9 3 1
8 18 3 0
8 19 1 2" "$("$LPVIEW" --json choice.lprof | "$PYTHON" rows.py)"

# The way into a loop without code, where a variable of its head ends behind it, as an optimising clang says.
cat >empty.c <<'END'
int main(void)
{
	for (int k = 0; k < 20; k++)
		for (int i = 0; i < 1 && (k % 5 < 1 || k < 9); ++i)
			do { } while (0);
	return 0;
}
END
for level in -O0 -O1 -O2; do
	$CC -w $level empty.c -o empty
	./empty
	same "the rows of an empty loop, $level" "3 18 20 1
4 19 20 11
4 29 4 16
4 42 7 9" "$("$LPVIEW" --json empty.lprof | "$PYTHON" rows.py)"
done

# The way out of a `do` loop may be the one on which a loop around it turns.
cat >do_last.c <<'END'
static int asked, first, second;
static int A(void) { return first++ * 7 % 5 < 3; }
static int B(void) { return ++second % 4 == 0; }
static int O(void) { return asked++ % 3 < 2; }
int main(void)
{
	while (O()) {
		do {
		} while (A() || B());
	}
	for (asked = 0; O();)
		do
			;
		while (A() && B());
	for (asked = 0;;) {
		do {
		} while (A() && B());
		if (!O()) break;
	}
	for (asked = 0;; asked++)
		if (asked < 20)
			do { } while (A() && B());
		else
			break;
again:
	do { } while (A() && B());
	if (O()) goto again;
	return 0;
}
END
for level in -O0 -O2; do
	$CC -w $level do_last.c -o do_last
	./do_last
	"$LPVIEW" --json do_last.lprof | "$PYTHON" rows.py >got
	same "the rows of do loops at the end of others, $level" "7 9 2 1
9 12 3 2
9 19 0 2
11 18 2 1
14 10 2 1
14 17 1 1
17 12 2 1
17 19 0 2
18 7 1 2
21 7 20 1
22 18 14 10
22 25 4 10
26 16 1 0
26 23 0 1
27 6 0 1" "$(cat got)"
	$CC -w $level -fprofile-instr-generate do_last.c -o do_last
	LLVM_PROFILE_FILE=raw ./do_last
	same "the same beside clang's counters, $level" "$(cut -d' ' -f1,3- got | sort)" \
		"$("$LPVIEW" --json do_last.lprof | "$PYTHON" rows.py | cut -d' ' -f1,3- | sort)"
done

# The test of a long range of a switch's values stands where its first statement does, and is no branch of that.
cat >ranges.c <<'END'
static volatile int s, t = 5;
static void lex(int c)
{
	switch (c) {
	case '0' ... '9':
		s++;
		break;
	case 0x80 ... 0xff:
		if (t < c - 0x90)
			s++;
		break;
	case 0x100 ... 0x10ffff:
		while (t > c)
			s++;
		break;
	case 1000000000 ... 2000000000:
		t = t > 1 && c ? 5 : 6;
	}
}
int main(void)
{
	for (int i = 0; i < 0x200; i++)
		lex(i);
	lex(1000000007);
	return 0;
}
END
for level in -O0 -O2; do
	$CC $level ranges.c -o ranges
	./ranges
	same "the rows of a switch with ranges, $level" "4 0 503 10
9 7 106 22
13 10 0 256
17 7 1 0
22 18 512 1" "$("$LPVIEW" --json ranges.lprof | "$PYTHON" rows.py)"
done
