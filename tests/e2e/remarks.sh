# remarks.sh: what the optimiser says of a line is in the profile, once and at the user's line; the
# compiler says no more than without it; at -O0 there is nothing.
. "$SOURCE/tests/e2e/lib.sh"
cat >remarks.c <<'END'
#include <math.h>
#include <stdlib.h>

__attribute__((noinline)) static double slow(double x)
{
	return sqrt(x) / (x + 1);
}

static inline int small(int x)
{
	return 3 * x + 1;
}

void add(double *restrict a, const double *restrict b, int n)
{
	for (int i = 0; i < n; i++)
		a[i] += b[i];
}

double sum(const double *a, int n)
{
	double total = 0;
	for (int i = 0;
	     i < n; i++)
		total += a[i];
	return total;
}

void spread(int *h, const unsigned char *keys, int n)
{
	for (int i = 0; i < n; i++)
		h[keys[i]]++;
}

int sign(const int *a, int n)
{
	int balance = 0;
	for (int i = 0; i < n; i++)
		if (a[i] > 3)
			balance++;
		else if (a[i] < -4)
			balance--;
	return balance;
}

int main(int argc, char **argv)
{
	double a[64] = {1, 2, 3}, b[64] = {4};
	int *h = calloc(256, sizeof(int));

	for (int i = 0; i < 100; i++) {
		add(a, b, 64);
		spread(h, (const unsigned char *)a, 64), h[i] += 1000 / (i + argc);
		b[i % 64] = slow(sum(a, 64));
	}
	return h[argc] + sign(h, 256) / argc + small(argc) < 0;
}
END
cat >show.py <<'END'
import json, sys
profile = json.load(sys.stdin)
for row in profile["remarks"]:
    if row["kind"] not in ("unrolled", "joined"):
        trips = row["loop_iterations"] // row["loop_entries"] if row["loop_entries"] else "-"
        print(row["line"], row["last_line"], row["kind"], row["subject"] or "-", trips)
END
remarks() {
	"$LPVIEW" --json "$@" | "$PYTHON" show.py
}
$CC -O2 -Werror remarks.c -o remarks -lm 2>said || fail "it does not compile: $(cat said)"
[ ! -s said ] || fail "the compiler says: $(cat said)"
./remarks
remarks remarks.lprof >got
while read -r line; do
	grep -qxF -e "$line" got || fail "no '$line' in: $(cat got)"
done <<'END'
6 6 float_division - -
6 6 square_root - -
16 17 vectorised - 64
23 25 not_vectorised - 64
31 32 not_vectorised - 64
49 49 allocation calloc -
52 52 inlined add -
54 54 not_inlined slow -
54 54 inlined sum -
56 56 division - -
56 56 inlined small -
END
# Which facts a loop comes to in each round, and which are written on their line.
"$LPVIEW" --json remarks.lprof | "$PYTHON" -c '
import json, sys
for row in json.load(sys.stdin)["remarks"]:
    if row["kind"] in ("division", "square_root", "allocation"):
        print(row["line"], row["kind"], row["value"])' >values
same "facts" "6 square_root 2
49 allocation 2
53 division 3
56 division 2" "$(cat values)"
! grep -E '^(16|17) .*not_vectorised|__lineprof' got || fail "what is not so"
"$LPVIEW" --remarks remarks.lprof >text
grep -q '^remarks.c:23  *loop not vectorised: cannot prove it is safe to reorder floating-point operations: .*64 trips' \
	text || fail "why not: $(cat text)"
grep -q '^remarks.c:54  *slow not inlined: noinline function attribute: .*100 hits' text ||
	fail "slow: $(cat text)"
# That loop is vectorised without the counts: where it is not with them, that is said.
! grep 'remarks.c:38 .*not vectorised' text | grep -v 'it may be without' || fail "by its own fault"
"$LPVIEW" --remarks --function add remarks.lprof >text
! grep -q 'remarks.c:[235]' text || fail "the filter: $(cat text)"

# Of several runs, and packed, each is the same.
cp remarks.lprof first.lprof
./remarks
"$LPVIEW" pack -o packed.lprof remarks.lprof
remarks packed.lprof >again
diff got again || fail "packed"
"$LPVIEW" --json first.lprof remarks.lprof | grep -A14 '"line": 49' | grep '"count"' >count
"$LPVIEW" --json first.lprof | grep -A14 '"line": 49' | grep '"count"' | diff - count || fail "the sum"

# What the user asks the compiler for is what it says without us.
for asked in -Rpass=loop-vectorize '-Rpass-missed=inline -Rpass-missed=regalloc' \
	-fsave-optimization-record; do
	for kept in no yes; do
		$CC -O2 $asked -fplugin-arg-lineprof-remarks=$kept -c remarks.c -o o.o 2>said.$kept
		mv -f o.opt.yaml record.$kept 2>/dev/null || :
	done
	cmp said.no said.yes || fail "$asked: $(diff said.no said.yes)"
done
cmp record.no record.yes || fail "the record of the optimiser: $(diff record.no record.yes)"

$CC -O2 -fplugin-arg-lineprof-remarks=no remarks.c -o without -lm
./without
same "remarks=no" "" "$(remarks without.lprof)"
$CC -O0 remarks.c -o slow -lm
./slow
same "at -O0" "" "$(remarks slow.lprof)"
"$LPVIEW" --remarks slow.lprof | has "at -O0" "nothing was optimised"

# Registers that are spilled in a loop. That is said while code is generated, and has to stay
# where a linker collects garbage.
cat >spills.c <<'END'
#include <stdint.h>
#define TURN(x, k) ((x) << (k) | (x) >> (64 - (k)))

