# small_stacks.sh: fibers whose stacks lie below a thread's that is smaller than most: without samples, clocks alone tell
# how long calls took, and none is read on a fiber's stack.
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >fibers.c <<'C'
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
enum { FIBERS = 8, STACK = 64 << 10, OWN = 256 << 10, PROT = PROT_READ | PROT_WRITE };
enum { FLAGS = MAP_PRIVATE | MAP_ANONYMOUS, ROUNDS = 20, GUARD = 64 << 10 };
static ucontext_t outside, fibers[FIBERS];
static int current;
static long cpu_us(void)
{
	struct timespec time;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}
__attribute__((noinline)) static void spin(long us)
{
	const long end = cpu_us() + us;
	while (cpu_us() < end)
		for (volatile int i = 0; i < 300; i++)
			;
}
__attribute__((noinline)) static void on_fiber(void)
{
	spin(2000);
	swapcontext(&fibers[current], &outside);
	spin(1000);
}
static void fiber(void)
{
	for (;;)
		on_fiber();
}
__attribute__((noinline)) static void between(void)
{
	spin(500);
	__asm__ volatile("");
}
__attribute__((noinline)) static void schedule(void)
{
	for (int round = 0; round < ROUNDS; round++)
		for (current = 0; current < FIBERS; current++) {
			swapcontext(&outside, &fibers[current]);
			between();
		}
}
static void *run(void *below)
{
	char *const stacks = below;
	for (int i = 0; i < FIBERS; i++) {
		getcontext(&fibers[i]);
		fibers[i].uc_stack.ss_sp = stacks + i * STACK;
		fibers[i].uc_stack.ss_size = STACK;
		makecontext(&fibers[i], fiber, 0);
	}
	schedule();
	return NULL;
}
int main(int argc, char **argv)
{
	pthread_attr_t attributes;
	pthread_t thread;
	sigset_t set;
	char *const stacks = mmap(NULL, FIBERS * STACK + GUARD + OWN, PROT, FLAGS, -1, 0);
	mprotect(stacks + FIBERS * STACK, GUARD, PROT_NONE);
	pthread_attr_init(&attributes);
	pthread_attr_setstack(&attributes, stacks + FIBERS * STACK + GUARD, OWN);
	if (!strcmp(argv[argc - 1], "blocked")) {
		sigemptyset(&set);
		sigaddset(&set, SIGCHLD);
		pthread_sigmask(SIG_BLOCK, &set, NULL);
	}
	pthread_create(&thread, &attributes, run, stacks);
	pthread_join(thread, NULL);
	return 5;
}
C
$CC -O2 -g fibers.c -o fibers -pthread
for how in open blocked; do
	status=0
	LINEPROF_ENGINE=none ./fibers $how || status=$?
	same "status with signals $how" 5 "$status"
	"$LPVIEW" --check fibers.lprof >check.out || fail "$how: $(cat check.out)"
	# Of each round of 3.5 ms in schedule(), a seventh is spent on the thread's own stack.
	same "what has clocks with signals $how" "True" "$(query fibers.lprof "(lambda of: \
		not of['fiber'].cumtime_s and not of['on_fiber'].cumtime_s and \
		0.1 < of['spin'].cumtime_s / of['schedule'].cumtime_s < 0.2)({at.name: at for at in profile.functions()})")"
done
