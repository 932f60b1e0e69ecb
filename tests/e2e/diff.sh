# diff.sh: lpview diff and gate: exact differences of hits, lines found again in an edited
# source, limits both ways.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
mkdir src
cat >src/app.c <<'END'
#include <stdio.h>
static unsigned long gone(unsigned long seed)
{
	return seed + 1;
}
__attribute__((noinline)) static unsigned long burn(unsigned long seed, int rounds)
{
	for (int i = 0; i < rounds; i++)
		seed = seed * 6364136223846793005UL + (seed >> 60);
	return seed;
}
int main(int argc, char **argv)
{
	unsigned long sum = 0;
	for (int i = 0; i < 40 * argc; i++)
		sum += burn(i, 2000000);
	sum = gone(sum);
	printf("%lu\n", sum);
	return 0;
}
END
$CC -O2 src/app.c -o app
for run in 1 2 3; do LINEPROF_FILE=a$run.lprof ./app >/dev/null; done
quiet "$LPVIEW" pack -o a.lprof a1.lprof
# One that takes twice the time, so that runs differ.
LINEPROF_FILE=a4.lprof ./app twice >/dev/null
for run in 1 2 4; do quiet "$LPVIEW" pack -o packed$run.lprof a$run.lprof; done

"$LPVIEW" diff a1.lprof a2.lprof >out || fail "diff of two runs: $?"
has "two runs" "Change:" <out
! grep -E ' [0-9]+ +[0-9]+  src/app.c' out | awk '$(NF-2) != $(NF-1)' | grep -q 'gone\|new' ||
	fail "two runs of one program differ: $(cat out)"
"$LPVIEW" gate a1.lprof a2.lprof >out || fail "the gate stops what is the same: $(cat out)"
has "the gate" "0 over the limit" <out

# The fifth part of the work, three lines more above it, one function gone and one new.
sed -i -e 's/2000000/400000/' -e '/^static unsigned long gone/,/^}/d' -e 's/gone(sum)/fresh(sum)/' \
	-e 's/^__attribute__/static unsigned long fresh(unsigned long seed)\n{\n\tunsigned long more = 1;\n\tseed ^= 1;\n\tseed ^= 2;\n\treturn seed + more;\n}\n&/' \
	src/app.c
$CC -O2 src/app.c -o app
for run in 1 2 3; do LINEPROF_FILE=b$run.lprof ./app >/dev/null; done

check() {
	grep -q 'src/app.c:[0-9]*(gone) (gone)$' "$1" || fail "$2: no function that is gone: $(cat "$1")"
	grep -q 'src/app.c:[0-9]*(fresh) (new)$' "$1" || fail "$2: no function that is new: $(cat "$1")"
	grep -Eq ' 80000040 +16000040  src/app.c:11  for \(int i = 0; i < rounds; i\+\+\)$' "$1" ||
		fail "$2: the loop's hits: $(cat "$1")"
	grep -Eq ' 80000000 +16000000  src/app.c:12  seed = ' "$1" || fail "$2: the body's hits: $(cat "$1")"
	! grep -q 'printf' "$1" || fail "$2: a line that is the same has changed: $(cat "$1")"
}
"$LPVIEW" diff a.lprof b1.lprof >out || fail "diff: $?"
! grep -q "as it was compiled is gone" out || fail "the packed source was not used: $(cat out)"
check out "aligned by texts"
# The old text is gone: by the place in the function.
"$LPVIEW" diff a1.lprof b1.lprof >out || fail "diff: $?"
has "a text that is gone" "Warning:  src/app.c: a text as it was compiled is gone" <out
check out "aligned by place"
# The binary is another one by now: its lines have no times, which are not compared with others.
has "a binary that is gone" "Warning:  app: " <out
grep -Eq ' - +- +- +- +80000000 +16000000  src/app.c:12' out || fail "times of lines on one side: $(cat out)"
"$LPVIEW" diff a1.lprof a2.lprof a3.lprof -- b1.lprof b2.lprof b3.lprof >out || fail "diff of runs: $?"
has "three runs" "mean of 3 runs: a1.lprof a2.lprof a3.lprof" <out
grep -q '^Change: .*-[0-9.]* %, +- [0-9.]* s' out || fail "runs: no interval: $(cat out)"
check out "three runs on each side"
"$LPVIEW" diff --json a1.lprof a2.lprof a3.lprof -- b1.lprof b2.lprof b3.lprof >out.json || fail "diff --json: $?"
"$PYTHON" - <<'END' || fail "diff --json"
import json
diff = json.load(open("out.json"))
assert (diff["schema"], diff["before"]["runs"], diff["after"]["runs"]) == ("lineprof-diff", 3, 3)
assert diff["total"]["change_ns"] < 0 < diff["total"]["change_ci95_ns"], diff["total"]
functions = {f["name"]: f for f in diff["functions"]}
assert functions["gone"]["after"] is None and functions["gone"]["ncalls_after"] is None
assert functions["fresh"]["before"] is None and functions["fresh"]["ncalls_after"] == 1
body = [line for line in diff["lines"] if line["hits_before"] == 80000000]
assert [line["hits_after"] for line in body] == [16000000], body
assert body[0]["before"]["line"] == 9 and body[0]["after"]["line"] == 12, body
assert not any(line["before"] and line["before"]["line"] == 18 for line in diff["lines"]), "printf"
END
# The interval of a line is that of its runs, as Student has it.
"$LPVIEW" diff --json packed1.lprof packed2.lprof packed4.lprof -- b1.lprof b2.lprof b3.lprof >out.json ||
	fail "diff --json of packed runs: $?"
