/* sampler_timer.c: samples by a CPU-time timer of each thread. */
#include <errno.h>
#include <stddef.h>

#include "runtime/sample_signal.h"
#include "runtime/sampler.h"
#include "runtime/thread_timer.h"

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

static const char *start(struct lp_sampling *sampling)
{
	timer_signal = lp_sample_signal_take(handle);
	if (!timer_signal)
		return "no signal is free";
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
