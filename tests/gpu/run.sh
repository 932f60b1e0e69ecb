# run.sh [PROGRAM]...: with a GPU: builds programs of this folder by nvcc and clang, runs them and
# compares their own figures with their profiles. Without arguments: all of them.
#
#   GPU_BUILD_ONLY=FOLDER  builds them into FOLDER, with what they need, and runs none
#   GPU_PROGRAMS=FOLDER    takes them from there, where there is no clang
#   GPU_KEEP=FOLDER        keeps profiles, outputs and CUPTI's buffers there and compares nothing (no
#                          lpview there)
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

# What a program is built with beyond the common flags.
flags_of() {
	case $1 in
	cublas) echo -lcublas -Xlinker -rpath,"$CUDA/lib64" ;;
	libraries) echo -lcufft -lcurand -Xlinker -rpath,"$CUDA/lib64" ;;
	cudnn) echo -lcudnn -Xlinker -rpath,"$CUDA/lib64" ;;
	nccl) echo -lnccl -Xlinker -rpath,"$CUDA/lib64" ;;
	driver | virtual) echo -L"$CUDA/lib64/stubs" -lcuda ;;
	dynamic) echo -rdc=true -lcudadevrt ;;
	threads) echo --default-stream per-thread ;;
	esac
}

# What a program needs beyond nvcc; empty if it is there.
lack_of() {
	case $1 in
	cublas) set -- "$CUDA/include/cublas_v2.h" "$CUDA/lib64/libcublas.so" ;;
	cudnn) set -- "$CUDA/include/cudnn.h" "$CUDA/lib64/libcudnn.so" ;;
	nccl) set -- "$CUDA/include/nccl.h" "$CUDA/lib64/libnccl.so" ;;
	libraries) set -- "$CUDA/include/cufft.h" "$CUDA/lib64/libcufft.so" "$CUDA/include/curand.h" ;;
	thrust) set -- "$CUDA/include/cccl/thrust/sort.h" ;;
	nvtx) set -- "$CUDA/include/nvtx3/nvToolsExt.h" ;;
	*) set -- ;;
	esac
	for file in "$@"; do [ -e "$file" ] || echo "no $file"; done
}

# build NAME PROGRAM [FLAG...]
build() {
	name=$1
	program=$2
	shift 2
	allow=
	[ "$CLANG_MAJOR" -lt 20 ] || allow=-allow-unsupported-compiler
	# shellcheck disable=SC2046
	NVCC_CCBIN=clang++-$CLANG_MAJOR NVCC_APPEND_FLAGS="-Xcompiler -fplugin=$PLUGIN $allow" \
		"$CUDA/bin/nvcc" -g -O2 -arch="${GPU_ARCH:-native}" -I"$SOURCE/runtime" \
		"$here/$name.cu" -o "$program" $(flags_of "$name") "$@"
}

# The CUPTI that keeps its buffers, in FOLDER; nothing where there is none to be linked with.
build_record() {
	for folder in "$CUDA/lib64" "$CUDA/extras/CUPTI/lib64"; do
		[ -e "$folder/libcupti.so" ] || continue
		cc -D_GNU_SOURCE -I"$SOURCE" -shared -fPIC -o "$1/librecord.so" "$here/record.c" \
			-L"$folder" -Wl,--no-as-needed -lcupti -Wl,-rpath,"$folder" -ldl
		return 0
	done
}

# compare NAME FOLDER: what was kept of the program.
compare() {
	kept=$2/$1
	"$LPVIEW" --json "$kept.lprof" >"$WORK/json"
	"$LPVIEW" --check "$kept.lprof"
	"${PYTHON:-python3}" "$here/compare.py" "$kept.output" "$WORK/json"
	[ ! -s "$kept.csv" ] ||
		"${PYTHON:-python3}" "$here/ncu.py" "$kept.csv" "$WORK/json"
	grep '^COST' "$kept.output" || :
	"$LPVIEW" --gpu --no-pager "$kept.lprof"
	"$LPVIEW" --regions --no-pager "$kept.lprof"
}

# The kernel whose time Nsight Compute is asked for: one that takes long.
ncu_kernel() {
	case $1 in saxpy) echo spin ;; esac
}

# Not those with so many launches that what CUPTI hands over is too much to be kept.
is_recorded() {
	case $1 in churn | cost | crowd | heat | killed | late | many | stalls) return 1 ;; esac
}

