# two_runtimes.sh: a library that brings a runtime of its own, at another path or linked into it,
# measures with the first one: one file, one sum, one clock. One that is closed stays if the runtime is in it.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >program.c <<'C'
#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int total;
__attribute__((noinline)) static void work(void) { total++; }
static void *thread(void *library)
{
	((void (*)(void))library)();
	return 0;
}
int main(void)
{
	void *const opened = dlopen("./library.so", RTLD_NOW);
	void *const library = opened ? dlsym(opened, "library") : 0;
	pthread_t other;
	int status;
	if (!library)
		return 2;
	work();
	thread(library);
	if (pthread_create(&other, 0, thread, library) || pthread_join(other, 0))
		return 3;
	if (fork() == 0) {
		thread(library);
		return 0;
	}
	return wait(&status) < 0 || status;
}
C
cat >library.c <<'C'
static volatile int total;
__attribute__((noinline)) static void inner(void) { total++; }
void library(void)
{
	for (int i = 0; i < 1000; i++)
		inner();
}
C
mkdir other
cp "$BUILD/lib/liblineprof_rt.so" other/
linked=$BUILD/lib/lineprof/lineprof_rt.o
other="-fplugin-arg-lineprof-runtime=$PWD/other/liblineprof_rt.so"
# check PROGRAM-FLAGS LIBRARY-FLAGS
check() {
	rm -f ./*.lprof
	# Several words or none.
	# shellcheck disable=SC2086
	$CC -O1 program.c $1 -pthread -ldl -o program
	# shellcheck disable=SC2086
	$CC -O1 -fPIC -shared library.c $2 -o library.so
	for engine in auto timer; do
		rm -f ./*.lprof
		export LINEPROF_ENGINE=$engine
		quiet ./program
		same "files, program with '$1', library with '$2'" 2 "$(ls | grep -c '^program.*\.lprof$')"
		same "calls of work" 1 "$(query program.lprof "profile.calls('$PWD/program.c', 'work')[0]")"
		same "calls of inner" 2000 "$(query program.lprof "profile.calls('$PWD/library.c', 'inner')[0]")"
		same "calls of inner in the child" 1000 \
			"$(query "$(ls program.*.lprof)" "profile.calls('$PWD/library.c', 'inner')[0]")"
	done
}
check "" "$other"
check "$linked" ""
check "" "$linked"

# The library that has the runtime in it is closed by a program without: what points into it outlives that.
cat >closes.c <<'C'
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
int main(void)
{
	int status;
	for (int i = 0; i < 3; i++) {
		void *const opened = dlopen("./library.so", RTLD_NOW);
		const clock_t begin = clock();
		if (!opened)
			return 2;
		((void (*)(void))dlsym(opened, "library"))();
		dlclose(opened);
		while (clock() - begin < CLOCKS_PER_SEC / 10)
			;
		raise(SIGURG);
	}
	if (fork() == 0)
		return 0;
	return wait(&status) < 0 || status;
}
C
$CLANG -O1 closes.c -ldl -o closes
for engine in auto timer; do
	rm -f ./*.lprof
	LINEPROF_ENGINE=$engine quiet ./closes
	same "calls of inner in what was closed, $engine" 3000 \
		"$(query closes.lprof "profile.calls('$PWD/library.c', 'inner')[0]")"
done