for run in packed1 packed2 packed4 b1 b2 b3; do "$LPVIEW" --json $run.lprof >$run.json; done
"$PYTHON" - <<'END' || fail "the interval of a line"
import json, math, statistics

def seconds(run, line):
    return [at["self_ns"] for at in json.load(open(run + ".json"))["lines"] if at["line"] == line][0]

def period(run):
    return json.load(open(run + ".json"))["run"]["sample_period_ns"]

body = [line for line in json.load(open("out.json"))["lines"] if line["hits_after"] == 16000000][0]
assert round(body["hits_before"]) == 106666667, body
before = [seconds(f"packed{run}", 9) for run in (1, 2, 4)]
after = [seconds(f"b{run}", 12) for run in (1, 2, 3)]
assert abs(body["before_ns"] - statistics.mean(before)) < 10, (body, before)
assert abs(body["after_ns"] - statistics.mean(after)) < 10, (body, after)
student = 4.303 * math.sqrt(statistics.variance(before) / 3 + statistics.variance(after) / 3)
samples = [max(map(period, runs)) / 3 for runs in (("packed1", "packed2", "packed4"), ("b1", "b2", "b3"))]
want = max(student, math.hypot(*samples))
assert abs(body["change_ci95_ns"] - want) < 10, (body, student, samples)
END

# Of two sources of one name, one goes: the other is compared with itself, and what is gone with nothing.
mkdir -p twins/a twins/b
for folder in a b; do
	cat >twins/$folder/util.c <<-C
		void work_$folder(int n);
		static volatile int sum;
		__attribute__((noinline)) static void work(int n) { sum += n; }
		void work_$folder(int n) { for (int i = 0; i < n; i++) work(i); }
	C
done
echo 'void work_a(int n); void work_b(int n); int main(void) { work_a(100); work_b(200); return 0; }' >twins/both.c
echo 'void work_b(int n); int main(void) { work_b(200); return 0; }' >twins/one.c
(cd twins && $CC both.c a/util.c b/util.c -o both && ./both && $CC one.c b/util.c -o one && ./one)
"$LPVIEW" diff --json twins/both.lprof twins/one.lprof >out.json || fail "diff of twins: $?"
"$PYTHON" - <<'END' || fail "diff of two sources of one name"
import json
diff = json.load(open("out.json"))
for row in diff["lines"]:
    before, after = row["before"], row["after"]
    if before and "/a/" in before["file"]:
        assert after is None, row
    if before and "/b/" in before["file"]:
        assert after and after["file"] == before["file"] and row["hits_before"] == row["hits_after"], row
for f in (f for f in diff["functions"] if f["name"] == "work"):
    folder = f["before"]["file"].split("/")[-2]
    assert (f["ncalls_before"], f["ncalls_after"]) == {"a": (100, None), "b": (200, 200)}[folder], f
END

status=0
"$LPVIEW" gate a.lprof b1.lprof >out || status=$?
same "status of the gate" 1 "$status"
grep -q '^src/app.c:12: hits 16000000, was 80000000 (-80.0 %); limit 0 %$' out || fail "gate: $(cat out)"
"$LPVIEW" gate --fail-over hits:81% a.lprof b1.lprof >out || fail "within the limit: $(cat out)"
status=0
"$LPVIEW" gate --fail-over time:30% a.lprof b1.lprof >out || status=$?
same "status of the gate, time" 1 "$status"
grep -q '^the whole: seconds ' out || fail "gate, time: $(cat out)"
grep -q 'burn: seconds' out || fail "gate, time of a function: $(cat out)"

