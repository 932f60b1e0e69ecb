# build_packaged.sh: what an installation offers to other builds: lineprof-cc and lineprof-c++,
# find_package(lineprof), pkg-config; also after it was moved.
# One clang is enough: what is installed is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
. "$TOOLS/build_program.sh"

cmake --install "$BUILD" --prefix "$PWD/prefix" >install.txt 2>&1 || fail "$(cat install.txt)"
mv prefix "moved here"
prefix=$PWD/moved\ here
PATH="$prefix/bin:$PATH"
export LINEPROF_CLANG="$CLANG"

# ---- lineprof-cc ----
quiet lineprof-cc -O2 a.c b.c -o program
check_program lineprof-cc
quiet lineprof-cc -O2 '-DTEXT="two  words"' -DSTAR='*' -c a.c b.c && quiet lineprof-cc a.o b.o -o program
check_program "lineprof-cc, -c and link"
cat >words.c <<'SOURCE'
#include <string.h>
int main(void) { return strcmp(TEXT, "two  'words' *\\") != 0; } //= 1
SOURCE
quiet lineprof-cc '-DTEXT="two  '\''words'\'' *\\"' words.c -o program
check_program "arguments as they are" words.c
echo '-O2 a.c b.c -o program' >"file with arguments"
quiet lineprof-cc "@file with arguments"
check_program "@file"
mkfifo arguments
(cat "file with arguments" >arguments) &
quiet lineprof-cc @arguments
check_program "@file that can be read once"
rm arguments
cp a.c main.cpp
printf '#ifdef __cplusplus\nextern "C"\n#endif\nint twice(int x);\n' >a.h
quiet lineprof-cc -c b.c && quiet lineprof-c++ -O2 main.cpp b.o -o program
check_program lineprof-c++ main.cpp b.c
cat >marked.c <<'SOURCE'
#include <lineprof.h>
LINEPROF_SKIP static int left_out(void)
{
	return 0;
}
int main(void) //= 1
{
	lineprof_region_begin("marked"); //= 1
	const int status = left_out(); //= 1
	lineprof_region_end(); //= 1
	return status; //= 1
}
SOURCE
quiet lineprof-cc -Werror -O2 marked.c -o program
check_program "lineprof-cc, <lineprof.h>" marked.c
"$LPVIEW" --regions p.lprof | has "lineprof-cc, <lineprof.h>" marked
# A program's own header of the name comes first.
mkdir own && echo 'int main(void) { return 0; } //= 1' >own/lineprof.h && echo '#include <lineprof.h>' >own.c
quiet lineprof-cc -Iown own.c -o program
check_program "lineprof-cc, another <lineprof.h>" own/lineprof.h
# What else is installed beside it is not found, but for who asks: then it is the user's own.
echo 'static inline int hot(void) { return 0; } //= 1' >"$prefix/include/hot.h"
printf '#include <hot.h>\nint main(void) { return hot(); } //= 1\n' >hot.c
lineprof-cc hot.c -o program 2>/dev/null && fail "lineprof-cc: finds what stands beside <lineprof.h>"
quiet lineprof-cc -I"$prefix/include" hot.c -o program
check_program "lineprof-cc, a header beside <lineprof.h>" hot.c "$prefix/include/hot.h"
quiet "$BUILD/bin/lineprof-cc" -Werror -O2 marked.c -o program
check_program "lineprof-cc of the build folder, <lineprof.h>" marked.c
quiet lineprof-cc -Werror -c marked.c && quiet lineprof-cc -Werror marked.o -o program
if [ -f "$($CLANG -print-file-name=libc.a)" ]; then
	for how in -static -static-pie; do
		quiet lineprof-cc -fPIE $how a.c b.c -o program
		check_program "lineprof-cc $how"
	done
	quiet lineprof-cc -static a.c b.c "$(find "$prefix" -name lineprof_rt.o)" -o program
	check_program "lineprof-cc -static, with the runtime named by hand"
	quiet lineprof-cc --static a.c b.c -o program
	check_program "lineprof-cc --static"
	echo '-O2 -static a.c b.c -o program' >"static file"
	quiet lineprof-cc "@static file"
	check_program "lineprof-cc @file, -static"
	quiet env LINEPROF_CLANG="$CLANG -static" lineprof-cc a.c b.c -o program
	check_program "lineprof-cc, -static behind the compiler's name"
