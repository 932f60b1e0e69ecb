# library_waits.sh: what a thread waits for in a library of somebody else's is time of the line that calls it, by whatever
# name, be it a function or a method of C++; but not what it runs there, nor what it waits for in calls that come back.
. "$SOURCE/tests/e2e/lib.sh"
# A folder of system headers, and one below it that `-I` leads to, as `-I/usr/include/postgresql`.
mkdir -p sys/below
cat >sys/third.h <<'END'
#pragma once
#ifdef __cplusplus
extern "C" {
#endif
int third_ask(int ms);
int third_work(int ms);
int third_fork(int ms);
int third_promises(int ms) __attribute__((nothrow));
void third_each(int count, void (*call)(int));
void third_begin(void (*body)(void));
void third_resume(void);
void third_yield(void);
#ifdef __cplusplus
}
class Connection {
public:
	explicit Connection(int ms);
	~Connection();
	int ask(int ms) const;
	static int count(int ms);
};
namespace third {
int fetch(int ms);
int fail(int ms);
}
#endif
END
echo 'int below_ask(int ms);' >sys/below/below.h
# A library of headers only; what it calls back is the program's.
cat >sys/headers.h <<'END'
#pragma once
#include <errno.h>
#include <poll.h>
#include <unistd.h>
namespace headers {
template <typename Called> class Loop {
public:
	explicit Loop(Called call) : call(call) {}
	__attribute__((noinline)) int run(int count, int ms)
	{
		int done = 0;
		while (done < count && wait(ms))
			done += call(done);
		return done;
	}

private:
	bool wait(int ms) { return ::poll(nullptr, 0, ms) == 0 || errno == EINTR; }
	Called call;
};
inline __attribute__((noinline)) long receive(int fd, char *byte)
{
	return ::read(fd, byte, 1);
}
}
END
cat >third.c <<'END'
#define _GNU_SOURCE
#include <poll.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include "sys/third.h"
static ucontext_t resumer, body_context;
static char stack[1 << 16];
int third_ask(int ms) { return poll(0, 0, ms); }
int third_fork(int ms)
{
	poll(0, 0, ms);
	return fork();
}
int third_promises(int ms) { return poll(0, 0, ms); }
int below_ask(int ms) { return poll(0, 0, ms); }
int third_work(int ms)
{
	struct timespec now;
	long ns, end = 0;
	do {
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
		ns = now.tv_sec * 1000000000 + now.tv_nsec;
		end = end ? end : ns + ms * 1000000L;
	} while (ns < end);
	return 0;
}
void third_each(int count, void (*call)(int))
{
	for (int i = 0; i < count; i++) {
		poll(0, 0, 10);
		call(i);
	}
}
void third_begin(void (*body)(void))
{
	getcontext(&body_context);
	body_context.uc_stack.ss_sp = stack;
	body_context.uc_stack.ss_size = sizeof stack;
	body_context.uc_link = &resumer;
	makecontext(&body_context, body, 0);
}
void third_resume(void) { swapcontext(&resumer, &body_context); }
void third_yield(void) { swapcontext(&body_context, &resumer); }
END
cat >third.cpp <<'END'
#include <poll.h>
#include "sys/third.h"
Connection::Connection(int ms) { poll(0, 0, ms); }
Connection::~Connection() { poll(0, 0, 30); }
int Connection::ask(int ms) const { return poll(0, 0, ms); }
int Connection::count(int ms) { return poll(0, 0, ms); }
int third::fetch(int ms) { return poll(0, 0, ms); }
int third::fail(int ms) { throw poll(0, 0, ms); }
END
cat >waiting.c <<'END'
#include <below.h>
#include <pthread.h>
#include <stdlib.h>
#include <third.h>
#include <unistd.h>

static volatile int sum;

static void called(int i)
{
	usleep(8000); // CALLED 40
	sum += i;
}

__attribute__((noinline)) static int last(int ms)
{
	return third_ask(ms); // LAST 60
}

static int compare(const void *a, const void *b)
{
	usleep(1000); // COMPARE 12
	return *(const int *)a - *(const int *)b;
}

static void body(void)
{
	sum++;
	third_yield(); // YIELD 0
	sum++;
}

static void *resume(void *nothing)
{
	third_promises(60); // RESUMER 0
	third_resume();
	return nothing;
}

int main(void)
{
	int numbers[8] = {8, 7, 6, 5, 4, 3, 2, 1};
	pthread_t thread;

	third_ask(80); // ASK 80
	for (int i = 0; i < 10; i++)
		below_ask(5); // BELOW 50
	last(60);
	third_each(5, called); // EACH 50
	third_work(60); // WORK 0
	third_promises(60); // PROMISES 0
	qsort(numbers, 8, sizeof *numbers, compare); // SORT 0
	/* What begins in this thread goes on in another. */
	third_begin(body);
	third_resume();
	usleep(80000); // BETWEEN 80
	pthread_create(&thread, NULL, resume, NULL);
	pthread_join(thread, NULL);
	return sum != 12;
}
END
# LLVM calls puts() then, which no header of this source mentions.
cat >print.c <<'END'
#include <stdio.h>

