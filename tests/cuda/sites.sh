# sites.sh: `clang -x cuda` and nvcc give the same table of GPU sites, the one that sites.cu
# says, at -O0 and -O2; code for the GPU itself is left alone.
# Two clangs are enough: what is between them knows the same calls.
set -eu
. "$SOURCE/tests/cuda/lib.sh"
need_nvcc
input=$SOURCE/tests/cuda/sites.cu
link="-L$CUDA/lib64 -L$CUDA/lib64/stubs -lcudart_static -lcuda -ldl -lrt -lpthread"
"$PYTHON" "$SOURCE/tests/tools/gpu_expect.py" "$input" >expected

compare() {
	"$PYTHON" "$SOURCE/tests/tools/gpu_sites.py" "$2" >got
	diff -u expected got || fail "$1: another table of sites (- expected, + found)"
}

for level in -O0 -O2; do
	# nvcc, with clang as its host compiler: no change but to the environment.
	allow=
	[ "$CLANG_MAJOR" -lt 20 ] || allow=-allow-unsupported-compiler
	NVCC_CCBIN=clang++-$CLANG_MAJOR NVCC_APPEND_FLAGS="-Xcompiler -fplugin=$PLUGIN $allow" \
		"$CUDA/bin/nvcc" -arch=sm_75 $level "$input" -o nvcc_program -lcuda \
		-L"$CUDA/lib64/stubs" 2>log || { cat log; fail "nvcc does not compile"; }
	compare "nvcc $level" nvcc_program
	clang_cuda_flags
	clang++-$CLANG_MAJOR $cuda_flags --cuda-host-only $level -fplugin="$PLUGIN" -c "$input" \
		-o host.o 2>log || { cat log; fail "clang -x cuda does not compile"; }
	c++ host.o $link -o clang_program 2>log || { cat log; fail "no link"; }
	compare "clang -x cuda $level" clang_program
done

# Separable compilation: what nvcc makes for the linker is no source of the program's.
NVCC_CCBIN=clang++-$CLANG_MAJOR NVCC_APPEND_FLAGS="-Xcompiler -fplugin=$PLUGIN $allow" \
	"$CUDA/bin/nvcc" -arch=sm_75 -rdc=true -O2 "$input" -o linked -lcuda -L"$CUDA/lib64/stubs" \
	2>log || { cat log; fail "nvcc -rdc=true does not compile"; }
compare "nvcc -rdc=true" linked
mkdir -p driver
ln -sf "$CUDA/lib64/stubs/libcuda.so" driver/libcuda.so.1
LD_LIBRARY_PATH=driver LINEPROF_FILE=linked.lprof ./linked
"$LPVIEW" --files --all linked.lprof >files
! grep 'dlink' files || fail "a file of nvcc's own: $(cat files)"
grep -q 'sites.cu$' files || fail "no file of the program's: $(cat files)"

# Per-thread default streams: the functions' names have suffixes.
clang++-$CLANG_MAJOR $cuda_flags -DCUDA_API_PER_THREAD_DEFAULT_STREAM --cuda-host-only \
	-fplugin="$PLUGIN" -c "$input" -o host.o 2>log || { cat log; fail "per-thread streams"; }
c++ host.o $link -o clang_program
nm clang_program | grep -q 'cudaMemcpyAsync_ptsz' || fail "no suffixes: the test is of no use"
compare "per-thread default streams" clang_program

# All of it, code for the GPU included, by clang alone.
clang++-$CLANG_MAJOR $cuda_flags -O2 -fplugin="$PLUGIN" -c "$input" -o whole.o 2>log ||
	{ cat log; fail "clang -x cuda does not compile for host and GPU"; }

clang++-$CLANG_MAJOR $cuda_flags --cuda-device-only -O2 -fplugin="$PLUGIN" -S -emit-llvm \
	"$input" -o device.ll 2>log || { cat log; fail "device code does not compile"; }
grep -q 'define.*saxpy' device.ll || fail "no device code"
! grep -q lineprof device.ll || fail "device code is not left alone"
