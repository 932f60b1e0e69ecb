# stop_start.sh: between lineprof_stop() and lineprof_start() nothing is counted or
# timed, in any frame and thread; the flow graphs of the open frames stay right. Killed
# at any moment the profile reads right, too.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >app.cpp <<'END'
#include "runtime/lineprof.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
volatile long sum;
static void burn(int milliseconds) //= -
{
	timespec begin, now; //= -
	clock_gettime(CLOCK_MONOTONIC, &begin); //= -
	do //= -
		clock_gettime(CLOCK_MONOTONIC, &now); //= -
	while ((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 < milliseconds); //= -
} //= -
__attribute__((noinline)) int work(int n) //= 5
{
	int total = 0; //= 5
	for (int i = 0; i < n; i++) //= 55
		total += i & 1 ? 3 : 1; //= 50
	sum += total; //= 5
	return total; //= 5
}
static void stop_here() //= 2
{
	work(10); //= 2
	lineprof_stop(); //= 2
}
static void start_here() //= 0
{
	lineprof_start(); //= 0
	work(10); //= 2
}
static int early(int n) //= 1
{
	if (n > 2) { //= 1
		lineprof_stop(); //= 1
		work(n); //= 0
		return n + 1; //= 0
	}
	return n; //= 0
}
static void throws() //= 0
{
	lineprof_start(); //= 0
	if (sum > 0) //= 1
		throw 1; //= 1
	work(1000); //= 0
}
static void nested(int depth) //= 4
{
	if (depth == 3) { //= 4
		stop_here(); //= 1
		work(100); //= 0
		start_here(); //= 0
	}
	if (depth < 3) //= 4
		nested(depth + 1); //= 3
	sum += depth; //= 4
}
int main(int argc, char **argv) //= 1
{
	nested(0); //= 1
	for (int i = 0; i < 6; i++) { //= 5
		if (i == 2) //= 4
			lineprof_stop(); //= 1
		if (i == 4) { //= 3
			lineprof_start(); //= 0
			lineprof_start(); //= 1
		}
		sum += i; //= 4
	}
	stop_here(); //= 1
	burn(argc > 2 ? 5 : 300); //= 0
	work(1000); //= 0
	start_here(); //= 0
	early(5); //= 1
	lineprof_stop(); //= 0
	try { //= 0
		throws(); //= 0
	} catch (int) { //= 1
		sum += 2; //= 1
	}
	work(10); //= 1
	if (argc > 1 && !strcmp(argv[1], "abort")) //= 1
		abort(); //= 0
	if (argc > 1 && !strcmp(argv[1], "stopped")) { //= 1
		lineprof_stop(); //= 0
		work(1000); //= 0
		abort(); //= 0
	}
	return 0; //= 1
}
END
lto=
if command -v "ld.lld-$CLANG_MAJOR" >/dev/null; then
	lto="-O2 -flto -fuse-ld=lld-$CLANG_MAJOR"
fi
for level in -O0 -O2 ${lto:+"$lto"}; do
	$CXX $level -I"$SOURCE" app.cpp -o app || fail "$level"
	rm -f p.lprof
	LINEPROF_FILE=p.lprof ./app || fail "$level: status $?"
	check_profile p.lprof app.cpp || fail "$level"
	same "calls, $level" "[5, 2, 0, 0, 1, 4]" "$(query p.lprof "[profile.calls('$PWD/app.cpp', f)[0]
		for f in ('work', 'stop_here', 'start_here', 'throws', 'early', 'nested')]")"
	# The pause of 300 ms is in no time; clocks agree within some percent.
	query p.lprof "(profile.json['run']['paused_ns'] >= 290e6 and
		profile.json['run']['wall_ns'] < 280e6 and profile.json['run']['cpu_ns'] < 280e6 and
		all(t['lifetime_ns'] < 280e6 for t in profile.json['threads']) and
		profile.json['run']['samples'] * 4e6 < 280e6)" >right
	same "times without the pause, $level" True "$(cat right)"
done

