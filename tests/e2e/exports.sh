# exports.sh: what lpview exports is read by the programs that it is for, with the same numbers.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >app.cpp <<'END'
#include <cstdio>
#include <unistd.h>
struct Shape {
	virtual double area() const = 0;
	virtual ~Shape() {}
};
struct Square : Shape {
	double side = 3;
	double area() const override { return side * side; }
};
__attribute__((noinline)) static unsigned long burn(unsigned long seed)
{
	for (int i = 0; i < 2000000; i++)
		seed = seed * 6364136223846793005UL + (seed >> 60);
	return seed;
}
__attribute__((noinline)) static unsigned long smoulder(unsigned long seed)
{
	for (int i = 0; i < 60000000; i++)
		seed = seed * 6364136223846793005UL + (seed >> 59);
	return seed;
}
__attribute__((noinline)) static int recurse(int depth)
{
	return depth ? 1 + recurse(depth - 1) : 0;
}
__attribute__((noinline)) static void doze(void) { usleep(50000); }
static void never(void) { std::puts("\"never\", \xff\n"); }
int main(int argc, char **)
{
	Square square;
	const Shape *shape = &square;
	unsigned long sum = 0;
	for (int i = 0; i < 50; i++) sum += burn(i);
	for (int i = 0; i < 10; i++) sum += (unsigned long)shape->area();
	for (int i = 0; i < 3; i++) doze();
	sum += recurse(7) + smoulder(sum);
	if (argc > 5) never();
	std::printf("%lu\n", sum);
}
END
$CXX -O2 app.cpp -o app
LINEPROF_FILE=p.lprof ./app >/dev/null
formats=$(sed -n 's/^| `\([a-z_-]*\)` |.*/\1/p' "$SOURCE/docs/exports.md")
same "formats of docs/exports.md" "$("$LPVIEW" --help | sed -n '/^Formats/,/^$/s/^  \([a-z_-]*\) .*/\1/p')" "$formats"
for format in $formats; do
	quiet "$LPVIEW" --export "$format" -o "out.$format" p.lprof
	"$LPVIEW" --export "$format" p.lprof | cmp - "out.$format" || fail "$format: -o makes a difference"
done

"$PYTHON" - <<'END' || fail "the exports differ from each other"
import csv, json, pstats, sys

profile = json.load(open("out.json"))
functions = {f["name"]: f for f in profile["functions"]}

def near(what, left, right, slack=1e-6):
    if abs(left - right) > slack:
        sys.exit(f"{what}: {left}, expected {right}")

stats = pstats.Stats("out.pstats").stats
seen = {}
for (path, line, name), (primitive, ncalls, tottime, cumtime, callers) in stats.items():
    f = functions[name]
    seen[name] = callers
    near(name + ": ncalls", ncalls, f["ncalls"])
    near(name + ": primitive calls", primitive, f["primitive_calls"])
    near(name + ": tottime", tottime, f["tottime_ns"] / 1e9)
    near(name + ": cumtime", cumtime, f["cumtime_ns"] / 1e9)
burn = [name for name in seen if name.startswith("burn")][0]
recurse = [name for name in seen if name.startswith("recurse")][0]
near("calls of burn by main", [c[0] for k, c in seen[burn].items() if k[2] == "main"][0], 50)
near("calls of recurse by itself", [c[0] for k, c in seen[recurse].items() if k[2] == recurse][0], 7)
pstats.Stats("out.pstats", stream=open("/dev/null", "w")).sort_stats("tottime").print_callers()

rows = list(csv.DictReader(open("out.csv", newline="", encoding="utf-8", errors="surrogateescape")))
lines = {int(row["line"]): row for row in rows}
source = open("app.cpp", encoding="utf-8", errors="surrogateescape").read().split("\n")
for number, row in lines.items():
    if row["source"] != source[number - 1]:
        sys.exit(f"csv: line {number}: {row['source']!r}")
near("csv: hits", int(lines[source.index("	return seed;") + 1]["hits"]), 50)

hits = {}
for line in open("out.lcov", errors="surrogateescape"):
    if line.startswith("DA:"):
        number, count = line[3:].split(",")
        hits[int(number)] = int(count)
if hits != {number: int(row["hits"]) for number, row in lines.items()}:
    sys.exit("lcov and csv show other hits")
if 0 not in hits.values():
    sys.exit("lcov: no line that never ran")