fi
# It is linked where it fits, and named nowhere else.
runtimes() { # runtimes COUNT ARGUMENT...
	count=$1
	shift
	same "runtimes with $*" "$count" "$(lineprof-cc "$@" '-###' a.c b.c 2>&1 | grep -c 'lineprof_rt\.o"')"
}
runtimes 1 -static
runtimes 1 -static -fuse-ld=bfd -nostartfiles
for not in -m32 -mx32 --target=riscv64-linux-gnu "-target riscv64-linux-gnu" --target="$(uname -m)-linux-musl" -nostdlib -nodefaultlibs -nolibc \
	-shared -r -c -S -E -M --compile --assemble --preprocess --analyze -emit-ast -fsyntax-only --precompile; do
	# shellcheck disable=SC2086
	runtimes 0 -static $not
done
runtimes 0 -static-libgcc
runtimes 0 -Wl,-static
echo 'void _start(void); void _start(void) {}' >start.c
quiet lineprof-cc -O2 -ffreestanding -nostdlib -static start.c b.c -o bare
quiet lineprof-cc -Werror -static --compile b.c
status=0
LINEPROF_CLANG=gcc lineprof-cc a.c b.c -o none 2>err || status=$?
same "LINEPROF_CLANG=gcc: status" 1 "$status"
has "LINEPROF_CLANG=gcc" "lineprof-cc: gcc: is not clang" <err
quiet lineprof-cc -S a.c b.c && quiet lineprof-cc -Werror a.s b.s -o program
check_program "lineprof-cc, assembler"
quiet env -u LINEPROF_CLANG CC="$CLANG" lineprof-cc a.c b.c -o program
check_program "CC"
quiet env -u LINEPROF_CLANG CC=lineprof-cc lineprof-cc a.c b.c -o program
check_program "CC=lineprof-cc"
quiet env -u LINEPROF_CLANG CC=gcc lineprof-cc a.c b.c -o program
check_program "CC=gcc"
# Which word names the compiler: fakes that say how they were called.
mkdir -p fake/clang
for name in clang-7 clang++-7 launcher; do
	printf '#!/bin/sh\necho "%s: $*"\n' $name >fake/$name
