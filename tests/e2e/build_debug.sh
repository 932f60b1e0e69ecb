# build_debug.sh: every form of debug information: hits are exact in all, and lines have
# times, or lpview says in one line why not.
# Two clangs are enough: what is between them writes the same forms.
. "$SOURCE/tests/e2e/lib.sh"
. "$TOOLS/build_program.sh"

cat >spin.c <<'SOURCE'
static volatile unsigned total;
static inline unsigned inner(unsigned i) //= 2000000
{
	for (unsigned k = 0; k < 8; k++) //= 18000000
		total = i / (total + k + 1); //= 16000000
	return total; //= 2000000
}
int main(void) //= 1
{
	unsigned sum = 0; //= 1
	for (unsigned i = 0; i < 2000000; i++) //= 2000001
		sum += inner(i); //= 2000000
	return sum == 1; //= 1
}
SOURCE

# timed NAME: what was inlined has time, and nothing is to be warned of.
timed() {
	check_program "$1" spin.c
	same "$1: warnings" "" "$("$LPVIEW" --no-pager p.lprof | grep '^Warning.*program:')"
	same "$1: what was inlined has time" True "$(query p.lprof "profile.line_share('$PWD/spin.c', (4, 5, 6)) > 0")"
}

# untimed NAME TEXT: hits are exact, one warning says TEXT and there is no time.
untimed() {
	check_program "$1" spin.c
	"$LPVIEW" --no-pager p.lprof | grep '^Warning.*program:' >warnings.txt || fail "$1: nothing is said"
	same "$1: warnings" 1 "$(grep -c . warnings.txt)"
	has "$1" "$2" <warnings.txt
	same "$1: time in lines" 0.0 "$(query p.lprof "profile.line_share('$PWD/spin.c', (4, 5, 6))")"
}

