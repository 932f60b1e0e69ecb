# schedule.sh: lineprof_schedule() and LINEPROF_SCHEDULE: which of the steps are measured,
# to the hit; what lpview --steps and JSON say of each; schedules that make no sense.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
unset LINEPROF_SCHEDULE
cat >app.c <<'END'
#include "runtime/lineprof.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noinline)) static void work(void)
{
	__asm__ volatile("");
}
__attribute__((noinline)) static void before(void)
{
	__asm__ volatile("");
}
static void steps(int count)
{
	for (int i = 0; i < count; i++) {
		lineprof_step();
		work();
	}
}
int main(int argc, char **argv)
{
	before();
	if (argc > 5)
		lineprof_schedule(atoi(argv[2]), atoi(argv[3]), atoi(argv[4]), atoi(argv[5]));
	steps(atoi(argv[1]));
	if (argc == 3 && !fork()) {
		steps(3);
		return 0;
	}
	wait(0);
	return 0;
}
END

# measured WHAT STEPS BEFORE: calls of work(), and of before(); nobody says a word.
measured() {
	[ ! -s said ] || fail "$1: says $(cat said)"
	same "$1: calls of work" "$2" "$(query app.lprof "profile.calls('$PWD/app.c', 'work')[0]")"
	same "$1: calls of before" "$3" "$(query app.lprof "profile.calls('$PWD/app.c', 'before')[0]")"
	"$LPVIEW" --check app.lprof >out || fail "$1: $(cat out)"
}

# phases: "step phase" of each row of --steps, in a line.
phases() {
	"$LPVIEW" --steps "${1:-app.lprof}" | awk '$1 == "step" { on = 1; next }
		on && NF > 2 { printf "%s%s %s", s, $1, $2; s = ", " } END { print "" }'
}

for level in -O0 -O2; do
	$CC $level -I"$SOURCE" app.c -o app

	# By the environment: two cycles of 2 + 1 + 3, and the rest.
	LINEPROF_SCHEDULE=2:1:3:2 ./app 20 2>said
	measured "2:1:3:2 $level" 8 0
	same "phases $level" "before wait, 1-2 wait, 3 warmup, 4 active, 5 active, 6 active, 7-8 wait, \
9 warmup, 10 active, 11 active, 12 active, 13-20 done, mean active" "$(phases)"

	# By the program, the same: what came before the call is measured.
	./app 20 2 1 3 2 2>said
	measured "lineprof_schedule(2, 1, 3, 2) $level" 8 1
	same "phases, by the program $level" "before wait, 1-2 wait, 3 warmup" "$(phases | cut -d, -f1-3)"
done

# For ever, and the end in the middle of a cycle; without a wait, a warm-up.
LINEPROF_SCHEDULE=1:1:1 ./app 8 2>said
measured "1:1:1" 5 0
LINEPROF_SCHEDULE=0:0:1:0 ./app 8 2>said
measured "0:0:1:0" 8 0
LINEPROF_SCHEDULE=0:2:2:1 ./app 8 2>said
measured "0:2:2:1" 4 0
same "phases" "before wait, 1 warmup, 2 warmup, 3 active, 4 active, 5-8 done, mean active" "$(phases)"
LINEPROF_SCHEDULE=1000000000:0:1000000000:1000000000 ./app 8 2>said
measured "the largest" 0 0

# The environment's goes before the program's.
LINEPROF_SCHEDULE=0:0:3:1 ./app 8 7 0 1 1 2>said
measured "both" 3 0

# Steps that are not measured share rows, so that late cycles are seen; they take no time.
LINEPROF_SCHEDULE=3000:0:1:3 ./app 10000 2>said
measured "3000:0:1:3" 3 0
same "late steps" "before wait, 1-3000 wait, 3001 active, 3002-6001 wait, 6002 active, \
6003-9002 wait, 9003 active, 9004-10000 done, mean active" "$(phases)"
query app.lprof "[(s['step'], s['phase'], s['steps_folded']) for s in profile.json['steps']]" |
	has "JSON" "[(0, 'wait', 0), (1, 'wait', 2999), (3001, 'active', 0), (3002, 'wait', 2999),"
