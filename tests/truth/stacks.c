// stacks.c: on a stack that is not the thread's own, a fiber's or a signal handler's, what libraries do is the
// time of the lines that called them, too, and callers have it in their cumulative time.
//: work = timed
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>

enum { BYTES = 1 << 20, STACK_BYTES = 1 << 16, TIMES = 300 };

char bytes[BYTES]; // seen by others, so it is filled
static char for_fiber[STACK_BYTES], for_handler[STACK_BYTES];
static ucontext_t outside, inside;
static double in_handler;

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

__attribute__((noinline)) static void fill(int value)
{
	memset(bytes, value, BYTES); //~ filling
}

__attribute__((noinline)) static void fill_in_handler(int value)
{
	memset(bytes, value, BYTES); //~ handling
}

/* A frame of several pages, as those of printf() and regexec() are. */
__attribute__((noinline)) static void fill_below(int value)
{
	volatile char large[20000];

	large[value] = 1;
	fill(value);
	large[1] = large[value];
}

__attribute__((noinline)) static void fiber(void)
{
	for (int i = 0; i < TIMES; i++)
		fill_below(i);
}

__attribute__((noinline)) static void on_signal(int number)
{
	const double begin = cpu_seconds();

	for (int i = 0; i < TIMES; i++)
		fill_in_handler(number + i);
	in_handler += cpu_seconds() - begin;
}

/* As a fiber of a library: the page below is not to be touched. */
static void *new_stack(void)
{
	char *const pages = mmap(NULL, 2 * STACK_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED || mprotect(pages + STACK_BYTES / 2, STACK_BYTES, PROT_READ | PROT_WRITE))
		exit(2);
	return pages + STACK_BYTES / 2;
}

static void run_on(void *stack)
{
	getcontext(&inside);
	inside.uc_stack.ss_sp = stack;
	inside.uc_stack.ss_size = STACK_BYTES;
	inside.uc_link = &outside;
	makecontext(&inside, fiber, 0);
	swapcontext(&outside, &inside);
}

__attribute__((noinline)) static void raise_below(void)
{
	raise(SIGUSR1);
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 1;
	const stack_t handlers = {.ss_sp = for_handler, .ss_size = STACK_BYTES};
	const struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
	double in_fibers = 0;

	sigaltstack(&handlers, NULL);
	sigaction(SIGUSR1, &action, NULL);
	for (int i = 0; i < rounds; i++) {
		void *const pages = new_stack();
		const double begin = cpu_seconds();

		run_on(for_fiber);
		run_on(pages);
		in_fibers += cpu_seconds() - begin;
		munmap((char *)pages - STACK_BYTES / 2, 2 * STACK_BYTES);
		raise_below();
	}
	printf("line filling %.6f\nline handling %.6f\n", in_fibers, in_handler);
	printf("cumulative fiber %.6f\ncumulative on_signal %.6f\ncumulative raise_below %.6f\n", in_fibers,
	       in_handler, in_handler);
	return 0;
}
