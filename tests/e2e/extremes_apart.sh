# extremes_apart.sh: what a minimum writes in a file that is included stands there, on whatever line: that line has hits of its own.
# One clang is enough: what its debug locations say of files is the same to all.
. "$SOURCE/tests/e2e/lib.sh"
cat >least.c <<'C'
static volatile int sum; //= -
__attribute__((noinline)) static int raised(int m, int a) //= 10
{
	if (m < a) //= 10
#include "raise.h"
	return m; //= 10
}
int main(void) //= 1
{
	for (int i = 0; i < 10; i++) //= 11
		sum += raised(5, i); //= 10
	return sum != 60; //= 1
}
C
printf '\n\n\nm = a; //= 4\n' >raise.h
for level in -O0 -O2; do
	$CC $level least.c -o least
	./least
	check_profile least.lprof least.c raise.h || fail "at $level"
done
# Of bitcode, nothing but files and lines is known.
$CLANG -g -O2 -Xclang -disable-llvm-passes -emit-llvm -c least.c
$CC -O2 least.bc -o least
./least
check_profile least.lprof least.c raise.h || fail "of bitcode"