# The objects are compiled apart and may be gone when the profile is read.
build() {
	# shellcheck disable=SC2086
	quiet $CC -O2 $1 -c spin.c -o spin.o && quiet $CLANG $2 spin.o -o program
	rm -f ./*.o ./*.dwo
}

while IFS='|' read -r name compile link needs; do
	case $name in '' | '#'*) continue ;; esac
	can_build "$(trim "$needs")" || continue
	build "$(trim "$compile")" "$(trim "$link")"
	timed "$(trim "$name")"
done <<'END_OF_TABLE'
no -g                |                                      |                              |
-g0                  | -g0                                  |                              |
-g1                  | -g1                                  |                              | full
-g                   | -g                                   |                              |
-g3                  | -g3                                  |                              | full
-gline-tables-only   | -gline-tables-only                   |                              | full
-gline-directives-only | -gline-directives-only             |                              |
-gdwarf-5            | -g -gdwarf-5                         |                              |
-gdwarf-4            | -g -gdwarf-4                         |                              |
-gdwarf-3            | -g -gdwarf-3                         |                              | full
-gdwarf-2            | -g -gdwarf-2                         |                              | full
-gdwarf64            | -g -gdwarf-5 -gdwarf64               |                              | full
types apart          | -g -fdebug-types-section             |                              | full
split                | -g -gsplit-dwarf                     |                              |
split, 4             | -g -gdwarf-4 -gsplit-dwarf           |                              |
split, lld           | -g -gsplit-dwarf                     | -fuse-ld=lld-@ -Wl,--gdb-index | full
split, in the object | -g -gsplit-dwarf=single              |                              | full
zlib                 | -g -gz=zlib                          | -gz=zlib                     |
zlib, lld            | -g                                   | -gz=zlib -fuse-ld=lld-@      | ld.lld-@
-flto                | -g -flto                             | -flto -fuse-ld=lld-@         | ld.lld-@
no build id          | -g                                   | -Wl,--build-id=none          |
END_OF_TABLE

# The .dwo files in a package beside the program.
quiet $CC -O2 -g -gsplit-dwarf -c spin.c -o spin.o && quiet $CLANG spin.o -o program
if can_build "llvm-dwp-$CLANG_MAJOR"; then
	quiet llvm-dwp-"$CLANG_MAJOR" -e program -o program.dwp
	rm -f spin.dwo spin.o
	timed "split, .dwp"
	rm -f program.dwp
fi

# zstd: written by clang from 16 on; the libdwarf of Debian 12 cannot read it, newer ones can.
if $CLANG -g -gz=zstd -c spin.c -o spin.o 2>/dev/null && $CLANG -gz=zstd spin.o -o program 2>/dev/null &&
	readelf -t program | grep -q ZSTD; then
	build "-g -gz=zstd" -gz=zstd
	if pkg-config --atleast-version=0.4 libdwarf 2>/dev/null; then
		timed zstd
	else
		untimed zstd "compressed by zstd"
	fi
else
	left_out="$left_out zstd"
fi

# What several programs share is in a file of its own, beside them or where a debug file of the program names it.
if can_build dwz; then
	mv spin.c alone.c
	sed '1s/^/struct large { int a; long b; char name[20]; double d; struct large *next; }; /' alone.c |
		sed 's/\tunsigned sum = 0;/\tstruct large unused = {0}; unsigned sum = unused.a;/' >spin.c
	build "-g -gdwarf-4" ""
	cp program twin
	quiet dwz -m common.dbg program twin
	readelf -SW program | grep -q gnu_debugaltlink || fail "dwz -m shared nothing"
	timed "dwz -m"
	mv common.dbg gone
	for is in gone other; do
		[ $is = gone ] || cp twin common.dbg
		check_program "dwz -m, $is" spin.c
		"$LPVIEW" --no-pager p.lprof | grep '^Warning.*program:' >warnings.txt || fail "dwz -m, $is: nothing is said"
		has "dwz -m, $is" "shares debug information with a file that is gone" <warnings.txt
	done
	mkdir debug && mv gone debug/common.dbg && rm common.dbg
	objcopy --only-keep-debug program debug/program.debug
	strip -g program && (cd debug && objcopy --add-gnu-debuglink=program.debug ../program) && mv debug/program.debug debug/common.dbg .
	rm -rf debug twin
	timed "dwz -m, a debug file"
	# By a link the file is that which is beside what it leads to.
	mkdir elsewhere && mv program.debug common.dbg elsewhere && ln -s elsewhere/program.debug program.debug
	timed "dwz -m, a link to a debug file"
	mv elsewhere/common.dbg . && rm -r elsewhere
	rm -f common.dbg program.debug
	mv alone.c spin.c
fi

# Stripped, and with the debug information in a file of its own.
build -g ""
cp program whole
objcopy --only-keep-debug whole program.debug
for how in strip "strip -g" "llvm-strip-$CLANG_MAJOR"; do
	can_build "${how%% *}" || continue
	cp whole program && $how program
	untimed "$how" "has no debug information"
done
cp whole program && strip -g program && objcopy --add-gnu-debuglink=program.debug program
timed "a debug file beside it"
mkdir .debug && mv program.debug .debug/
timed "a debug file in .debug"
rm -r .debug
untimed "the debug file is gone" "has no debug information"
end_of_builds

# Where nobody asks for debug information, there are no places of calls in it for debuggers.
cat >calls.c <<'SOURCE'
int first(int n), second(int n);
int both(int n)
{
	return first(n) + second(n);
}
SOURCE
places_of_calls() {
	quiet $CC "$@" -c calls.c -o calls.o
	readelf --debug-dump=info calls.o 2>/dev/null | grep -cE 'DW_TAG_(GNU_)?call_site\b'
}
same "places of calls" 0 "$(places_of_calls -O2)"
same "places of calls by -g" 2 "$(places_of_calls -O2 -g)"


# Types of C++, split: clang 14 crashed on them.
cat >types.cpp <<'SOURCE'
#include <string>
int main(int argc, char **argv) //= 1
{
	std::string name(argv[argc - 1]); //= 1
	return name.empty(); //= 1
}
SOURCE
quiet $CXX -O1 -g -gsplit-dwarf types.cpp -o program
check_program "types of C++, split" types.cpp
