# unended_waits.sh: what threads wait in calls that have not ended is time of the line that calls, and
# of its function, while the program runs and after it was killed; but not what they do behind a call
# that longjmp() left.
. "$SOURCE/tests/e2e/lib.sh"
mkdir sys
echo 'void third_serve(void (*call)(void));' >sys/third.h
cat >third.c <<'END'
#include "sys/third.h"
#include <unistd.h>
void third_serve(void (*call)(void))
{
	call();
	for (;;)
		pause();
}
END
cat >program.c <<'END'
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <third.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static jmp_buf landing;
static volatile unsigned long sum;
static double cpu_seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec + now.tv_nsec * 1e-9;
}
__attribute__((noinline)) static void work(double seconds)
{
	const double end = cpu_seconds() + seconds;
	while (cpu_seconds() < end)
		sum++;
}
__attribute__((noinline)) static void take(void)
{
	pthread_mutex_lock(&mutex);
	pthread_cond_wait(&never, &mutex); // WAITS
	sum++;
}
static void *serve(void *unused)
{
	take();
	return unused;
}
static void jump(int number)
{
	longjmp(landing, number);
}
/* One that does not wait any more. */
static void *leave(void *unused)
{
	signal(SIGUSR1, jump);
	if (!setjmp(landing))
		pause();
	work(60);
	return unused;
}
/* The library goes on waiting behind what it has called, which has waited, too. */
static void nap(void)
{
	usleep(1000);
	sum++;
}
static void *loop(void *unused)
{
	third_serve(nap);
	return unused;
}
int main(int argc, char **argv)
{
	pthread_t thread, leaving, looping;
	pthread_create(&looping, NULL, loop, NULL);
	pthread_create(&thread, NULL, serve, NULL);
	pthread_create(&leaving, NULL, leave, NULL);
	for (int i = 0; i < 20; i++) {
		usleep(20000);
		if (i == 5)
			pthread_kill(leaving, SIGUSR1);
	}
	if (argc > 1)
		pause();
	raise(SIGKILL);
	return 0;
}
END
"$CLANG" -O1 -c third.c -o third.o
$CC -O1 -isystem sys -pthread program.c third.o -o program
cat >waited.py <<'END'
import sys
sys.path.insert(0, sys.argv[1])
import lprof

profile = lprof.Profile("p.lprof")
functions = {f.name: f for f in profile.functions()}
wall = profile.json["run"]["wall_ns"] / 1e9
problems = []
take, serve, work = (functions[name] for name in ("take", "serve", "work"))
for what, seconds, least, most in [
    ("take waits", take.wait_s, 0.8 * wall, wall),
    ("serve's cumtime", serve.cumtime_s, 0.8 * wall, wall),
    ("loop waits", functions["loop"].wait_s, 0.8 * wall, wall),
    ("leave waits", functions["leave"].wait_s, 0, 0.6 * wall),
    ("outside", profile.json["totals"]["outside_ns"] / 1e9, 0, 0.25 * wall),
]:
    if not least <= seconds <= most:
        problems.append(f"{what} {seconds:.3f} s, expected {least:.3f} to {most:.3f}")
print("\n".join(problems))
sys.exit(bool(problems))
END
look() {
	"$PYTHON" waited.py "$TOOLS" || fail "$1: see above; $("$LPVIEW" --functions p.lprof)"
	"$LPVIEW" --lines p.lprof | awk '/WAITS/ { found = $4 > 200000 } END { exit !found }' ||
		fail "$1: the line: $("$LPVIEW" --lines p.lprof)"
	"$LPVIEW" --check p.lprof >out.txt || fail "$1: invariants: $(cat out.txt)"
}
LINEPROF_FILE=p.lprof ./program || true
look "killed"
LINEPROF_FILE=p.lprof ./program on &
pid=$!
sleep 1
look "running"
kill -9 "$pid"
