/* sampler.c: the choice of the engine, and what is done with a sample. */
#include "runtime/sampler.h"

#include <stddef.h>

#include "runtime/callpath.h"
#include "runtime/clock.h"
#include "runtime/lifecycle.h"
#include "runtime/settings.h"
#include "runtime/shadow.h"
#include "runtime/stacks.h"

static const struct lp_sampler *engine;

const char *lp_sampler_start(void)
{
	const char *trouble;

	lp_run->engine = LP_ENGINE_NONE;
	if (lp_settings.counts_only)
		return "LINEPROF_MODE=counts";
	trouble = lp_sampler_timer.start();
	if (trouble)
		return trouble;
	engine = &lp_sampler_timer;
	lp_run->engine = engine->engine;
	lp_run->sample_period_ns = engine->period_ns;
	return "";
}

void lp_sampler_start_thread(struct lp_thread_state *thread)
{
	if (engine)
		engine->start_thread(thread);
}

void lp_sampler_stop_thread(struct lp_thread_state *thread)
{
	if (engine)
		engine->stop_thread(thread);
}

void lp_sampler_take(struct lp_thread_state *thread, const void *context, uint64_t weight)
{
	const uint64_t begin = lp_clock_ticks();
	const size_t depth = lp_callpath_walk(thread, context);
	const uint64_t region = lp_shadow_region(thread);

	if (lp_stacks_add(thread->index, thread->path, depth, region, weight)) {
		__atomic_fetch_add(&lp_run->samples_taken, weight, __ATOMIC_RELAXED);
		thread->row->samples += weight;
	} else {
		__atomic_fetch_add(&lp_run->samples_lost, weight, __ATOMIC_RELAXED);
	}
	thread->row->cpu_ns = lp_clock_ns(CLOCK_THREAD_CPUTIME_ID);
	lp_stacks_make_room();
	if (begin >= thread->next_refresh_ticks)
		lp_lifecycle_refresh_thread(thread);
	__atomic_fetch_add(&lp_run->overhead_ticks, lp_clock_ticks() - begin, __ATOMIC_RELAXED);
}
