# only_ways.sh: time by clock is on the line that made all calls of a function, also where only
# some of it, or nothing, has samples.
# One clang is enough: lpview is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >once.c <<'END'
#include <time.h>
#include <unistd.h>
static volatile unsigned long rounds;
static int (*volatile rest)(useconds_t) = usleep;
__attribute__((noinline)) static void inner(void)
{
	for (int i = 0; i < 20; i++)
		rest(5000);
}
__attribute__((noinline)) static void inner_too(void)
{
	for (int i = 0; i < 20; i++)
		rest(5000);
}
__attribute__((noinline)) static void once(void)
{
	inner(); /* INNER */
}
__attribute__((noinline)) static void sampled(void)
{
	const clock_t begin = clock();

	while (clock() - begin < CLOCKS_PER_SEC / 20)
		rounds++;
	inner_too(); /* INNER_TOO */
}
__attribute__((noinline)) static void several(int n)
{
	for (int i = 0; i < n; i++)
		rest(5000);
}
int main(void)
{
	once(); /* ONCE */
	sampled(); /* SAMPLED */
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
			"$(line_of SAMPLED)" "$(line_of INNER_TOO)" "$(line_of SEVERAL)" $engine <<'END' || fail "by $engine at $level"
import sys
sys.path.insert(0, sys.argv[1])
import lprof
profile = lprof.Profile("once.lprof")
file, once, inner, sampled, inner_too, several = sys.argv[2], *map(int, sys.argv[3:8])
problems = profile.call_sums()
times = {line["line"]: line["time_ns"] for line in profile.json["lines"] if line["file"] == file}
functions = {function["name"]: function["cumtime_ns"] for function in profile.json["functions"]}
# On a busy machine what a thread waited for a processor may be taken from any of what it waited.
least = 0.9e8 - profile.json["totals"]["delay_ns"]
for line in (once, inner, sampled, inner_too):
    if not least < times[line] <= functions["main"]:
        problems.append(f"line {line}: {times[line]} ns of 100 ms and {functions['main']}")
for outer, own in (("once", "inner"), ("sampled", "inner_too")):
    if not functions[own] <= functions[outer] <= functions["main"]:
        problems.append(f"cumtimes: {functions}")
# Which of the two it was is known by the calls' paths, of the clock's too.
for line in (several, several + 1):
    if not least / 2 < times[line] <= functions["several"]:
        problems.append(f"line {line}: {times[line]} ns of 50 ms and {functions['several']}")
print("\n".join(problems))
sys.exit(bool(problems))
END
	done
done
"$LPVIEW" --tree once.lprof >tree
has "the tree" "inner  once.c:$(line_of INNER)" <tree
has "the tree" "several lines have called stand alone" <tree

# Called by a library: what waited tells who, and all the rest of the function's time follows it.
cat >sorts.c <<'EOF'
#include <stdlib.h>
#include <unistd.h>
static int compare(const void *a, const void *b)
{
	usleep(2000);
	return *(const int *)a - *(const int *)b;
}
__attribute__((noinline)) static void sort(int *list)
{
	qsort(list, 8, sizeof(*list), compare); /* SORTS */
}
int main(void)
{
	int list[8] = {4, 3, 2, 1, 9, 7, 5, 6};
	sort(list);
	return list[0] != 1;
}
EOF
sorts=$(grep -n 'SORTS \*/' sorts.c | cut -d: -f1)
for engine in timer perf; do
	$CC -O2 sorts.c -o sorts
	LINEPROF_ENGINE=$engine ./sorts
	whole=$(query sorts.lprof "sum(f['cumtime_ns'] for f in profile.json['functions'] if f['name'] == 'compare')")
	line=$(query sorts.lprof "sum(l['time_ns'] for l in profile.json['lines'] if l['line'] == $sorts)")
	[ "$line" -ge $((whole - 1000)) ] || fail "by $engine: $line ns where it sorts, of $whole"
	"$LPVIEW" --tree sorts.lprof >tree
	same "by $engine: rows of compare() in the tree" 1 "$(grep -c compare tree)"
done

# A clock around a function has its probes, and so have samples of the line that calls it: not twice.
cat >probes.c <<'END'
#include <stdio.h>
static int a[4096];
__attribute__((noinline)) static int is_odd(int x)
{
	return x & 1;
}
__attribute__((noinline)) long count(int n)
{
	long s = 0;
	for (int i = 0; i < n; i++)
		if (is_odd(a[i]))
			s++;
		else if (a[i] & 2)
			s += 3;
		else if (a[i] & 4)
			s ^= a[i];
	return s;
}
__attribute__((noinline)) long outer(int n)
{
	long y = 0;
	for (int i = 0; i < n; i++)
		y += count(4096); /* COUNTS */
	for (int i = 0; i < 40000000; i++)
		y ^= i;
	return y;
}
int main(void)
{
	for (int i = 0; i < 4096; i++)
		a[i] = i * 2654435761u >> 7;
	printf("%ld\n", outer(20000));
	return 0;
}
END
$CC -O0 probes.c -o probes
# Where no clock is read, samples alone tell, which do not have them in the function. Some of the probes are outside its clock:
# few beside those of the calls in it.
./probes >/dev/null
counts=$(grep -n 'COUNTS \*/' probes.c | cut -d: -f1)
told=$(query probes.lprof "(lambda count, line, probes: not count['cumtime_clocked'] or
	-1000 <= line - count['cumtime_ns'] < probes / 2 or
	f'{line} ns of {count[\"cumtime_ns\"]} and {probes} of probes')(
	next(f for f in profile.json['functions'] if f['name'] == 'count'),
	next(l['time_ns'] for l in profile.json['lines'] if l['line'] == $counts), profile.json['totals']['probes_ns'])")
same "the line that calls count() has its time" True "$told"
