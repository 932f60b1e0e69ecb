# pack.sh: a packed profile is shown the same where there is neither binary nor source.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >work.h <<'END'
static volatile long sink;
static inline long twice(long n) { return sink + 2 * n; }
END
cat >program.c <<'END'
#include "work.h"
__attribute__((noinline)) static void burn(long n)
{
	for (long i = 0; i < n; i++)
		sink = twice(i);
}
int main(void)
{
	burn(60000000);
	burn(30000000);
	return 0;
}
END
$CC -O2 program.c -o program
./program
show() {
	for report in --annotate --functions --lines --callers; do
		"$LPVIEW" $report "$1"
	done
	"$LPVIEW" --json "$1" | grep -v '^    ".*lprof"$'
}
show program.lprof >before.txt
has "a sampled line" "sink = twice(i)" <before.txt
quiet "$LPVIEW" pack program.lprof
[ -f program.packed.lprof ] || fail "no program.packed.lprof"

mkdir away
mv program program.c work.h program.lprof away
show program.packed.lprof >after.txt
cmp before.txt after.txt || fail "not shown the same: $(diff before.txt after.txt | head -20)"
# Another source or binary at its place makes no difference.
echo "int other;" >program.c
cp /bin/true program
show program.packed.lprof >after.txt
cmp before.txt after.txt || fail "shown by what is there: $(diff before.txt after.txt | head -20)"

# Packed profiles are summed up, beside unpacked ones too.
as_another program.packed.lprof other.packed.lprof
"$LPVIEW" --functions program.packed.lprof other.packed.lprof >sum.txt
has "the sum" "6 function calls" <sum.txt
if grep "^Warning" sum.txt | grep -qEv "only [0-9]* samples|samples are coarser"; then fail "the sum looks for the binary: $(cat sum.txt)"; fi

# What is there is not written over, and a full disk does no harm.
cp program.packed.lprof kept.lprof
if "$LPVIEW" pack -o kept.lprof away/program.lprof 2>err.txt; then fail "written over"; fi
has "the refusal" "kept.lprof: exists already" <err.txt
cmp kept.lprof program.packed.lprof || fail "a refused pack changed the file"
if "$LPVIEW" pack -f -o kept.lprof kept.lprof 2>err.txt; then fail "packed onto itself"; fi
has "the refusal" "is the profile itself" <err.txt
if (trap '' XFSZ && ulimit -f 8 && "$LPVIEW" pack -f -o kept.lprof program.packed.lprof) 2>err.txt
then fail "written to a full disk"; fi
has "the failure" "kept.lprof: cannot be written: File too large" <err.txt
cmp kept.lprof program.packed.lprof || fail "a failed pack lost the file"
same "files left behind" 0 "$(find . -name '*lprof.*' | wc -l)"
quiet "$LPVIEW" pack --force --output=kept.lprof program.packed.lprof
cmp kept.lprof program.packed.lprof || fail "packed again it differs"

# A pipe, or a device as /dev/null, is written into and stays what it is.
mkfifo pipe
timeout 60 cat pipe >through.lprof &
quiet "$LPVIEW" pack -f -o pipe program.packed.lprof
[ -p pipe ] || fail "a file has taken the pipe's place"
wait
cmp through.lprof program.packed.lprof || fail "through a pipe it differs"

# Without its binary or sources a profile is packed as far as it goes, and that is said.
mv away/program.lprof .
"$LPVIEW" pack -o poor.lprof program.lprof 2>err.txt || fail "no packing without the binary"
has "what is missing" "the binary has changed since it ran" <err.txt
has "what is missing" "1 of 2 sources not found" <err.txt
"$LPVIEW" pack -f -o poor.lprof --source-path=away program.lprof 2>err.txt
if grep -q sources err.txt; then fail "--source-path: $(cat err.txt)"; fi
