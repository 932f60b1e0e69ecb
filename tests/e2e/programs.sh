# programs.sh: profiles of several programs of one library as one: a function that each has a copy of has one row, lines have
# their sums, and what each program has under the same name stays apart. An inline function that a program and its shared library
# both have has one row, too.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >part.h <<'END'
struct Base { int value; Base(int n); virtual ~Base(); };
inline int twice(int n)
{
	return 2 * n; // twice
}
static inline int half(int n)
{
	return n / 2; // half
}
int work(int n);
int report(int n); // each program's own
END
cat >part.cpp <<'END'
#include "part.h"
Base::Base(int n) : value(twice(n)) {}
Base::~Base() { value = 0; }
static int inner(int n)
{
	return n + 1; // inner
}
int work(int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += inner(i);
	return report(sum);
}
END
cat >through.h <<'END'
static int own(int n); // each program's
__attribute__((noinline)) static int through(int n) { return own(n) + 1; }
END
cat >one.cpp <<'END'
#include "part.h"
#include "through.h"
int report(int n)
{
	return n > 0; // one
}
__attribute__((noinline)) static int own(int n) { return n; }
int main()
{
	return work(10) + half(1) + through(0) == 2 ? 0 : 1;
}
END
cat >two.cpp <<'END'
#include "part.h"
#include "through.h"
struct Derived : Base { Derived() : Base(1) {} };
int report(int n)
{
	return n > 1 ? twice(n) : 0; // two
}
__attribute__((noinline)) static int own(int n) { return 2 * n; }
int main()
{
	Derived derived;
	return work(5) + half(2) + through(1) > 0 ? 0 : 1;
}
END
cat >expected.py <<'END'
"""expected.py PROFILE [HITS-ONLY]: what the sum of one run of ./one and two of ./two has."""
import os
import sys
sys.path.insert(0, sys.argv[1])
import lprof
profile = lprof.Profile(sys.argv[2])
problems = profile.call_sums()


def differ(what, want, got):
    if want != got:
        problems.append(f"{what}: {got}, expected {want}")


rows = sorted((os.path.basename(row.file), row.name, row.ncalls) for row in profile.functions())
differ("functions", [
    ("one.cpp", "main", 1), ("one.cpp", "own", 1), ("one.cpp", "report", 1),
    ("part.cpp", "Base", 2), ("part.cpp", "inner", 20), ("part.cpp", "work", 3), ("part.cpp", "~Base", 2),
    ("part.h", "half", 3), ("part.h", "twice", 4), ("through.h", "through", 3),
    ("two.cpp", "Derived", 2), ("two.cpp", "main", 2), ("two.cpp", "own", 2), ("two.cpp", "report", 2)],
    [(file, name.split("(")[0].split("::")[-1], calls) for file, name, calls in rows])
for source in ("part.h", "part.cpp", "one.cpp", "two.cpp"):
    for number, text in enumerate(open(source, encoding="utf-8"), 1):
        for name, hits in (("twice", 4), ("half", 3), ("inner", 20), ("one", 1), ("two", 2)):
            if text.endswith(f"// {name}\n"):
                differ(f"hits of {name}", hits, profile.hits(source).get(number))
for source, pair, calls in [("part.cpp", ("work", "inner"), 20), ("part.cpp", ("main", "work"), 3),
                            ("part.h", ("main", "half"), 3), ("part.cpp", ("Derived", "Base"), 2),
                            ("part.cpp", ("work", "report"), 3), ("part.h", ("Base", "twice"), 2),
                            ("part.h", ("report", "twice"), 2), ("one.cpp", ("through", "own"), 1),
                            ("two.cpp", ("through", "own"), 2)]:
    differ(pair, (calls, True), profile.edges(source).get(pair))
if problems:
    print("\n".join(problems))
sys.exit(bool(problems))
END
# of_report PROFILE: the programs' own functions of that name, and who called how often.
of_report() {
	"$LPVIEW" --callers --function=report "$1" | sed -n 's/.*\(...\.cpp:[0-9]*(report[^ ]*\) <- *\([0-9]*\) .* \([a-z]*\.cpp:.*\)/\1 \2 \3/p' | sort
}
for level in -O0 -O2; do
	$CXX $level -c part.cpp
	$CXX $level one.cpp part.o -o one
	$CXX $level two.cpp part.o -o two
	rm -f ./*.lprof
	LINEPROF_FILE=1.lprof ./one
	LINEPROF_FILE=2.lprof ./two
	LINEPROF_FILE=3.lprof ./two
	"$LPVIEW" merge -o half.lprof 1.lprof 2.lprof
	"$LPVIEW" merge -o sum.lprof half.lprof 3.lprof
	"$PYTHON" expected.py "$TOOLS" sum.lprof || fail "at $level"
	"$LPVIEW" --check sum.lprof >out || fail "invariants at $level: $(cat out)"
	same "programs at $level" "$PWD/one $PWD/two" "$(query sum.lprof '" ".join(profile.json["run"]["programs"])')"
	of_report sum.lprof >out
	same "report at $level" "one.cpp:3(report(int)) 1 part.cpp:8(work(int)) at line 13
two.cpp:4(report(int)) 2 part.cpp:8(work(int)) at line 13" "$(cat out)"
	"$LPVIEW" --functions 1.lprof 2.lprof 3.lprof | grep -q '^Programs: 2: one, two$' || fail "header at $level"
	# A copy of a program is that program.
	cp one other
	LINEPROF_FILE=4.lprof ./other
	"$LPVIEW" --functions 1.lprof 4.lprof | grep '^Programs' && fail "a copy at $level"
	# Another text of the same path is another file.
	cp one.cpp kept.cpp
	printf '// one line more\n' | cat - kept.cpp >one.cpp
	$CXX $level one.cpp part.o -o anew
	mv kept.cpp one.cpp
	LINEPROF_FILE=6.lprof ./anew
	"$LPVIEW" merge -o texts.lprof 1.lprof 6.lprof
	same "two texts at $level" "[(3, 1), (4, 1)]" \
		"$(query texts.lprof 'sorted((row.line, row.ncalls) for row in profile.functions() if row.name.startswith("report"))')"
	# In a shared library.
	cat >shared.cpp <<'END'
#include "part.h"
int shared(int n);
int shared(int n)
{
	volatile long sum = 0;
	for (long i = 0; i < 50000000; i++)
		sum += i;
	return twice(n) + half(n);
}
END
	cat >user.cpp <<'END'
#include "part.h"
int shared(int n);
int main()
{
	volatile long sum = 0;
	for (long i = 0; i < 50000000; i++)
		sum += i;
	return shared(3) + twice(1) + half(4) > 0 ? 0 : 1;
}
END
	$CXX $level -fPIC -shared shared.cpp -o libshared.so
	$CXX $level user.cpp -L. -lshared "-Wl,-rpath,$PWD" -o user
	LINEPROF_FILE=5.lprof ./user
	same "rows of what both have at $level" "[2, 2]" \
		"$(query 5.lprof '[row.ncalls for row in profile.functions() if row.name.split("(")[0] in ("twice", "half")]')"
	same "sums at $level" "[]" "$(query 5.lprof 'profile.call_sums()')"
	# Where one of the copies has no lines, samples do not tell the function's time.
	strip --strip-debug libshared.so
	LINEPROF_FILE=7.lprof ./user
	same "whether times are told of twice() and main() at $level" "[('main', True), ('twice', False)]" \
		"$(query 7.lprof 'sorted((row["name"].split("(")[0], row["timed"]) for row in profile.json["functions"] if row["name"].startswith(("twice", "main")))')"
done
