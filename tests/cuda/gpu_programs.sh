# gpu_programs.sh: the tests that need a GPU are ready for one: their programs compile, and what compares
# them with their profiles takes what is right (of the double) and refuses what is not.
# One clang is enough: what compares them is the same with each.
set -eu
. "$SOURCE/tests/cuda/lib.sh"
make_double
build_pipeline
mkdir -p kept/static
LD_LIBRARY_PATH=$WORK LINEPROF_REPORT=never LINEPROF_FILE=kept/static/saxpy.lprof ./pipeline >stdout
cat >kept/static/saxpy.output <<'END'
EXPECT count saxpy 10
EXPECT ns saxpy 400000
EXPECT bytes HtoD 40960
EXPECT device 0 23
EXPECT region steps 20 20
EXPECT calls steps 1
END
cat >kept/static/saxpy.csv <<'END'
==PROF== Connected to process 1
"ID","Kernel Name","Metric Name","Metric Unit","Metric Value"
"0","spin(float *)","gpu__time_duration.sum","ns","1,000"
END
check() { GPU_COMPARE=$WORK/kept sh "$SOURCE/tests/gpu/run.sh" saxpy >out 2>&1; }
! check || fail "a kernel that the profile does not have agrees with that of ncu"
sed -i 's/spin(float/saxpy(float/; s/1,000/40,500/' kept/static/saxpy.csv
check || fail "what is right is refused: $(cat out)"
grep -q '^saxpy: 40500 ns by ncu (1 times), 40000 ns in the profile (10)$' out || fail "$(cat out)"
sed -i 's/40,500/41,000/' kept/static/saxpy.csv
! check || fail "2.4 % are within 2 %"
rm kept/static/saxpy.csv
for wrong in 'count saxpy 11' 'ns saxpy 380000' 'region steps 20 21' 'region steps 19 20' 'device 0 1' \
	'calls steps 2' 'bytes HtoD 1'; do
	echo "EXPECT $wrong" >kept/static/saxpy.output
	! check || fail "taken, though wrong: $wrong"
done

# Two of them as they are built to be carried to a GPU; that all compile.
clang_cuda_flags
GPU_ARCH=sm_90 GPU_BUILD_ONLY=$WORK/built sh "$SOURCE/tests/gpu/run.sh" nvtx threads >out 2>&1 ||
	fail "the programs cannot be built: $(cat out)"
[ -x built/static/threads ] && [ -x built/liblineprof_rt.so ] || fail "not all is there: $(ls built built/static)"
[ -x built/static/nvtx ] || grep -q '^nvtx: no /' out || fail "nvtx was not built: $(cat out)"
for program in "$SOURCE"/tests/gpu/*.cu; do
	case $program in */cublas.cu | */cudnn.cu | */libraries.cu | */nccl.cu | */nvtx.cu | */thrust.cu) continue ;; esac
	clang++-$CLANG_MAJOR $cuda_flags -I"$SOURCE/runtime" --cuda-host-only -fsyntax-only "$program" 2>out ||
		fail "$program does not compile: $(cat out)"
done
# Through nvcc, too, ranges are received: the first one is over before there must be a GPU.
if [ -x built/static/nvtx ]; then
	LINEPROF_RUNTIME=$WORK/built/liblineprof_rt.so LINEPROF_FILE=$WORK/nvtx.lprof built/static/nvtx >out 2>&1 || :
	"$LPVIEW" --regions nvtx.lprof | grep -q '^ *1 .* nvtx:before$' || fail "no range through nvcc"
fi
