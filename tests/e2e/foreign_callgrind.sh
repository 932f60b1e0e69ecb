# foreign_callgrind.sh: what code that is not instrumented calls back is below who called that code, in Callgrind's
# format, too: as qsort() with its comparison, one within another, and by recursion.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >back.c <<'END'
#include <stdio.h>
#include <stdlib.h>
enum { COUNT = 200000, KEYS = 16 };
static int values[COUNT], keys[KEYS];
static int by_key(const void *a, const void *b)
{
	long x = *(const int *)a, y = *(const int *)b;
	for (int i = 0; i < 20; i++) {
		x = x * 3 + (x >> 7);
		y = y * 3 + (y >> 7);
	}
	return x < y ? -1 : x > y;
}
static int by_value(const void *a, const void *b)
{
	int x = *(const int *)a % 100003, y = *(const int *)b % 100003, key = x % KEYS;
	if (bsearch(&key, keys, KEYS, sizeof(*keys), by_key) == NULL)
		abort();
	return x < y ? -1 : x > y;
}
static int again(const void *a, const void *b)
{
	(void)b;
	int depth = *(const int *)a - 1, one = 0;
	if (depth > 0)
		bsearch(&depth, &one, 1, sizeof(one), again);
	qsort(values, COUNT / 8, sizeof(*values), by_key);
	return 0;
}
int main(void)
{
	int depth = 3, one = 0;
	for (int i = 0; i < KEYS; i++)
		keys[i] = i;
	for (int i = 0; i < COUNT; i++)
		values[i] = i * 7919 % 100003;
	qsort(values, COUNT, sizeof(*values), by_value);
	bsearch(&depth, &one, 1, sizeof(one), again);
	return 0;
}
END
$CC -O2 back.c -o back
LINEPROF_REPORT=never ./back
"$LPVIEW" --export callgrind back.lprof >back.callgrind
"$LPVIEW" --json back.lprof >back.json
"$PYTHON" - <<'END'
import json, re
profile = json.load(open("back.json"))
names, inclusive, entered = {}, {}, {}
name_of = lambda text: names.setdefault(*re.match(r"\((\d+)\)(?: (.*))?", text).groups()) or names[re.match(r"\((\d+)\)", text)[1]]
at = callee = None
for line in open("back.callgrind"):
    key, _, value = line.strip().partition("=")
    if key == "fn":
        at = name_of(value)
    elif key == "cfn":
        callee = name_of(value)
    elif key == "calls":
        entered[callee] = entered.get(callee, 0) + int(value.split()[0])
    elif line[0].isdigit():
        inclusive[at] = inclusive.get(at, 0) + int(line.split()[1])
whole, probes = profile["totals"]["lifetime_ns"], profile["totals"]["probes_ns"]
for function in profile["functions"]:
    name = function["name"]
    # Of a recursion its outermost call has it all, and in this format the inner one counts again.
    if name != "again" and abs(inclusive[name] - function["cumtime_ns"]) > probes + whole / 50:
        raise SystemExit(f"{name}: {inclusive[name]} ns, cumtime {function['cumtime_ns']}, of {whole}")
by_main, by_again = ("<not instrumented, below %s>" % name for name in ("main", "again"))
if inclusive["main"] < 0.95 * (whole - probes) or inclusive["again"] > 1.02 * inclusive[by_main]:
    raise SystemExit(f"main {inclusive['main']} of {whole}, again {inclusive['again']}, below main {inclusive[by_main]}")
calls = {function["name"]: function["ncalls"] for function in profile["functions"]}
if any(entered[name] > calls[name] or entered[name] < 0.9 * calls[name] for name in ("by_key", "by_value")):
    raise SystemExit(f"calls: {entered}, {calls}")
END
