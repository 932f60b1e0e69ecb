# fork_threads.sh: forked children of programs with threads, which take over the rows that their parent's threads
# left: all that they count is in their profile, and nothing else.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
# calls FILE SOURCE: of work().
calls() { query "$1" "profile.calls('$PWD/$2', 'work')[0]"; }

# A row that has blocks of two modules, and one that serves a thread which begins with a region.
cat >library.c <<'C'
static volatile int sum;
void work(int n);
void work(int n) { sum += n; }
C
cat >modules.c <<'C'
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
#include "lineprof.h"
void work(int n);
static volatile int sum;
__attribute__((noinline)) static void own(int n) { sum += n; }
static void *run(void *how)
{
	if (how)
		lineprof_region_begin("first");
	own(1);
	work(1);
	if (how)
		lineprof_region_end();
	return how;
}
static void begin_thread(void *how)
{
	pthread_t thread;
	pthread_create(&thread, 0, run, how);
	pthread_join(thread, 0);
}
int main(void)
{
	begin_thread(0);
	if (fork() == 0) {
		begin_thread(0);
		return 0;
	}
	wait(0);
	if (fork() == 0) {
		begin_thread((void *)&sum);
		return 0;
	}
	wait(0);
	return 0;
}
C
$CC -O1 -shared -fPIC library.c -o liblibrary.so
$CC -O1 -I "$SOURCE/runtime" modules.c -o modules -pthread -L. -llibrary -Wl,-rpath,"$PWD"
./modules
same "children" 2 "$(ls modules.*.lprof | wc -l)"
for file in modules*.lprof; do
	same "calls in the library, $file" 1 "$(calls "$file" library.c)"
	same "calls in the program, $file" 1 "$(query "$file" "profile.calls('$PWD/modules.c', 'own')[0]")"
done

# Parent and child have more threads than rows: what the others counted is in a sum.
cat >folds.c <<'C'
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
enum { THREADS = 60 };
static volatile int sum;
__attribute__((noinline)) static void work(int n) { sum += n; }
static void *run(void *unused)
{
	work(1);
	return unused;
}
static void begin_threads(void)
{
	for (int i = 0; i < THREADS; i++) {
		pthread_t thread;
		pthread_create(&thread, 0, run, 0);
		pthread_join(thread, 0);
	}
}
int main(void)
{
	begin_threads();
	if (fork() == 0) {
		begin_threads();
		return 0;
	}
	wait(0);
	return 0;
}
C
$CC -O1 folds.c -o folds -pthread
./folds
for file in folds.lprof folds.*.lprof; do
	same "calls of 60 threads, $file" 60 "$(calls "$file" folds.c)"
done

# A thread that could not have a row counts for its own process only.
cat >bare.c <<'C'
#include <pthread.h>
extern pthread_barrier_t barrier;
void work(int n);
void *run(void *unused);
void *run(void *unused)
{
	pthread_barrier_wait(&barrier);
	for (int i = 0; i < 1000; i++)
		work(i);
	return unused;
}
C
cat >lost.c <<'C'
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
pthread_barrier_t barrier;
static volatile int sum;
void *run(void *unused);
void work(int n);
void work(int n) { sum += n; }
int main(void)
{
	struct rlimit all, none;
	pthread_t thread;
	pthread_barrier_init(&barrier, 0, 2);
	pthread_create(&thread, 0, run, 0);
	usleep(20000);
	getrlimit(RLIMIT_AS, &all);
	none = all;
	none.rlim_cur = 1 << 20;
	setrlimit(RLIMIT_AS, &none);
	pthread_barrier_wait(&barrier);
	pthread_join(thread, 0);
	setrlimit(RLIMIT_AS, &all);
	if (fork() == 0) {
		work(1);
		return 0;
	}
	wait(0);
	return 0;
}
C
$CLANG -O1 -c bare.c -o bare.o
$CC -O1 lost.c bare.o -o lost -pthread
./lost
same "lost threads" 1 "$(query lost.lprof "profile.json['run']['threads_lost']")"
same "calls in the parent, of a lost thread" 1000 "$(calls lost.lprof lost.c)"
same "calls in its child" 1 "$(calls "$(ls lost.*.lprof)" lost.c)"

# A library that makes its lock safe over fork(), and calls back under it: what is instrumented there must not wait
# for the fork, which waits for the library.
cat >guarded.c <<'C'
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void (*back)(void);
static void prepare(void) { pthread_mutex_lock(&lock); }
static void done(void) { pthread_mutex_unlock(&lock); }
__attribute__((constructor)) static void begin(void) { pthread_atfork(prepare, done, done); }
static void *call(void *unused)
{
	pthread_mutex_lock(&lock);
	usleep(150000);
	back();
	pthread_mutex_unlock(&lock);
	return unused;
}
void guarded_start(pthread_t *thread, void (*function)(void))
{
	back = function;
	pthread_create(thread, NULL, call, NULL);
}
C
cat >forker.c <<'C'
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
void guarded_start(pthread_t *thread, void (*function)(void));
static volatile int sum;
static void work(void) { sum++; }
int main(void)
{
	pthread_t thread;
	guarded_start(&thread, work);
	usleep(50000);
	if (!fork()) {
		work();
		work();
		return 0;
	}
	wait(NULL);
	pthread_join(thread, NULL);
	return 0;
}
C
$CLANG -O1 -shared -fPIC guarded.c -o libguarded.so -pthread
$CC -O1 forker.c -o forker -L. -lguarded -Wl,-rpath,. -pthread
timeout -s KILL 30 ./forker || fail "a callback while a fork waits for its library: status $?"
same "calls in the parent, called back" 1 "$(calls forker.lprof forker.c)"
same "calls in its child" 2 "$(calls "$(ls forker.*.lprof)" forker.c)"

