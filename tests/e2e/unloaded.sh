# unloaded.sh: libraries that have gone, and such as come and go while others count: threads' rows that are used again,
# children, lineprof_flush() meanwhile; one that finds no room; and one of a name that is not absolute.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >lib.c <<'END'
static volatile unsigned sum;
__attribute__((noinline)) void slow(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		sum += i * i % 7;
}
void lib_work(void)
{
	slow(20000);
}
END
$CC -O2 -shared -fPIC lib.c -o lib.so

# Rows of threads that came to the library are other threads' when it has gone.
cat >rows.c <<'END'
#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
static void (*work)(void);
static volatile unsigned sum;
__attribute__((noinline)) static void own(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		sum += i;
}
static void *run(void *unused)
{
	own(1000);
	if (work)
		work();
	return unused;
}
static void run_threads(int count)
{
	pthread_t thread;
	for (int i = 0; i < count; i++) {
		pthread_create(&thread, 0, run, 0);
		pthread_join(thread, 0);
	}
}
int main(void)
{
	void *library = dlopen("./lib.so", RTLD_NOW);
	int status;
	pid_t child;
	work = (void (*)(void))dlsym(library, "lib_work");
	run_threads(60);
	work = 0;
	if (dlclose(library) || dlopen("./lib.so", RTLD_NOW | RTLD_NOLOAD))
		return 77;
	child = fork();
	if (child == 0) {
		run_threads(1);
		_exit(0);
	}
	waitpid(child, &status, 0);
	run_threads(60);
	return status ? 3 : 0;
}
END
$CC -O2 -pthread rows.c -o rows
status=0
./rows || status=$?
same "rows are used again" 0 $status
same "calls" "60 120" "$(query rows.lprof "sum(f.ncalls for f in profile.functions() if f.name == 'lib_work')") $(query rows.lprof "sum(f.ncalls for f in profile.functions() if f.name == 'own')")"

# It is loaded again where it was, and is not relocated yet.
cat >flushes.c <<'END'
#include <dlfcn.h>
#include <pthread.h>
#include <time.h>
#include "runtime/lineprof.h"
static volatile int is_over;
static void *load(void *unused)
{
	while (!is_over) {
		void *library = dlopen("./lib.so", RTLD_NOW);
		((void (*)(void))dlsym(library, "lib_work"))();
		dlclose(library);
	}
	return unused;
}
int main(void)
{
	struct timespec begin, now;
	pthread_t thread;
	pthread_create(&thread, 0, load, 0);
	clock_gettime(CLOCK_MONOTONIC, &begin);
	do {
		lineprof_flush();
		clock_gettime(CLOCK_MONOTONIC, &now);
	} while (now.tv_sec * 10 + now.tv_nsec / 100000000 < begin.tv_sec * 10 + begin.tv_nsec / 100000000 + 15);
	is_over = 1;
	pthread_join(thread, 0);
	return 0;
}
END
$CC -O2 -pthread -I"$SOURCE" flushes.c -o flushes
./flushes || fail "lineprof_flush() while a library comes and goes: status $?"

# Where threads have used up the profile's addresses, a library that finds no room is not measured; a small one is.
"$PYTHON" -c 'print("static volatile int s;\nvoid go(void)\n{")
for i in range(5000): print(f"\tif (s & {i + 1}) s++;")
print("}")' >fill.c
"$PYTHON" -c 'print("static volatile int s;")
for i in range(800): print(f"void f{i}(int a) {{ if (a & 1) s++; for (int i = 0; i < a; i++) s += i; }}")
print("void go(void) { f1(1); }")' >big.c
echo 'static volatile int s; void go(void) { s++; }' >small.c
cat >room.c <<'END'
#include <dlfcn.h>
#include <pthread.h>
static void (*go)(void);
static pthread_barrier_t all;
static void *run(void *unused)
{
	go();
	pthread_barrier_wait(&all);
	return unused;
}
static void *load(const char *name)
{
	return dlsym(dlopen(name, RTLD_NOW), "go");
}
int main(void)
{
	enum { THREADS = 320 };
	pthread_t threads[THREADS];
	pthread_attr_t small;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 131072);
	pthread_barrier_init(&all, 0, THREADS);
	go = (void (*)(void))load("./fill.so");
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], &small, run, 0))
			return 77;
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], 0);
	((void (*)(void))load("./big.so"))();
	((void (*)(void))load("./small.so"))();
	return 0;
}
END
for library in fill big small; do
	$CC -O1 -shared -fPIC $library.c -o $library.so
done
$CC -O1 -pthread room.c -o room
status=0
(ulimit -v 250000 && LINEPROF_ENGINE=none ./room) 2>said || status=$?
[ $status = 77 ] || same "without room" 0 $status
"$LPVIEW" --functions room.lprof >text || fail "without room: $(cat text said)"
has "a library without room" 'big.so: no room' <said

# The linker takes names as they are where the program is by then.
mkdir sub
mv lib.so sub
cat >elsewhere.c <<'END'
#include <dlfcn.h>
#include <unistd.h>
int main(void)
{
	void *library;
	if (chdir("sub") || !(library = dlopen("./lib.so", RTLD_NOW)))
		return 77;
	((void (*)(void))dlsym(library, "lib_work"))();
	return 0;
}
END
$CC -O2 elsewhere.c -o elsewhere
./elsewhere
same "its path" "$PWD/sub/./lib.so" "$(query elsewhere.lprof "[m['path'] for m in profile.json['modules'] if 'lib.so' in m['path']][0]")"

# What the parent is told.
for wanted in "-1 255" "256 0" "257 1"; do
	echo "#include <stdlib.h>
int main(void) { exit(${wanted% *}); }" >status.c
	$CC -O1 status.c -o status
	./status || true
	same "exit(${wanted% *})" "${wanted#* }" "$(query status.lprof "profile.json['run']['exit_status']")"
done

# In a namespace of its own: there it stands first, as the program does elsewhere, and goes all the same.
cat >apart.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
	void *const library = dlmopen(LM_ID_NEWLM, "./apart.so", RTLD_NOW);
	if (!library)
		return fprintf(stderr, "%s\n", dlerror());
	((void (*)(void))dlsym(library, "run"))();
	return dlclose(library);
}
C
cat >run.c <<'C'
void run(void);
static volatile int sum;
__attribute__((noinline)) static void leaf(int n) { sum += n; }
void run(void)
{
	for (int i = 0; i < 1000; i++)
		leaf(i);
}
C
$CC -O1 -shared -fPIC run.c -o apart.so
$CLANG -O1 apart.c -o apart -ldl
./apart || fail "a library of another namespace that is closed: status $?"