# costs PROGRAM: what it says of costs, the least of 7 rounds, one way after the other.
costs() {
	for _ in 1 2 3 4 5 6 7; do
		for way in LINEPROF_GPU=on LINEPROF_GPU=off LINEPROF=off; do
			env "$way" LINEPROF_FILE="$WORK/other.lprof" "$1" | sed -n "s/^COST/COST $way/p"
		done
	done | sort -s -k2,2 -k5n,5 | awk '!seen[$2]++'
}

# run NAME PROGRAM FOLDER: leaves profile, output and the like there.
run() {
	kept=$3/$1
	LINEPROF_FILE=$kept.lprof "$2" >"$kept.output" || echo "EXIT $?" >>"$kept.output"
	! grep -q '^COST' "$kept.output" || costs "$2" >>"$kept.output"
	if [ -n "$(ncu_kernel "$1")" ] && command -v ncu >/dev/null; then
		LINEPROF=off ncu --csv --print-units base --clock-control none \
			--metrics gpu__time_duration.sum -k "$(ncu_kernel "$1")" "$2" >"$kept.csv" ||
			{ echo "ncu does not run here"; rm -f "$kept.csv"; }
	fi
}

if [ -n "${GPU_COMPARE:-}" ]; then
	for name in "$@"; do
		for cudart in static shared; do
			[ ! -f "$GPU_COMPARE/$cudart/$name.lprof" ] ||
				compare "$name" "$GPU_COMPARE/$cudart"
		done
	done
	exit 0
fi
if [ -n "${GPU_BUILD_ONLY:-}" ]; then
	[ -x "$CUDA/bin/nvcc" ] || skip "no nvcc in $CUDA/bin"
	mkdir -p "$GPU_BUILD_ONLY"
	for name in "$@"; do
		lack=$(lack_of "$name")
		[ -z "$lack" ] || { echo "$name: $lack"; continue; }
		for cudart in static shared; do
			mkdir -p "$GPU_BUILD_ONLY/$cudart"
			build "$name" "$GPU_BUILD_ONLY/$cudart/$name" -cudart $cudart
		done
	done
	build_record "$GPU_BUILD_ONLY"
	cp "$BUILD"/lib/liblineprof_*.so "$LPVIEW" "$GPU_BUILD_ONLY/"
	exit 0
fi
[ -e /dev/nvidiactl ] || [ -e /dev/dxg ] || skip "no NVIDIA GPU here (no /dev/nvidiactl)"
"${PYTHON:-python3}" -c 'import ctypes; ctypes.CDLL("libcuda.so.1")' 2>/dev/null ||
	skip "no NVIDIA driver here (no libcuda.so.1)"
if [ -n "${GPU_PROGRAMS:-}" ]; then
	export LINEPROF_RUNTIME="$GPU_PROGRAMS/liblineprof_rt.so"
else
	[ -x "$CUDA/bin/nvcc" ] || skip "no nvcc in $CUDA/bin"
fi
[ -z "${GPU_KEEP:-}" ] || mkdir -p "$GPU_KEEP"
for name in "$@"; do
	lack=$(lack_of "$name")
	if [ -z "${GPU_PROGRAMS:-}" ] && [ -n "$lack" ]; then
		[ $# -gt 1 ] || skip "$lack"
		echo "$name: $lack"
		continue
	fi
	for cudart in static shared; do
		if [ -n "${GPU_PROGRAMS:-}" ]; then
			program=$GPU_PROGRAMS/$cudart/$name
			[ -x "$program" ] || continue
		else
			program=$WORK/program
			build "$name" "$program" -cudart $cudart
		fi
		mkdir -p "${GPU_KEEP:-$WORK}/$cudart"
		run "$name" "$program" "${GPU_KEEP:-$WORK}/$cudart"
		if [ -z "${GPU_KEEP:-}" ]; then
			compare "$name" "$WORK/$cudart"
		elif [ -e "${GPU_PROGRAMS:-$WORK}/librecord.so" ] && is_recorded "$name"; then
			LINEPROF_CUPTI=${GPU_PROGRAMS:-$WORK}/librecord.so \
				LINEPROF_RECORD=$GPU_KEEP/$cudart/$name.bin \
				LINEPROF_FILE=$WORK/other.lprof "$program" >"$WORK/recorded" || :
		fi
	done
done