END

# line_profiler itself, given our numbers, lays them out as we do. Debian's is for its own Python.
reader=$PYTHON
! /usr/bin/python3 -c 'import line_profiler' 2>/dev/null || reader=/usr/bin/python3
"$reader" -c 'import line_profiler' 2>/dev/null ||
	leave_out "line_profiler, by itself: no python3-line-profiler"
"$reader" - <<'END' || fail "line_profiler prints something else"
import io, json, re, sys

text = open("out.line_profiler", encoding="utf-8", errors="replace").read()
head, *tables = re.split(r"(?m)^(?=Total time: )", text)
if head != "Timer unit: 1e-06 s\n\n" or len(tables) < 4:
    sys.exit(f"head: {text[:200]!r}")
row = re.compile(r" *(\d+) +(\d+) +([\d.]+) +([\d.]+) +([\d.]*) ")

def same_but_rounding(left, right, total):
    """It reckons with the times that are printed, up to 0.05 us from those that were measured."""
    left, right = (list(re.finditer(r"\S+", line)) for line in (left, right))
    slack = {3: 0.15, 4: 0.15 + 100 * 0.1 / total}  # per hit, share
    return len(left) == len(right) and all(
        a[0] == b[0] or (column in slack and a.end() == b.end() and
                         abs(float(a[0]) - float(b[0])) < slack[column])
        for column, (a, b) in enumerate(zip(left, right)))

def numbers(line):
    match = row.match(line)
    return (int(match[1]), int(match[2]), float(match[3])) if match else None

def compare(table, path, name, line, rows):
    try:
        from line_profiler.line_profiler import show_func
    except ImportError:
        return
    # It wants Python: a function of as many lines. Only we have time without hits: of the kernel,
    # at the head of a function.
    ours = table.rstrip("\n").split("\n")
    total = sum(time for number, hits, time in rows)
    if not total:
        return  # all was less than is printed, of which it knows no shares
    with open("block.py", "w") as block:
        block.write("\n" * (line - 1) + "def f():\n" + "    pass\n" * (len(ours) - 7))
    out = io.StringIO()
    timings = [(number, max(hits, 1), round(time * 10)) for number, hits, time in rows]
    show_func("block.py", line, name, timings, 1e-7, 1e-6, out)
    theirs = out.getvalue().rstrip("\n").split("\n")
    theirs[1] = f"File: {path}"
    width = theirs[4].index("Line Contents")
    if len(ours) != len(theirs) or ours[1:6] != theirs[1:6]:
        sys.exit(f"{ours}, line_profiler: {theirs}")
    for left, right in zip(ours[6:], theirs[6:]):
        hits = numbers(left)[1] if numbers(left) else 1
        if hits > 0 and not same_but_rounding(left[:width], right[:width], total):
            sys.exit(f"{left!r}, line_profiler: {right!r}")

hits = {line["line"]: line["hits"] for line in json.load(open("out.json"))["lines"]}
for table in tables:
    about = re.match(r"Total time: (\S+) s\nFile: (.*)\nFunction: (.*) at line (\d+)\n\n", table)
    lines = table[about.end():].split("\n")
    if set(lines[1]) != {"="} or len(lines[1]) != len(lines[0]) or lines[-2:] != ["", ""]:
        sys.exit(f"layout: {table!r}")
    rows = [found for found in map(numbers, lines[2:]) if found]
    total = sum(time for number, count, time in rows) / 1e6
    if abs(total - float(about[1])) > 1e-4 * float(about[1]) + 1e-6:
        sys.exit(f"{about[3]}: rows of {total} s, total of {about[1]} s")
    if any(hits.get(number, 0) != count for number, count, time in rows):
        sys.exit(f"{about[3]}: other hits than the JSON's")
    compare(table, about[2], about[3], int(about[4]), rows)
END

# Called by name and through a pointer: all calls, and each line's.
cat >both.cpp <<'END'
static volatile unsigned x;
struct A {
	virtual __attribute__((noinline)) int f()
	{
		x = x + 1;
		return 1;
	}
};
static A a;
A *volatile p = &a;
int main()
{
	int s = 0;
	for (int i = 0; i < 3; i++)
		s += a.f();
	for (int i = 0; i < 5; i++)
		s += p->f();
	return s - 8;
}
END
quiet $CXX -O2 both.cpp -o both
LINEPROF_FILE=both.lprof ./both
"$LPVIEW" --export callgrind both.lprof >both.callgrind
same "calls by name and by pointer" "3 15 5 17" \
	"$(awk '/^calls=/ { sub("calls=", ""); calls = $1; getline; print calls, $1 }' both.callgrind | sort | xargs)"

