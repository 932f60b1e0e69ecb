# replay.sh: buffers of records that tests/gpu/record.c kept give the same sums when they are handed over
# again. First those of the double; then recorded/*.bin, which were taken on a GPU (named by GPU
# and CUPTI version), through the real CUPTI, against what is in recorded/*.expected.
# One clang is enough: the collector is the same with each.
set -eu
. "$SOURCE/tests/cuda/lib.sh"
# It is about the collector, not about the compiler.
make_double
cc -D_GNU_SOURCE -I"$SOURCE" -shared -fPIC -o librecord.so "$SOURCE/tests/gpu/record.c" -L. \
	-Wl,--no-as-needed -l:libcuda.so.1 -ldl
cc -D_GNU_SOURCE -I"$SOURCE" -o replay "$SOURCE/tests/cuda/replay.c" $(fold_sources) -ldl
build_pipeline
export LD_LIBRARY_PATH=$WORK LINEPROF_REPORT=never
LINEPROF_CUPTI=$WORK/librecord.so LINEPROF_RECORD=$WORK/kept.bin ./pipeline >stdout
[ -s kept.bin ] || fail "nothing was recorded"
./replay ./libcupti.so.13 kept.bin >got || fail "no replay: $(cat got)"
"$LPVIEW" --json pipeline.lprof >json
"$PYTHON" - <<'END' || fail "other sums: $(cat got)"
import json
gpu = json.load(open("json"))["gpu"]
wanted = sorted((row["kind"], row["count"], row["total_ns"], row["bytes"]) for row in gpu["work"])
lines = [line.split() for line in open("got")]
got = sorted((words[0], int(words[4]), int(words[6]), int(words[8])) for words in lines[1:])
assert got == wanted, (got, wanted)
assert int(lines[0][1]) == gpu["records"] and lines[0][3] == "0", lines[0]
END
head -c 1000 kept.bin >cut.bin
! ./replay ./libcupti.so.13 cut.bin >got || fail "half a recording was replayed"

[ -d "$SOURCE/tests/cuda/recorded" ] || exit 0
for library in "$CUDA"/extras/CUPTI/lib64/libcupti.so "$CUDA"/lib64/libcupti.so; do
	[ -e "$library" ] || continue
	for recording in "$SOURCE"/tests/cuda/recorded/*.bin; do
		./replay "$library" "$recording" | diff -u "${recording%.bin}.expected" - ||
			fail "$recording: other sums (- expected, + got)"
	done
	exit 0
done
