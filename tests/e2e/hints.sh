# hints.sh: each hint is given for a program that has the fault, and not for one that has not.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
# What the plugin keeps is tests/e2e/remarks.sh's, on every clang; here it is about the viewer.
cat >work.h <<'END_OF_FILE'
/* work.h: runs each fault for the same time, so that its share of the run is the same anywhere. */
#include <stdlib.h>
#include <time.h>

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void repeat(unsigned (*chunk)(void))
{
	static volatile unsigned sum;
	const double end = cpu_seconds() + SECONDS;

	while (cpu_seconds() < end)
		for (int i = 0; i < 50; i++)
			sum += chunk();
}

enum { COUNT = 4096 };
static unsigned numbers[COUNT];
static float left[COUNT], right[COUNT];

static void fill(void)
{
	unsigned long long seed = 1;

	for (int i = 0; i < COUNT; i++) {
		seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
		numbers[i] = (unsigned)(seed >> 40);
	}
}
END_OF_FILE

cat >faulty.cpp <<'END_OF_FILE'
#include "work.h"

#include <cmath>

static volatile unsigned by = 7;
static volatile int few = 7;
static void *volatile kept;
unsigned out[COUNT];

__attribute__((noinline)) static unsigned divide()
{
	unsigned sum = 0, value = by;
	for (int i = 0; i < COUNT; i++)
		sum += (numbers[i] + sum) / value; // division
	return sum;
}
__attribute__((noinline)) static unsigned root()
{
	double sum = 1;
	for (int i = 0; i < COUNT; i++)
		sum = std::sqrt(sum + numbers[i]); // square-root
	return (unsigned)sum;
}
__attribute__((noinline)) static unsigned allocate()
{
	for (int i = 0; i < COUNT; i++)
		kept = malloc(1200 + numbers[i] % 2048), free(kept); // allocation
	return 0;
}
__attribute__((noinline)) static void add(float *__restrict a, const float *__restrict b, int n)
{
	for (int i = 0; i < n; i++) // short-loop
		a[i] += b[i];
}
__attribute__((noinline)) static unsigned short_loop()
{
	for (int i = 0; i + 7 < COUNT; i += 7)
		add(&left[i], &right[i], few);
	return (unsigned)left[5];
}
__attribute__((noinline)) static unsigned choose()
{
	static unsigned seed = 1;
	unsigned count = 0;
	for (int i = 0; i < COUNT; i++) {
		seed = seed * 1664525 + 1013904223;
		if (seed >> 31) // branch
			out[count++] = seed;
	}
	return count;
}
struct Shape {
	virtual unsigned area(unsigned n) const = 0;
};
struct Square : Shape {
	unsigned area(unsigned n) const override
	{
		for (int i = 0; i < 8; i++)
			n = n * 2654435761u + 12345;
		return n;
	}
};
static Square square;
static const Shape *volatile shape = &square;
__attribute__((noinline)) static unsigned one_target()
{
	unsigned sum = 0;
	for (int i = 0; i < COUNT; i++)
		sum += shape->area(sum); // one-target
	return sum;
}
static unsigned turn(unsigned n)
{
	for (int i = 0; i < 8; i++)
		n = (n << 5 | n >> 27) * 69069u;
	return n;
}
static unsigned by_one(unsigned n)
{
	return n + 1;
}
static unsigned by_two(unsigned n)
{
	return n * 2;
}
static unsigned (*volatile turner)(unsigned) = turn;
static unsigned (*volatile adder)(unsigned) = by_one;
/* Through several pointers, one of which has two targets. */
__attribute__((noinline)) static unsigned several()
{
	unsigned sum = 0;
	for (int i = 0; i < COUNT; i++) {
		sum = turner(sum); // one-target
		adder = i % 3 ? by_one : by_two;
		sum = adder(sum);
	}
	return sum;
}

int main()
{
	fill();
	repeat(divide), repeat(allocate), repeat(one_target), repeat(several);
	/* These share their time with other lines. */
	for (int i = 0; i < 2; i++)
		repeat(root), repeat(short_loop);
	for (int i = 0; i < 3; i++)
		repeat(choose);
}
END_OF_FILE