same "time of what is not measured" "{0}" \
	"$(query app.lprof "{s['wall_ns'] + s['cpu_ns'] for s in profile.json['steps'][1:] if s['phase'] in ('wait', 'done')}")"

# More rows than there are: the last is of several phases, and not in the mean.
LINEPROF_SCHEDULE=0:1:1 ./app 3000 2>said
measured "0:1:1" 3000 0
phases | has "the last row" ", 2047-3000 mixed, mean active"

# A forked child goes on with the schedule, and with the numbers of steps.
LINEPROF_SCHEDULE=0:1:5:1 LINEPROF_FILE=%p.fork.lprof ./app 4 fork 2>said
same "phases of parent and child" "4 active, 5 active, 6 active, 7 done, mean active
before wait, 1 warmup, 2 active, 3 active, 4 active, mean active" \
	"$(for profile in *.fork.lprof; do phases "$profile"; done | sort)"

# A loop that calls nothing, in a function that was called before: it was not stopped all the time.
cat >loop.c <<'END'
#include "runtime/lineprof.h"
int main(void)
{
	for (volatile int i = 0; i < 5; i++)
		lineprof_step();
	return 0;
}
END
$CC -O1 -I"$SOURCE" loop.c -o loop
LINEPROF_SCHEDULE=1:0:2:1 ./loop
! "$LPVIEW" loop.lprof 2>&1 | grep "stopped all\|has run" || fail "said of a loop that was measured"
LINEPROF_SCHEDULE=9:0:2:1 ./loop
"$LPVIEW" loop.lprof 2>&1 | has "nothing measured" "stopped all the time"

# Without one, all is as ever, and no column says so.
./app 3 2>said
measured "no schedule" 3 1
"$LPVIEW" --steps app.lprof | grep -qx ' *step  *wall ms  *cpu ms' || fail "columns"
query app.lprof "{s['phase'] for s in profile.json['steps']}" | has "JSON" "{'none'}"

# What makes no sense: one line, and all steps are measured.
long=$(printf '%0100000d' 1)
for value in : 1 1:2 1:2: 1:2:0 1:2:0:5 -1:0:1 0:0:1:-1 ' 1:0:1' 1:0:1: 1:0:1:1: 1:0:1:1:1 a:b:c \
	1:0:x 0x1:0:1 1,0,1 1000000001:0:1 18446744073709551617:0:1 0:0:4294967297 1::1 "0:0:1 " "$long:x"; do
	LINEPROF_SCHEDULE=$value ./app 3 2>said
	shown=$(printf %.40s "$value")
	[ "$shown" = "$value" ] || shown=$shown...
	same "LINEPROF_SCHEDULE='$value'" "lineprof: LINEPROF_SCHEDULE: '$shown': wrong value, every step is measured: \
expected WAIT:WARMUP:ACTIVE[:REPEAT], numbers of steps, ACTIVE not 0" "$(cat said)"
done
: >said
measured "a wrong value" 3 1
for numbers in "0 0 0 0" "-1 0 1 0" "0 -1 1 0" "0 0 -1 0" "0 0 1 -1" "1000000001 0 1 0"; do
	# shellcheck disable=SC2086
	./app 3 $numbers 2>said
	same "lineprof_schedule($numbers)" "lineprof: lineprof_schedule(): wrong numbers of steps, ignored: \
none negative or above 1000000000, active not 0" "$(cat said)"
done
: >said
measured "wrong numbers" 3 1

# Without the plugin: nothing, and no link flag.
$CLANG -O1 -I"$SOURCE" app.c -o plain
LINEPROF_SCHEDULE=x ./plain 3 1 1 1 1 2>said
[ ! -s said ] && [ ! -e plain.lprof ] || fail "without the plugin: $(cat said)"
