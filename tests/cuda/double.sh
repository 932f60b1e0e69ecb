# double.sh: with a stand-in for driver, runtime and CUPTI, whose times are made up: each piece of
# work is on its line, whatever the order of records; threads, pauses, flush, fork, exit, and each
# reason for which there is no profile of the GPU.
# Two clangs are enough: the runtime is the same with each.
set -eu
. "$SOURCE/tests/cuda/lib.sh"
make_double
build_pipeline
export LD_LIBRARY_PATH=$WORK LINEPROF_REPORT=never

# run ARGUMENT...: leaves the report in "out", and what the program said in "said"
run() {
	rm -f ./*.lprof
	./pipeline "$@" >stdout 2>said || [ "${1:-}" = flush ] || [ "${1:-}" = killed ] || fail "the program failed: $*"
	"$LPVIEW" --gpu pipeline.lprof >out
	"$LPVIEW" --check pipeline.lprof >checked || { cat checked; fail "--check: $*"; }
}

# What is the same in each run: the GPU's part, and the counts of calls.
gpu_part() { sed -n '/^GPU 0/,/^Calls/p' out | grep -v '^  busy\|^  idle\|^  gaps'; }
calls() { sed -n '/^Calls/,$p' out | sed -n 's/^ *\([0-9]\+\) *[-0-9.]* *[-0-9.]* *\([a-z].*\)/\1 \2/p' | sort; }

same() {
	diff -u "$1" "$2" || fail "$3 (- expected, + got)"
}

run
[ ! -s said ] || fail "the program says: $(cat said)"
grep -q '^  busy .* kernels 0.4.. ms, copies 0.04. ms' out || fail "no busy times: $(cat out)"
gpu_part >normal
same "$double/gpu.txt" normal "another table"
calls >normal_calls
same "$double/calls.txt" normal_calls "other calls"
"$LPVIEW" --gpu --by-launch pipeline.lprof | grep -q ' 10 .* 4 *256 *32 *0 *100%  pipeline.c:33  saxpy' ||
	fail "no grid and block"
"$LPVIEW" pipeline.lprof >annotated
grep -q 'Launches *GPU Time *Copied *CopyTime *GPU Wait' annotated || fail "no columns"
grep -q ' 20 *500.0 .*cudaLaunchKernel(kernel, grid' annotated || fail "launches and GPU time"
grep -q ' 40.0 KiB *41.0 .*cudaMemcpyAsync(x, host' annotated || fail "bytes and time of copies"

"$LPVIEW" --regions pipeline.lprof | grep -q '^ *1 .* 0.001 steps$' ||
	fail "GPU time of a region: $("$LPVIEW" --regions pipeline.lprof)"
"$LPVIEW" --json pipeline.lprof >json
"$PYTHON" - <<'END' || fail "--json"
import json
gpu = json.load(open("json"))["gpu"]
assert gpu["is_profiled"] and gpu["cupti_version"] == 130001
kernels = [row for row in gpu["work"] if row["kind"] == "kernel"]
assert sum(row["total_ns"] for row in kernels) == 10 * 40000 + 10 * 10000 + 3 * 5000
assert [row["region"] for row in kernels] == ["steps", "steps", None, None]
assert sum(place["count"] for place in gpu["places"] if place["group"] == "launch") == 20
assert gpu["memory"][0]["peak_bytes"] == 1 << 20
END

# Drawn as a trace, each device has its work side by side, as long as the sums.
"$LPVIEW" --export chrome-trace -o trace pipeline.lprof
"$PYTHON" - "$SOURCE/tests/tools" <<'END' || fail "--export chrome-trace"
import json, sys
sys.path.insert(0, sys.argv[1])
import kineto
work = [row for row in json.load(open("json"))["gpu"]["work"] if row["kind"] != "wait"]
boxes = [box for box in kineto.read("trace") if box["cat"] in kineto.ON_GPU]
assert sorted(box["args"]["total_ns"] for box in boxes) == sorted(row["total_ns"] for row in work), boxes
assert all(abs(box["dur"] * 1000 - box["args"]["total_ns"]) < 126 for box in boxes), boxes
assert {box["name"] for box in boxes if box["cat"] == "kernel"} == {
    row["name"] for row in work if row["kind"] == "kernel"}
assert any(box["name"].startswith("Memcpy HtoD (") and box["args"]["bytes"] for box in boxes), boxes
assert all(len(box["stack"]) == 1 for box in boxes), boxes
END

# Several processes in one profile: the same as their sum, regions by name.
cp pipeline.lprof second
# A process of its own, else it is not merged: it started at another time.
printf 'elsewhen' | dd of=second bs=1 seek=32 conv=notrunc status=none
"$LPVIEW" merge -o merged pipeline.lprof second
"$LPVIEW" --json merged >merged.json
"$LPVIEW" --json pipeline.lprof second >sum.json
"$PYTHON" - <<'END' || fail "lpview merge"
import json
merged, total = json.load(open("merged.json")), json.load(open("sum.json"))
assert merged["gpu"] == total["gpu"]
for region in merged["regions"] + total["regions"]:
    del region["threads"]
assert merged["regions"] == total["regions"] and merged["regions"][0]["kernel_cumtime_ns"] > 0
END

# The screens: a column, what bars show, the facts of a line, and a view of its own.
echo '=150x40 3 Enter t t / "kernel,_grid Enter Up Down show 7 show' >keys
LC_ALL=C.UTF-8 "$BUILD/tests/lpscreen" keys pipeline.lprof >screens
grep -q '^|line *hits .* gpu *source' screens || fail "no column on the screen: $(cat screens)"
grep -q '^> *[0-9]* *20 .*  500us ██████ .*cudaLaunchKernel(kernel, grid' screens ||
	fail "no GPU time of a line on the screen: $(cat screens)"
grep -q '20 launches; kernels 500us' screens || fail "no launches in the status: $(cat screens)"
grep -q '^| *10 *0.400 *40.00 .*saxpy' screens || fail "no view of the GPU: $(cat screens)"

# The GPU's records first, those of the calls later, and the reverse.
for order in early late; do
	FAKE_GPU=$order run
	gpu_part >$order
	same normal $order "another table when records come $order"
done

# Killed a second later: what was done by then is there.
run killed
grep -q '^ *10 *0.400 .*saxpy' out || fail "nothing of a program that was killed: $(cat out)"
grep -q '^GPU 0: Test double' out || fail "the GPU is not known: $(cat out)"

# What is asked for between stop and start is in no number.
run stop
gpu_part >stopped
same normal stopped "work that was asked for in a pause"

# A flush waits for all, and then the program may die.
run flush
grep -q '^ *10 *0.400 .*saxpy' out || fail "nothing after flush and abort: $(cat out)"

"$PYTHON" -c 'import json; steps = json.load(open("json"))["steps"]
assert [step["kernel_ns"] for step in steps] == [0] + 10 * [50000] + [15000], steps
assert steps[5]["copy_ns"] == 4096 and steps[5]["kernels"] == 2' || fail "--json: steps"

# Steps: each of the ten has its kernels and its copy; what came before is none's.
"$LPVIEW" --steps pipeline.lprof >steps
[ "$(grep -c '^ *[0-9]* .* 0.050 *0.004 *[0-9.]* *2$' steps)" = 10 ] || fail "steps: $(cat steps)"
grep -q '^ *11 .* 0.015 ' steps || fail "the step after the last mark: $(cat steps)"
grep -q '^ *before .* 0.000 ' steps || fail "before the first step: $(cat steps)"
# A schedule: of steps that it leaves out nothing is collected, the GPU's work neither.
LINEPROF_SCHEDULE=2:1:3:1 ./pipeline >/dev/null
"$LPVIEW" --json pipeline.lprof >json
"$PYTHON" -c 'import json; steps = json.load(open("json"))["steps"]
assert [(s["phase"], s["kernel_ns"]) for s in steps] == [("wait", 0), ("wait", 0), ("warmup", 50000)] + \
	3 * [("active", 50000)] + [("done", 0)], steps
assert all(s["copy_ns"] == s["wait_ns"] == 0 for s in steps if s["phase"] in ("wait", "done")), steps' ||
	fail "--json: steps of a schedule"
"$LPVIEW" --gpu pipeline.lprof | grep -q '^ *4 *0.160 .*saxpy' || fail "kernels of a schedule"
"$LPVIEW" --steps pipeline.lprof | grep -q '^ *mean active .* 0.050 *0.004 *[0-9.]* *2$' ||
	fail "the mean of a schedule: $("$LPVIEW" --steps pipeline.lprof)"

LINEPROF_GPU=off ./pipeline >/dev/null
"$LPVIEW" --steps pipeline.lprof >steps
[ "$(grep -c '^ *[0-9][0-9]* *[0-9.]* *[0-9.]*$' steps)" = 11 ] || fail "steps without a GPU: $(cat steps)"

# The sum of runs: each number twice; places are the same ones.
run
as_another pipeline.lprof other.lprof
"$LPVIEW" --gpu pipeline.lprof other.lprof >out
calls | awk '{ $1 /= 2; print }' | sed 's/ \([a-z]*\) \(cuda\)/ \1 \2/' | sort >sum_calls
sed 's/ \+/ /g' normal_calls | sort >single_calls
same single_calls sum_calls "the sum of two runs: calls"
grep -q '^ *20 *0.800 *40.00 .*saxpy' out || fail "the sum of two runs: $(cat out)"
grep -q '1.0 MiB  *0 B  *1.0 MiB  *2.0 MiB  *2  device' out || fail "the sum of two runs: memory"
"$LPVIEW" --regions pipeline.lprof other.lprof | grep -q '^ *2 .* 0.001 steps$' ||
	fail "the sum of two runs: regions"

# Runs on machines with unlike GPUs: each has its own.
"$PYTHON" - other.lprof <<'END'
import sys
name = b"Test double, no GPU"
data = open(sys.argv[1], "rb").read()
assert name in data
open("unlike.lprof", "wb").write(data.replace(name, b"Another kind of it.".ljust(len(name), b"\0")))
END
"$LPVIEW" --gpu pipeline.lprof unlike.lprof >out
[ "$(grep -c '^GPU 0: \(Test double\|Another kind\)' out)" = 2 ] || fail "unlike GPUs: $(cat out)"

# A library that comes and goes has the sites that it had.
cat >plugin.c <<'END'
#include <stddef.h>
struct dim3 { unsigned x, y, z; };
int cudaLaunchKernel(const void *, struct dim3, struct dim3, void **, size_t, void *);
extern const char saxpy[];
void work(void)
{
	const struct dim3 one = {1, 1, 1};
	cudaLaunchKernel(saxpy, one, one, NULL, 0, NULL);
}
END
cat >host.c <<'END'
#include <dlfcn.h>
int cudaDeviceSynchronize(void);
const char saxpy[] = "_Z5saxpyifPKfPf";
int main(void)
{
	for (int i = 0; i < 300; i++) {
		void *const plugin = dlopen("./libplugin.so", RTLD_NOW);
		((void (*)(void))dlsym(plugin, "work"))();
		dlclose(plugin);
	}
	return cudaDeviceSynchronize();
}
END
clang-$CLANG_MAJOR -fplugin="$PLUGIN" -O2 -shared -fPIC plugin.c -o libplugin.so -L. -lcudart
clang-$CLANG_MAJOR -fplugin="$PLUGIN" -O2 host.c -o host -rdynamic -L. -lcudart -ldl
./host
"$LPVIEW" --gpu host.lprof >out
grep -q '^ *300 *3.000 .*plugin.c:8  saxpy' out || fail "a library that comes and goes: $(cat out)"

# Functions of the host's are no launches, though they are asked for as kernels are.
cat >on_host.c <<'END'
int cudaLaunchHostFunc(void *, void (*)(void *), void *);
static void on_host(void *unused) { (void)unused; }
int main(void)
{
	for (int i = 0; i < 6; i++)
		cudaLaunchHostFunc(0, on_host, 0);
}
END
clang-$CLANG_MAJOR -fplugin="$PLUGIN" -O2 on_host.c -o on_host -L. -lcudart
./on_host
"$LPVIEW" --gpu on_host.lprof >out
calls | grep -q '^6 launch *cudaLaunchHostFunc on_host.c:6$' || fail "functions of the host: $(cat out)"
"$LPVIEW" on_host.lprof >annotated
! grep -q 'Launches' annotated || fail "functions of the host are launches: $(cat annotated)"

# What a library's code asks for is the line's that calls it, whatever it calls back, inlined or not; and no longer when
# an exception has come out of it, whoever catches that. Jumps out of it to code without probes are seen
# late, but launches have their own lines.
cat >library.h <<'END'
#include <stddef.h>
struct dim3 { unsigned x, y, z; };
extern "C" int cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, void *);
extern "C" int cudaMemcpyAsync(void *, const void *, size_t, int, void *);
extern "C" int cudaDeviceSynchronize(void);
extern const char saxpy[], reduce[], far[], deep[];
void far_away();
void catches(void (*)());
void jump_back();
void comes_back(void (*)(), int depth);
static const dim3 one = {1, 1, 1};
template <class F> static inline void each(F call)
{
	cudaLaunchKernel(saxpy, one, one, nullptr, 0, nullptr);
	call();
	cudaLaunchKernel(reduce, one, one, nullptr, 0, nullptr);
}
__attribute__((noinline)) static void fail()
{
	cudaLaunchKernel(saxpy, one, one, nullptr, 0, nullptr);
	throw 1;
}
END
cat >calls_back.cpp <<'END'
#include <setjmp.h>
#include "library.h"
extern const char saxpy[] = "saxpy", reduce[] = "reduce", far[] = "far", deep[] = "deep";
static char host[64];
static jmp_buf again;
__attribute__((noinline)) static void fails_further_in()
{
	fail(); // 8
}
static void jumps_out()
{
	each(jump_back); // 12
}
static void jump_again()
{
	longjmp(again, 1);
}
static void launches()
{
	cudaLaunchKernel(deep, one, one, nullptr, 0, nullptr); // 20
}
int main()
{
	for (int i = 0; i < 10; i++)
		each([] { // 25
			cudaMemcpyAsync(host, host, 64, 1, nullptr);
		});
	try {
		fail(); // 29
	} catch (int) {
	}
	far_away();
	try {
		fails_further_in();
	} catch (int) {
	}
	far_away();
	catches(fails_further_in);
	far_away();
	if (!setjmp(again))
		each(jump_again); // 41
	far_away();
	for (int depth = 0; depth < 100; depth++)
		comes_back(jumps_out, depth);
	comes_back(launches, 100);
	cudaDeviceSynchronize();
}
END
cat >far.cpp <<'END'
#include "library.h"
#include <alloca.h>
#include <setjmp.h>
void far_away() { cudaLaunchKernel(far, one, one, nullptr, 0, nullptr); }
void catches(void (*call)())
{
	try {
		call();
	} catch (int) {
	}
}
static jmp_buf home;
void jump_back() { longjmp(home, 1); }
void comes_back(void (*call)(), int depth)
{
	*(volatile char *)alloca(128 * (depth + 1)) = 0;
	if (!setjmp(home))
		call();
}
END
for level in -O0 -O2; do
	clang++-$CLANG_MAJOR $level -c far.cpp -o far.o
	clang++-$CLANG_MAJOR -fplugin="$PLUGIN" -fplugin-arg-lineprof-exclude=library.h $level calls_back.cpp far.o \
		-o calls_back -L. -lcudart
	./calls_back
	"$LPVIEW" --json calls_back.lprof >json
	"$PYTHON" - <<'END' || fail "calls back at $level"
import collections, json
got = collections.Counter()
for row in json.load(open("json"))["gpu"]["work"]:
    if row["kind"] == "kernel":
        got[row.get("line"), row["name"]] += row["count"]
assert got == {(25, "saxpy"): 10, (25, "reduce"): 10, (8, "saxpy"): 2, (29, "saxpy"): 1, (None, "far"): 4,
               (41, "saxpy"): 1, (12, "saxpy"): 100, (20, "deep"): 1}, got
END
done

# Four threads, each with a stream: no launch is lost, nor its time.
FAKE_GPU=late run threads
grep -q '^ *4010 *80.400 .*pipeline.c:[0-9]*, pipeline.c:[0-9]*  saxpy' out || fail "threads: $(cat out)"
calls | grep -q '^4000 launch' || fail "threads: calls"

# A child that uses the GPU first has a profile of its own; one that comes later has none.
run fork-before
gpu_part >forked
same normal forked "the parent, after a child"
child=$(ls pipeline.*.lprof)
"$LPVIEW" --gpu "$child" | grep -q '^ *1 *0.070 .*reduce' || fail "the child's own kernel"
run fork-after
gpu_part >forked
same normal forked "the parent, before a child"
"$LPVIEW" --gpu pipeline.*.lprof | grep -q 'the GPU was in use before fork' || fail "no reason"
grep -q 'no GPU profile: the GPU was in use before fork' said || fail "the child says nothing"

# refused REASON [VARIABLE=VALUE...]: said once; calls are counted; no times of the GPU.
refused() {
	reason=$1
	shift
	rm -f ./*.lprof
	env "$@" ./pipeline >stdout 2>said || fail "$reason: the program failed"
	[ "$(cat said)" = "lineprof: no GPU profile: $reason: the CPU profile goes on" ] ||
		fail "expected '$reason', said '$(cat said)'"
	"$LPVIEW" --gpu pipeline.lprof >out
	grep -qF "GPU:      not profiled, calls are counted: $reason" out || fail "$reason: not in the report"
	calls >refused_calls
	same normal_calls refused_calls "$reason: other counts of calls"
	"$LPVIEW" pipeline.lprof >annotated
	grep -q ' 20  .*cudaLaunchKernel(kernel, grid' annotated || fail "$reason: launches"
	! grep -q 'GPU Time' annotated || fail "$reason: a column without data"
}
refused "no permission to profile the GPU (NVIDIA's ERR_NVGPUCTRPERM)" FAKE_GPU=half
refused "another profiler uses CUPTI in this process" FAKE_GPU=taken
refused "no permission to profile the GPU (NVIDIA's ERR_NVGPUCTRPERM)" FAKE_GPU=forbidden
refused "CUPTI is too old, that of CUDA 11.6 is the first that will do" FAKE_GPU=old
refused "no CUPTI: what LINEPROF_CUPTI names cannot be opened" LINEPROF_CUPTI=/nowhere
mkdir cudart
cc -D_GNU_SOURCE -I"$SOURCE" -shared -fPIC -o cudart/libcudart.so "$double/fake_gpu.c" -lpthread
[ -e /usr/lib/x86_64-linux-gnu/libcuda.so.1 ] ||
	refused "no NVIDIA driver (libcuda.so.1)" LD_LIBRARY_PATH="$WORK/cudart"

# One that comes later may have taken what is missing.
FAKE_GPU=joined run
grep -q '^GPU:      another profiler came to CUPTI meanwhile' out || fail "no word of another: $(cat out)"
gpu_part >joined
same normal joined "another table beside another profiler"

# What CUPTI takes to start is lineprof's own, not the time of the line that asked first, nor of any.
FAKE_GPU=slow run
"$LPVIEW" --tree pipeline.lprof >tree
grep -q '^ *\(9[0-9]\.[0-9]\|100\.0\) .*<lineprof.s own probes>$' tree || fail "CUPTI's start: $(cat tree)"

# More kinds of work than rows: each piece keeps its line, and what is told apart no longer is said.
run turns
"$LPVIEW" --json pipeline.lprof >json
"$PYTHON" - "$double/pipeline.c" <<'END' || fail "regions by number: $(head -n 20 out)"
import json, sys
gpu = json.load(open("json"))["gpu"]
turns = [n for n, line in enumerate(open(sys.argv[1]), 1) if "TURN" in line]
got = [sum(row["count"] for row in gpu["work"] if row["line"] == line and row["kind"] == "kernel") for line in turns]
assert got == [12000, 12000], got
assert {row["name"] for row in gpu["work"] if row["line"] == turns[0]} == {"saxpy(int, float, float const*, float*)"}
END
grep -q '^GPU:      too many kinds of work to tell all by region and grid$' out || fail "no word of it: $(head -n 20 out)"

# As many pieces of memory as a program holds; what it got in a pause is held behind it, too.
run hold
grep -q ' 40000  *device' out || fail "memory: $(cat out)"
run pause
! grep -q "given back" out || fail "memory of a pause: $(cat out)"
grep -q 'memory: 4.0 MiB at the peak' out || fail "memory of a pause: $(cat out)"

# Work that never ends by itself does not keep the program.
FAKE_GPU=endless timeout 30 ./pipeline >stdout || fail "a kernel that never ends: status $?"
"$LPVIEW" --gpu pipeline.lprof >out
grep -q '^GPU:      the GPU was at work when the program ended' out || fail "no word of it: $(cat out)"

LINEPROF_GPU=off ./pipeline fork-after >stdout 2>said
[ "$("$LPVIEW" --gpu pipeline.*.lprof | grep -c 'LINEPROF_GPU=off$')" = 1 ] || fail "a child's reason"
rm pipeline.*.lprof
LINEPROF_GPU=off ./pipeline >stdout 2>said
[ ! -s said ] || fail "LINEPROF_GPU=off: $(cat said)"