# The same, without what the hints are about: divisors known to the compiler or out of the loop, memory got
# once and seldom, a long loop, a branch that goes one way, a second target, if a rare one; and faults that take no time.
cat >innocent.cpp <<'END_OF_FILE'
#include "work.h"

#include <cmath>

static volatile unsigned by = 7;
static volatile double scale = 3;
static void *volatile kept;
unsigned out[COUNT];

__attribute__((noinline)) static unsigned divide()
{
	unsigned sum = 0, value = by;
	for (int i = 0; i < COUNT; i++)
		sum += (numbers[i] + sum) / 7 + 100 / value;
	return sum;
}
__attribute__((noinline)) static unsigned root()
{
	const double factor = 1 / std::sqrt(scale);
	double sum = 1;
	for (int i = 0; i < COUNT; i++)
		sum = sum * factor + numbers[i];
	return (unsigned)sum;
}
__attribute__((noinline)) static unsigned allocate()
{
	static unsigned *room;
	static unsigned size, used;
	for (int i = 0; i < COUNT; i++) {
		if (used == size)
			room = (unsigned *)realloc(room, (size = 2 * size + 64) * sizeof(*room));
		room[used++] = numbers[i];
	}
	used = 0;
	return room[5];
}
__attribute__((noinline)) static void add(float *__restrict a, const float *__restrict b, int n)
{
	for (int i = 0; i < n; i++)
		a[i] += b[i];
}
static unsigned long_loop()
{
	add(left, right, COUNT);
	return (unsigned)left[5];
}
__attribute__((noinline)) static unsigned choose()
{
	static unsigned seed = 1;
	unsigned count = 0;
	for (int i = 0; i < COUNT; i++) {
		seed = seed * 1664525 + 1013904223;
		if (seed >> 26)
			out[count++] = seed;
	}
	return count;
}
struct Shape {
	virtual unsigned area(unsigned n) const = 0;
};
template <int by> struct Square : Shape {
	unsigned area(unsigned n) const override
	{
		for (int i = 0; i < 8; i++)
			n = n * 2654435761u + by;
		return n;
	}
};
static Square<1> small;
static Square<2> large;
static const Shape *volatile shapes[2] = {&small, &large};
static long turn(long n)
{
	for (int i = 0; i < 8; i++)
		n = (n << 5 ^ n >> 27) * 69069;
	return n;
}
static long (*const turners[])(long) = {turn, labs};
/* Each line has two targets; turn() has as many calls as either line. */
__attribute__((noinline)) static unsigned in_turn()
{
	long sum = 0;
	for (int i = 0; i < COUNT; i++) {
		sum = turners[i & 1](sum);
		sum = turners[~i & 1](sum);
	}
	return (unsigned)sum;
}
__attribute__((noinline)) static unsigned two_targets()
{
	unsigned sum = 0;
	for (int i = 0; i < COUNT; i++)
		sum += shapes[i % 100 == 0]->area(sum);
	return sum;
}
/* What a direct call would save is little beside what this does. */
__attribute__((noinline)) static unsigned spin(unsigned n)
{
	for (int i = 0; i < 200; i++)
		n = (n << 5 ^ n >> 27) * 69069u;
	return n;
}
static unsigned (*volatile spinner)(unsigned) = spin;
__attribute__((noinline)) static unsigned dear_target()
{
	unsigned sum = 0;
	for (int i = 0; i < COUNT / 16; i++)
		sum += spinner(sum);
	return sum;
}
/* It goes both ways, but that is not what takes the time. */
__attribute__((noinline)) static unsigned parse()
{
	static const char text[] = "1234567890123456789012345678901234567890";
	unsigned sum = 0;
	for (int i = 0; i < COUNT / 16; i++)
		sum += numbers[i] & 1 ? strtod(text, NULL) > 1 : strtof(text, NULL) > 2;
	return sum;
}
/* As often one round more as the last one. */
__attribute__((noinline)) static unsigned rounds()
{
	static unsigned seed = 1;
	unsigned count = 0;
	for (int i = 0; i < COUNT; i++) {
		while ((seed = seed * 1664525 + 1013904223) >> 31)
			out[count++ % COUNT] = seed;
	}
	return count;
}
/* The time is that of the functions. */
__attribute__((noinline)) static unsigned powers()
{
	double sum = 1;
	for (int i = 0; i < COUNT / 16; i++)
		sum += 1 / (sum + i) + std::pow(i + 0.5, scale) + std::tgamma(i % 50 + 0.5);
	return (unsigned)sum;
}
__attribute__((noinline)) static unsigned cold()
{
	unsigned sum = 0;
	for (int i = 0; i < COUNT; i++) {
		if (numbers[i] & 1)
			sum += numbers[i] / by;
		kept = malloc(8);
		free(kept);
	}
	return sum;
}