#define TEXT "2,000 of these lines are more than a pipe holds, so one waits until somebody reads"

int main(void)
{
	setvbuf(stdout, NULL, _IONBF, 0);
	for (int i = 0; i < 2000; i++)
		printf(TEXT "\n"); // PRINT 100
	return 0;
}
END
# From the first line on, however long it took to begin.
printing() {
	./print | (head -c 1 >/dev/null; sleep 0.1; cat >/dev/null)
}
# An event loop, which nothing ends but the process, in the middle of one of its calls.
cat >loop.c <<'END'
#include <signal.h>
#include <stdlib.h>
#include <third.h>
#include <unistd.h>

static int is_to_be_killed;

static void called(int i)
{
	usleep(3000); // CALLED 150
	if (i == 49 && is_to_be_killed)
		raise(SIGKILL);
	if (i == 49)
		exit(0);
}

int main(int argc, char **argv)
{
	(void)argv;
	is_to_be_killed = argc > 1;
	third_each(1000, called); // LOOP 500
	return 1;
}
END
# It comes back twice, once in a run that has just begun.
cat >forks.c <<'END'
#include <sys/wait.h>
#include <third.h>
#include <unistd.h>
int main(void)
{
	const int child = third_fork(100);
	third_promises(150);
	return child ? wait(NULL) != child : 0;
}
END
killed() {
	! ./loop kill 2>/dev/null
}
cat >headers.cpp <<'END'
#include <headers.h>

static volatile int sum;

__attribute__((noinline)) static int looped()
{
	headers::Loop loop([](int i) {
		usleep(8000); // CALLED 40
		sum += i;
		return 1;
	});
	return loop.run(5, 20); // RUN 100
}

int main()
{
	char byte = 0;
	int ends[2];

	looped();
	if (pipe(ends) != 0)
		return 1;
	if (fork() == 0) {
		usleep(70000);
		_exit(write(ends[1], &byte, 1) != 1);
	}
	headers::receive(ends[0], &byte); // RECEIVE 70
	return 0;
}
END
cat >waiting.cpp <<'END'
#include <third.h>

static volatile int sum;

__attribute__((noinline)) static int ask(const Connection &connection)
{
	return connection.ask(50); // METHOD 50
}

__attribute__((noinline)) static void fail()
{
	third::fail(55); // FAILS 55
}

__attribute__((noinline)) static void fail_here()
{
	try {
		third::fail(35); // HERE 35
	} catch (int) {
		sum++;
	}
}

int main()
{
	try {
		fail();
	} catch (int) {
		sum++;
	}
	fail_here();
	third_work(40);
	auto *connection = new Connection(70); // OPENS 70
	ask(*connection);
	Connection::count(40); // STATIC 40
	third::fetch(45); // SPACE 45
	delete connection; // CLOSES 30
	sum++;
}
END
"$CLANG" -O2 -shared -fPIC third.c -o libthird.so
"$CLANGXX" -O2 -shared -fPIC third.cpp -o libthirds.so
# What is known of the source is each clang's; how it is measured is not.
levels=-O2
{ [ "${FULL:-0}" = 1 ] || [ "$CLANG_MAJOR" = 19 ]; } && levels="-O0 -O2"
for level in $levels; do
	$CC $level -isystem "$PWD/sys" -I"$PWD/sys/below" waiting.c -pthread -L. -lthird -Wl,-rpath,. -o c
	$CXX $level -isystem "$PWD/sys" waiting.cpp -L. -lthirds -lthird -Wl,-rpath,. -o cpp
	$CXX $level -std=c++17 -isystem "$PWD/sys" headers.cpp -o headers
	$CC $level print.c -o print
	check_waits c.lprof waiting.c ./c
	check_waits cpp.lprof waiting.cpp ./cpp
	check_waits headers.lprof headers.cpp ./headers
	check_waits print.lprof print.c printing
done
[ "${FULL:-0}" = 1 ] || [ "$CLANG_MAJOR" = 19 ] || exit 0
$CC -O2 -isystem "$PWD/sys" forks.c -L. -lthird -Wl,-rpath,. -o forks
LINEPROF_FILE=forks.lprof ./forks
same "in the child the call has just begun" "[0]" "$(query forks.*.lprof "[l['wait_ns'] for l in profile.json['lines'] if l['line'] == 6]")"
$CC -O2 -isystem "$PWD/sys" loop.c -L. -lthird -Wl,-rpath,. -o loop
check_waits loop.lprof loop.c ./loop
check_waits loop.lprof loop.c killed
