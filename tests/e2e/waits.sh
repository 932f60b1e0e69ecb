# waits.sh: what a thread waits for in calls of the C library is time of the lines that call, and of who calls
# these; what such a call runs is not waiting, and what is waited for inside of it is not its line's.
# One clang is enough: the runtime is the same with each.
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

# Calls that are short, but for one in hundreds, which takes nearly all of the time.
cat >rare.c <<'END_OF_RARE'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static FILE *in, *out;

static void *produce(void *nothing)
{
	for (int burst = 0; burst < 50; burst++) {
		usleep(6000); // PRODUCES 300
		for (int line = 0; line < 500; line++)
			fputs("a line of text\n", out);
		fflush(out);
	}
	fclose(out);
	return nothing;
}

__attribute__((noinline)) static int next_line(char *text, int size)
{
	return fgets(text, size, in) != NULL; // RARE 300
}

int main(void)
{
	char text[80];
	int ends[2];
	pthread_t thread;
	long lines = 0;

	if (pipe(ends) != 0)
		return 1;
	in = fdopen(ends[0], "r");
	out = fdopen(ends[1], "w");
	pthread_create(&thread, NULL, produce, NULL);
	while (next_line(text, sizeof text))
		lines++;
	pthread_join(thread, NULL);
	return lines != 25000;
}
END_OF_RARE

# More threads, one after the other, than keep a row: what the first ones waited for is in a sum.
cat >many.c <<'END_OF_MANY'
#include <pthread.h>
#include <unistd.h>

static void *brief(void *nothing)
{
	usleep(4000); // MANY 240
	return nothing;
}

int main(void)
{
	pthread_t thread;

	for (int i = 0; i < 60; i++) {
		pthread_create(&thread, NULL, brief, NULL);
		pthread_join(thread, NULL);
	}
	return 0;
}
END_OF_MANY

# A lambda that can be pointed to: code of the compiler's own, into which it is inlined.
cat >pointed.cpp <<'END_OF_POINTED'
#include <unistd.h>

int main()
{
	void (*volatile call)(int) = [](int us) {
		usleep(us); // POINTED 100
	};
	for (int i = 0; i < 10; i++)
		call(10000);
}
END_OF_POINTED

# Threads that wait for each other all the time: what others do meanwhile is not lineprof's own.
cat >contended.c <<'END_OF_CONTENDED'
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile long sum;

static void *contend(void *nothing)
{
	for (int i = 0; i < 100000; i++) {
		pthread_mutex_lock(&mutex);
		for (int k = 0; k < 300; k++)
			sum++;
		pthread_mutex_unlock(&mutex);
	}
	return nothing;
}

int main(void)
{
	pthread_t threads[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, contend, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
END_OF_CONTENDED

# C++'s headers wait by way of functions of their own.
cat >locks.cpp <<'END_OF_APP'
#include <chrono>
#include <future>
#include <mutex>
#include <thread>
static std::mutex mutex;
int main()
{
	mutex.lock();
	std::thread other([] {
		const std::lock_guard<std::mutex> held(mutex); // GUARD 40
	});
	std::this_thread::sleep_for(std::chrono::milliseconds(40)); // SLEEP 40
	mutex.unlock();
	other.join();
	auto answer = std::async(std::launch::async, [] {
		std::this_thread::sleep_for(std::chrono::milliseconds(60)); // ANSWER 60
		return 0;
	});
	return answer.get(); // GET 60
}
END_OF_APP

# What aborts; its status is no failure.
killed() {
	! ./app kill 2>/dev/null
}

for level in -O0 -O2; do
	$CC $level -pthread app.c -o app
	$CC $level -pthread idle.c -o idle
	$CC $level -pthread rare.c -o rare
	$CC $level -pthread many.c -o many
	$CXX $level pointed.cpp -o pointed
	$CXX $level -pthread locks.cpp -o locks
	for engine in perf timer; do
		export LINEPROF_ENGINE=$engine
		check_waits $engine.lprof app.c ./app
		check_waits idle.lprof idle.c ./idle
		check_waits rare.lprof rare.c ./rare
		check_waits many.lprof many.c ./many
		check_waits pointed.lprof pointed.cpp ./pointed
		check_waits locks.lprof locks.cpp ./locks
	done
done
unset LINEPROF_ENGINE
$CC -O2 -pthread contended.c -o contended
LINEPROF_FILE=contended.lprof taskset 1 ./contended
same "a quarter of the time is lineprof's own" False \
	"$(query contended.lprof "profile.json['run']['overhead_ns'] * 4 > profile.json['run']['cpu_ns']")"
# Up to an abrupt end, as all else.
check_waits killed.lprof app.c killed
# Where nobody takes samples, or clocks, nothing is asked of the kernel, and nothing is known.
for mode in counts deterministic; do
	LINEPROF_FILE=$mode.lprof LINEPROF_MODE=$mode ./app
	same "$mode" 0 "$(query $mode.lprof "sum(line['wait_ns'] for line in profile.json['lines'])")"
done
# The column is there where a line waited, and in narrow terminals it goes first.
"$LPVIEW" perf.lprof | has "the report" "Self      Wait"
COLUMNS=80 "$LPVIEW" perf.lprof | has "80 columns" "Line #"

# Waits at the end of a thread, of many brief ones, and, once, of the process.
cat >ends.c <<'END'
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>
static sem_t never;
static void *brief(void *unused)
{
	usleep(400); // BRIEF 90
	return unused;
}
static void *cancelled(void *unused)
{
	sem_wait(&never); // CANCELLED 200
	return unused;
}
static void *stays(void *unused)
{
	usleep(100000); // NAP 100
	sem_wait(&never); // LAST 100
	return unused;
}
int main(void)
{
	pthread_t one, other;
	sem_init(&never, 0, 0);
	for (int i = 0; i < 200; i++) {
		pthread_create(&one, NULL, brief, NULL);
		pthread_join(one, NULL);
	}
	pthread_create(&one, NULL, cancelled, NULL);
	pthread_create(&other, NULL, stays, NULL);
	usleep(200000); // MAIN 200
	pthread_cancel(one);
	pthread_join(one, NULL);
	return 0;
}
END
$CC -O2 -pthread ends.c -o ends
check_waits ends.lprof ends.c ./ends

# What was waited for is in the file soon, though a thread that waits all the time has hardly a sample.
cat >idle.c <<'END'
#include <signal.h>
#include <unistd.h>
int main(void)
{
	for (int i = 0; i < 20; i++)
		usleep(50000);
	raise(SIGKILL);
	return 0;
}
END
$CC -O2 idle.c -o idle
for run in 1 2 3; do
	rm -f idle.lprof
	LINEPROF_ENGINE=timer ./idle 2>/dev/null || true
	waited=$(query idle.lprof "profile.line_seconds('$PWD/idle.c', [6])")
	same "run $run, killed: 1 s of waiting, less 1/16 s, is there" True "$(query idle.lprof "0.85 <= $waited <= 1.5 * profile.json['totals']['lifetime_ns'] / 1e9")"
done
