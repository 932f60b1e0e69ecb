# only_ways.sh: time of functions without samples, by clock, is on the line that made all their calls.
. "$SOURCE/tests/e2e/lib.sh"
cat >once.c <<'END'
#include <unistd.h>
static int (*volatile rest)(useconds_t) = usleep;
__attribute__((noinline)) static void inner(void)
{
	for (int i = 0; i < 20; i++)
		rest(5000);
}
__attribute__((noinline)) static void once(void)
{
	inner(); /* INNER */
}
__attribute__((noinline)) static void several(int n)
{
	for (int i = 0; i < n; i++)
		rest(5000);
}
int main(void)
{
	once(); /* ONCE */
	several(10); /* SEVERAL */
	several(10); /* SEVERAL */
	return 0;
}
END
line_of() { grep -n "$1 \*/" once.c | head -n 1 | cut -d: -f1; }
for engine in timer perf none; do
	for level in -O0 -O2; do
		$CC $level once.c -o once
		LINEPROF_ENGINE=$engine ./once
		"$PYTHON" - "$TOOLS" "$PWD/once.c" "$(line_of ONCE)" "$(line_of INNER)" \
			"$(line_of SEVERAL)" $engine <<'END' || fail "by $engine at $level"
import sys
sys.path.insert(0, sys.argv[1])
import lprof
profile = lprof.Profile("once.lprof")
file, once, inner, several = sys.argv[2], *map(int, sys.argv[3:6])
problems = profile.call_sums()
times = {line["line"]: line["time_ns"] for line in profile.json["lines"] if line["file"] == file}
functions = {function["name"]: function["cumtime_ns"] for function in profile.json["functions"]}
for line in (once, inner):
    if not 0.9e8 < times[line] <= functions["main"]:
        problems.append(f"line {line}: {times[line]} ns of 100 ms and {functions['main']}")
if not functions["inner"] <= functions["once"] <= functions["main"]:
    problems.append(f"cumtimes: {functions}")
# Which of the two it was only a sample knows.
for line in (several, several + 1):
    if sys.argv[6] == "none" and times[line] > 0:
        problems.append(f"line {line}: {times[line]} ns")
print("\n".join(problems))
sys.exit(bool(problems))
END
	done
done
"$LPVIEW" --tree once.lprof >tree
has "the tree" "inner  once.c:$(line_of INNER)" <tree
has "the tree" "several lines have called stand alone" <tree
