# merge.sh: lpview merge: the sum that the summing reader makes, in memory for one file however many
# there are; what each rank did, exactly; ranks as MPI's launchers name them.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >work.c <<'END'
#include <lineprof.h>
#include <pthread.h>
#include <stdlib.h>
static _Thread_local volatile unsigned long sum;
__attribute__((noinline)) static void burn(int rounds)
{
	for (int i = 0; i < rounds; i++)
		sum += i;
}
static void *second(void *rounds)
{
	burn(*(int *)rounds);
	return NULL;
}
int main(int argc, char **argv)
{
	int rounds = 100 * atoi(argv[1]);
	pthread_t thread;
	lineprof_region_begin("work");
	burn(rounds);
	lineprof_region_end();
	lineprof_region_begin(argv[1]);
	pthread_create(&thread, NULL, second, &rounds);
	pthread_join(thread, NULL);
	lineprof_region_end();
	for (int i = 0; i < 300 * atoi(argv[1]); i++)
		burn(10000);
	return 0;
}
END
$CC -O2 -I"$SOURCE/runtime" -pthread work.c -o work

# Each launcher's variable, the first of several.
OMPI_COMM_WORLD_RANK=0 PMI_RANK=7 LINEPROF_FILE=run.%r.lprof ./work 1
PMIX_RANK=1 LINEPROF_FILE=run.%r.lprof ./work 2
PMI_RANK=2 LINEPROF_FILE=run.%r.lprof ./work 3
SLURM_PROCID=3 LINEPROF_FILE=run.%r.lprof ./work 10
PMI_RANK=none LINEPROF_FILE=none.lprof ./work 1
same "files" "none.lprof run.0.lprof run.1.lprof run.2.lprof run.3.lprof" "$(echo *.lprof)"
quiet "$LPVIEW" merge -o out.lprof run.?.lprof
"$LPVIEW" --json run.?.lprof >sum.json
"$LPVIEW" --json out.lprof >out.json
for rank in 0 1 2 3; do "$LPVIEW" --json run.$rank.lprof >run.$rank.json; done
"$LPVIEW" --json none.lprof >none.json
quiet "$LPVIEW" merge -o first.lprof run.0.lprof run.1.lprof
quiet "$LPVIEW" merge -o last.lprof run.2.lprof run.3.lprof
quiet "$LPVIEW" merge -o twice.lprof first.lprof last.lprof
"$LPVIEW" --json twice.lprof >twice.json
"$PYTHON" - <<'END' || fail "the merged profile is another"
import json

def load(name):
    return json.load(open(name + ".json"))

def by_line(profile, what):
    return {(line["file"], line["line"]): line[what] for line in profile["lines"]}

def calls(profile):
    return {f["name"]: (f["ncalls"], f["primitive_calls"]) for f in profile["functions"]}

