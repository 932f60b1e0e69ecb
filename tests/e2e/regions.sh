# regions.sh: named regions: calls, self and inclusive time by clock, nested, recursive,
# in threads; with a stop in the middle; left open, ended too often, too many of them.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >app.cpp <<'END'
#include "runtime/lineprof.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
static void burn(int milliseconds)
{
	timespec begin, now;
	clock_gettime(CLOCK_MONOTONIC, &begin);
	do
		clock_gettime(CLOCK_MONOTONIC, &now);
	while ((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 < milliseconds);
}
static void again(int depth)
{
	lineprof::region here("again");
	burn(10);
	if (depth > 0)
		again(depth - 1);
}
static void *work(void *unused)
{
	for (int i = 0; i < 3; i++) {
		lineprof::region here("work");
		burn(10);
	}
	return unused;
}
static void fail() { lineprof::region here("thrown"); throw 1; }
int main(int argc, char **)
{
	char name[200];
	pthread_t threads[2];
	lineprof_region_end();
	lineprof_region_begin("outer");
	burn(20);
	strcpy(name, "inner");
	lineprof_region_begin(name);
	strcpy(name, "changed");
	burn(40);
	lineprof_region_end();
	lineprof_region_end();
	lineprof_region_end();
	again(2);
	try { fail(); } catch (int) { }
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], 0, work, 0);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], 0);
	lineprof_region_begin("paused");
	burn(10);
	lineprof_stop();
	burn(300);
	lineprof_region_begin("unseen");
	burn(200);
	lineprof_start();
	lineprof_region_end();
	burn(10);
	lineprof_region_end();
	memset(name, 'x', 199);
	name[199] = 0;
	memcpy(name + 122, "\xe2\x82\xac", 3); /* a character of three bytes at the end of what is kept */
	lineprof_region_begin(name);
	lineprof_region_end();
	lineprof_region_begin("");
	lineprof_region_end();
	lineprof_region_begin("\x1b[31mred\n");
	lineprof_region_end();
	if (argc > 1)
		for (int i = 0; i < 5000; i++) {
			snprintf(name, sizeof name, "request %d", i);
			lineprof_region_begin(name);
			lineprof_region_end();
		}
	for (int i = 0; i < 300; i++)
		lineprof_region_begin("deep");
	for (int i = 0; i < 299; i++)
		lineprof_region_end();
	return 0;
}
END
# of EXPRESSION: over `r`, the regions by name, with times in ms.
of() {
	query p.lprof "(lambda r: $1)({x['name']: dict(x, tot=x['tottime_ns'] / 1e6,
		cum=x['cumtime_ns'] / 1e6) for x in profile.json['regions']})"
}
for level in -O0 -O2; do
	$CXX $level -pthread -I"$SOURCE" app.cpp -o app || fail "$level"
	rm -f p.lprof
	LINEPROF_FILE=p.lprof ./app || fail "$level: status $?"
	same "calls, $level" "[1, 1, 3, 6, 1, 1, 0, 300]" \
		"$(of "[r[n]['ncalls'] for n in ('outer', 'inner', 'again', 'work', 'thrown',
			'paused', 'unseen', 'deep')]")"
	same "ends without a begin, $level" 2 "$(of "r['<end without begin>']['ncalls']")"
	same "begins without an end, $level" "{'deep': 1}" \
		"$(of "{n: x['not_ended'] for n, x in r.items() if x['not_ended']}")"
	same "odd names, $level" "True True True" "$(of "'x' * 122 in r") \
$(of "r['<no name>']['ncalls'] == 1") $(of "r['\\x1b[31mred\\n']['ncalls'] == 1")"
	same "threads of work, $level" "[3, 3]" \
		"$(of "[t['ncalls'] for t in r['work']['threads']]")"
	# Never less than what was burned; and more only by what the machine was busy with.
	for bound in "outer tot 20" "outer cum 60" "inner tot 40" "inner cum 40" "again tot 30" \
		"again cum 30" "work tot 60" "work cum 60" "paused cum 20"; do
		set -- $bound
		same "$1 $2 >= $3 ms, $level" True "$(of "r['$1']['$2'] >= $3 * 0.95")"
	done
	same "again once, $level" True "$(of "r['again']['tot'] < 1.05 * r['again']['cum'] + 0.1")"
	same "sums, $level" True \
		"$(of "abs(r['outer']['cum'] - r['outer']['tot'] - r['inner']['cum']) < 0.1")"
	same "pauses, $level" True "$(of "r['paused']['cum'] < 280 and r['unseen']['cum'] < 190")"
done

# The table: by cumulative time, names shown safely.
"$LPVIEW" --regions p.lprof >table || fail "--regions: status $?"
grep -q '^   ncalls  tottime  percall  cumtime  percall region$' table || fail "$(cat table)"
grep -q '^      300 .* deep (1 not ended)$' table || fail "$(cat table)"
! grep -q "$(printf '\033')" table || fail "an escape sequence went through"
as_another p.lprof other.lprof
"$LPVIEW" --json p.lprof other.lprof >two.json
same "the sum of two runs" 600 "$("$PYTHON" -c 'import json
print({r["name"]: r["ncalls"] for r in json.load(open("two.json"))["regions"]}["deep"])')"

# A hostile number of names is bounded, and loses no calls.
rm -f p.lprof
LINEPROF_FILE=p.lprof ./app x || fail "status $?"
same "all the calls" 5000 "$(of "sum(x['ncalls'] for n, x in r.items() if 'request' in n) + r['<other regions>']['ncalls'] - 300")"
same "their number" True "$(of "1000 <= len(r) <= 1024")"
[ "$(stat -c %s p.lprof)" -lt 1000000 ] || fail "the profile has $(stat -c %s p.lprof) bytes"

# Many threads that come and go, each with a region; rows that are given up keep them.
cat >many.c <<'END'
#include "runtime/lineprof.h"
#include <pthread.h>
#include <stdio.h>
#include <stdint.h>
static void *run(void *number)
{
	char name[20];
	snprintf(name, sizeof name, "region %d", (int)(intptr_t)number % 7);
	lineprof_region_begin(name);
	lineprof_region_begin("left open");
	return 0;
}
int main(void)
{
	for (intptr_t i = 0; i < 140; i++) {
		pthread_t thread;
		pthread_create(&thread, 0, run, (void *)i);
		pthread_join(thread, 0);
	}
	return 0;
}
END
$CC -O1 -pthread -I"$SOURCE" many.c -o many
LINEPROF_FILE=p.lprof ./many
same "calls of 140 threads" "[20, 20, 20, 20, 20, 20, 20, 140]" \
	"$(of "[r['region %d' % i]['ncalls'] for i in range(7)] + [r['left open']['not_ended']]")"

# Nothing to show, and nothing measured.
echo 'int main(void) { return 0; }' >none.c
$CC none.c -o none
LINEPROF_FILE=none.lprof ./none
"$LPVIEW" --regions none.lprof | has "without regions" "No regions"
LINEPROF=off ./app x || fail "LINEPROF=off"
$CLANGXX -pthread -I"$SOURCE" app.cpp -o plain && quiet ./plain x
LINEPROF_MODE=counts LINEPROF_FILE=p.lprof ./app || fail "LINEPROF_MODE=counts"
same "without function clocks" True "$(of "r['inner']['cum'] >= 38")"
