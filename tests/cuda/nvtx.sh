# nvtx.sh: a tool that listens gets a range of the domain "lineprof" around each call, with and
# without a GPU; none with LINEPROF_NVTX=off. Needs NVTX's headers, as lineprof's build did.
set -eu
. "$SOURCE/tests/cuda/lib.sh"
[ -f "$CUDA/include/nvtx3/nvToolsExt.h" ] || skip "no nvtx3/nvToolsExt.h in $CUDA/include"
grep -q '^NVTX_INCLUDE_DIR:PATH=/' "$BUILD/CMakeCache.txt" || skip "lineprof was built without NVTX"
cc -shared -fPIC -I"$CUDA/include" -o libtool.so "$SOURCE/tests/cuda/nvtx_tool.c"
make_double
build_pipeline
export LD_LIBRARY_PATH=$WORK LINEPROF_REPORT=never

ranges() {
	./pipeline 2>said >/dev/null
	grep -c '^range' said || :
}

[ "$(ranges)" = 0 ] || fail "ranges without a tool"
export NVTX_INJECTION64_PATH=$WORK/libtool.so
[ "$(ranges)" = 48 ] || fail "$(cat said)"
grep -q '^range 0 lineprof: pipeline.c:[0-9]* cudaMemcpyAsync$' said || fail "names: $(cat said)"
! grep -q '^range [^0]' said || fail "ranges that do not end: $(cat said)"
[ "$("$LPVIEW" --gpu pipeline.lprof | grep -c 'saxpy')" = 1 ] || fail "no profile beside ranges"
FAKE_GPU=taken
export FAKE_GPU
[ "$(ranges)" = 48 ] || fail "no ranges where CUPTI is another tool's: $(cat said)"
LINEPROF_NVTX=off
export LINEPROF_NVTX
[ "$(ranges)" = 0 ] || fail "ranges with LINEPROF_NVTX=off"