__attribute__((noinline)) uint64_t mix(const uint64_t *p, int n)
{
	uint64_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10;
	uint64_t k = 11, l = 12, m = 13, o = 14, q = 15, s = 16, t = 17, u = 18;
	for (int x = 0; x < n; x++) {
		uint64_t v = p[x];
		a += b ^ v, b = TURN(b, 3) + c, c ^= d * v, d += TURN(e, 5), e ^= f + v;
		f = TURN(f, 7) + g, g ^= h, h += i * v, i = TURN(i, 9) ^ j, j += k, k ^= l + v;
		l = TURN(l, 11) + m, m ^= o, o += q * v, q = TURN(q, 13) ^ s, s += t;
		t ^= u + v, u += a;
	}
	return a ^ b ^ c ^ d ^ e ^ f ^ g ^ h ^ i ^ j ^ k ^ l ^ m ^ o ^ q ^ s ^ t ^ u;
}

__attribute__((noinline)) uint64_t sum(const uint64_t *p, int n)
{
	uint64_t all = 0;
	for (int i = 0; i < n; i++)
		all += p[i];
	return all;
}

int main(void)
{
	uint64_t p[64] = {1, 2, 3};
	for (int i = 0; i < 1000; i++)
		p[i % 64] ^= mix(p, 64) + sum(p, 64);
	return p[0] == 1;
}
END
for linker in bfd "lld-$CLANG_MAJOR"; do
	command -v "ld.$linker" >/dev/null || continue
	$CC -O2 -ffunction-sections "-fuse-ld=$linker" -Wl,--gc-sections spills.c -o spills
	./spills
	remarks spills.lprof | grep spilled >got
	grep -qx '8 13 spilled - 64' got || fail "$linker: no spills in the loop of mix(): $(cat got)"
	! grep -E '^(20|23|24) ' got || fail "$linker: spills where there are none"
done
"$LPVIEW" --remarks spills.lprof >text
grep -qE "^spills.c:8 +registers spilled: [1-9][0-9]* spills?, [1-9][0-9]* reloads? \(with" text ||
	fail "spills: $(cat text)"

# Of several loops that begin on one line nobody knows which one is meant: no trips.
cat >same_line.c <<'END'
float a[64];
__attribute__((noinline)) static void both(int n, int m)
{
	for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[j] = a[j] * 1.5f + i;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[j] *= i;
}
int main(int argc, char **argv)
{
	both(1000, 2 + argc);
	return 0;
}
END
$CC -O2 same_line.c -o same_line
./same_line
remarks same_line.lprof >got
grep -qx '4 4 vectorised - -' got || fail "two loops on a line: $(cat got)"
grep -qx '6 6 vectorised - 3' got || fail "one loop on a line: $(cat got)"

# A loop in a header of the system is that of the line that calls it.
cat >header.cpp <<'END'
#include <numeric>
#include <vector>

double total(const std::vector<double> &v)
{
	return std::accumulate(v.begin(), v.end(), 0.0);
}

int main()
{
	return total(std::vector<double>(100, 0.5)) != 50;
}
END
$CXX -O2 header.cpp -o header
./header
remarks header.lprof | grep '^6 6 not_vectorised' >text || fail "a header: $(remarks header.lprof)"

# A loop in a file that a function includes ends there, too.
cat >body.inc <<'INC'
for (int i = 0; i < 300; i++) {
	p = malloc(64 + i % 200);
	*(volatile char *)p = 1;
	free(p);
}
INC
cat >included.c <<'INC'
#include <stdlib.h>
int main(void)
{
	char *p;
#include "body.inc"
	return 0;
}
INC
$CC -O2 included.c -o included
./included
remarks included.lprof | grep -q '^1 4 not_vectorised - 300' ||
	fail "a loop that is included: $(remarks included.lprof)"

# A function of a system's header, whose name libiberty may not know how to demangle: as LLVM does.
mkdir system
cat >system/twice.h <<'END'
template <class T> concept number = sizeof(T) > 1;
namespace app {
template <number T> __attribute__((noinline)) T twice(T x)
{
	return x + x;
}
}
END
cat >names.cpp <<'END'
#include "twice.h"
int main(int argc, char **)
{
	for (int i = 0; i < 1000; i++)
		argc = app::twice(argc);
	return argc == 1;
}
END
$CXX -std=c++20 -O2 -isystem system names.cpp -o names
./names || :
"$LPVIEW" --remarks names.lprof >text
grep -q '^names.cpp:5 .*app::twice<.*int.*>(int) not inlined' text || fail "a name of a system's header: $(cat text)"
remarks names.lprof >got
grep -q '^5 5 not_inlined _ZN3app5twiceI[A-Za-z0-9_]* -$' got || fail "its linkage name: $(cat got)"

# What waits is not what could be optimised: the line that works comes first.
cat >waits.c <<'END'
#include <unistd.h>
__attribute__((noinline)) static double work(const double *a, int n)
{
	double total = 0;
	for (int i = 0; i < n; i++)
		total += a[i];
	return total;
}
int main(int argc, char **argv)
{
	static double a[1000];
	double total = 0;
	(void)argv;
	for (int i = 0; i < 30000; i++)
		total += work(a, 1000), a[i & 255] = i;
	for (int i = 0; i < 100 * argc; i++)
		usleep(5000), total += a[i & 255];
	return total < 0;
}
END
$CC -O2 waits.c -o waits
./waits
"$LPVIEW" --remarks waits.lprof | grep '^waits.c:' >text
grep -q '^waits.c:16 ' text || fail "the loop that waits: $(cat text)"
grep -m1 '^waits.c' text | grep -q '^waits.c:\(5\|15\) ' || fail "what waits is first: $(cat text)"