int main()
{
	fill();
	repeat(divide), repeat(root), repeat(allocate), repeat(long_loop), repeat(choose);
	repeat(two_targets), repeat(in_turn);
	repeat(dear_target), repeat(parse), repeat(rounds), repeat(powers);
	return cold() == 1;
}
END_OF_FILE

# Divisions and allocations that are executed often, though that is seen only in the optimised code or by
# the hits of the line alone.
cat >often.cpp <<'END_OF_FILE'
#include "work.h"

#include <unordered_map>

static volatile unsigned by = 7;
static void *volatile kept;

static void *make(unsigned size)
{
	return malloc(size); // allocation
}
__attribute__((noinline)) static unsigned inlined()
{
	for (int i = 0; i < COUNT; i++)
		kept = make(1200 + numbers[i] % 2048), free(kept);
	return 0;
}
__attribute__((noinline)) static unsigned allocate()
{
	for (int i = 0; i < COUNT; i++)
		if (i & 7)
			kept = malloc(1200 + numbers[i] % 2048), free(kept); // allocation
	return 0;
}
__attribute__((noinline)) static unsigned divide()
{
	unsigned sum = 0, value = by;
	for (int i = 0; i < COUNT; i++)
		if (i & 7)
			sum += (numbers[i] + sum) / value; // division
	return sum;
}
static std::unordered_map<unsigned, unsigned> table;
__attribute__((noinline)) static unsigned look_up()
{
	unsigned sum = 0;
	for (int i = 0; i < COUNT; i++)
		sum += table.bucket(numbers[i]); // division
	return sum;
}

int main()
{
	fill();
	for (unsigned i = 0; i < 64; i++)
		table[i] = i;
	repeat(inlined), repeat(allocate), repeat(divide), repeat(look_up);
}
END_OF_FILE

# The opposite: they are on hot lines, and seldom executed, or in no loop.
cat >seldom.cpp <<'END_OF_FILE'
#include "work.h"

#include <cstring>
#include <vector>

static volatile unsigned by = 7;
static void *volatile kept;

static std::vector<unsigned> room;
__attribute__((noinline)) static unsigned reserved()
{
	room.clear();
	for (int i = 0; i < COUNT; i++)
		room.push_back(numbers[i] + 1);
	return room[5];
}
static unsigned *cache[COUNT];
__attribute__((noinline)) static unsigned remembered()
{
	unsigned sum = 0;
	for (int i = 0; i < COUNT; i++)
		sum = sum % 1009 + *(cache[i] ? cache[i] : (cache[i] = (unsigned *)calloc(1, 4)));
	return sum;
}
template <class Maker> static unsigned *get(int i, Maker maker)
{
	if (!cache[i])
		cache[i] = maker();
	return cache[i];
}
__attribute__((noinline)) static unsigned by_lambda()
{
	unsigned sum = 0;
	for (int i = 0; i < COUNT; i++)
		sum = sum % 1009 + *get(i, [] { return (unsigned *)calloc(1, sizeof(unsigned)); });
	return sum;
}
__attribute__((noinline)) static unsigned ahead()
{
	unsigned *copy;
	copy = (unsigned *)malloc(sizeof(numbers)); for (int i = 0; i < COUNT; i++) copy[i] = numbers[i] % 1009;
	kept = copy;
	free(kept);
	return 0;
}
__attribute__((noinline)) static unsigned otherwise()
{
	unsigned sum = 0;
	for (int i = 0; i < COUNT; i++)
		if (i)
			sum = (sum + numbers[i]) % 1009; else kept = malloc(8), free(kept);
	return sum;
}
__attribute__((noinline)) static unsigned divide()
{
	unsigned sum = 0, value = by;
	for (int i = 0; i < COUNT; i++)
		if (i % 1024 == 0) sum /= value; else sum = (sum + numbers[i]) % 1009;
	return sum;
}
/* Behind all loops, and in the head of one that never turns. */
enum { LARGE = 20000 };
__attribute__((noinline)) static unsigned alone()
{
	memset(kept = malloc(LARGE), by, LARGE), free(kept);
	return 0;
}
__attribute__((noinline)) static unsigned in_front()
{
	for (memset(kept = malloc(LARGE), by, LARGE), free(kept);
	     by == 0;)
		by = 7;
	return 0;
}

