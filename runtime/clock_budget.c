/* clock_budget.c: from what clocks cost to which calls have them. */
#include "runtime/clock_budget.h"

#include "runtime/clock.h"

enum {
	WINDOWS_A_SECOND = 100,
	READS_A_CALL = 3, /* two, and what is around them: bench/growth, its last line */
	STEP_MOST = 8,
};

/* Twice as long calls are about half as many. Where clocks cost less than a quarter of what
 * they may, shorter calls have a chance again. */
static uint64_t adjust(uint64_t least_ns, double part)
{
	const double step = part / LP_CLOCK_COST_MOST;

	if (step > STEP_MOST)
		least_ns *= STEP_MOST;
	else if (step > 1)
		least_ns = (uint64_t)((double)least_ns * step);
	else if (step < 0.25)
		least_ns /= 2;
	if (least_ns < LP_CLOCK_LEAST_NS)
		return LP_CLOCK_LEAST_NS;
	return least_ns < LP_CLOCK_LEAST_NS_MOST ? least_ns : LP_CLOCK_LEAST_NS_MOST;
}

uint64_t lp_clock_budget_least(struct lp_clock_budget *budget, uint64_t now,
			       uint64_t ticks_per_second, uint64_t read_cost_ticks)
{
	const uint64_t elapsed = lp_clock_since(now, budget->begin_ticks);

	if (!budget->begin_ticks) {
		*budget = (struct lp_clock_budget){now, 0, LP_CLOCK_LEAST_NS};
	} else if (elapsed > ticks_per_second / WINDOWS_A_SECOND) {
		const uint64_t spent = budget->calls * READS_A_CALL * read_cost_ticks;

		*budget = (struct lp_clock_budget){
		    now, 0, adjust(budget->least_ns, (double)spent / (double)elapsed)};
	}
	return (uint64_t)((double)budget->least_ns * (double)ticks_per_second / 1e9);
}