if command -v genhtml >/dev/null; then
	genhtml -q -o html out.lcov >genhtml.txt 2>&1 || fail "genhtml: $(cat genhtml.txt)"
	[ -f html/index.html ] || fail "genhtml made no page"
else
	leave_out "lcov, read by genhtml: no lcov"
fi
if command -v callgrind_annotate >/dev/null; then
	callgrind_annotate --threshold=100 --inclusive=yes --tree=calling out.callgrind >annotated 2>&1 ||
		fail "callgrind_annotate: $(cat annotated)"
	! grep -i warning annotated || fail "callgrind_annotate warns"
	"$PYTHON" - <<'END' || fail "callgrind_annotate shows other numbers"
import json, re, sys
totals = json.load(open("out.json"))
want = sum(f["tottime_ns"] for f in totals["functions"]) + totals["totals"]["probes_ns"]
text = open("annotated", errors="replace").read()
shown = int(re.search(r"([\d,]+) \(100\.0%\).*PROGRAM TOTALS", text).group(1).replace(",", ""))
if abs(shown - want) > 1000:
    sys.exit(f"total: {shown} ns, expected {want}")
if not re.search(r"\(50x\)", text):
    sys.exit("no 50 calls of burn")
END
else
	leave_out "callgrind, read by callgrind_annotate: no valgrind"
fi
# It stays until it is ended; what it cannot read it says, and else which function it shows.
if [ "$FULL" = 1 ] && command -v kcachegrind >/dev/null && command -v dbus-run-session >/dev/null; then
	mkdir -m 700 runtime
	HOME=$PWD XDG_RUNTIME_DIR=$PWD/runtime QT_QPA_PLATFORM=offscreen \
		dbus-run-session -- timeout 15 kcachegrind out.callgrind >said.txt 2>&1 || :
	has "KCachegrind" 'Selected  "main"' <said.txt
	! grep '^Loading' said.txt || fail "KCachegrind cannot read it: $(cat said.txt)"
elif [ "$FULL" = 1 ]; then
	leave_out "callgrind, read by KCachegrind: no kcachegrind, or no dbus"
fi

# The tree of calls: all four have the same stacks, and functions their tottime.
cat >calls.py <<'END'
import json, sys, xml.etree.ElementTree as xml
sys.path.insert(0, sys.argv[1])
import kineto, pprof

profile = json.load(open("out.json"))
folded = {}
for line in open("out.folded", encoding="utf-8"):
    stack, ns = line.rstrip("\n").rsplit(" ", 1)
    folded[tuple(stack.split(";"))] = int(ns)

WAITING = "<in the kernel or waiting>"

# Where waiting is no stack of its own, but its function's.
with_waits, by_function, waits = {}, {}, {}
for stack, ns in folded.items():
    own = stack[:-1] if stack[-1] == WAITING else stack
    with_waits[own] = with_waits.get(own, 0) + ns
    by_function[own[-1]] = by_function.get(own[-1], 0) + ns
    if own != stack:
        waits[own[-1]] = waits.get(own[-1], 0) + ns
assert sum(waits.values()) > 0, "nothing waits"

def near(what, left, right, slack=1000):
    if abs(left - right) > slack:
        sys.exit(f"{what}: {left}, expected {right}")

# What took a clock tick or two is a nanosecond, or none.
def some(stacks):
    return {stack: ns for stack, ns in stacks.items() if ns}

def same(what, stacks, expected=folded):
    if some(stacks).keys() != some(expected).keys():
        sys.exit(f"{what}: {some(stacks).keys() ^ some(expected).keys()}: not in both")
    for stack, ns in some(stacks).items():
        near(f"{what}: {stack}", ns, expected[stack])

for function in profile["functions"]:
    near("folded: " + function["name"], by_function.get(function["name"], 0), function["tottime_ns"])
    near("folded: waiting of " + function["name"], waits.get(function["name"], 0),
         function["wait_ns"] + function["line_wait_ns"])
