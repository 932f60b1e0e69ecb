/* own_work.c: what lineprof's own work takes. */
#include "runtime/own_work.h"

#include "runtime/clock.h"
#include "runtime/lifecycle.h"
#include "runtime/sampler.h"

uint64_t lp_own_work_begin(void)
{
	return lp_clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

void lp_own_work_end(uint64_t begin_ns)
{
	if (!lp_clock_is_stopped())
		lp_sampler_note_cost(lp_clock_since(lp_own_work_begin(), begin_ns));
}

void lp_own_work_since(uint64_t begin, uint64_t most_ns, uint64_t more_ticks)
{
	const uint64_t elapsed = lp_clock_since(lp_clock_ticks(), begin);
	const uint64_t most = lp_clock_ticks_of_ns(
	    most_ns, __atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED));

	__atomic_fetch_add(&lp_run->overhead_ticks, (elapsed < most ? elapsed : most) + more_ticks,
			   __ATOMIC_RELAXED);
}
