# ranges.sh: ranges that a program marks with NVTX are regions, with the times of kernels asked for
# in them; not where another tool listens, by the environment or linked in, nor where it is switched
# off. The GPU is the double: its times are made up. Needs NVTX's headers.
# Two clangs are enough: the runtime is the same with each.
set -eu
. "$SOURCE/tests/cuda/lib.sh"
[ -f "$CUDA/include/nvtx3/nvtx3.hpp" ] || skip "no nvtx3/nvtx3.hpp in $CUDA/include"
unset NVTX_INJECTION64_PATH
make_double
cc -shared -fPIC -I"$CUDA/include" -o libtool.so "$SOURCE/tests/cuda/nvtx_tool.c"
cat >library.c <<'END'
#include <nvtx3/nvToolsExt.h>
void library_work(void)
{
	nvtxRangePushA("library");
	nvtxRangePop();
}
END
export LD_LIBRARY_PATH=$WORK LINEPROF_REPORT=never
flags="-O2 -std=c++17 -I$CUDA/include -I$SOURCE/runtime $double/ranges.cpp -L. -lcudart -lpthread"

# build NAME FLAG...
build() {
	name=$1
	shift
	clang++-$CLANG_MAJOR -fplugin="$PLUGIN" "$@" $flags -o "$name"
}

# regions: "NAME CALLS KERNELS KERNELS_WITH_THOSE_INSIDE", in us, sorted.
regions() {
	"$LPVIEW" --json "${1:-app.lprof}" >json
	"$PYTHON" -c 'import json
for r in sorted(json.load(open("json"))["regions"], key=lambda r: r["name"]):
    print(r["name"], r["ncalls"], r.get("kernel_tottime_ns", 0) // 1000, r.get("kernel_cumtime_ns", 0) // 1000)'
}

same() {
	diff -u "$2" "$3" || fail "$1 (- expected, + got)"
}

build app
./app
cat >expected <<'END'
nvtx:again 2 80 80
nvtx:backward 3 120 120
nvtx:before the first launch 1 0 0
nvtx:shared 1 160 160
step 3 60 180
trainer:epoch 1 10 270
END
regions >got
same "ranges as regions" expected got
"$LPVIEW" --check app.lprof >checked || fail "--check: $(cat checked)"
"$LPVIEW" --regions app.lprof >table
grep -q '^   ncalls .*  gputime   gpucum region$' table || fail "no columns: $(cat table)"
grep -q '^        3 .*    0.000    0.000 step$' table || fail "no row: $(cat table)"
"$PYTHON" -c 'import json
rows = {r["name"]: r for r in json.load(open("json"))["regions"]}
assert rows["trainer:epoch"]["copies_cum"] == 3 and rows["trainer:epoch"]["copy_cumtime_ns"] == 192, rows
assert rows["trainer:epoch"]["cumtime_ns"] >= rows["step"]["cumtime_ns"] + rows["nvtx:again"]["cumtime_ns"]
assert rows["nvtx:shared"]["tottime_ns"] == 0 < rows["nvtx:shared"]["cumtime_ns"]' || fail "--json"

# Without a GPU the same ranges, without its times; the sum of both runs.
cp app.lprof first.lprof
LINEPROF_GPU=off ./app
sed 's/ [0-9]* [0-9]*$/ 0 0/' expected >timeless
regions >got
same "without a GPU" timeless got
as_another first.lprof second.lprof
"$LPVIEW" --json first.lprof second.lprof >json
"$PYTHON" -c 'import json
rows = {r["name"]: r for r in json.load(open("json"))["regions"]}
assert rows["step"]["kernel_cumtime_ns"] == 360000 and rows["step"]["kernel_tottime_ns"] == 120000, rows' ||
	fail "the sum of two runs"

# A forked child has its own, and what is open when it begins.
./app fork
child=$(ls app.*.lprof)
regions "$child" >got
printf '%s\n' "nvtx:child 1 0 0" >expected_child
grep -v forked got >others || :
same "a forked child" expected_child others

# Another tool goes before: lineprof hears nothing, and the tool all.
NVTX_INJECTION64_PATH=$WORK/libtool.so ./app 2>said || :
grep -q '^range 0 trainer: epoch$' said || fail "another tool is kept out: $(cat said)"
echo "step 3 180 180" >only_ours
regions >got
same "beside another tool" only_ours got

# Switched off; and a program without NVTX has nothing of it.
LINEPROF_NVTX=off ./app
regions >got
same "LINEPROF_NVTX=off" only_ours got
nm app | grep -q __lineprof_nvtx || fail "no __lineprof_nvtx: the test is of no use"
echo 'int main(void) { return 0; }' >none.c
clang-$CLANG_MAJOR -fplugin="$PLUGIN" none.c -o none
! nm none | grep nvtx || fail "a program without NVTX has something of it"

# What is left is of the linker and of NVTX, not of the compiler: once is enough.
[ "$CLANG_MAJOR" = 19 ] || exit 0

# A tool that is linked in goes before, too.
cc -c -I"$CUDA/include" -o tool.o "$SOURCE/tests/cuda/nvtx_tool.c"
cat >linked.c <<'END'
int InitializeInjectionNvtx2(const void *(*)(unsigned));
int (*InitializeInjectionNvtx2_fnptr)(const void *(*)(unsigned)) = InitializeInjectionNvtx2;
END
cc -c -o linked.o linked.c
build linked tool.o linked.o
./linked 2>said
grep -q '^range 0 trainer: epoch$' said || fail "a tool that is linked in is kept out: $(cat said)"
regions linked.lprof >got
same "beside a tool that is linked in" only_ours got

# A library that is compiled without the plugin: by the environment, with all the rest.
sed -i 's/^void/__attribute__((visibility("default"))) &/' library.c
cc -shared -fPIC -fvisibility=hidden -I"$CUDA/include" -o liblibrary.so library.c
build with_library -DWITH_LIBRARY -llibrary
./with_library
regions with_library.lprof >got
same "a library without the plugin" expected got
NVTX_INJECTION64_PATH=$BUILD/lib/liblineprof_rt.so ./with_library || :
{ cat expected; echo "nvtx:library 1 0 0"; } | sort >with_it
regions with_library.lprof | sort >got
same "named by the environment" with_it got
