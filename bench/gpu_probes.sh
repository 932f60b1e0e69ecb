#!/bin/sh
# gpu_probes.sh: what the probe around a call to CUDA costs: a call of a function that does nothing,
# without lineprof's probe, with its gate closed (no GPU, the usual case of a test machine), and
# with the stand-in of tests/cuda/double, where CUPTI's own work is missing from the figure.
#
#   bench/gpu_probes.sh [BUILD]    CLANG_MAJOR=19; 20 rounds each, least and median, ns a call
set -eu
build=$(cd "${1:-build}" && pwd)
source=$(cd "$(dirname "$0")/.." && pwd)
major=${CLANG_MAJOR:-19}
work=$(mktemp -d "${TMPDIR:-/tmp}/lineprof-bench-XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

# The same loop twice: over a name that is a site, and over one that is none.
cat >loop.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int cudaEventRecord(void *, void *);
int otherEventRecord(void *, void *);
#define ROUNDS 20
#define CALLS 2000000
static int by_value(const void *a, const void *b)
{
	return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}
static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
#define MEASURE(call) do { \
	for (int r = 0; r < ROUNDS; r++) { \
		const double start = now(); \
		for (int i = 0; i < CALLS; i++) call(NULL, NULL); \
		ns[r] = (now() - start) / CALLS; \
	} \
	qsort(ns, ROUNDS, sizeof *ns, by_value); \
	printf("  %-22s least %6.2f  median %6.2f ns\n", #call, ns[0], ns[ROUNDS / 2]); \
} while (0)
int main(void)
{
	double ns[ROUNDS];
	cudaEventRecord(NULL, NULL);
	MEASURE(otherEventRecord);
	MEASURE(cudaEventRecord);
	return 0;
}
END
printf 'int cudaEventRecord(void *a, void *b) { return a == b; }\nint otherEventRecord(void *a, void *b) { return a == b; }\n' >calls.c
cc -O2 -shared -fPIC -o libcalls.so calls.c
clang-$major -O2 -fplugin="$build/lib/liblineprof.so" loop.c -o loop -L. -lcalls
clang-$major -O2 loop.c -o plain -L. -lcalls
cc -D_GNU_SOURCE -I"$source" -O2 -shared -fPIC -o libcuda.so.1 \
	"$source/tests/cuda/double/fake_gpu.c" -lpthread
ln -s libcuda.so.1 libcupti.so.13
export LINEPROF_REPORT=never LINEPROF_FILE=$work/%p.lprof
echo "without lineprof:"
LD_LIBRARY_PATH=. ./plain
echo "with lineprof, gate closed (LINEPROF_GPU=off):"
LINEPROF_GPU=off LD_LIBRARY_PATH=. ./loop
echo "with lineprof, gate open, stand-in for CUPTI:"
LD_LIBRARY_PATH=. ./loop
