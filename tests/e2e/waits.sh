# waits.sh: what a thread waits for in calls of the C library is time of the lines that call, and of who calls
# these; what such a call runs is not waiting, and what is waited for inside of it is not its line's.
. "$SOURCE/tests/e2e/lib.sh"
cat >app.c <<'END_OF_APP'
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t sleeps_once = PTHREAD_ONCE_INIT, works_once = PTHREAD_ONCE_INIT;
static sem_t is_held;
static int ends[2];
static volatile unsigned long sum;

static void nap(int ms)
{
	usleep(ms * 1000); // NAP 100
}

__attribute__((noinline)) static void three_naps(void)
{
	for (int i = 0; i < 3; i++)
		nap(20); // THREE 60
}

static void *hold(void *nothing)
{
	pthread_mutex_lock(&mutex);
	sem_post(&is_held);
	usleep(80000); // HOLD 80
	pthread_mutex_unlock(&mutex);
	return nothing;
}

static void *answer(void *nothing)
{
	usleep(50000); // ANSWER 50
	return write(ends[1], "x", 1) == 1 ? nothing : NULL;
}

/* The last call: a jump without lineprof. */
__attribute__((noinline)) static ssize_t get(int fd, char *byte)
{
	return read(fd, byte, 1); // GET 50
}

static void sleep_once(void)
{
	usleep(30000); // ONCE 30
}

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void work_once(void)
{
	const double end = cpu_seconds() + 0.2;

	while (cpu_seconds() < end)
		sum++;
}

static void wait_for_threads(void)
{
	pthread_t thread;
	char byte;

	pthread_create(&thread, NULL, hold, NULL);
	sem_wait(&is_held);
	pthread_mutex_lock(&mutex); // LOCK 80
	pthread_mutex_unlock(&mutex);
	pthread_join(thread, NULL);
	pthread_create(&thread, NULL, answer, NULL);
	if (get(ends[0], &byte) != 1)
		abort();
	pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
	char byte;

	sem_init(&is_held, 0, 0);
	if (pipe(ends) != 0)
		return 1;
	three_naps();
	nap(40); // ONE_NAP 40
	wait_for_threads();
	pthread_once(&sleeps_once, sleep_once); // SLEEPS 0
	pthread_once(&works_once, work_once);   // WORKS 0
	for (int i = 0; i < 1000; i++)
		if (read(-1, &byte, 1) != -1 || errno != EBADF)
			return 2;
	if (argc > 1 && !strcmp(argv[1], "kill"))
		abort();
	return 0;
}
END_OF_APP

# Waits that only the process's end ends: of a thread that never had anything to do, and of one that had.
cat >idle.c <<'END_OF_IDLE'
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t jobs;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *idle(void *nothing)
{
	pthread_mutex_lock(&mutex);
	for (;;)
		pthread_cond_wait(&never, &mutex); // IDLE 300
	return nothing;
}

__attribute__((noinline)) static void take(void)
{
	sem_wait(&jobs); // JOB 300
}

static void *work(void *nothing)
{
	for (;;)
		take(); // TAKE 300
	return nothing;
}

int main(void)
{
	pthread_t thread;

	sem_init(&jobs, 0, 0);
	pthread_create(&thread, NULL, idle, NULL);
	pthread_create(&thread, NULL, work, NULL);
	usleep(200000); // LONG 200
	sem_post(&jobs);
	usleep(100000); // LAST 100
	return 0;
}
END_OF_IDLE

# check FILE SOURCE: each line that has a mark waited that long, itself or in what it calls. A busy machine wakes threads
# late; then some of that is waiting for a processor, which is no line's.
check() {
	"$LPVIEW" --check "$1" >check.out || fail "$(cat check.out)"
	"$PYTHON" - "$TOOLS" "$1" "$2" <<'END_OF_CHECK' || fail "$1: see above"
import re
import sys

sys.path.insert(0, sys.argv[1])
import lprof

profile = lprof.Profile(sys.argv[2])
seen = {line["line"]: line for line in profile.json["lines"]}
wrong = 0
for number, text in enumerate(open(sys.argv[3], encoding="utf-8"), 1):
    mark = re.search(r"// (\w+) (\d+)$", text)
    if not mark:
        continue
    wanted = int(mark[2]) * 1e6
    what = "time_ns" if mark[1] in ("THREE", "ONE_NAP", "TAKE") else "wait_ns"
    if not 0.8 * wanted <= seen[number][what] <= 1.5 * wanted + 15e6:
        print(f"{mark[1]}: {what} {seen[number][what] / 1e6} ms, expected {mark[2]}")
        wrong = 1
cumtimes = {function.name: function.cumtime_s for function in profile.functions()}
if not 0.08 <= cumtimes.get("nap", 0.1) <= 0.2:
    print("nap:", cumtimes["nap"])
    wrong = 1
sys.exit(wrong)
END_OF_CHECK
}

for level in -O0 -O2; do
	$CC $level -pthread app.c -o app
	$CC $level -pthread idle.c -o idle
	for engine in perf timer; do
		LINEPROF_FILE=$engine.lprof LINEPROF_ENGINE=$engine ./app || fail "$level, $engine: status $?"
		check $engine.lprof app.c
		LINEPROF_FILE=idle.lprof LINEPROF_ENGINE=$engine ./idle || fail "$level, $engine: status $?"
		check idle.lprof idle.c
	done
done
# Up to an abrupt end, as all else.
LINEPROF_FILE=killed.lprof ./app kill 2>/dev/null && fail "kill: status 0"
check killed.lprof app.c
# Where nobody takes samples, or clocks, nothing is asked of the kernel, and nothing is known.
for mode in counts deterministic; do
	LINEPROF_FILE=$mode.lprof LINEPROF_MODE=$mode ./app
	same "$mode" 0 "$(query $mode.lprof "sum(line['wait_ns'] for line in profile.json['lines'])")"
done
# The column is there where a line waited, and in narrow terminals it goes first.
"$LPVIEW" perf.lprof | has "the report" "Self      Wait"
COLUMNS=80 "$LPVIEW" perf.lprof | has "80 columns" "Line #"
