# file_filter.sh: `--file` of a file whose code an include has put into another file's function: every view and export
# that shows lines has its lines and none of others, and the tree the calls that go through them.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >ops.inc <<'END'
	if (x & 1)
		x = x * 3 + 1;
	for (int k = 0; k < 3; k++)
		x += mix(k);
END
cat >inc.c <<'END'
__attribute__((noinline)) static long mix(long k) { return k * k ^ 5; }
static long run(long n)
{
	long x = 1;
	for (long i = 0; i < n; i++) {
#include "ops.inc"
	}
	return x;
}
int main(void)
{
	return run(10000000) == 3;
}
END
$CC -O1 inc.c -o inc
LINEPROF_REPORT=never ./inc
lpview() { "$LPVIEW" --no-pager "$@" inc.lprof; }
for file in ops.inc inc.c; do
	lpview --json --file $file >chosen.json
	lpview --json >whole.json
	lpview --export callgrind --file $file >chosen.callgrind
	lpview --export line_profiler --file $file >chosen.txt
	lpview --export folded --file $file >chosen.folded
	"$PYTHON" - $file <<'END'
import json, re, sys
chosen, whole = json.load(open("chosen.json")), json.load(open("whole.json"))
is_of = lambda row: row["file"].endswith("/" + sys.argv[1])
for part in "lines", "branches", "loops":
    want = [row for row in whole[part] if is_of(row)]
    if chosen[part] != want or not want:
        sys.exit(f"{part}: {chosen[part]}, expected {want}")
of_lines = sum(line["self_ns"] for line in chosen["lines"])
# Behind a call stands its cost with what is called.
cost, is_call, at = 0, False, None
for line in open("chosen.callgrind"):
    number = re.match(r"f[li]=\((\d+)\)(?: (.*))?", line)
    if number and number[2]:
        at = number[2]
    elif line[0].isdigit() and not is_call:
        cost += int(line.split()[1])
    is_call = line.startswith("calls=")
# What no line has stands on the function's head.
rest = sum(f["wait_ns"] + f["unplaced_ns"] for f in chosen["functions"])
if abs(cost - of_lines - rest) > 1000:
    sys.exit(f"callgrind: {cost} ns, lines {of_lines}")
tables = [line.split("/")[-1].strip() for line in open("chosen.txt") if line.startswith("File: ")]
if not tables or set(tables) != {sys.argv[1]}:
    sys.exit(f"line_profiler: {tables}")
stacks = sum(int(line.split()[-1]) for line in open("chosen.folded"))
if stacks < of_lines - 1000:
    sys.exit(f"folded: {stacks} ns, lines {of_lines}")
END
	lpview --branches --file $file >out.txt
	has "branches" "$([ $file = ops.inc ] && echo "From ops.inc" || echo "i < n")" <out.txt
	! grep -q "$([ $file = ops.inc ] && echo "i < n" || echo "From ops.inc")" out.txt || fail "another file in --branches --file $file"
	lpview --tree --file $file | has "tree" "run"
done
