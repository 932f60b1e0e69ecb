# recorded.sh: profiles that were made on a GPU (recorded/NAME.lprof.gz, with what the program of
# tests/gpu expects of it) still say the same, hints among it. docs/gpu-checks.md says where they are from.
set -eu
. "$SOURCE/tests/cuda/lib.sh"
# It is about lpview, not about the compiler.
[ "$CLANG_MAJOR" = 19 ] || skip "once, with clang 19"
mkdir -p kept/static
for profile in "$SOURCE"/tests/cuda/recorded/*.lprof.gz; do
	name=$(basename "$profile" .lprof.gz)
	gzip -dc "$profile" >kept/static/"$name".lprof
	cp "${profile%.lprof.gz}.output" kept/static/
	GPU_COMPARE=$WORK/kept sh "$SOURCE/tests/gpu/run.sh" "$name" >out 2>&1 ||
		fail "$name: $(cat out)"
done

# What docs/cuda.md shows of one of them is what lpview says of it.
{
	"$LPVIEW" --gpu kept/static/heat.lprof
	"$LPVIEW" --hints kept/static/heat.lprof
} >out
sed -n '/^\$ lpview --gpu heat/,/^```/p' "$SOURCE/docs/cuda.md" | grep -v '^[$`]\|^\.\.\.' >shown
[ "$(wc -l <shown)" -ge 8 ] || fail "docs/cuda.md shows nothing of it: $(cat shown)"
grep -vxFf out shown >other || exit 0
fail "docs/cuda.md shows what lpview does not: $(cat other)"