done
chmod +x fake/*-7 fake/launcher
runs() { # runs CALL TOOL VARIABLE=VALUE
	env -u LINEPROF_CLANG PATH="$PWD/fake:$PATH" "$3" "$2" x.c | has "$3 $2" "$1 --start-no"
}
runs "clang-7: -I$PWD/fake/include" lineprof-cc "CC=clang-7 -I$PWD/fake/include"
runs "clang++-7: -I$PWD/fake" lineprof-c++ "CXX=clang++-7 -I$PWD/fake"
runs "launcher: clang-7 -B/usr/bin" lineprof-cc "CC=launcher clang-7 -B/usr/bin"
runs "clang++-7: -B/usr/bin" lineprof-c++ "LINEPROF_CLANG=clang-7 -B/usr/bin"
runs "launcher: clang++-7 -B/usr/bin" lineprof-c++ "LINEPROF_CLANG=launcher clang-7 -B/usr/bin"
runs "launcher: -n 5 clang-7" lineprof-cc "CC=launcher -n 5 clang-7"
runs "launcher: -n 5 clang++-7 -O1" lineprof-c++ "LINEPROF_CLANG=launcher -n 5 clang-7 -O1"
# What clang runs may call it, as for a part of the program that is made when that is linked.
printf '#!/bin/sh\nlineprof-cc --version >/dev/null || exit 1\nexec ld "$@"\n' >fake/linker
chmod +x fake/linker
quiet lineprof-cc "--ld-path=$PWD/fake/linker" a.c b.c -o program
check_program "a linker that calls lineprof-cc"
quiet env -u LINEPROF_CLANG CC="gcc -I$PWD/fake/clang" lineprof-cc a.c b.c -o program
check_program "CC=gcc, clang in a flag"
# What calls lineprof-cc again is no compiler.
ln -s "$prefix/bin/lineprof-cc" fake/another
printf '#!/bin/sh\nexec lineprof-cc "$@"\n' >fake/my-clang
chmod +x fake/my-clang
for what in lineprof-cc lineprof-c++ another my-clang; do
	status=0
	PATH="$PWD/fake:$PATH" LINEPROF_CLANG=$what timeout 20 lineprof-cc --version >out 2>err || status=$?
	same "LINEPROF_CLANG=$what: status" 1 "$status"
	has "LINEPROF_CLANG=$what" "lineprof-cc: $what: " <err
done
if can_build ccache; then
	quiet env LINEPROF_CLANG="ccache $CLANG" CCACHE_DIR="$PWD/cache" lineprof-cc -c a.c b.c
	quiet $CLANG a.o b.o -o program
	check_program "ccache clang"
fi
echo 'int main(void) { return x; }' >wrong.c
status=0
lineprof-cc wrong.c -o wrong 2>err || status=$?
same "lineprof-cc: clang's status" 1 "$status"
has "lineprof-cc: clang's words" "undeclared identifier" <err
mkdir bin
status=0
for tool in sh dirname readlink ls grep sort sed printf; do ln -s "$(command -v $tool)" bin/; done
env -u LINEPROF_CLANG -u CC PATH="$PWD/bin" "$prefix/bin/lineprof-cc" a.c -o none 2>err || status=$?
same "lineprof-cc without clang: status" 1 "$status"
same "lineprof-cc without clang: lines" 1 "$(grep -vc hint err)"
has "lineprof-cc without clang" "lineprof-cc: no clang found that lineprof serves: " <err

# ---- pkg-config ----
if can_build pkg-config; then
	PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name lineprof.pc)")
	export PKG_CONFIG_PATH
	eval "set -- $(pkg-config --cflags lineprof)"
	quiet $CLANG "$@" -O2 a.c b.c -o program
	check_program "pkg-config --cflags"
	quiet $CLANG "$@" -Werror -O2 marked.c -o program
	check_program "pkg-config, <lineprof.h>" marked.c
	$CLANG "$@" hot.c -o program 2>/dev/null && fail "pkg-config: finds what stands beside <lineprof.h>"
	same "pkg-config --libs" "" "$(pkg-config --libs lineprof | tr -d ' ')"
fi

# ---- manual pages and completions, made from the tables ----
share=$prefix/share
"$prefix/bin/lpview" --help | grep -o -- '--[a-z][a-z-]*' | sort -u >options
[ "$(wc -l <options)" -gt 10 ] || fail "too few options: $(cat options)"
gives() { # gives WHAT TEXT FILE: each option stands in the file, as `sed TEXT` writes it
	sed "$2" options | while read -r option; do
		grep -q -e "$option" "$3" || fail "$1: no $option"
	done
}
gives bash 's/^/[ \x27]/' "$share/bash-completion/completions/lpview"
gives zsh 's/^/\\*/' "$share/zsh/site-functions/_lpview"
gives fish 's/^--/-l /' "$share/fish/vendor_completions.d/lpview.fish"
if can_build bash; then
	completed() { # completed WORD...: of a line that ends with the last of them
		bash -c 'compopt() { :; }; . "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lpview
			echo ${COMPREPLY[*]}' "$share/bash-completion/completions/lpview" "$@"
	}
	replies() { # replies WORD...: the same, one from the other by a semicolon
		bash -c 'compopt() { :; }; . "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lpview
			printf "%s;" "${COMPREPLY[@]}"' "$share/bash-completion/completions/lpview" "$@"
	}
	same "bash: an option" "--sort=" "$(completed lpview --sor)"
	same "bash: a sort key" "cumtime cumulative" "$(completed lpview --sort = cum | xargs)"
	same "bash: a unit" "ms" "$(completed lpview -u m)"
	: >one.lprof
	same "bash: a profile" "one.lprof" "$(completed lpview on)"
	# What the line holds of a name is as it is typed.
	: >"two words.lprof"
	mkdir "three short words"
	same "bash: names with blanks" "two words.lprof;two words.lprof;three short words;three short words;" "$(
		for typed in two 'two\ w' '"three s'; do
			replies lpview "$typed"
		done
		replies lpview --source-path = three)"
	same "bash: a command" "pack" "$(completed lpview pac)"
	same "bash: an option of a command" "--fail-over=" "$(completed lpview gate --f)"
	same "bash: none of another" "" "$(completed lpview gate --ann)"
fi
if can_build zsh; then
	zsh -n "$share/zsh/site-functions/_lpview" || fail "zsh: wrong syntax"
fi
if can_build fish; then
	fish -c 'source $argv[1]; complete -C "lpview --so"' "$share/fish/vendor_completions.d/lpview.fish" |
		has "fish: an option" "--sort"
	fish -c 'source $argv[1]; complete -C "lpview gate --fa"' "$share/fish/vendor_completions.d/lpview.fish" |
		has "fish: an option of a command" "--fail-over"
	fish -c 'source $argv[1]; complete -C "lpview --sort cumt"' \
		"$share/fish/vendor_completions.d/lpview.fish" | has "fish: a sort key" "cumtime"
fi
if can_build scdoc; then
	gunzip -c "$share/man/man1/lpview.1.gz" | sed 's/\\//g' >lpview.1
	gives "lpview(1)" 's/^/fB/' lpview.1
	for name in lineprof-cc lineprof-c++; do
		gunzip -c "$share/man/man1/$name.1.gz" | has "$name(1)" LINEPROF_CLANG
	done
	gunzip -c "$share/man/man7/lineprof.7.gz" | has "lineprof(7)" "what one of them matches"
	if can_build man; then
		for page in man1/lpview.1 man1/lineprof-cc.1 man7/lineprof.7; do
			MANWIDTH=80 man --warnings -l "$share/man/$page.gz" 2>&1 >page.txt | grep . && fail "$page: warnings"
			grep -q 'SEE ALSO' page.txt || fail "$page: $(cat page.txt)"
		done
	fi
