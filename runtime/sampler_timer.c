/* sampler_timer.c: samples by a CPU-time timer of each thread. */
#include <errno.h>
#include <stddef.h>
#include <time.h>

#include "runtime/clock.h"
#include "runtime/lifecycle.h"
#include "runtime/sample_signal.h"
#include "runtime/sampler.h"
#include "runtime/thread_timer.h"

/*
 * How many periods a signal stands for. More than one have ended if the thread was in the kernel,
 * which sends the signal on its way back. But a period that ends tells by the next tick, and that
 * of the last one may be yet to come, in other code: code that runs between long system calls would
 * lose up to a sample to each of them. So from there on the timer strikes within a period again,
 * for the code that is there then, as at each tick; and what came late has the rest of the CPU
 * time.
 */
static uint64_t periods_of(struct lp_thread_state *thread, int overrun)
{
	uint64_t periods = 1;

	if (overrun > 0 && !lp_clock_is_stopped()) {
		const uint64_t cpu_ns = lp_clock_ns(CLOCK_THREAD_CPUTIME_ID);
		const uint64_t rest_ns = lp_clock_since(
		    cpu_ns, __atomic_load_n(&thread->sampled_ns, __ATOMIC_RELAXED));

		if (rest_ns > LP_TICK_NS)
			periods = (rest_ns + lp_thread_timer_draw_ns(thread, LP_TICK_NS) - 1) /
				  LP_TICK_NS;
		lp_thread_timer_restart(thread, LP_TICK_NS);
	}
	__atomic_fetch_add(&thread->sampled_ns, periods * LP_TICK_NS, __ATOMIC_RELAXED);
	return periods;
}

static void handle(int signal_number, siginfo_t *info, void *context)
{
	struct lp_thread_state *const thread = lp_self;
	const int saved_errno = errno;

	if (!lp_sampler_has_moved(thread, signal_number, context) && info->si_code == SI_TIMER &&
	    thread && thread->has_timer)
		lp_sampler_take_tick(thread, context, lp_sampler_tick_was_in(thread),
				     periods_of(thread, info->si_overrun));
	errno = saved_errno;
}

static const char *start(struct lp_sampling *sampling)
{
	const int timer_signal = lp_sample_signal_take(handle);

	if (!timer_signal)
		return "no signal is free";
	*sampling = (struct lp_sampling){timer_signal, LP_TICK_NS};
	return NULL;
}

/* Also another thread's, that may be taking a sample: a resume sets it anew for all. */
static void begin_anew(struct lp_thread_state *thread)
{
	__atomic_store_n(&thread->sampled_ns, lp_threads_cpu_ns(thread), __ATOMIC_RELAXED);
}

static void start_thread(struct lp_thread_state *thread)
{
	begin_anew(thread);
	lp_thread_timer_start(thread, lp_sampler_signal(), LP_TICK_NS);
}

static void resume_thread(struct lp_thread_state *thread)
{
	begin_anew(thread);
	lp_thread_timer_resume(thread, LP_TICK_NS);
}

const struct lp_sampler lp_sampler_timer = {
    .engine = LP_ENGINE_TIMER,
    .start = start,
    .handle = handle,
    .start_thread = start_thread,
    .stop_thread = lp_thread_timer_stop,
    .pause_thread = lp_thread_timer_pause,
    .resume_thread = resume_thread,
};
