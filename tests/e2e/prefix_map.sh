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
# As CMake has it: absolute names become relative ones, to no folder.
for map in "$PWD/=" "$PWD=" "$PWD=." "$PWD/src/=" "$PWD/src=lib"; do
	check -ffile-prefix-map="$map" "$PWD/src/main.c"
done
check -g -fdebug-prefix-map="$PWD/=" "$PWD/src/main.c"
check -fmacro-prefix-map="$PWD/=" "$PWD/src/main.c"
for first in "$PWD/src/inner/=inner/" "$PWD/="; do
	for second in "$PWD/=" "$PWD/src/inner/=headers/" "$PWD/src=." /nowhere=/else; do
		check -ffile-prefix-map="$first" -ffile-prefix-map="$second" "$PWD/src/main.c"
	done
done
check -ffile-prefix-map="$PWD/=" -ffile-compilation-dir=. "$PWD/src/main.c"
check -ffile-prefix-map=src=lib src/main.c
check -ffile-compilation-dir=. src/main.c
check -g -ffile-compilation-dir=/nowhere src/main.c
check -fdebug-compilation-dir=/nowhere -ffile-prefix-map=/nowhere=/else "$PWD/src/main.c"

# The rest in a folder for what is built.
mkdir build lib
cd build
quietly() { # quietly ARGUMENT...: compiles and runs, as the sources say
	quiet "$@" -o program
	LINEPROF_FILE=p.lprof ./program
}
remarks() {
	query p.lprof "[(row['kind'], row['file'], row['line']) for row in profile.json['remarks']]"
}
quietly $CC -O2 "$work/src/main.c"
remarks >plain.txt
for map in "=" "/=" "=." "/src/=" "/src=source"; do
	quietly $CC -O2 -ffile-prefix-map="${work}$map" "$work/src/main.c"
	check_profile p.lprof ../src/main.c ../src/inner/sum.h || fail "$map, in another folder"
	same "remarks with $map" "$(cat plain.txt)" "$(remarks)"
done

# A relative file, and headers in folders with absolute names: one that is the project's, and one of the system's, which
# is not counted, whatever it is called in debug information.
cat >../lib/ours.h <<'END'
static inline int ours(int n) //= 2
{
	return n + 1; //= 2
}
END
cat >../lib/theirs.h <<'END'
#pragma GCC system_header
static inline int theirs(int n)
{
	return n - 1;
}
END
cat >use.c <<'END'
#include "ours.h"
#include "theirs.h"
int main(void) //= 1
{
	return ours(theirs(1)) + ours(-2); //= 1
}
END
for map in "/=" "/lib/=" "=."; do
	quietly $CC -O2 -ffile-prefix-map="$work$map" -I"$work/lib" use.c
	check_profile p.lprof use.c ../lib/ours.h || fail "$map, absolute -I"
	same "functions with $map, absolute -I" "['main', 'ours']" \
		"$(query p.lprof "sorted(function.name for function in profile.functions())")"
done

# Patterns are of the paths that files have.
for way in "include=$work/src/inner/ ['sum']" "exclude=$work/src/inner/ ['main']" "include=inner/* ['sum']"; do
	quietly $CC -O2 "-fplugin-arg-lineprof-${way%% *}" -ffile-prefix-map="$work/=" "$work/src/main.c"
	same "functions by ${way%% *}" "${way#* }" "$(query p.lprof "[function.name for function in profile.functions()]")"
done
