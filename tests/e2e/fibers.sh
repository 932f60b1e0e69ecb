# fibers.sh: what is behind a fiber's stack is somebody else's: it may go at any moment, and hold
# addresses of code that has nothing to do with the fiber. (Who calls whom: truth/stacks.c.)
# One clang is enough: the runtime is the same with each.
. "$SOURCE/tests/e2e/lib.sh"
cat >neighbour.c <<'C'
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
enum { STACK_BYTES = 1 << 16, PROT = PROT_READ | PROT_WRITE, FLAGS = MAP_PRIVATE | MAP_ANONYMOUS };
char bytes[1 << 20];
static ucontext_t outside, inside;
static char *stacks;
static volatile int is_over;
/* Its return addresses stay at the very start of the stack behind the other. */
__attribute__((noinline)) static int dive(int depth)
{
	volatile char here = 1;
	return (char *)&here > stacks + STACK_BYTES + 1500 ? dive(depth + 1) + here : depth;
}
static void diver(void) { dive(0); }
__attribute__((noinline)) static void fill(void)
{
	for (int i = 0; i < 30000; i++)
		memset(bytes, i, sizeof(bytes));
}
static void run_on(char *stack, size_t size, void (*function)(void))
{
	getcontext(&inside);
	inside.uc_stack.ss_sp = stack;
	inside.uc_stack.ss_size = size;
	inside.uc_link = &outside;
	makecontext(&inside, function, 0);
	swapcontext(&outside, &inside);
}
static void *come_and_go(void *unused)
{
	while (!is_over) {
		char *const pages = mmap(stacks + STACK_BYTES, STACK_BYTES, PROT, FLAGS | MAP_FIXED, -1, 0);
		pages[0] = pages[4096] = 1;
		munmap(pages, STACK_BYTES);
	}
	return unused;
}
int main(int argc, char **argv)
{
	pthread_t thread;
	/* Far from where the kernel maps what says no place: the hole would be taken, and mapped over. */
	stacks = mmap((void *)(1UL << 36), 2 * STACK_BYTES, PROT, FLAGS, -1, 0);
	if (!strcmp(argv[argc - 1], "stale"))
		run_on(stacks + STACK_BYTES, STACK_BYTES / 2, diver);
	else
		pthread_create(&thread, NULL, come_and_go, NULL);
	run_on(stacks, STACK_BYTES, fill);
	is_over = 1;
	return strcmp(argv[argc - 1], "stale") ? pthread_join(thread, NULL) : 0;
}
C
$CC -O2 -pthread neighbour.c -o neighbour
for engine in timer auto; do
	for round in 1 2; do
		LINEPROF_ENGINE=$engine LINEPROF_FILE=p.lprof ./neighbour going ||
			fail "$engine, round $round: the program is ended by a neighbour that goes"
	done
	LINEPROF_ENGINE=$engine LINEPROF_FILE=p.lprof ./neighbour stale
	same "$engine: who has time of others" "[]" \
		"$(query p.lprof "[f.name for f in profile.functions() if 'div' in f.name and f.cumtime_s > 0.1]")"
done

# A thread's fiber that catches what it has thrown, or longjmp() gets to, has its stack above the thread's: the clocks of the thread's own
# calls go on.
cat >lands.c <<'C'
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
enum { STACK_BYTES = 1 << 18 };
static ucontext_t back, fiber;
static jmp_buf place;
static char *stack;
static volatile long sum;
__attribute__((noinline)) static void burn(int ms)
{
	const clock_t end = clock() + ms * (CLOCKS_PER_SEC / 1000);
	while (clock() < end)
		for (int i = 0; i < 1000; i++)
			sum += i;
}
static void land(void)
{
	if (setjmp(place) == 0)
		longjmp(place, 1);
	swapcontext(&fiber, &back);
}
__attribute__((noinline)) static void outer(void)
{
	getcontext(&fiber);
	fiber.uc_stack.ss_sp = stack;
	fiber.uc_stack.ss_size = STACK_BYTES;
	makecontext(&fiber, land, 0);
	burn(50);
	swapcontext(&back, &fiber);
	burn(250);
}
static void *run(void *unused)
{
	outer();
	return unused;
}
int main(void)
{
	pthread_t thread;
	stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_create(&thread, NULL, run, NULL);
	pthread_join(thread, NULL);
	return 0;
}
C
$CC -O1 -pthread lands.c -o lands
LINEPROF_MODE=deterministic ./lands
same "outer() has what it calls" True "$(query lands.lprof \
	"(lambda time: time['outer'] >= time['burn'] > 0.2)({at.name: at.cumtime_s for at in profile.functions()})")"