near("folded: all", sum(folded.values()), profile["totals"]["lifetime_ns"])
burn = [stack for stack in folded if stack[-1].startswith("burn")]
if ("main", burn[0][-1]) not in burn:
    sys.exit(f"burn is not below main: {burn}")

scope = json.load(open("out.speedscope"))
frames, (only,) = scope["shared"]["frames"], scope["profiles"]
assert scope["$schema"] == "https://www.speedscope.app/file-format-schema.json"
assert only["type"] == "sampled" and only["unit"] == "nanoseconds" and only["startValue"] == 0
assert only["endValue"] == sum(only["weights"])
same("speedscope", {tuple(frames[i]["name"] for i in stack): ns
                    for stack, ns in zip(only["samples"], only["weights"], strict=True)})

stacks, cpu_stacks, lines = pprof.stacks("out.pprof")
same("pprof", stacks, with_waits)
same("pprof: CPU time", cpu_stacks,
     {stack: ns for stack, ns in folded.items() if stack[-1] != WAITING})

# Drawn as events: as long as the sums, and what is left of each beside those that it called its own.
boxes = kineto.read("out.chrome-trace")
rest = {}
for box in boxes:
    near(f"chrome-trace: length of {box['stack']}", box["dur"] * 1000, box["args"]["total_ns"], 251)
    rest[box["stack"]] = rest.get(box["stack"], 0) + box["args"]["total_ns"]
for box in boxes:
    if box["stack"][:-1]:
        rest[box["stack"][:-1]] -= box["args"]["total_ns"]
rest = {stack: ns for stack, ns in rest.items() if stack in folded or ns > 1000}
# What rounds to no eighth of a microsecond is no event.
rest.update({stack: ns for stack, ns in folded.items() if stack not in rest and ns <= 125})
same("chrome-trace", rest)
calls = {box["name"]: box["args"]["ncalls_in_all"] for box in boxes if "line" in box["args"]}
assert calls == {f["name"]: f["ncalls"] for f in profile["functions"] if f["name"] in calls}, calls
names = {f["number"]: f["name"] for f in profile["functions"]}
above, sums = {None: ()}, {}
for path in profile["call_paths"]:
    stack = above[path["parent"]] + (names.get(path["function"], "<lineprof's own probes>"),)
    above[path["number"]] = stack
    for part, ns in ((stack, path["tottime_ns"] - path["wait_ns"]),
                     (stack + (WAITING,), path["wait_ns"])):
        if ns:
            sums[part] = sums.get(part, 0) + ns
sums.update({stack: ns for stack, ns in folded.items() if stack[0].startswith("<outside")})
same("json", sums)
source = open("app.cpp", encoding="utf-8", errors="surrogateescape").read().split("\n")
call = source.index("	for (int i = 0; i < 50; i++) sum += burn(i);") + 1
if not any((name, line) == ("main", call) for name, _, line in lines):
    sys.exit(f"pprof: no call of burn in line {call}: {lines}")

svg = xml.parse("out.flamegraph").getroot()
space = "{http://www.w3.org/2000/svg}"
assert not list(svg.iter(space + "script"))
boxes = []
for box in svg.iter(space + "g"):
    rect, name = box.find(space + "rect"), box.find(space + "title").text.rsplit(": ", 1)[0]
    boxes.append((name, float(rect.get("x")), float(rect.get("y")), float(rect.get("width"))))
root, = (box for box in boxes if box[0] == "<all>")
for name, x, y, width in boxes:
    below = [b for b in boxes if y < b[2] < y + 20 and b[1] - 0.2 <= x and x + width <= b[1] + b[3] + 0.2]
    if name != "<all>" and len(below) != 1:
        sys.exit(f"svg: {name} stands on {below}")
for a in boxes:
    for b in boxes:
        if a is not b and a[2] == b[2] and a[1] < b[1] + b[3] - 0.2 and b[1] < a[1] + a[3] - 0.2:
            sys.exit(f"svg: {a} and {b} overlap")
widths = sum(box[3] for box in boxes if box[0] == burn[0][-1])
near("svg: width of burn", widths / root[3], by_function[burn[0][-1]] / sum(folded.values()), 0.01)
END
"$PYTHON" calls.py "$TOOLS" || fail "the trees of calls differ"

