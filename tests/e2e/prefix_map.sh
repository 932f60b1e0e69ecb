# prefix_map.sh: debug information with other paths than the compiler had, as Debian's build
# flags ask for, or other flags: lines stay exact, and the sources are found where they are.
# Two clangs are enough: what is between them has the same flags.
. "$SOURCE/tests/e2e/lib.sh"
mkdir -p src/inner
cat >src/inner/sum.h <<'END'
static inline int sum(int n) //= 3
{
	int result = 0; //= 3
	for (int i = 0; i < n; i++) result += i; //= 3 + 10 + 20 + 30
	return result; //= 3
}
END
cat >src/main.c <<'END'
#include "inner/sum.h"
int main(void) //= 1
{
	int total = 0; //= 1
	for (int i = 1; i < 4; i++) //= 4
		total += sum(10 * i); //= 3
	if (total) return 0; //= 1
	return 1; //= 0
}
END
check() {
	quiet $CC -O2 "$@" -o program
	LINEPROF_FILE=p.lprof ./program
	check_profile p.lprof src/main.c src/inner/sum.h || fail "$*"
	rm p.lprof
}
check src/main.c
check -ffile-prefix-map="$PWD=." src/main.c
check -ffile-prefix-map="$PWD=." "$PWD/src/main.c"
check -g -fdebug-prefix-map="$PWD/src=/usr/src/package-1.0" -Isrc "$PWD/src/main.c"
check -g -ffile-prefix-map="$PWD/=" -ffile-prefix-map=/nowhere=/else src/main.c
check -ffile-prefix-map=src=lib src/main.c
check -ffile-compilation-dir=. src/main.c
check -g -ffile-compilation-dir=/nowhere src/main.c
check -fdebug-compilation-dir=/nowhere -ffile-prefix-map=/nowhere=/else "$PWD/src/main.c"
