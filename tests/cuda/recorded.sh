# recorded.sh: profiles that were made on a GPU (recorded/NAME.lprof.gz, with what the program of
# tests/gpu expects of it) still say the same, hints among it. docs/gpu-checks.md says where they are from.
# One clang is enough: lpview is the same with each.
set -eu
. "$SOURCE/tests/cuda/lib.sh"
# It is about lpview, not about the compiler.
mkdir -p kept/static
for profile in "$SOURCE"/tests/cuda/recorded/*.lprof.gz; do
	name=$(basename "$profile" .lprof.gz)
	gzip -dc "$profile" >kept/static/"$name".lprof
	cp "${profile%.lprof.gz}.output" kept/static/
	GPU_COMPARE=$WORK/kept sh "$SOURCE/tests/gpu/run.sh" "$name" >out 2>&1 ||
		fail "$name: $(cat out)"
done

# A GPU of which no work has times, as after an error, has no time of which hints could be a share.
"$PYTHON" - kept/static/stalls.lprof no_times.lprof <<'END'
import sys
data = bytearray(open(sys.argv[1], "rb").read())
name = data.index(b"NVIDIA H100")
data[name - 272:name - 256] = bytes(16)  # lp_gpu_device: first_ns and last_ns before the name
open(sys.argv[2], "wb").write(data)
END
"$LPVIEW" --hints no_times.lprof >out
grep -q '^no hints' out && ! grep -q '\(inf\|nan\) %' out || fail "a share of no time: $(cat out)"

# What docs/cuda.md shows of one of them is what lpview says of it.
{
	"$LPVIEW" --gpu kept/static/heat.lprof
	"$LPVIEW" --hints kept/static/heat.lprof
} >out
sed -n '/^\$ lpview --gpu heat/,/^```/p' "$SOURCE/docs/cuda.md" | grep -v '^[$`]\|^\.\.\.' >shown
[ "$(wc -l <shown)" -ge 8 ] || fail "docs/cuda.md shows nothing of it: $(cat shown)"
grep -vxFf out shown >other || exit 0
fail "docs/cuda.md shows what lpview does not: $(cat other)"