# On a stack that the program maps, without a guard, and beside it fibers' stacks that come and go: of what is mapped there
# nothing says whose it is.
cat >beside.c <<'C'
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
enum { FIBERS = 6, FIBER_BYTES = 65536, THREAD_BYTES = 256 << 10 };
static volatile unsigned sum;
static void *thread_pointer, *fiber_pointer;
static char *stacks[FIBERS];
void go_to(void **saved, void *stack_pointer);
__asm__(".text\n.globl go_to\n.type go_to,@function\ngo_to:\n"
	"push %rbp\npush %rbx\npush %r12\npush %r13\npush %r14\npush %r15\n"
	"mov %rsp,(%rdi)\nmov %rsi,%rsp\n"
	"pop %r15\npop %r14\npop %r13\npop %r12\npop %rbx\npop %rbp\nret\n.size go_to,.-go_to\n");
static void fiber(void)
{
	for (;;) {
		for (unsigned i = 0; i < 1000000; i++)
			sum += i;
		go_to(&fiber_pointer, thread_pointer);
	}
}
static void *top_of(char *stack)
{
	void **at = (void **)(stack + FIBER_BYTES) - 2;
	*--at = NULL;
	*--at = (void *)fiber;
	at -= 6;
	memset(at, 0, 6 * sizeof *at);
	return at;
}
static void *map(size_t bytes)
{
	return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
static void *run(void *unused)
{
	for (int i = 0; i < FIBERS; i++) {
		const clock_t begin = clock();
		fiber_pointer = top_of(stacks[i]);
		while (clock() - begin < CLOCKS_PER_SEC / 20)
			go_to(&thread_pointer, fiber_pointer);
		munmap(stacks[i], FIBER_BYTES);
	}
	return unused;
}
int main(void)
{
	pthread_attr_t attributes;
	pthread_t thread;
	pthread_attr_init(&attributes);
	pthread_attr_setstack(&attributes, map(THREAD_BYTES), THREAD_BYTES);
	for (int i = 0; i < FIBERS; i++)
		stacks[i] = map(FIBER_BYTES);
	pthread_create(&thread, &attributes, run, NULL);
	pthread_join(thread, NULL);
	return 0;
}
C
if [ "$(uname -m)" = x86_64 ]; then
	$CC -O0 -pthread beside.c -o beside
	for engine in auto timer; do
		LINEPROF_ENGINE=$engine ./beside || fail "fibers beside a thread's stack, $engine: status $?"
	done
fi

# The main thread's own stack may reach as far as its limit lets it, which may be none.
cat >deep.c <<'C'
static volatile unsigned sum;
__attribute__((noinline)) static void work(unsigned rounds)
{
	for (unsigned i = 0; i < rounds; i++)
		sum += i;
	sum++;
}
__attribute__((noinline)) static void large(unsigned rounds)
{
	volatile char room[24 << 20];
	room[0] = 1;
	sum += room[0];
	work(rounds);
	sum++;
}
int main(void)
{
	large(100000000);
	return 0;
}
C
$CC -O1 deep.c -o deep
if (ulimit -s unlimited) 2>/dev/null; then
	(ulimit -s unlimited && LINEPROF_MODE=deterministic ./deep)
	same "clocks deep in a stack without a limit" True "$(query deep.lprof \
		"(lambda time: time['large'] >= time['work'] > 0)({at.name: at.cumtime_s for at in profile.functions()})")"
else
	leave_out "a stack without a limit: ulimit -s"
fi