flamegraph=/usr/share/perl5/Devel/NYTProf/flamegraph.pl
if [ -f $flamegraph ]; then
	perl $flamegraph --countname=ns out.folded >theirs.svg 2>said.txt || fail "flamegraph.pl: $(cat said.txt)"
	[ ! -s said.txt ] || fail "flamegraph.pl says: $(cat said.txt)"
	grep -q '<title>burn' theirs.svg || fail "flamegraph.pl shows no burn"
else
	leave_out "folded, read by flamegraph.pl: no libdevel-nytprof-perl"
fi
if command -v go >/dev/null; then
	HOME=$PWD go tool pprof -top -nodecount=100 -unit=ns out.pprof >theirs.txt 2>&1 ||
		fail "go tool pprof: $(cat theirs.txt)"
	"$PYTHON" - <<'END' || fail "go tool pprof shows other numbers: $(cat theirs.txt)"
import json, re, sys
tottime = {f["name"]: f["tottime_ns"] for f in json.load(open("out.json"))["functions"]}
rows = re.findall(r"^ *(\d+)(?:ns)? .*% +\d+(?:ns)? +[\d.]+% +(.*)$", open("theirs.txt").read(), re.M)
burn = [(int(ns), name) for ns, name in rows if name.startswith("burn")]
if len(burn) != 1 or abs(burn[0][0] - tottime[burn[0][1]]) > 1000:
    sys.exit(f"burn: {burn}")
END
else
	leave_out "pprof, read by go tool pprof: no golang-go"
fi
# The schema that speedscope itself ships, by ajv: from npm, so not at every run.
if [ "$FULL" = 1 ] && command -v npm >/dev/null &&
	npm install --silent --no-audit --no-fund ajv@6 speedscope >npm.txt 2>&1; then
	cat >schema.js <<'END'
const Ajv = require('ajv'), fs = require('fs');
const read = path => JSON.parse(fs.readFileSync(path));
const ajv = new Ajv({ unknownFormats: 'ignore' });
if (!ajv.validate(read('node_modules/speedscope/dist/release/file-format-schema.json'), read('out.speedscope'))) {
	console.log(ajv.errors);
	process.exit(1);
}
END
	node schema.js >said.txt 2>&1 || fail "speedscope's schema: $(cat said.txt)"
	# The app itself reads a Chrome trace, and complains of events that do not nest.
	printf 'speedscope.loadFileFromBase64("trace", "%s")\n' "$(base64 -w 0 out.chrome-trace)" >load.js
	if command -v chromium >/dev/null; then
		page=$PWD/node_modules/speedscope/dist/release/index.html
		HOME=$PWD chromium --headless --no-sandbox --disable-gpu --allow-file-access-from-files \
			--enable-logging=stderr --virtual-time-budget=8000 --dump-dom \
			"file://$page#localProfilePath=$PWD/load.js" >dom.html 2>log.txt || fail "chromium: $(cat log.txt)"
		has "speedscope" "Importing as Trace Event Format profile" <log.txt
		has "speedscope's row" "app (pid 1048576), all threads" <dom.html
		! grep -i 'request to end\|mismatch\|ignoring' log.txt || fail "speedscope: events that do not nest"
	else
		leave_out "chrome-trace, read by speedscope: no chromium"
	fi
elif [ "$FULL" = 1 ]; then
	leave_out "speedscope, by its schema: no npm, or no packages from it"
fi

# The page's commands, without the programs that read.
mkdir page
cp p.lprof page/app.lprof
grep '^lpview --export [a-z]' "$SOURCE/docs/exports.md" | sed 's/ &&.*//' >commands
[ "$(wc -l <commands)" -ge 8 ] || fail "docs/exports.md has only these commands: $(cat commands)"
while read -r command; do
	(cd page && PATH=$(dirname "$LPVIEW"):$PATH && quiet sh -c "$command") || exit 1
	[ -s "page/$(echo "$command" | sed 's/.* -o \([^ ]*\) .*/\1/')" ] || fail "$command: no file"
done <commands

"$LPVIEW" --export pstats -o p.lprof p.lprof 2>said && fail "the profile was overwritten"
has "the profile itself" "p.lprof: is the profile itself" <said
"$LPVIEW" --export csv -o /dev/full p.lprof 2>said && fail "/dev/full took it"
has "a full disk" "/dev/full: cannot be written: No space left on device" <said
"$LPVIEW" --check p.lprof >/dev/null || fail "the profile is not what it was"
