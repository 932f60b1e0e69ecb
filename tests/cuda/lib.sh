# lib.sh: what the tests of CUDA have in common. To be sourced by sh -eu, with CLANG_MAJOR,
# PLUGIN, LPVIEW, BUILD, SOURCE and PYTHON in the environment.
# shellcheck shell=sh
CUDA=${CUDA_HOME:-${CUDA_PATH:-/usr/local/cuda}}
WORK=$(mktemp -d "${TMPDIR:-/tmp}/lineprof-cuda-XXXXXX")
trap 'rm -rf "$WORK"' EXIT
cd "$WORK"
# What compilers leave behind goes with the rest.
mkdir tmp
export TMPDIR="$WORK/tmp"

skip() {
	printf 'skipped: %s\n' "$1"
	exit 77
}

fail() {
	printf 'failed: %s\n' "$1" >&2
	exit 1
}

# as_another PROFILE COPY: a copy as of another process, which started at another time; a sum
# takes no process twice.
as_another() {
	cp "$1" "$2"
	printf '\1\1\1' | dd of="$2" bs=1 seek=32 conv=notrunc status=none
}

# The stand-in for driver, runtime and CUPTI, under their three names, and a program that uses it.
double=$SOURCE/tests/cuda/double
make_double() {
	cc -D_GNU_SOURCE -I"$SOURCE" -g -shared -fPIC -o libcuda.so.1 "$double/fake_gpu.c" -lpthread
	ln -s libcuda.so.1 libcupti.so.13
	ln -s libcuda.so.1 libcudart.so
}

build_pipeline() {
	clang-$CLANG_MAJOR -fplugin="$PLUGIN" -O2 -I"$SOURCE/runtime" "$double/pipeline.c" \
		-o pipeline -L. -lcudart -lpthread
}

# Of the collector, what makes sums of records, without CUPTI and the driver.
fold_sources() {
	for part in fold calls rows busy memory regions; do
		echo "$SOURCE/runtime/gpu_$part.c"
	done
}

need_nvcc() {
	[ -x "$CUDA/bin/nvcc" ] || skip "no nvcc in $CUDA/bin (CUDA_HOME names another place)"
	[ -f "$CUDA/include/cuda_runtime.h" ] || skip "no CUDA headers in $CUDA/include"
}

# What this clang needs to take a toolkit that is newer than itself: the commands of docs/cuda.md.
clang_cuda_flags() {
	need_nvcc
	cuda_flags="-x cuda --cuda-path=$CUDA --cuda-gpu-arch=sm_75 -Wno-unknown-cuda-version"
	[ "$CLANG_MAJOR" -lt 20 ] || return 0
	[ -d shim ] || sed -n '/^mkdir -p shim/,/^chmod/p' "$SOURCE/docs/cuda.md" |
		sed "s|/usr/local/cuda|$CUDA|g" | bash
	cuda_flags="-x cuda --cuda-path=$WORK/shim --cuda-gpu-arch=sm_75 -Wno-unknown-cuda-version"
	[ "$CLANG_MAJOR" -gt 15 ] || cuda_flags="$cuda_flags -D__CLANG_CUDA_TEXTURE_INTRINSICS_H__"
}
