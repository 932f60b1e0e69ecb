# build_ways.sh: the forms that a clang command can have: several files at once, -c and link,
# -S, stdin, assembler, dependencies, -E, -save-temps, -Werror.
# Two clangs are enough: what is between them has the same forms.
. "$SOURCE/tests/e2e/lib.sh"
. "$TOOLS/build_program.sh"

for level in -O0 -O2; do
	quiet $CC $level a.c b.c -o program
	check_program "several files, $level"
done

quiet $CC -O2 a.c -S && quiet $CC -O2 b.c -S && quiet $CLANG a.s b.s -o program
check_program "-S, then the assembler"
# Up to 16 clang warns of a flag that only the compiler takes.
quiet $CC -Wno-unused-command-line-argument -O2 a.s b.s -o program
check_program "an assembler file with the flag"
quiet $CC -O2 -E a.c -o a.i && quiet $CC -O2 -E b.c -o b.i && quiet $CC -O2 -c a.i b.i &&
	quiet $CLANG a.o b.o -o program
check_program "-E, then the compiler"
quiet $CC -O2 -emit-llvm -c a.c -o a.bc && quiet $CC -O2 -emit-llvm -S b.c -o b.ll &&
	quiet $CC a.bc b.ll -o program
check_program "bitcode"
quiet $CC -O2 -save-temps a.c b.c -o program
check_program "-save-temps"
quiet $CC -O2 -pipe -MMD -MF a.d a.c b.c -o program
check_program "-MMD"
echo '-O2 a.c b.c "-DTEXT=a b" -o program' >arguments.txt
quiet $CC @arguments.txt
check_program "@file"
mkdir "with space" && cp a.c a.h b.c "with space/" && quiet $CC -O2 "with space/a.c" "with space/b.c" -o program
check_program "a folder with a space" "with space/a.c" "with space/b.c"

# stdin: a file named <stdin>.
cat b.c | $CC -O2 -x c -c - -o b.o || fail "stdin"
quiet $CC -O2 a.c b.o -o program
check_program stdin a.c

# What makes no code is untouched.
for what in "-E" "-M" "-fsyntax-only" "-E -dM"; do
	$CLANG $what a.c >plain.out 2>&1
	$CC $what a.c >plugin.out 2>&1
	cmp plain.out plugin.out || fail "$what differs"
done

# No file beside the outputs.
rm -rf program ./*.[osid] ./*.bc ./*.ll ./*.out arguments.txt p.lprof said.txt "with space"
same "files" "a.c a.h b.c" "$(echo *)"
quiet $CC -O2 -c a.c b.c
same "files" "a.c a.h a.o b.c b.o" "$(echo *)"
end_of_builds