def regions(profile):
    return sorted((r["name"], r["ncalls"], r["cumtime_ns"] // 1000) for r in profile["regions"])

def near(what, left, right, slack):
    assert abs(left - right) <= slack, f"{what}: {left}, expected {right}"

runs = [load(f"run.{rank}") for rank in range(4)]
total, out, twice = load("sum"), load("out"), load("twice")
assert [run["run"]["rank"] for run in runs] == [0, 1, 2, 3]
assert load("none")["run"]["rank"] is None

# The same sums, thread for thread or not.
for profile in (out, twice):
    assert by_line(profile, "hits") == by_line(total, "hits"), "hits"
    assert calls(profile) == calls(total), "calls"
    assert [r[:2] for r in regions(profile)] == [r[:2] for r in regions(total)], regions(profile)
    for left, right in zip(regions(profile), regions(total)):
        near("region " + left[0], left[2], right[2], 1 + right[2] / 1000)
    assert len(regions(total)) == 5
    for key in ("samples", "cpu_ns", "threads_seen"):
        assert profile["run"][key] == total["run"][key], key
    for where, key in (("run", "wall_ns"), ("totals", "lifetime_ns")):
        near(key, profile[where][key], total[where][key], total[where][key] / 10)
    assert [thread["threads_folded"] for thread in profile["threads"]] == [8]

# What each rank did.
assert [rank["rank"] for rank in out["ranks"]] == [0, 1, 2, 3]
assert [rank["profile"] for rank in out["ranks"]] == [f"run.{rank}.lprof" for rank in range(4)]
assert [rank["pid"] for rank in out["ranks"]] == [run["run"]["pid"] for run in runs]
assert [rank["threads"] for rank in out["ranks"]] == [2] * 4
assert out["ranks"] == twice["ranks"] and out["rank_spreads"] == twice["rank_spreads"]
lines = [spread for spread in out["rank_spreads"] if not spread["function"]]
assert len(lines) > 10
for spread in lines:
    place = (spread["file"], spread["line"])
    for what in ("hits", "self_ns", "time_ns"):
        numbers = [by_line(run, what).get(place) or 0 for run in runs]
        least, most, worst = min(numbers), max(numbers), max(numbers) * 3 / 4
        got = spread[what]
        assert (got["sum"], got["min"], got["max"]) == (sum(numbers), least, most), (place, what)
        assert (got["min_at"], got["max_at"]) == (numbers.index(least), numbers.index(most)), place
        above = 100 * (most - sum(numbers) / 4) / worst if worst else 0
        near("imbalance", got["imbalance_pct"], above, 0.01)
body = [spread["hits"] for spread in lines if spread["line"] == 8][0]
assert (body["min"], body["max"], body["max_at"]) == (3000200, 30002000, 3), body
burn = [spread for spread in out["rank_spreads"] if spread["function"] == "burn"][0]["ncalls"]
assert (burn["sum"], burn["min"], burn["max"]) == (4808, 302, 3002), burn
END
"$LPVIEW" --check out.lprof >out.txt || fail "$(cat out.txt)"
"$LPVIEW" --ranks out.lprof >out.txt
grep -Eq '^ +3 +[0-9]+ .* run.3.lprof$' out.txt || fail "no row of rank 3: $(cat out.txt)"
grep -Eq ' 30002000 +3  work.c:8  sum \+= i;$' out.txt || fail "no row of the line: $(cat out.txt)"
! grep -q LINEPROF_PATHS out.txt || fail "a run with call paths says it had none: $(cat out.txt)"
quiet "$LPVIEW" pack -o packed.lprof out.lprof
mkdir elsewhere
(cd elsewhere && "$LPVIEW" --ranks ../packed.lprof | has "packed" "sum += i;")

# A hundred times as many take no more memory, and little more of the disk.
cat >peak.py <<'END'
import os, subprocess, sys
child = subprocess.Popen(sys.argv[1:])
status = os.wait4(child.pid, 0)
sys.exit(1) if status[1] else print(status[2].ru_maxrss)
END
mkdir many
# Each with its own start, else it is the same process; no larger than what is in it.
"$PYTHON" - <<'END'
import struct
runs = [open(f"run.{rank}.lprof", "rb").read() for rank in range(4)]
for i in range(1, 1001):
    run = bytearray(runs[i % 4][:struct.unpack_from("<Q", runs[i % 4], 16)[0]])
    struct.pack_into("<Q", run, 32, i)
    open(f"many/{i}.lprof", "wb").write(run)
END
few=$("$PYTHON" peak.py "$LPVIEW" merge -o few.lprof many/?.lprof many/10.lprof) || fail "merge of 10"
all=$("$PYTHON" peak.py "$LPVIEW" merge -o all.lprof many/*.lprof) || fail "merge of 1000"
[ "$all" -lt $((few + 4096)) ] || fail "10 profiles take $few KiB, 1000 take $all"
[ "$(wc -c <all.lprof)" -lt $(($(wc -c <few.lprof) + 200000)) ] || fail "1000 in $(wc -c <all.lprof) bytes"
"$LPVIEW" --json all.lprof >all.json
"$LPVIEW" --ranks all.lprof | has "many ranks" "... 980 with less CPU time than these"
"$PYTHON" - <<'END' || fail "1000 profiles are not 250 times four"
import json
one, all = json.load(open("out.json")), json.load(open("all.json"))
assert [250 * line["hits"] for line in one["lines"]] == [line["hits"] for line in all["lines"]]
assert len(all["ranks"]) == 1000
END

# A process is added once.
cp run.2.lprof again.lprof
for twice in "run.2.lprof again.lprof" "first.lprof run.1.lprof" "last.lprof out.lprof"; do
	status=0
	# shellcheck disable=SC2086
	"$LPVIEW" merge -o no.lprof run.0.lprof $twice 2>said || status=$?
	same "status of $twice" 1 "$status"
	[ ! -e no.lprof ] || fail "$twice: a profile was written all the same"
done
has "a process twice" "out.lprof: cannot be summed up with run.0.lprof: process" <said

# The same program, built anew, is none of it.
sed 's/sum += i/sum += 2 * i/' work.c >other.c
$CC -O2 -I"$SOURCE/runtime" -pthread other.c -o work
LINEPROF_FILE=other.lprof ./work 1
status=0
"$LPVIEW" merge -o no.lprof run.0.lprof other.lprof 2>said || status=$?
same "status" 1 "$status"
has "another build" "other.lprof: cannot be summed up with run.0.lprof: $PWD/work was built anew between the runs" <said
[ ! -e no.lprof ] || fail "a profile was written all the same"

if ! command -v mpirun >/dev/null || ! command -v mpicc >/dev/null; then
	leave_out "ranks of MPI: no openmpi-bin, libopenmpi-dev"
	exit 0
fi
cat >mpi.c <<'END'
#include <mpi.h>
__attribute__((noinline)) static unsigned long burn(unsigned long seed, int rounds)
{
	for (int i = 0; i < rounds; i++)
		seed = seed * 6364136223846793005UL + (seed >> 60);
	return seed;
}
int main(int argc, char **argv)
{
	unsigned long sum = 0;
	int rank;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int step = 0; step < 20; step++) {
		sum += burn(step, 100000 * (rank + 1));
		MPI_Barrier(MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return sum == 42;
}
END
# shellcheck disable=SC2046
$CC -O2 $(mpicc --showme:compile) mpi.c -o mpi $(mpicc --showme:link)
LINEPROF_FILE=mpi.%r.lprof OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
	mpirun --oversubscribe -n 4 ./mpi >mpi.txt 2>&1 || fail "mpirun: $(cat mpi.txt)"
same "ranks of MPI" "mpi.0.lprof mpi.1.lprof mpi.2.lprof mpi.3.lprof" "$(echo mpi.*.lprof)"
quiet "$LPVIEW" merge -o mpi.lprof mpi.?.lprof
"$LPVIEW" --json mpi.lprof >mpi.json
"$PYTHON" - <<'END' || fail "MPI"
import json
profile = json.load(open("mpi.json"))
assert [rank["rank"] for rank in profile["ranks"]] == [0, 1, 2, 3]
body = [s for s in profile["rank_spreads"] if s["line"] == 5 and not s["function"]][0]["hits"]
assert (body["sum"], body["min"], body["max"], body["max_at"]) == (20000000, 2000000, 8000000, 3), body
assert [line["hits"] for line in profile["lines"] if line["line"] == 5] == [20000000]
END
