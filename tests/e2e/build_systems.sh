# build_systems.sh: builds that are steered by somebody else: ccache, CMake with the flag in
# its flags, autotools with the flag in CFLAGS; what they probe must work with it too.
# One clang is enough: what they do with the flag is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
. "$TOOLS/build_program.sh"

# ---- ccache ----
if can_build ccache; then
	CCACHE_DIR=$PWD/cache
	export CCACHE_DIR
	unset CCACHE_BASEDIR
	# hits: how many compilations ccache has answered by itself
	hits() { ccache --print-stats | awk '$1 ~ /^(direct|preprocessed)_cache_hit$/ { n += $2 } END { print n }'; }
	for turn in first second; do
		quiet ccache $CC -O2 -c a.c && quiet ccache $CC -O2 -c b.c && quiet $CLANG a.o b.o -o program
		check_program "ccache, $turn time"
		rm -f ./*.o
	done
	same "ccache: hits" 2 "$(hits)"
	quiet ccache $CLANG -O2 -c b.c -o plain.o
	nm plain.o | grep -q __lineprof && fail "ccache: an instrumented object was given to a build without"
	same "ccache: hits of a build without" 2 "$(hits)"
	quiet ccache $CC -fplugin-arg-lineprof-mode=counts -O2 -c b.c
	same "ccache: hits of another mode" 2 "$(hits)"
	# One cache for two folders: with debug information, ccache tells them apart.
	for folder in one two; do
		mkdir $folder && cp a.c b.c a.h $folder/
		(cd $folder && quiet ccache $CC -O2 -g1 -c a.c && quiet ccache $CC -O2 -g1 -c b.c)
	done
	$CLANG two/a.o two/b.o -o program
	check_program "ccache, one cache for two folders" two/a.c two/b.c
	same "ccache: the folder of the sources" "['$PWD/two/a.c', '$PWD/two/b.c']" "$(query p.lprof "sorted({f.file for f in profile.functions()})")"
	unset CCACHE_DIR
fi
# What tells ccache that the plugins are others is the loader: it has the digest of what they are made of.
digest() { # digest FOLDER
	cmake -DSOURCE="$1" -DOUTPUT="$PWD/digest.h" -P "$SOURCE/cmake/PluginDigest.cmake" && cut -d'"' -f2 digest.h
}
mkdir other && cp -r "$SOURCE/plugin" "$SOURCE/format" other/
same "the loader's digest" "$(digest "$SOURCE")" "$(strings -a "$BUILD/lib/liblineprof.so" | sed -n 's/^plugins of //p')"
same "the digest of the same elsewhere" "$(digest "$SOURCE")" "$(digest "$PWD/other")"
echo '// another' >>other/plugin/visits.cpp
[ "$(digest "$SOURCE")" != "$(digest "$PWD/other")" ] || fail "other plugins, the same digest"
# As distcc and icecc do: preprocessed here, compiled there, where the sources are not.
mkdir there
for unit in a b; do
	quiet $CC -O2 -E "$PWD/$unit.c" -o there/$unit.i
	(cd there && quiet $CC -O2 -x cpp-output -c $unit.i -o ../$unit.o)
done
quiet $CLANG a.o b.o -o program
check_program "preprocessed here, compiled there"
rm -f program ./*.o

# ---- CMake, with checks of features and of what compiles ----
mkdir project && cp a.c b.c a.h project/
cat >project/CMakeLists.txt <<'PROJECT'
cmake_minimum_required(VERSION 3.16)
project(program LANGUAGES C CXX)
include(CheckCSourceCompiles)
include(CheckCSourceRuns)
include(CheckFunctionExists)
include(CheckIPOSupported)
find_package(Threads REQUIRED)
check_c_source_compiles("int main(void) { return __builtin_popcount(3); }" HAS_POPCOUNT)
check_c_source_compiles("int main(void) { return no_such_function(3); }" HAS_NONSENSE)
check_c_source_runs("int main(void) { return 0; }" RUNS)
check_function_exists(strdup HAS_STRDUP)
check_function_exists(no_such_function HAS_NO_SUCH)
if(NOT HAS_POPCOUNT OR HAS_NONSENSE OR NOT RUNS OR NOT HAS_STRDUP OR HAS_NO_SUCH)
  message(FATAL_ERROR "a check came out wrong")
endif()
add_library(b b.c)
target_compile_features(b PRIVATE c_std_11)
add_executable(program a.c)
target_link_libraries(program b Threads::Threads)
enable_testing()
add_test(NAME program COMMAND program)
PROJECT
for shared in OFF ON; do
	cmake -S project -B project/build -DCMAKE_C_COMPILER="$CLANG" -DCMAKE_CXX_COMPILER="$CLANGXX" \
		-DCMAKE_C_FLAGS="-fplugin=$PLUGIN" -DCMAKE_CXX_FLAGS="-fplugin=$PLUGIN" \
		-DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=$shared >cmake.txt 2>&1 &&
		cmake --build project/build >>cmake.txt 2>&1 || fail "$(cat cmake.txt)"
	grep -i 'warning' cmake.txt && fail "CMake, shared $shared: warnings"
	ln -sf project/build/program program
	check_program "CMake, shared $shared" project/a.c project/b.c
	[ "$FULL" = 1 ] || break
done
same "profiles of CMake's own probes" "" "$(find project -name '*.lprof')"
rm -f program

# ---- CMake's precompiled headers: it makes them a system header's, with all that is included there ----
mkdir -p headers/inc headers/theirs headers/others
cat >headers/inc/top.h <<'END'
#include <algorithm>
#include <vector>
#include "deep.h"
#include <others.h>
#include <theirs.h>
inline int top(int n)
{
	std::vector<int> both{n, 2};
	std::sort(both.begin(), both.end());
	return deep(n) + theirs(both[0]) + others();
}
END
echo 'inline int deep(int n) { return 2 * n; }' >headers/inc/deep.h
echo 'inline int theirs(int n) { return 3 * n; }' >headers/theirs/theirs.h
echo 'inline int others() { return 0; }' >headers/others/others.h
cat >headers/main.cpp <<'END'
int main(int count, char **)
{
	return top(count) != 5;
}
END
cat >headers/CMakeLists.txt <<'PROJECT'
cmake_minimum_required(VERSION 3.16)
project(headers LANGUAGES CXX)
add_executable(headers main.cpp)
target_include_directories(headers PRIVATE inc)
target_include_directories(headers SYSTEM PRIVATE theirs)
target_compile_options(headers PRIVATE -isystem ${CMAKE_SOURCE_DIR}/others/)
target_precompile_headers(headers PRIVATE inc/top.h)
PROJECT
for level in -O0 -O2; do
	rm -rf headers/build
	cmake -S headers -B headers/build -DCMAKE_CXX_COMPILER="$CLANGXX" \
		-DCMAKE_CXX_FLAGS="$level -fplugin=$PLUGIN" >cmake.txt 2>&1 &&
		cmake --build headers/build >>cmake.txt 2>&1 || fail "$(cat cmake.txt)"
	(cd headers/build && ./headers)
	same "functions of precompiled headers at $level" "['deep', 'main', 'top']" \
		"$(query headers/build/headers.lprof "sorted(function.name for function in profile.functions())")"
done

# ---- libtool: it links what looks like a name of C in an object to a pointer of C, which a thread-local one is not ----
quiet $CC -O2 -c a.c -o names.o
same "thread-local names that C could have" "" "$(readelf -sW names.o | awk '$4 == "TLS" { print $8 }' | grep -v '[.$]')"
rm names.o

# ---- autotools ----
if can_build autoreconf && can_build make; then
	mkdir tools && cp a.c b.c a.h tools/
	libtool='' library=noinst_LIBRARIES archive=libb.a prefix=libb_a
	if command -v libtoolize >/dev/null; then
		libtool=LT_INIT library=noinst_LTLIBRARIES archive=libb.la prefix=libb_la
	fi
	cat >tools/configure.ac <<PROJECT
AC_INIT([program], [1])
AM_INIT_AUTOMAKE([foreign])
AC_PROG_CC
AC_PROG_RANLIB
AM_PROG_AR
$libtool
AC_CHECK_FUNCS([strdup no_such_function])
AC_C_BIGENDIAN
AC_CHECK_SIZEOF([long])
AC_CONFIG_HEADERS([config.h])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
PROJECT
	cat >tools/Makefile.am <<PROJECT
$library = $archive
${prefix}_SOURCES = b.c a.h
bin_PROGRAMS = program
program_SOURCES = a.c
program_LDADD = $archive
TESTS = program
PROJECT
	(cd tools && autoreconf -i && mkdir build && cd build &&
		../configure CC="$CLANG" CFLAGS="-O2 -fplugin=$PLUGIN" && make && make check) >autotools.txt 2>&1 ||
		fail "autotools: $(tail -n 30 autotools.txt)"
	[ -z "$libtool" ] || grep -q 'command to parse .* output .*ok$' autotools.txt || fail "libtool: $(grep parse autotools.txt)"
	grep -q 'define HAVE_STRDUP 1' tools/build/config.h || fail "configure found no strdup"
	grep -q 'define HAVE_NO_SUCH' tools/build/config.h && fail "configure found what is not there"
	grep -q 'define SIZEOF_LONG 8' tools/build/config.h || fail "configure: the size of long"
	cp tools/build/program program
	check_program "autotools" tools/a.c tools/b.c
fi

# ---- Meson: its checks come out as without ----
if can_build meson; then
	mkdir meson && cp a.c b.c a.h meson/
	cat >meson/meson.build <<'PROJECT'
project('program', 'c')
cc = meson.get_compiler('c')
add_project_arguments(cc.get_supported_arguments('-fvisibility=hidden', '-fwrapv', '-fno-such-flag'), language: 'c')
assert(cc.has_function('strdup') and not cc.has_function('no_such_function'))
assert(cc.has_header_symbol('stdio.h', 'printf') and cc.has_function_attribute('constructor'))
executable('program', 'a.c', 'b.c')
PROJECT
	CC="$CC" meson setup meson/build meson >meson.txt 2>&1 && ninja -C meson/build >>meson.txt 2>&1 || fail "$(cat meson.txt)"
	for flag in visibility=hidden wrapv; do
		has "Meson's flags" "-f$flag" <meson/build/compile_commands.json
	done
	cp meson/build/program program
	check_program "Meson" meson/a.c meson/b.c
fi
end_of_builds
