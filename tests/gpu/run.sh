# run.sh [PROGRAM]...: with a GPU: builds programs of this folder by nvcc and clang, runs them and
# compares their own figures with their profiles. Without arguments: all of them.
#
#   GPU_BUILD_ONLY=FOLDER  builds them into FOLDER, with what they need, and runs none
#   GPU_PROGRAMS=FOLDER    takes them from there, where there is no clang
#   GPU_KEEP=FOLDER        keeps profiles and outputs there and compares nothing (no lpview there)
#   GPU_COMPARE=FOLDER     compares what was kept there; needs no GPU
set -eu
SOURCE=${SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
BUILD=${BUILD:-$SOURCE/build}
PLUGIN=${PLUGIN:-$BUILD/lib/liblineprof.so}
LPVIEW=${LPVIEW:-$BUILD/bin/lpview}
CLANG_MAJOR=${CLANG_MAJOR:-19}
CUDA=${CUDA_HOME:-${CUDA_PATH:-/usr/local/cuda}}
here=$SOURCE/tests/gpu
WORK=$(mktemp -d "${TMPDIR:-/tmp}/lineprof-gpu-XXXXXX")
trap 'rm -rf "$WORK"' EXIT
[ $# -gt 0 ] || set -- $(cd "$here" && ls *.cu | sed 's/\.cu$//')

skip() {
	printf 'skipped: %s\n' "$1"
	exit 77
}

# build NAME PROGRAM [FLAG...]
build() {
	name=$1
	program=$2
	shift 2
	[ -x "$CUDA/bin/nvcc" ] || skip "no nvcc in $CUDA/bin"
	[ "$name" != cublas ] || [ -f "$CUDA/include/cublas_v2.h" ] || skip "no cuBLAS"
	[ "$name" != cublas ] || set -- "$@" -lcublas
	allow=
	[ "$CLANG_MAJOR" -lt 20 ] || allow=-allow-unsupported-compiler
	NVCC_CCBIN=clang++-$CLANG_MAJOR NVCC_APPEND_FLAGS="-Xcompiler -fplugin=$PLUGIN $allow" \
		"$CUDA/bin/nvcc" -g -O2 -arch="${GPU_ARCH:-native}" "$here/$name.cu" -o "$program" "$@"
}

# compare PROFILE OUTPUT
compare() {
	"$LPVIEW" --json "$1" >"$WORK/json"
	"$LPVIEW" --check "$1"
	"${PYTHON:-python3}" "$here/compare.py" "$2" "$WORK/json"
	"$LPVIEW" --gpu --no-pager "$1"
}

if [ -n "${GPU_BUILD_ONLY:-}" ]; then
	mkdir -p "$GPU_BUILD_ONLY"
	for name in "$@"; do build "$name" "$GPU_BUILD_ONLY/$name"; done
	cp "$BUILD"/lib/liblineprof_*.so "$LPVIEW" "$GPU_BUILD_ONLY/"
	exit 0
fi
if [ -n "${GPU_COMPARE:-}" ]; then
	for name in "$@"; do
		[ ! -f "$GPU_COMPARE/$name.lprof" ] ||
			compare "$GPU_COMPARE/$name.lprof" "$GPU_COMPARE/$name.output"
	done
	exit 0
fi
[ -e /dev/nvidiactl ] || [ -e /dev/dxg ] || skip "no NVIDIA GPU here (no /dev/nvidiactl)"
ldconfig -p | grep -q 'libcuda\.so\.1' || skip "no NVIDIA driver here (no libcuda.so.1)"
for name in "$@"; do
	for cudart in static shared; do
		if [ -n "${GPU_PROGRAMS:-}" ]; then
			[ $cudart = static ] || continue
			cp "$GPU_PROGRAMS/$name" "$WORK/program"
			export LINEPROF_RUNTIME="$GPU_PROGRAMS/liblineprof_rt.so"
		else
			build "$name" "$WORK/program" -cudart $cudart
		fi
		LINEPROF_FILE=$WORK/run.lprof "$WORK/program" >"$WORK/output"
		if [ -n "${GPU_KEEP:-}" ]; then
			mkdir -p "$GPU_KEEP"
			cp "$WORK/run.lprof" "$GPU_KEEP/$name.lprof"
			cp "$WORK/output" "$GPU_KEEP/$name.output"
		else
			compare "$WORK/run.lprof" "$WORK/output"
		fi
	done
done