fi

# ---- CMake ----
mkdir project && cp a.c b.c a.h marked.c hot.c project/
cat >project/CMakeLists.txt <<'PROJECT'
cmake_minimum_required(VERSION 3.18)
project(program LANGUAGES C)
find_package(lineprof 0.1 REQUIRED)
add_library(b STATIC b.c)
add_executable(program a.c)
target_link_libraries(program b)
lineprof_target(program)
lineprof_target(b MODE counts)
add_executable(static a.c b.c)
lineprof_target(static)
target_link_options(static PRIVATE -static)
add_library(options INTERFACE)
target_link_options(options INTERFACE -static)
add_library(more INTERFACE)
target_link_libraries(more INTERFACE options)
add_library(nothing INTERFACE)
add_executable(by_library a.c b.c)
target_link_libraries(by_library PRIVATE nothing more)
lineprof_target(by_library)
add_library(named OBJECT b.c)
lineprof_target(named OPTIONS "exclude=std::vector<*>::*" "exclude=Lexer<int, 2>::parse")
add_executable(marked marked.c)
lineprof_target(marked)
# A header that stands beside the installed <lineprof.h> is not found by it.
add_library(hot OBJECT EXCLUDE_FROM_ALL hot.c)
lineprof_target(hot)
# As expressions and texts have it: OPTIONS, static in Release only.
set(by_two $<$<CONFIG:Release>:-static> $<$<CONFIG:MinSizeRel>:-static>)
set(by_list "$<$<CONFIG:Release>:-s;-static>")
set(by_text "$<$<CONFIG:Release>:SHELL:-static -s>")
set(by_choice $<IF:$<CONFIG:Release>,-static,-static-libgcc>)
set(by_link $<HOST_LINK:$<$<CONFIG:Release>:-static>>)
foreach(name IN ITEMS by_two by_list by_text by_choice by_link)
  add_executable(${name} a.c b.c)
  lineprof_target(${name})
  target_link_options(${name} PRIVATE ${${name}})
endforeach()
PROJECT
configure() { # CC [ARGUMENT...]
	cmake -S project -B project/build -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$@" >cmake.txt 2>&1
}
configure "$CLANG" -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXPORT_COMPILE_COMMANDS=ON && cmake --build project/build >cmake.txt 2>&1 ||
	fail "$(cat cmake.txt)"
for option in 'exclude=std::vector<*>::*' 'exclude=Lexer<int, 2>::parse'; do
	has "lineprof_target(OPTIONS)" "$option" <project/build/compile_commands.json
done
for name in program static by_library by_two by_list by_text by_choice by_link; do
	cp project/build/$name program
	check_program "lineprof_target($name)" project/a.c project/b.c
done
cp project/build/marked program
check_program "lineprof_target(), <lineprof.h>" project/marked.c
cmake --build project/build --target hot >cmake.txt 2>&1 && fail "lineprof_target: finds what stands beside <lineprof.h>"
rm -r project/build
# One generator, several configurations, of which one is static; and CMAKE_BUILD_TYPE says nothing.
configure "$CLANG" -G "Ninja Multi-Config" -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXE_LINKER_FLAGS_RELEASE="-s -static" &&
	cmake --build project/build --config Release --target program by_two >cmake.txt 2>&1 &&
	cmake --build project/build --config Debug >cmake.txt 2>&1 || fail "$(cat cmake.txt)"
for name in Release/program Release/by_two Debug/program Debug/by_choice Debug/by_list; do
	cp project/build/$name program
	check_program "several configurations, $name" project/a.c project/b.c
done
rm -r project/build
configure gcc && fail "find_package: gcc was taken"
tr '\n' ' ' <cmake.txt | tr -s ' ' | has "gcc is refused" "is not served: lineprof needs clang"
rm -r project/build
sed -i 's/MODE counts/MODUS counts/' project/CMakeLists.txt
configure "$CLANG" && fail "lineprof_target: an unknown word was taken"
tr '\n' ' ' <cmake.txt | tr -s ' ' | has "an unknown word" "lineprof_target(b): not understood: MODUS;counts"
rm -r project/build
sed -i 's/MODUS counts/MODE count/' project/CMakeLists.txt
configure "$CLANG" && fail "lineprof_target: an unknown mode was taken"
tr '\n' ' ' <cmake.txt | tr -s ' ' | has "an unknown mode" "lineprof_target(b): MODE count is none of auto, counts, deterministic"
end_of_builds
