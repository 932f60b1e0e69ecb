# abi.sh: lineprof's view of CUPTI's records and of NVTX against the real headers, and records
# through the real cuptiActivityGetNextRecord(). Says what each part needs; the headers alone do for
# the first.
set -eu
. "$SOURCE/tests/cuda/lib.sh"
[ ! -f "$CUDA/include/nvtx3/nvToolsExt.h" ] ||
	cc -I"$SOURCE" -I"$CUDA/include" -c -o abi_nvtx.o "$SOURCE/tests/cuda/abi_nvtx.c"
[ -f "$CUDA/include/cupti.h" ] || [ -f "$CUDA/extras/CUPTI/include/cupti.h" ] ||
	skip "no cupti.h in $CUDA (CUDA_HOME names another place)"
cc -D_GNU_SOURCE -I"$SOURCE" -I"$CUDA/include" -I"$CUDA/extras/CUPTI/include" -g -o abi \
	"$SOURCE/tests/cuda/abi.c" $(fold_sources) -ldl
replayed_by=
for library in "$CUDA"/extras/CUPTI/lib64/libcupti.so "$CUDA"/lib64/libcupti.so; do
	[ ! -e "$library" ] || replayed_by=$library
done
[ -z "$replayed_by" ] || {
	./abi "$replayed_by"
	exit
}
skip "the headers agree; no libcupti.so in $CUDA for the replay"
