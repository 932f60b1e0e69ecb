# foreign_code.sh: time in code that is not instrumented is on the line that called it: of an object of the
# program without frame pointers, of a library that calls back, of one that does not even say how its
# frames are left, of the C library where the stack is full of what earlier calls have left, linked either way.
# One clang is enough: who called is found when the program runs.
. "$SOURCE/tests/e2e/lib.sh"
cat >other.c <<'END'
/* As a library's: the frame pointer is one register more. */
double other(double x, long n, double (*back)(double))
{
	for (long i = 0; i < n; i++)
		x = x * 0.999 + 1 / (x + 1);
	return back ? back(x) + 1 : x;
}
END
cat >calls.c <<'END'
#include <stdio.h>
#include <stdlib.h>
double other(double x, long n, double (*back)(double));
static volatile double sink;
static double again(double x)
{
	return other(x, 200, 0) + 1; // again
}
__attribute__((noinline)) static void first(int n)
{
	for (int i = 0; i < n; i++)
		sink = other(i, 800, again) + 1; // first
}
__attribute__((noinline)) static void second(int n)
{
	for (int i = 0; i < n; i++)
		sink = other(i, 1000, 0) + 2; // second
}
int main(int argc, char **argv)
{
	/* Turns of one length may be in step with the timer. */
	for (int i = 0; i < atoi(argv[argc - 1]); i++) {
		const int length = 50 + i * 37 % 101;
		first(3 * length);
		second(2 * length);
	}
	printf("%d\n", sink > 0);
	return 0;
}
END
cat >stale.c <<'END'
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static long deep(long n)
{
	volatile long pad[3] = {n, n, n};
	return n <= 0 ? 0 : deep(n - 1) + pad[n % 3];
}
__attribute__((noinline)) static int format(char *text, double x)
{
	char own[1500];
	const int n = snprintf(own, sizeof own, "%5.2f %d %s", x, 17, "text"); // format
	text[0] = own[0];
	return n;
}
int main(int argc, char **argv)
{
	long sum = 0;
	char text[10];
	for (int i = 0; i < atoi(argv[argc - 1]); i++) {
		sum += deep(80);
		for (int k = 0; k < 100; k++)
			sum += format(text, i * 0.3);
	}
	printf("%ld\n", sum);
	return 0;
}
END
cat >shares.py <<'END'
"""shares.py PROFILE SOURCE NAME=PERCENT...: lines that end in `// NAME`, within 8 points."""
import sys
sys.path.insert(0, sys.argv[1])
import lprof
profile, source = lprof.Profile(sys.argv[2]), sys.argv[3]
own = {record["line"]: record["self_ns"] for record in profile.json["lines"]
       if record["file"].endswith("/" + source)}
named = {text.split("// ")[1].strip(): number
         for number, text in enumerate(open(source, encoding="utf-8"), 1) if "// " in text}
wrong = False
for wanted in sys.argv[4:]:
    name, percent = wanted.split("=")
    share = 100 * own[named[name]] / sum(own.values())
    print(f"{name}: {share:.1f} %, expected {percent}")
    wrong |= abs(share - float(percent)) > 8
sys.exit(wrong)
END
# shares PROGRAM ROUNDS SOURCE NAME=PERCENT...: other work on the machine may fall on one part of a run, so what is
# out is tried once more, as in truth.py.
shares() {
	profile=$engine.$1 program=$1 rounds=$2
	shift 2
	for _ in 1 2; do
		LINEPROF_FILE=$profile ./"$program" "$rounds" >out.txt
		"$PYTHON" shares.py "$TOOLS" "$profile" "$@" && return
	done
	fail "$program: out by $engine, time after time"
}
$CLANG -O2 -fomit-frame-pointer -c other.c
$CLANG -O2 -fomit-frame-pointer -fPIC -shared other.c -o libother.so
$CLANG -O2 -fomit-frame-pointer -fno-asynchronous-unwind-tables -fPIC -shared other.c -o libbare.so
$CC -O2 calls.c other.o -o objects
$CC -O2 calls.c -L. -lother "-Wl,-rpath,$PWD" -o library
$CC -O2 calls.c -L. -lbare "-Wl,-rpath,$PWD" -o bare
$CC -O2 stale.c -o stale
static=
if [ -f "$($CLANG -print-file-name=libc.a)" ]; then
	$CC -O2 -static stale.c "${PLUGIN%/*}/lineprof/lineprof_rt.o" -o static
	static=static
else
	leave_out "static: no static C library"
fi
for engine in perf timer; do
	export LINEPROF_ENGINE=$engine
	for program in objects library bare; do
		shares $program 700 calls.c first=48 again=12 second=40
	done
	for program in stale $static; do
		shares $program 80000 stale.c format=95
	done
done
