/*
 * clock_budget.h: how long the calls of a function have to be for it to be clocked, so that
 * clocks cost little.
 *
 * A length alone does not bound that: where clocked functions call each other, what they
 * cost adds up. So a thread that spends too much on clocks asks for longer calls.
 */
#ifndef LINEPROF_RUNTIME_CLOCK_BUDGET_H
#define LINEPROF_RUNTIME_CLOCK_BUDGET_H

#include <stdint.h>

enum {
	LP_CLOCK_COST_PARTS = 50, /* the clocks of a thread may cost one of so many of its time */
	LP_CLOCK_LEAST_NS = 1000, /* calls shorter than this are never clocked for long */
	LP_CLOCK_LEAST_NS_MOST = 1000000, /* calls longer than this always are */
};

/* Of one thread. Begins as zeros. */
struct lp_clock_budget {
	uint64_t begin_ticks; /* of the window that is looked at; 0: there is none yet. Made later
			       * by what the thread was ready to run for, and others had the CPUs */
	uint64_t calls;       /* that were clocked since then */
	uint64_t least_ns;    /* as the windows before had it; 0: there was none */
};

/*
 * The mean duration, in ticks, from which on calls are to be clocked: now, as it follows
 * from the windows that are over, of a hundredth of a second each. In the thread itself.
 */
uint64_t lp_clock_budget_least(struct lp_clock_budget *budget, uint64_t now,
			       uint64_t ticks_per_second, uint64_t read_cost_ticks);

#endif
