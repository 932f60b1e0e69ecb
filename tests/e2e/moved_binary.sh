# moved_binary.sh: a binary that is no longer where it ran is found by its build id: beside the profile, and where
# --source-path and --substitute-path say. Another one of its name is not taken for it. Nor the dynamic linker, where that starts it.
# One clang is enough: all is the viewer's.
. "$SOURCE/tests/e2e/lib.sh"
mkdir built copied
cat >built/program.c <<'END'
static volatile long sink;
int main(void)
{
	for (long i = 0; i < 300000000; i++)
		sink += i; // all of the time
	return 0;
}
END
$CC -O1 built/program.c -o built/program
(cd built && LINEPROF_FILE=program.lprof ./program)
# timed ARGUMENT...: 1 if the loop's line has a time.
timed() { "$LPVIEW" --lines "$@" | awk '/program\.c:5 .*sink/ && $2 > 0 { n++ } END { print n + 0 }'; }
same "where it ran" 1 "$(timed built/program.lprof)"
mv built/program.lprof run.lprof
mv built/program copied/program
same "gone" 0 "$(timed run.lprof)"
"$LPVIEW" run.lprof | has "the remedy" "put it back or beside the profile, or name its folder by --source-path"
same "by --source-path" 1 "$(timed --source-path copied run.lprof)"
same "by --substitute-path" 1 "$(timed --substitute-path "$PWD/built=$PWD/copied" run.lprof)"
cp run.lprof copied
same "beside the profile" 1 "$(timed copied/run.lprof)"
same "in the folder itself" 1 "$(cd copied && timed run.lprof)"
# Another program of that name.
sed 's/sink += i/sink -= i/' built/program.c >built/other.c
$CC -O1 built/other.c -o copied/program
same "another one beside it" 0 "$(timed copied/run.lprof)"

# Started by the dynamic linker, it is still the program that has the profile.
mkdir linked
$CC -O1 built/program.c -o "linked/a program"
linker=$(readelf -l "linked/a program" | sed -n 's/.*program interpreter: \(.*\)]/\1/p')
(cd linked && "$linker" "./a program")
same "by the dynamic linker" 1 "$(timed "linked/a program.lprof")"
same "files by the dynamic linker" 2 "$(ls linked | wc -l)"