# Killed while measured, and while stopped: the same as above, but for the last lines.
for way in abort stopped; do
	case $way in
	abort) sed '/"abort"/{n;s/0$/1/;}; /"stopped"/s/1$/0/; s|return 0; //= 1|return 0; //= 0|' ;;
	stopped) sed '/"stopped"/{n;s/0$/1/;}; s|return 0; //= 1|return 0; //= 0|' ;;
	esac <app.cpp >"$way.cpp"
	$CXX -O2 -I"$SOURCE" "$way.cpp" -o "$way"
	rm -f p.lprof
	LINEPROF_FILE=p.lprof ./"$way" "$way" 2>err && fail "$way: it did not abort"
	check_profile p.lprof "$way.cpp" || fail "$way"
done
same "it says so" True "$(query p.lprof "profile.json['run']['stopped']")"

# A copy of such a profile, and the sum of two, show the same.
"$LPVIEW" pack p.lprof -o packed.lprof >out 2>&1 || fail "pack: $(cat out)"
check_profile packed.lprof stopped.cpp || fail "packed"
as_another p.lprof other.lprof
"$LPVIEW" --json p.lprof other.lprof >two.json || fail "two of them"
same "the sum of two" 10 "$("$PYTHON" -c 'import json
print(sum(f["ncalls"] for f in json.load(open("two.json"))["functions"] if f["name"] == "work(int)"))')"

# LINEPROF_START=off: nothing until the first start.
cat >off.c <<'END'
#include "runtime/lineprof.h"
volatile int sum;
__attribute__((constructor)) static void before(void) //= 0
{
	sum++; //= 0
}
int main(int argc, char **argv) //= 0
{
	(void)argv; //= 0
	for (int i = 0; i < 100; i++) //= 0
		sum++; //= 0
	if (argc > 1) //= 0
		return 0; //= 0
	lineprof_start(); //= 0
	sum++; //= 1
	return 0; //= 1
}
END
$CC -O1 -I"$SOURCE" off.c -o off
LINEPROF_START=off LINEPROF_FILE=off.lprof ./off
check_profile off.lprof off.c || fail "LINEPROF_START=off"
LINEPROF_START=off LINEPROF_FILE=never.lprof ./off x
sed 's|//= 1|//= 0|' off.c >never.c
$CC -O1 -I"$SOURCE" never.c -o never
LINEPROF_START=off LINEPROF_FILE=never.lprof ./never x
"$LPVIEW" --json never.lprof >never.json || fail "never: status $?"
"$LPVIEW" never.lprof 2>&1 | has "the reason" "stopped all the time"
grep -q '"ncalls": *[1-9]' never.json && fail "something was counted that never was to be"
LINEPROF_START=sometimes LINEPROF_FILE=some.lprof ./off 2>err
same "lines about a wrong value" 1 "$(grep -c '^lineprof: LINEPROF_START' err)"
query some.lprof "profile.calls('$PWD/off.c', 'main')[0]" | has "the default" 1

# Threads: what one stops is stopped for all, and those that begin meanwhile; ended ones too.
cat >threads.c <<'END'
#include "runtime/lineprof.h"
#include <pthread.h>
volatile int sum;
__attribute__((noinline)) static void step(int n) { for (int i = 0; i < n; i++) sum++; }
static pthread_barrier_t barrier;
static void *run(void *unused)
{
	step(10);
	pthread_barrier_wait(&barrier);
	pthread_barrier_wait(&barrier);
	step(10);
	pthread_barrier_wait(&barrier);
	pthread_barrier_wait(&barrier);
	step(10);
	return unused;
}
static void *briefly(void *unused)
{
	step(100);
	return unused;
}
static void begin_and_join(int count)
{
	for (int i = 0; i < count; i++) {
		pthread_t brief;
		pthread_create(&brief, 0, briefly, 0);
		pthread_join(brief, 0);
	}
}
int main(void)
{
	pthread_t threads[4];
	pthread_barrier_init(&barrier, 0, 5);
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], 0, run, 0);
	begin_and_join(50);
	pthread_barrier_wait(&barrier);
	lineprof_stop();
	pthread_barrier_wait(&barrier);
	begin_and_join(50);
	pthread_barrier_wait(&barrier);
	lineprof_start();
	pthread_barrier_wait(&barrier);
	begin_and_join(50);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], 0);
	return 0;
}
END
for level in -O0 -O2; do
	$CC $level -I"$SOURCE" -pthread threads.c -o threads
	rm -f t.lprof
	LINEPROF_FILE=t.lprof ./threads || fail "threads: status $?"
	same "calls of step, $level" $((4 * 2 + 100)) \
		"$(query t.lprof "profile.calls('$PWD/threads.c', 'step')[0]")"
	same "calls of briefly, $level" 100 "$(query t.lprof "profile.calls('$PWD/threads.c', 'briefly')[0]")"
	same "calls of run, $level" 4 "$(query t.lprof "profile.calls('$PWD/threads.c', 'run')[0]")"
