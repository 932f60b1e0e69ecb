# fork_times.sh: what a forked child does in a call that its parent began is in that call's cumtime when both are summed
# up; the child's samples show who called. A run without clocks takes none away from a run with them.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >program.c <<'EOF'
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile unsigned total;
__attribute__((noinline)) static void work(int n)
{
	for (int i = 0; i < n; i++)
		total += i * total;
}
__attribute__((noinline)) static void both(void)
{
	work(50000000);
	if (fork() == 0) {
		work(100000000);
		work(100000000);
		exit(0);
	}
	wait(NULL);
	work(50000000);
}
int main(void)
{
	both();
	return 0;
}
EOF
$CC -O1 program.c -o program
LINEPROF_FILE=run.lprof ./program
"$LPVIEW" --functions run.[0-9]*.lprof >child.txt
if grep -q "do not show who called" child.txt; then fail "the child's samples are said to be cut: $(cat child.txt)"; fi
has "a child" "a forked child" <child.txt

# spent FILE...: ns: cumtime of both(), and all that anything called from there takes itself.
spent() {
	"$LPVIEW" --json "$@" | "$PYTHON" -c '
import json, sys
rows = {f["name"]: f for f in json.load(sys.stdin)["functions"]}
print(rows["both"]["cumtime_ns"], rows["both"]["tottime_ns"] + rows["work"]["tottime_ns"])'
}
# shellcheck disable=SC2046
set -- $(spent run.lprof run.[0-9]*.lprof)
"$PYTHON" -c "import sys; sys.exit(not 0.97 * $2 <= $1 <= 1.03 * $2)" || fail "cumtime $1 ns of a call in which $2 ns pass"
"$LPVIEW" merge -o sum.lprof run.lprof run.[0-9]*.lprof
# shellcheck disable=SC2046
set -- "$1" $(spent sum.lprof)
"$PYTHON" -c "import sys; sys.exit(not 0.97 * $1 <= $2 <= 1.03 * $1)" || fail "cumtime $2 ns in a merged file, $1 ns before"

# Beside others: work() lacks a processor then, which is known to be in both(), whichever line calls.
beside_by=$(on_one_processor)
LINEPROF_FILE=clocks.lprof LINEPROF_MODE=deterministic beside 1 ./program
LINEPROF_FILE=counts.lprof LINEPROF_MODE=counts ./program
# shellcheck disable=SC2046
set -- $(spent clocks.lprof) $(spent clocks.lprof counts.lprof)
same "cumtime with a run that only counts" "$1" "$3"

# A child of vfork() waits, as it looks, in its parent's memory: what the kernel tells of it is not the parent's, whose own
# waits keep their line.
cat >borrowed.c <<'C'
#define _GNU_SOURCE
#include <sys/wait.h>
#include <unistd.h>
static volatile unsigned long sum;
__attribute__((noinline)) static void work(long n)
{
	for (long i = 0; i < n; i++)
		sum += i;
}
__attribute__((noinline)) static void run(void)
{
	const pid_t child = vfork();
	if (!child) {
		close(100);
		_exit(0);
	}
	usleep(20000); /* RESTS */
	waitpid(child, NULL, 0);
}
int main(void)
{
	work(50000000);
	for (int i = 0; i < 20; i++)
		run();
	return 0;
}
C
$CC -O2 borrowed.c -o borrowed
./borrowed
rests=$(grep -n 'RESTS \*/' borrowed.c | cut -d: -f1)
same "waits of a parent, beside children of vfork()" True "$(query borrowed.lprof \
	"sum(l['wait_ns'] for l in profile.json['lines'] if l['line'] == $rests) > 0.38e9 - profile.json['totals']['delay_ns']")"
