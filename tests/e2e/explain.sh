# explain.sh: what a profile cannot show, and why, is said in words with the remedy.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >program.c <<'END'
#include <stdlib.h>
static volatile long sink;
__attribute__((noinline)) static void burn(long n)
{
	for (long i = 0; i < n; i++)
		sink += i;
}
int main(int argc, char **argv)
{
	burn(argc > 1 ? atol(argv[1]) : 1);
	return 0;
}
END
# says WHAT TEXT REMEDY: the header of program.lprof holds both.
says() {
	"$LPVIEW" --functions program.lprof >out.txt || fail "$1: no report"
	has "$1" "$2" <out.txt
	has "$1: the remedy" "$3" <out.txt
}
$CC -O1 program.c -o program
# Where processes start slowly one in some has a sample all the same.
for _ in 1 2 3 4 5 6 7 8 9 10; do
	./program
	! "$LPVIEW" --functions program.lprof | grep -q '^Samples: *0,' || break
done
says "a short run" "no samples in" "hits and ncalls are exact"

./program 400000000
cp program whole
strip -g program
says "a stripped binary" "program: has no debug information" "do not strip it"
rm program
says "no binary" "program: the binary is gone" "put it back"
# Nor who called is known without it, which frame pointers would not change.
cat >recursion.c <<'END'
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(int argc, char **argv) { return (void)argv, fib(39 + argc) < 0; }
END
$CC -O2 recursion.c -o recursion
./recursion
rm recursion
"$LPVIEW" --functions recursion.lprof >out.txt
if grep -q "who called" out.txt; then fail "blamed on frame pointers: $(cat out.txt)"; fi
# Another program, and another build id.
sed 's/sink += i/sink += 2 * i/' program.c >other.c
$CC -O1 other.c -o program
says "another binary" "program: the binary has changed since it ran" "record again"
mv whole program
"$LPVIEW" --functions program.lprof >out.txt
if grep -q "binary" out.txt; then fail "the binary is there: $(cat out.txt)"; fi
rm program.lprof

LINEPROF_MODE=counts ./program 1000
says "counts only" "recorded with LINEPROF_MODE=counts" "run it without LINEPROF_MODE"

mv program whole
$CC -fplugin-arg-lineprof-mode=counts -O1 program.c -o program
./program 1000
says "compiled for counts" "compiled with mode=counts" "run with LINEPROF_MODE=auto"
LINEPROF_MODE=auto ./program 1000
"$LPVIEW" program.lprof >out.txt
if grep -q "mode=counts" out.txt; then fail "LINEPROF_MODE=auto: $(cat out.txt)"; fi
mv whole program

rm program.c program.lprof
./program
"$LPVIEW" program.lprof >out.txt
has "a source is missing" "1 of 1 source files not found" <out.txt
