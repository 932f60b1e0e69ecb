# build_modules.sh: precompiled headers made with and without the plugin, modules of headers
# and C++20 modules: code in them is counted where it stands.
. "$SOURCE/tests/e2e/lib.sh"
. "$TOOLS/build_program.sh"

for made in "$CC" "$CLANG"; do
	quiet $made -O2 -x c-header a.h -o a.pch
	quiet $CC -O2 -include-pch a.pch a.c b.c -o program
	check_program "precompiled header by $made"
	quiet $made -O2 -x c-header a.h -o a.h.gch && quiet $CC -O2 -include a.h a.c b.c -o program
	check_program "a.h.gch by $made"
	rm -f a.h.gch
done

# A header with code in it, in a module.
cat >inline.h <<'SOURCE'
#ifndef INLINE_H
#define INLINE_H
static inline int thrice(int x) //= 5
{
	return 3 * x; //= 5
}
#endif
SOURCE
cat >c.c <<'SOURCE'
#include "inline.h"
int main(void) //= 1
{
	volatile int sum = 0; //= 1
	for (int i = 0; i < 5; i++) //= 6
		sum += thrice(i); //= 5
	return sum == 30 ? 0 : 1; //= 1
}
SOURCE
echo 'module inlined { header "inline.h" export * }' >module.modulemap
for made in "$CC" "$CLANG"; do
	quiet $made -O2 -x c-header inline.h -o inline.pch
	quiet $CC -O2 -include-pch inline.pch -c c.c -o c.o && quiet $CLANG c.o -o program
	check_program "code in a precompiled header by $made" c.c inline.h
done
quiet $CC -O2 -fmodules -fimplicit-module-maps -fmodules-cache-path=cache c.c -o program
check_program "-fmodules" c.c inline.h
quiet $CC -O2 -fmodules -fimplicit-module-maps -fmodules-cache-path=cache c.c -o program
check_program "-fmodules, built before" c.c inline.h
quiet $CC -O2 -fmodules -fno-implicit-modules -Xclang -emit-module -fmodule-name=inlined -x c \
	-c module.modulemap -o inlined.pcm
quiet $CC -O2 -fmodules -fno-implicit-modules -fmodule-file=inlined.pcm c.c -o program
check_program "-fmodule-file" c.c inline.h

# A unit with a precompiled header or a module and one without, which name the header's path differently: one file, whose text
# is known. A unit that was preprocessed before does not know the text, but there is only one of that path.
mkdir inc
sed 's|//=.*|//= 10|' inline.h >inc/within.h
echo 'module within { header "within.h" export * }' >inc/module.modulemap
echo '#include "within.h"' >pre.h
cat >d.c <<'SOURCE'
#include "within.h"
int fifteen(void) //= 1
{
	volatile int sum = 0; //= 1
	for (int i = 0; i < 5; i++) //= 6
		sum += thrice(1); //= 5
	return sum; //= 1
}
SOURCE
sed 's|"inline.h"|"within.h"\nint fifteen(void);|; s|sum == 30|sum + fifteen() == 45|' c.c >e.c
with="$CC -O2 -Iinc"
quiet $with -x c-header pre.h -o pre.pch
quiet $with -c d.c
for made in "-include-pch pre.pch" "-fmodules -fimplicit-module-maps -fmodules-cache-path=cache2"; do
	# shellcheck disable=SC2086
	quiet $with $made -c e.c && quiet $CLANG d.o e.o -o program
	check_program "a unit with $made, and one without" d.c e.c inc/within.h
	# Both with it: its text is known by these alone.
	# shellcheck disable=SC2086
	quiet $with $made -c d.c -o both.o && quiet $CLANG both.o e.o -o program
	check_program "units with $made" d.c e.c inc/within.h
	same "the header's text, $made" "$(md5sum <inc/within.h | cut -d' ' -f1)" "$("$LPVIEW" --json p.lprof | "$PYTHON" -c 'import json, sys
print(*(file["md5"] for file in json.load(sys.stdin)["files"] if file["path"].endswith("within.h")))')"
done
quiet $with -E e.c -o e.i
quiet $CC -O2 -c e.i && quiet $CLANG d.o e.o -o program
check_program "a unit that was preprocessed before, and one that was not" d.c e.c inc/within.h
same "what exporters say" "" "$("$LPVIEW" --export lcov --force --output x.info p.lprof 2>&1)"

# C++20.
cat >sums.cppm <<'SOURCE'
export module sums;
export int twice(int x) //= 5
{
	return x + x; //= 5
}
export inline int once(int x) //= 5
{
	return x; //= 5
}
SOURCE
cat >use.cpp <<'SOURCE'
import sums;
int main() //= 1
{
	int sum = 0; //= 1
	for (int i = 0; i < 5; i++) //= 6
		sum += twice(once(i)); //= 5
	return sum == 20 ? 0 : 1; //= 1
}
SOURCE
if [ "$CLANG_MAJOR" -ge 16 ]; then
	quiet $CXX -std=c++20 -O2 --precompile sums.cppm -o sums.pcm
	quiet $CXX -std=c++20 -O2 -c sums.pcm -o sums.o
	quiet $CXX -std=c++20 -O2 -fmodule-file=sums=sums.pcm -c use.cpp -o use.o
	quiet $CLANGXX use.o sums.o -o program
	check_program "C++20 modules" use.cpp sums.cppm
	# Nobody writes the modules in the names. Who imports a function may have a copy of it, inlined.
	without="$CXX -std=c++20 -O2 -fplugin-arg-lineprof-exclude=twice"
	quiet $without -c sums.pcm -o sums.o
	quiet $without -fmodule-file=sums=sums.pcm -c use.cpp -o use.o
	quiet $CLANGXX use.o sums.o -o program
	./program
	shown=$("$LPVIEW" --json program.lprof | "$PYTHON" -c 'import json, sys
print(sorted(f["name"] for f in json.load(sys.stdin)["functions"]))')
	same "functions but twice()" "['main', 'once(int)']" "$shown"
fi
end_of_builds
