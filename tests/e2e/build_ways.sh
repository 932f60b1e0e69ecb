# build_ways.sh: -c and link apart, several files at once, archives, with and without -g,
# stdin, precompiled headers, dependencies, -E, -S, -save-temps, -Werror.
. "$SOURCE/tests/e2e/lib.sh"
cat >a.c <<'END'
#include "a.h"
int main(void) //= 1
{
	int sum = 0; //= 1
	for (int i = 0; i < 5; i++) //= 6
		sum += twice(i); //= 5
	return sum == 20 ? 0 : 1; //= 1
}
END
cat >b.c <<'END'
#include "a.h"
int twice(int x) //= 5
{
	return x + x; //= 5
}
END
echo 'int twice(int x);' >a.h

ran=0
check() {
	rm -f p.lprof
	LINEPROF_FILE=p.lprof ./program || fail "$1: status $?"
	check_profile p.lprof a.c b.c || fail "$1"
	rm -f program ./*.o ./*.a
	ran=$((ran + 1))
}

for level in -O0 -O2; do
	quiet $CC $level a.c b.c -o program
	check "several files, $level"
	quiet $CC $level -c a.c -o a.o && quiet $CC $level -c b.c -o b.o && quiet $CLANG a.o b.o -o program
	check "-c and link, $level"
	quiet $CC $level -g a.c b.c -o program
	check "-g, $level"
	quiet $CC $level -g1 a.c b.c -o program
	check "-g1, $level"
	quiet $CC $level -g0 a.c b.c -o program
	check "-g0, $level"
	quiet $CC $level -flto -c a.c b.c && quiet $CLANG $level -flto -fuse-ld=lld-"$CLANG_MAJOR" a.o b.o -o program
	check "-flto, $level"
done
quiet $CC -Werror -Wall -Wextra -Weverything -Wno-missing-prototypes -O2 a.c b.c -o program
check "-Werror"
quiet $CC -O2 -c b.c && ar rc libb.a b.o && quiet $CC -O2 a.c libb.a -o program
check "archive"
quiet $CC -O2 -fPIE -pie a.c b.c -o program
check "-pie"
quiet $CC -O2 -no-pie a.c b.c -o program
check "-no-pie"
quiet $CC -O2 -save-temps a.c b.c -o program
check "-save-temps"
quiet $CC -O2 -ffunction-sections -fdata-sections -Wl,--gc-sections a.c b.c -o program
check "--gc-sections"
quiet $CC -O2 -fuse-ld=lld-"$CLANG_MAJOR" -Wl,--gc-sections -ffunction-sections a.c b.c -o program
check "lld, --gc-sections"
quiet $CC -O2 -fno-integrated-as a.c b.c -o program
check "-fno-integrated-as"
quiet $CC -Os -c a.c && quiet $CLANG -O2 -c b.c && quiet $CLANG a.o b.o -o program
rm -f p.lprof
LINEPROF_FILE=p.lprof ./program || fail "one unit of two: status $?"
check_profile p.lprof a.c || fail "one unit of two"

# stdin: a file named <stdin>.
cat b.c | $CC -O2 -x c -c - -o b.o || fail "stdin"
quiet $CC -O2 a.c b.o -o program
rm -f p.lprof
LINEPROF_FILE=p.lprof ./program || fail "stdin: status $?"
check_profile p.lprof a.c || fail "stdin"

# What makes no code is untouched.
for what in "-E" "-M" "-fsyntax-only" "-E -dM"; do
	$CLANG $what a.c >plain.out 2>&1
	$CC $what a.c >plugin.out 2>&1
	cmp plain.out plugin.out || fail "$what differs"
done
$CC -O2 -S a.c -o - | grep -q lineprof || fail "-S is not instrumented"

# A precompiled header.
quiet $CC -O2 -x c-header a.h -o a.h.pch && quiet $CC -O2 -include-pch a.h.pch a.c b.c -o program
check "precompiled header"

# No file beside the outputs.
same "files" "a.c a.h b.c" "$(rm -f ./*.out ./*.pch p.lprof program ./*.o ./*.a ./*.i ./*.bc ./*.s; ls | xargs)"
echo "$ran ways to build"
