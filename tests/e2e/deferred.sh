# deferred.sh: a _Defer counts how often control comes by, and what it does at the end of its scope, both where they stand.
. "$SOURCE/tests/e2e/lib.sh"
cat >program.c <<'END'
#include <stdio.h>
static volatile int sum;
__attribute__((noinline)) static void use(int i) //= 42 + 42 + 33 + 3
{
	sum += i; //= 42 + 42 + 33 + 3
}
static int count(int n) //= 10
{
	int c = 0; //= 10
	for (int i = 0; i < n; i++) { //= 49
		_Defer use(1); //= 42 + 42
		_Defer { //= 42
			use(2); //= 42
			c++; //= 42
		}
		if (i == 3) //= 42
			continue; //= 6
		if (i == 6) //= 36
			break; //= 3
		use(3); //= 33
	}
	_Defer //= 10
		sum++; //= 10
	if (n < 0) //= 10
		sum = 0; //= 0
	return c; //= 10
}
static void last_in_braces(int n) //= 10
{
	while (n-- > 7) { //= 13
		_Defer //= 3
		{
			_Defer use(0); //= 3 + 3
			sum++; //= 3
		}
	}
	if (n > 5) //= 10
		_Defer sum++; //= 3
}
int main(void) //= 1
{
	int c = 0; //= 1
	for (int i = 0; i < 10; i++) { //= 11
		c += count(i); //= 10
		last_in_braces(i); //= 10
	}
	printf("%d %d\n", c, sum); //= 1
	return 0; //= 1
}
END
defer="-std=c2y -fdefer-ts"
# shellcheck disable=SC2086
$CLANG $defer -fsyntax-only program.c 2>/dev/null || skip "this clang does not have _Defer"
for level in -O0 -O2; do
	# shellcheck disable=SC2086
	$CC $level $defer program.c -o program
	LINEPROF_FILE=p.lprof ./program >out
	check_profile p.lprof program.c || fail "$level"
done
