# loop_waits.sh: a library's loop that waits and calls back, as an event loop does, has what it has
# waited while the program runs, after a signal ended it, and when it ends by itself; calls that wait
# inside of it have theirs, in threads and behind exceptions, too.
# One clang is enough: the runtime settles them.
. "$SOURCE/tests/e2e/lib.sh"
mkdir sys
cat >sys/third.h <<'END'
#ifdef __cplusplus
extern "C"
#endif
void third_loop(int rounds, int before_us, void (*call)(void), int behind_us);
END
cat >third.c <<'END'
#include "sys/third.h"
#include <unistd.h>
void third_loop(int rounds, int before_us, void (*call)(void), int behind_us)
{
	for (int i = 0; i < rounds; i++) {
		usleep(before_us);
		call();
		usleep(behind_us);
	}
}
END
cat >program.cpp <<'END'
#include <cstdlib>
#include <ctime>
#include <third.h>
#include <thread>
#include <unistd.h>
static double cpu_seconds()
{
	timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec + now.tv_nsec * 1e-9;
}
/* Longer than what would be too short for a clock. */
__attribute__((noinline)) static void work()
{
	const double end = cpu_seconds() + 0.003;
	while (cpu_seconds() < end)
		continue;
}
static void on_timer()
{
	work(); // TIMERS 0.020
}
static void on_inner()
{
	work(); // INNER 0.100
}
static void on_outer()
{
	work(); // OUTER 0.030
	third_loop(1, 50000, on_inner, 50000); // INNER waits
}
static void on_thrown()
{
	static int calls;
	work(); // THROWN 0.020
	if (++calls % 10 == 0)
		throw calls;
}
__attribute__((noinline)) static void timers(int rounds)
{
	third_loop(rounds, 20000, on_timer, 0); // TIMERS waits
}
__attribute__((noinline)) static void nest(int rounds)
{
	third_loop(rounds, 30000, on_outer, 0); // OUTER waits
}
__attribute__((noinline)) static void lands(int rounds)
{
	for (int i = 0; i < rounds; i++) {
		try {
			third_loop(1000, 20000, on_thrown, 0); // THROWN waits
		} catch (int) {
			continue;
		}
	}
}
int main(int, char **argv)
{
	const int rounds = atoi(argv[1]);
	std::thread first(timers, rounds), second(nest, rounds / 5);
	lands(rounds / 10);
	first.join();
	second.join();
}
END
"$CLANG" -O1 -fexceptions -c third.c -o third.o
$CXX -O1 -isystem sys -pthread program.cpp third.o -o program
# A line that waits has as much for each hit of the line that is called back, but what was not told
# yet; all of a thread's no more than it lived.
cat >waited.py <<'END'
import re
import sys
sys.path.insert(0, sys.argv[1])
import lprof

untold_s = float(sys.argv[2])
profile = lprof.Profile("p.lprof")
lines = {line["line"]: line for line in profile.json["lines"] if line["file"].endswith("program.cpp")}
wall = profile.json["run"]["wall_ns"] / 1e9
rounds, waited, problems = {}, {}, []
for number, text in enumerate(open("program.cpp"), 1):
    mark = re.search(r"// (\w+) (waits|[0-9.]+)", text)
    if mark and mark[2] == "waits":
        waited[mark[1]] = (lines[number].get("wait_ns") or 0) / 1e9
    elif mark:
        rounds[mark[1]] = float(mark[2]) * lines[number]["hits"]
for name, slept in rounds.items():
    if not 0.97 * slept - untold_s <= waited[name] <= wall:
        problems.append(f"{name} waits {waited[name]:.3f} s, expected {slept:.3f} to {wall:.3f}")
if waited["OUTER"] + waited["INNER"] > wall:
    problems.append("what inner calls have waited counts twice")
print("\n".join(problems))
sys.exit(bool(problems))
END
# look WHEN UNTOLD_SECONDS
look() {
	"$PYTHON" waited.py "$TOOLS" "$2" || fail "$1: see above; $("$LPVIEW" --lines p.lprof)"
	"$LPVIEW" --check p.lprof >out.txt || fail "$1: invariants: $(cat out.txt)"
}
LINEPROF_FILE=p.lprof ./program 100
look "ended" 0
for signal in TERM KILL; do
	LINEPROF_FILE=p.lprof timeout -s "$signal" 3 ./program 1000 || true
	look "by SIG$signal" 0.25
done
LINEPROF_FILE=p.lprof ./program 1000 &
pid=$!
sleep 2
look "running" 0.25
kill -9 "$pid"
