/* own_work.c: what lineprof's own work takes where it takes long. */
#include "runtime/own_work.h"

#include "runtime/clock.h"
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