# The work of a line that is gone, a hundred times, on lines that are new; and a base of another
# program.
cat >line.c <<'END'
#include <stdlib.h>
static volatile unsigned long sum;
static inline void burn(unsigned long rounds)
{
	for (unsigned long i = 0; i < rounds; i++)
		sum += i;
}
__attribute__((noinline)) static void work(unsigned long rounds)
{
	burn(10000);
	sum += rounds;
}
int main(void)
{
	for (unsigned long i = 0; i < 8000; i++)
		work(i);
	return 0;
}
END
$CC -O2 line.c -o line
for run in 1 2 3; do LINEPROF_FILE=line$run.lprof ./line; done
quiet "$LPVIEW" pack -o line.lprof line1.lprof
cp line line.before
sed -i 's/^\tsum += rounds;/\tfor (unsigned long k = 0; k < 20000; k++)\n\t\tsum += rounds * k;/' line.c
$CC -O2 line.c -o line
LINEPROF_FILE=more.lprof ./line
status=0
"$LPVIEW" gate line.lprof more.lprof >out || status=$?
same "status of the gate, a line replaced" 1 "$status"
grep -Eq '^the whole, by lines that are new or gone: hits [0-9]+, was [0-9]+ \(\+[0-9.]+ %\); limit 1 %$' out || fail "a line replaced: $(cat out)"
grep -q '^  line.c:11: hits 160[0-9]* (new)$' out || fail "the line that is new: $(cat out)"
status=0
"$LPVIEW" gate --fail-over hits:1000% a.lprof line.lprof >out || status=$?
same "status of the gate, another program" 1 "$status"
has "another program" "nothing is compared" <out

# Which variants of a destructor there are depends on the level; it is one function all the same.
cat >gone.cpp <<'END'
struct B {
	virtual ~B();
	virtual int f() = 0;
};
B::~B() = default;
struct D : B {
	int f() override { return 1; }
};
int main()
{
	D d;
	B *p = &d;
	return p->f() - 1;
}
END
for level in 0 2; do
	$CXX -O$level gone.cpp -o gone$level
	LINEPROF_FILE=gone$level.lprof ./gone$level
	same "the destructor's name at -O$level" "['_ZN1BD2Ev']" \
		"$(query gone$level.lprof "[at['linkage_name'] for at in profile.json['functions'] if 'BD' in at['linkage_name']]")"
done
"$LPVIEW" diff gone0.lprof gone2.lprof >out || fail "diff of levels: $?"
has "levels" "Functions that changed: none" <out

# A comment, and a base whose text is gone: lines that stand where others stood are no verdict.
sed -i 's|^\tfor (unsigned long k|\t/* A comment. */\n&|' line.c
$CC -O2 line.c -o line
LINEPROF_FILE=comment.lprof ./line
"$LPVIEW" gate more.lprof comment.lprof >out || fail "the gate stops a comment: $(cat out)"
has "the gate on a text that is gone" "Warning:  line.c: a text as it was compiled is gone: its lines are judged by their sum" <out
has "the gate on a text that is gone" "0 over the limit; 0 lines compared, " <out
status=0
"$LPVIEW" gate line1.lprof comment.lprof >out || status=$?
same "status of the gate, more work and a text that is gone" 1 "$status"
has "more work" "the whole, by lines that are new or gone: hits" <out

# The same code once more, but another binary: what is inlined has its time apart on one side only.
sed -i '1i\/* one line more */' line.c
$CC -O2 line.c -o line
for run in 4 5 6; do LINEPROF_FILE=line$run.lprof ./line; done
mv line.before line
"$LPVIEW" diff --json line1.lprof line2.lprof line3.lprof -- line4.lprof line5.lprof line6.lprof >out.json ||
	fail "diff --json of another binary: $?"
"$PYTHON" - <<'END' || fail "times of functions, known on one side only: $(cat out.json)"
import json
diff = json.load(open("out.json"))
assert diff["before"]["lines_are_timed"] and not diff["after"]["lines_are_timed"], "the sides"
assert not any(f["time_changed"] or f["before_ns"] or f["after_ns"] for f in diff["functions"])
END
"$LPVIEW" --functions line4.lprof | grep -Eq '^ +[0-9]+ +- +- +- +- line.c:4\(burn\)$' ||
	fail "the time of what is inlined, without lines: $("$LPVIEW" --functions line4.lprof)"