# A child whose parent's threads were asking the linker, as lineprof_flush() does for libraries, when it was forked:
# nobody gives the linker's lock back there.
cat >asking.c <<'C'
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "lineprof.h"
enum { CHILDREN = 400 };
void work(int n);
static volatile int stop;
static void *flush(void *unused)
{
	while (!stop) {
		lineprof_flush();
		usleep(200);
	}
	return unused;
}
static int look(struct dl_phdr_info *info, size_t size, void *data) { return 0; }
static void *ask(void *unused)
{
	while (!stop) {
		for (int i = 0; i < 20; i++)
			dl_iterate_phdr(look, NULL);
		usleep(50);
	}
	return unused;
}
static int ends(pid_t child)
{
	int status;
	for (int i = 0; i < 10000; i++) {
		if (waitpid(child, &status, WNOHANG) == child)
			return status == 0;
		usleep(500);
	}
	kill(child, SIGKILL);
	waitpid(child, &status, 0);
	return 0;
}
int main(void)
{
	pthread_t threads[2];
	int hung = 0;
	pthread_create(&threads[0], NULL, flush, NULL);
	pthread_create(&threads[1], NULL, ask, NULL);
	for (int i = 0; i < CHILDREN && !hung; i++) {
		const pid_t child = fork();
		if (!child) {
			work(1);
			exit(0);
		}
		hung += !ends(child);
	}
	stop = 1;
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	printf("%d hung\n", hung);
	return 0;
}
C
$CC -O1 -shared -fPIC library.c -o liblibrary.so
$CC -O1 -I"$SOURCE/runtime" asking.c -o asking -L. -llibrary -Wl,-rpath,. -pthread
mkdir children
same "children" "0 hung" "$(LINEPROF_FILE=$PWD/children/p.lprof ./asking)"
same "their profiles" 401 "$(ls children | wc -l)"

# A child's file takes little more on disk than what is counted in it; a row that is taken over gets its room first. On a
# full disk that is in memory, as what else comes then, and is written at the end.
"$PYTHON" -c 'print("static volatile int sum;")
for i in range(2000):
    print(f"__attribute__((noinline)) static void f{i}(int n) {{ for (int i = 0; i < n; i++) if (sum & n) sum += i; }}")
print("void many(void);\nvoid many(void)\n{")
for i in range(2000):
    print(f"\tf{i}(3);")
print("}")' >many.c
cat >room.c <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
enum { THREADS = 40 };
static pthread_barrier_t all;
static pthread_t threads[THREADS];
static volatile int sum;
void many(void);
__attribute__((noinline)) static void work(void) { sum++; }
static void *run(void *waits)
{
	work();
	many();
	if (waits) {
		pthread_barrier_wait(&all);
		pthread_barrier_wait(&all);
	}
	return waits;
}
static void fill(void)
{
	static const char data[4096];
	const int fd = open("ballast", O_WRONLY | O_CREAT, 0666);
	while (write(fd, data, sizeof data) > 0)
		;
	close(fd);
}
int main(int argc, char **argv)
{
	int status = 0;
	pthread_barrier_init(&all, NULL, THREADS + 1);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, run, &all);
	pthread_barrier_wait(&all);
	if (!fork()) {
		if (argc > 1)
			fill();
		for (int i = 0; argc > 1 && i < THREADS; i++)
			if (pthread_create(&threads[i], NULL, run, NULL))
				return 77;
		for (int i = 0; argc > 1 && i < THREADS; i++)
			pthread_join(threads[i], NULL);
		remove("ballast");
		return 0;
	}
	wait(&status);
	pthread_barrier_wait(&all);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return status != 0;
}
C
$CC -O1 -pthread room.c many.c -o room
LINEPROF_FILE=room.lprof ./room
same "a child takes less than a third of its parent's blocks" True "$("$PYTHON" -c 'import glob, os
child, = glob.glob("room.[0-9]*.lprof")
print(3 * os.stat(child).st_blocks < os.stat("room.lprof").st_blocks)')"
if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
	mkdir disk
	cat >on_full_disk.sh <<'S'
mount -t tmpfs -o size=64m none disk && cd disk && LINEPROF_FILE=room.lprof ../room full && cp room*.lprof ..
S
	rm room*.lprof
	unshare -m sh on_full_disk.sh 2>said || fail "on a full disk: $(cat said)"
	has "a full disk" "cannot grow" <said
	same "lines on a full disk" 1 "$(grep -c . said)"
	same "calls in a child on a full disk" 40 "$(calls room.[0-9]*.lprof room.c)"
else
	leave_out "a full disk: only root may mount"
fi
