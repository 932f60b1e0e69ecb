# jump_to_weak.sh: a last call of a weak function, which another unit may have, stays a jump: calls in a circle that way
# take no stack.
# One clang is enough: which calls stay jumps is asked by lineprof alone.
. "$SOURCE/tests/e2e/lib.sh"
cat >weak.c <<'END'
#include <stdio.h>
__attribute__((weak, noinline)) int step(int n) { return n; }
__attribute__((noinline)) int go(int n) { return n > 0 ? step(n - 1) : 0; }
int main(void)
{
	printf("%d\n", go(2000000));
	return 0;
}
END
cat >strong.c <<'END'
int go(int n);
__attribute__((noinline)) int step(int n) { return go(n); }
END
$CC -O2 weak.c strong.c -o weak
same "calls in a circle through a weak function" 0 "$(./weak)"