int main()
{
	fill();
	room.reserve(COUNT);
	repeat(reserved), repeat(remembered), repeat(by_lambda), repeat(ahead), repeat(otherwise);
	repeat(divide), repeat(alone), repeat(in_front);
}
END_OF_FILE

$CXX -O2 -DSECONDS=0.3 faulty.cpp -o faulty
$CXX -O2 -DSECONDS=0.15 innocent.cpp -o innocent
./faulty
./innocent
"$LPVIEW" --hints faulty.lprof >text
same "faults" "$(wanted faulty.cpp)" "$(hints faulty.lprof)" || fail "$(cat text)"
same "no faults" "" "$("$LPVIEW" --hints innocent.lprof | grep hint:)"
$CXX -O2 -DSECONDS=0.2 often.cpp -o often
$CXX -O2 -DSECONDS=0.2 seldom.cpp -o seldom
./often
./seldom
same "what is done often" "$(wanted often.cpp)" "$(hints often.lprof)"
same "what is done seldom" "" "$("$LPVIEW" --hints seldom.lprof | grep hint:)"

# One line each, most time first, with what it rests on; JSON has the same.
grep -Eq '^faulty.cpp:[0-9]+  division: integer division: [0-9.]+ % of the run, [0-9]+ hits: hint: divide by' text ||
	fail "the line of a hint: $(cat text)"
grep -Eq "^faulty.cpp:[0-9]+  one-target: ([0-9]+) calls through a pointer, by samples all of Square::area\\(.*, \\1 hits:" text ||
	fail "whom it calls: $(cat text)"
sed -n 's/.*: \([0-9.]*\) % of the run.*/\1/p' text >shares
sort -rn shares | diff - shares || fail "not in the order of time: $(cat text)"
"$LPVIEW" --json faulty.lprof >json
"$PYTHON" - >got <<'END_OF_FILE'
import json
profile = json.load(open("json"))
lines = {(row["file"], row["line"]): row for row in profile["lines"]}
for hint in sorted(profile["hints"], key=lambda hint: hint["line"]):
    line = lines[hint["file"], hint["line"]]
    assert hint["hits"] == line["hits"], hint
    time, own = (hint["time_ns"], hint["samples"]), (line["self_ns"], line["self_samples"])
    if hint["name"] == "branch":
        led_to = lines[hint["file"], hint["line"] + 1]
        assert time >= (own[0] + led_to["self_ns"], own[1] + led_to["self_samples"]), hint
    elif hint["name"] not in ("short-loop", "one-target"):
        assert time == own, hint
    assert hint["evidence"] and hint["advice"], hint
    print(hint["line"], hint["name"])
END_OF_FILE
same "JSON" "$(wanted faulty.cpp)" "$(cat got)"

# Each can be silenced; filters choose as everywhere.
for name in division square-root allocation short-loop branch one-target; do
	same "--no-hint=$name" "$(wanted faulty.cpp | grep -v " $name$")" "$(hints --no-hint=$name faulty.lprof)"
done
same "two of them" "$(wanted faulty.cpp | grep -v -e division -e branch)" \
	"$(hints --no-hint division,branch faulty.lprof)"
same "--function" "$(wanted faulty.cpp | grep allocation)" "$(hints --function allocate faulty.lprof)"
"$LPVIEW" pack -o packed.lprof faulty.lprof
same "packed" "$(wanted faulty.cpp)" "$(hints packed.lprof)"