# A library that is gone on one side only: its time there is that of the line that called it.
cat >library.c <<'END'
unsigned long used(unsigned long seed)
{
	for (int i = 0; i < 100000000; i++)
		seed = seed * 6364136223846793005UL + (seed >> 60);
	return seed;
}
END
cat >user.c <<'END'
unsigned long used(unsigned long seed);
int main(int argc, char **argv)
{
	(void)argv;
	return used((unsigned long)argc) == 0;
}
END
$CC -O2 -fPIC -shared library.c -o libused.so
$CC -O2 user.c -L. -lused "-Wl,-rpath,$PWD" -o user
for run in 1 2; do LINEPROF_FILE=user$run.lprof ./user; done
quiet "$LPVIEW" pack -o user.lprof user2.lprof
rm libused.so
"$LPVIEW" diff user1.lprof user.lprof >out || fail "diff without a library: $?"
has "a library that is gone" "Warning:  libused.so: the binary is gone" <out
has "a library that is gone" "Functions that changed: none" <out
has "a library that is gone" "Lines that changed: none" <out

# A function that was not called at first took no time then, which is known without samples too.
cat >late.c <<'END'
__attribute__((noinline)) static unsigned long late(unsigned long seed)
{
	for (int i = 0; i < 100000000; i++)
		seed = seed * 6364136223846793005UL + (seed >> 60);
	return seed;
}
int main(int argc, char **argv)
{
	(void)argv;
	return argc > 1 && late((unsigned long)argc) == 0;
}
END
$CC -O2 late.c -o late
LINEPROF_MODE=deterministic LINEPROF_FILE=late1.lprof ./late
LINEPROF_MODE=deterministic LINEPROF_FILE=late2.lprof ./late now
"$LPVIEW" diff --json late1.lprof late2.lprof >out.json || fail "diff of a function that was not called: $?"
"$PYTHON" - <<'END' || fail "a function that was not called: $(cat out.json)"
import json
late = [f for f in json.load(open("out.json"))["functions"] if f["name"] == "late"][0]
assert (late["ncalls_before"], late["ncalls_after"], late["before_ns"]) == (0, 1, 0), late
assert late["after_ns"] > 0 and late["time_changed"], late
END

# Two profiles without lines have nothing to compare, and are not of different programs.
$CC -O2 -fplugin-arg-lineprof-include=nosuch.c late.c -o none
for run in 1 2; do LINEPROF_FILE=none$run.lprof ./none 2>/dev/null; done
"$LPVIEW" gate none1.lprof none2.lprof >out || fail "the gate of profiles without lines: $(cat out)"
has "no lines" "0 over the limit; 0 lines compared, " <out

for wrong in "diff a.lprof" "diff" "gate --fail-over hits:x a.lprof b1.lprof" "gate --fail-over size:1% a.lprof b1.lprof" \
	"diff --limit x a.lprof b1.lprof" "diff --unknown a.lprof b1.lprof" "diff a.lprof --"; do
	status=0
	# shellcheck disable=SC2086
	"$LPVIEW" $wrong >out 2>said || status=$?
	same "status of $wrong" 2 "$status"
	has "$wrong" "--help shows its use" <said
done
status=0
"$LPVIEW" diff a.lprof nosuch.lprof 2>said || status=$?
same "status without a profile" 1 "$status"
has "a missing profile" "nosuch.lprof" <said

# The workflow of docs/diff.md does what it says: its commands, here, pass and then fail.
"$PYTHON" - "$SOURCE/docs/diff.md" "$CC" "$LPVIEW" >workflow.sh <<'END' || fail "the workflow of docs/diff.md"
import re, sys
page, compiler, lpview = sys.argv[1:]
workflow = re.search(r"```yaml\n(.*?)```", open(page).read(), re.S)[1]
assert re.search(r"^on: \[pull_request\]$", workflow, re.M) and "uses: actions/checkout@v4\n" in workflow
steps = re.findall(r"^      - run: (.*)$", workflow, re.M)
assert steps[0].startswith("apt-get update && apt-get install -y clang-14 ") and "./ci/lineprof.deb" in steps[0]
print("set -e")
for step in steps[1:]:
    step = step.replace("clang-14 -fplugin=liblineprof.so", compiler)
    print(re.sub(r"^lpview", lambda match: lpview, step))
END
mkdir ci
echo >ci/input.txt
quiet sh -c "$CC -O2 src/*.c -o app && LINEPROF_FILE=new.lprof ./app >/dev/null && \"$LPVIEW\" pack -f -o ci/base.lprof new.lprof"
sh workflow.sh >out 2>&1 || fail "the workflow fails: $(cat out)"
has "the workflow" "0 over the limit" <out
sed -i 's/i < rounds/i < rounds + 1/' src/app.c
status=0
sh workflow.sh >out 2>&1 || status=$?
same "status of the workflow" 1 "$status"
has "the workflow" "src/app.c:12: hits 16000040, was 16000000" <out