done

# In a forked child the pause goes on until a start of its own.
cat >forks.c <<'END'
#include "runtime/lineprof.h"
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noinline)) static void step(void) { __asm__ volatile(""); }
int main(void)
{
	step();
	lineprof_stop();
	step();
	if (!fork()) {
		step();
		lineprof_start();
		step();
		step();
		return 0;
	}
	wait(0);
	lineprof_start();
	return 0;
}
END
$CC -O1 -I"$SOURCE" forks.c -o forks
LINEPROF_FILE=%p.fork.lprof ./forks
for profile in *.fork.lprof; do
	query "$profile" "(profile.json['run']['forked'], profile.calls('$PWD/forks.c', 'step')[0])"
done | sort >out
same "parent and child" "(False, 1) (True, 2)" "$(xargs -d '\n' <out)"

# The duration that pprof is told is what was measured.
cat >long.c <<'END'
#include "runtime/lineprof.h"
#include <time.h>
static volatile unsigned sum;
__attribute__((noinline)) static void burn(int part)
{
	const clock_t end = clock() + part * (CLOCKS_PER_SEC / 10);
	while (clock() < end)
		for (int i = 0; i < 1000; i++)
			sum += i;
}
int main(void)
{
	burn(2);
	lineprof_stop();
	burn(4);
	lineprof_start();
	return 0;
}
END
$CC -O1 -I"$SOURCE" long.c -o long
./long
"$LPVIEW" --export pprof -o long.pprof long.lprof
same "the duration is that of the clocks, not less" True "$("$PYTHON" - "$(query long.lprof "profile.json['run']['wall_ns']")" <<'END'
import gzip, sys

def varint(data, at):
    value, shift = 0, 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at

data, at, duration = gzip.open("long.pprof").read(), 0, None
while at < len(data):
    key, at = varint(data, at)
    value, at = varint(data, at)
    at += value if key & 7 == 2 else 0
    duration = value if key >> 3 == 10 else duration
print(abs(duration - int(sys.argv[1])) < 1000)
END
)"

# What another thread waited until the stop is on its line, where the wait ends behind that, or the program does.
cat >waits.c <<'END'
#include <pthread.h>
#include <string.h>
#include <unistd.h>
#include "runtime/lineprof.h"
static int ends;
static void *sleeper(void *unused)
{
	usleep(ends ? 600000 : 60000000); // the sleep
	return unused;
}
int main(int argc, char **argv)
{
	pthread_t thread;
	ends = !strcmp(argv[argc - 1], "ends");
	pthread_create(&thread, 0, sleeper, 0);
	usleep(300000);
	lineprof_stop();
	if (!ends)
		return 0;
	usleep(600000);
	lineprof_start();
	usleep(100000);
	pthread_join(thread, 0);
	return 0;
}
END
$CC -O1 -g -I"$SOURCE" -pthread waits.c -o waits
for how in ends stays; do
	LINEPROF_FILE=waits.lprof ./waits $how
	same "tenths of a second that it waited, $how" 3 "$(query waits.lprof "round(sum(
		line['wait_ns'] for line in profile.json['lines'] if line['line'] == 8) / 1e8)")"
done

# Without the plugin: nothing, with any compiler.
for compiler in gcc "$CLANG"; do
	command -v "$compiler" >/dev/null || continue
	quiet $compiler -std=c99 -pedantic -Wall -Wextra -I"$SOURCE" off.c -o plain
	quiet ./plain
done
