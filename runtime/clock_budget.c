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
static uint64_t adjust(uint64_t least_ns, uint64_t spent, uint64_t elapsed)
{
	const uint64_t parts = spent * LP_CLOCK_COST_PARTS;

	if (parts / STEP_MOST > elapsed)
		least_ns *= STEP_MOST;
	else if (parts > elapsed)
		least_ns = lp_clock_scaled(least_ns, parts, elapsed);
	else if (parts < elapsed / 4)
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

		*budget =
		    (struct lp_clock_budget){now, 0, adjust(budget->least_ns, spent, elapsed)};
	}
	return lp_clock_ticks_of_ns(budget->least_ns, ticks_per_second);
}
