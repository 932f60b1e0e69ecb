/* sampler_timer.c: samples by a CPU-time timer of each thread. */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "runtime/clock.h"
#include "runtime/sample_signal.h"
#include "runtime/sampler.h"
#include "runtime/thread_timer.h"

static int timer_signal;
static uint64_t tick_ns; /* the kernel's */

/*
 * A sample of several periods has come late: the thread was in the kernel, which sends the signal
 * on its way back. The timer has counted the periods that ended until then; but a period that ends
 * tells by the next tick, and that of the last one may be yet to come, in other code. So it is left
 * to that tick, as often as it would be, and the timer strikes at ticks from here on again. Else
 * code that runs between long system calls would lose up to a sample to each of them.
 */
static uint64_t periods_here(const struct lp_thread_state *thread, uint64_t periods)
{
	const uint64_t lead_ns = tick_ns < LP_TICK_NS ? tick_ns : LP_TICK_NS;
	const bool is_yet_to_come = lp_thread_timer_draw_ns(thread, 2 * LP_TICK_NS) <= lead_ns;

	if (periods == 1 || lp_clock_is_stopped())
		return periods;
	lp_thread_timer_restart(thread, LP_TICK_NS - lead_ns + 1, LP_TICK_NS);
	return periods - is_yet_to_come;
}

static void handle(int signal_number, siginfo_t *info, void *context)
{
	struct lp_thread_state *const thread = lp_self;
	const int saved_errno = errno;

	(void)signal_number;
	if (info->si_code == SI_TIMER && thread && thread->has_timer)
		lp_sampler_take(
		    thread, context,
		    periods_here(thread,
				 1 + (info->si_overrun > 0 ? (uint64_t)info->si_overrun : 0)));
	errno = saved_errno;
}

static const char *start(struct lp_sampling *sampling)
{
	struct timespec tick;

	timer_signal = lp_sample_signal_take(handle);
	if (!timer_signal)
		return "no signal is free";
	tick_ns = clock_getres(CLOCK_MONOTONIC_COARSE, &tick) ? LP_TICK_NS : (uint64_t)tick.tv_nsec;
	*sampling = (struct lp_sampling){timer_signal, LP_TICK_NS};
	return NULL;
}

static void start_thread(struct lp_thread_state *thread)
{
	lp_thread_timer_start(thread, timer_signal, LP_TICK_NS);
}

static void resume_thread(struct lp_thread_state *thread)
{
	lp_thread_timer_resume(thread, LP_TICK_NS);
}

const struct lp_sampler lp_sampler_timer = {
    .engine = LP_ENGINE_TIMER,
    .start = start,
    .start_thread = start_thread,
    .stop_thread = lp_thread_timer_stop,
    .pause_thread = lp_thread_timer_pause,
    .resume_thread = resume_thread,
};
