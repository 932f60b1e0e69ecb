# exports.sh: what lpview exports is read by the programs that it is for, with the same numbers.
. "$SOURCE/tests/e2e/lib.sh"
cat >app.cpp <<'END'
#include <cstdio>
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
__attribute__((noinline)) static int recurse(int depth)
{
	return depth ? 1 + recurse(depth - 1) : 0;
}
static void never(void) { std::puts("\"never\", \xff\n"); }
int main(int argc, char **)
{
	Square square;
	const Shape *shape = &square;
	unsigned long sum = 0;
	for (int i = 0; i < 50; i++) sum += burn(i);
	for (int i = 0; i < 10; i++) sum += (unsigned long)shape->area();
	sum += recurse(7);
	if (argc > 5) never();
	std::printf("%lu\n", sum);
}
END
$CXX -O2 app.cpp -o app
LINEPROF_FILE=p.lprof ./app >/dev/null
for format in callgrind csv json lcov line_profiler pstats; do
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
"$reader" - <<'END' || fail "line_profiler prints something else"
import io, json, re, sys

text = open("out.line_profiler", encoding="utf-8", errors="replace").read()
head, *tables = re.split(r"(?m)^(?=Total time: )", text)
if head != "Timer unit: 1e-06 s\n\n" or len(tables) < 4:
    sys.exit(f"head: {text[:200]!r}")
row = re.compile(r" *(\d+) +(\d+) +([\d.]+) +([\d.]+) +([\d.]*) ")

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
        if left[:width].rstrip() != right[:width].rstrip() and numbers(left)[1] > 0:
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

if command -v genhtml >/dev/null; then
	genhtml -q -o html out.lcov >genhtml.txt 2>&1 || fail "genhtml: $(cat genhtml.txt)"
	[ -f html/index.html ] || fail "genhtml made no page"
fi
if command -v callgrind_annotate >/dev/null; then
	callgrind_annotate --threshold=100 --inclusive=yes --tree=calling out.callgrind >annotated 2>&1 ||
		fail "callgrind_annotate: $(cat annotated)"
	! grep -i warning annotated || fail "callgrind_annotate warns"
	"$PYTHON" - <<'END' || fail "callgrind_annotate shows other numbers"
import json, re, sys
totals = json.load(open("out.json"))
want = sum(f["tottime_ns"] for f in totals["functions"])
text = open("annotated", errors="replace").read()
shown = int(re.search(r"([\d,]+) \(100\.0%\).*PROGRAM TOTALS", text).group(1).replace(",", ""))
if abs(shown - want) > 1000:
    sys.exit(f"total: {shown} ns, expected {want}")
if not re.search(r"\(50x\)", text):
    sys.exit("no 50 calls of burn")
END
fi

"$LPVIEW" --export pstats -o p.lprof p.lprof 2>said && fail "the profile was overwritten"
has "the profile itself" "p.lprof: is the profile itself" <said
"$LPVIEW" --export csv -o /dev/full p.lprof 2>said && fail "/dev/full took it"
has "a full disk" "/dev/full: cannot be written: No space left on device" <said
"$LPVIEW" --check p.lprof >/dev/null || fail "the profile is not what it was"
