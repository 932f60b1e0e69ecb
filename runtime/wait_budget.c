/* wait_budget.c: how many of a thread's calls may be watched for waiting. */
#include "runtime/wait_budget.h"

#include "runtime/clock.h"

/* A short program's calls may take so much at once, and what a long wait has brought is not spent
 * on the next hot loop: 5,000 and 50,000 calls. */
enum { PARTS = 50, BEGIN_NS = 500000, MOST_NS = 5000000 };

static int64_t ticks_of_ns(uint64_t ns, uint64_t ticks_per_second)
{
	return (int64_t)lp_clock_ticks_of_ns(ns, ticks_per_second);
}

bool lp_wait_budget_spend(struct lp_wait_budget *budget, uint64_t now, uint64_t ticks_per_second)
{
	const int64_t most = ticks_of_ns(MOST_NS, ticks_per_second);
	int64_t left =
	    budget->last_ticks ? budget->left_ticks : ticks_of_ns(BEGIN_NS, ticks_per_second);

	if (budget->last_ticks)
		left += (int64_t)(lp_clock_since(now, budget->last_ticks) / PARTS);
	if (left > most)
		left = most;
	budget->left_ticks = left - ticks_of_ns(LP_WAIT_PROBES_NS, ticks_per_second);
	budget->last_ticks = now;
	return budget->left_ticks > 0;
}
