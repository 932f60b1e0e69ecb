/*
 * sampler_timer.c: samples by a CPU-time timer of each thread. The kernel looks at
 * these at its tick, while the thread runs; so no sleep or wait is interrupted.
 */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "runtime/clock.h"
#include "runtime/sampler.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

#define PERIOD_NS 4000000

static int timer_signal;

static void handle(int signal_number, siginfo_t *info, void *context)
{
	struct lp_thread_state *const thread = lp_self;
	const int saved_errno = errno;

	(void)signal_number;
	if (info->si_code == SI_TIMER && thread && thread->has_timer)
		lp_sampler_take(thread, context,
				1 + (info->si_overrun > 0 ? (uint64_t)info->si_overrun : 0));
	errno = saved_errno;
}

static bool is_free(int candidate)
{
	struct sigaction old;

	return !sigaction(candidate, NULL, &old) && old.sa_handler == SIG_DFL;
}

/*
 * SIGURG, if the program has no use for it: its default is to be ignored. Of another
 * signal, a program that resets all handlers, as many do in a forked child, would
 * die. Debuggers pass it on silently, too. Realtime signals are what programs count
 * from either end: so begin in the middle.
 */
static int find_free_signal(void)
{
	const int count = SIGRTMAX - SIGRTMIN + 1;

	if (is_free(SIGURG))
		return SIGURG;
	for (int i = 0; i < count; i++) {
		const int candidate = SIGRTMIN + (count / 2 + i) % count;

		if (is_free(candidate))
			return candidate;
	}
	return 0;
}

/* On the signal stack, if the program has one: coroutines' stacks can be small.
 * SIGBUS must get through: see truncation.h. */
static const char *start(void)
{
	struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};

	action.sa_sigaction = handle;
	sigfillset(&action.sa_mask);
	sigdelset(&action.sa_mask, SIGBUS);
	timer_signal = find_free_signal();
	if (!timer_signal)
		return "no signal is free";
	if (sigaction(timer_signal, &action, NULL))
		return "the system refuses a signal handler";
	return NULL;
}

/* When the first sample is due. Were it always a whole period, the work of threads
 * that live for less would never be seen. */
static long first_ns(const struct lp_thread_state *thread)
{
	const uint64_t seed = lp_clock_ticks() ^ (uint64_t)thread->tid << 32;

	return 1 + (long)((seed * UINT64_C(0x9e3779b97f4a7c15) >> 32) % PERIOD_NS);
}

/* System calls, as the C library's functions may allocate. */
static void start_thread(struct lp_thread_state *thread)
{
	const struct itimerspec period = {{0, PERIOD_NS}, {0, first_ns(thread)}};
	struct sigevent event;

	memset(&event, 0, sizeof event);
	event.sigev_notify = SIGEV_THREAD_ID;
	event.sigev_signo = timer_signal;
	event.sigev_notify_thread_id = thread->tid;
	thread->has_timer =
	    !syscall(SYS_timer_create, CLOCK_THREAD_CPUTIME_ID, &event, &thread->timer);
	if (thread->has_timer && syscall(SYS_timer_settime, thread->timer, 0, &period, NULL)) {
		syscall(SYS_timer_delete, thread->timer);
		thread->has_timer = false;
	}
}

static void stop_thread(struct lp_thread_state *thread)
{
	if (thread->has_timer)
		syscall(SYS_timer_delete, thread->timer);
	thread->has_timer = false;
}

const struct lp_sampler lp_sampler_timer = {
    .engine = LP_ENGINE_TIMER,
    .period_ns = PERIOD_NS,
    .start = start,
    .start_thread = start_thread,
    .stop_thread = stop_thread,
};
