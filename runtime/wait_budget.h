/*
 * wait_budget.h: how many of a thread's calls may be watched for waiting.
 *
 * By wall time, of which probes may take a fiftieth: a thread that waits most of the
 * time can have each of its calls watched, be they ever so many in between. A token bucket (J.
 * Turner, New directions in communications, IEEE Communications Magazine 24(10), 1986).
 */
#ifndef LINEPROF_RUNTIME_WAIT_BUDGET_H
#define LINEPROF_RUNTIME_WAIT_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

/* What the probes of a call take that is over at once: two reads of the clock and two calls. */
#define LP_WAIT_PROBES_NS 100

/* A thread's own; begins as zeros. */
struct lp_wait_budget {
	int64_t left_ticks;
	uint64_t last_ticks; /* 0: none before */
};

/* A call was watched that ended `now`. False if more than that may not be. */
bool lp_wait_budget_spend(struct lp_wait_budget *budget, uint64_t now, uint64_t ticks_per_second);

#endif
