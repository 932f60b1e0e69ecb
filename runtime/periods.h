/*
 * periods.h: sampling periods that nothing keeps in step with.
 *
 * A program that does the same thing every period, or every simple fraction of one, is met
 * at the same place by every sample. With periods that change it is not for long. Source: P.
 * Bratley, B. L. Fox, L. Schrage, A Guide to Simulation, 1987: antithetic variates; the places
 * follow Weyl's sequence of the golden ratio, which leaves no part of the range out for long.
 */
#ifndef LINEPROF_RUNTIME_PERIODS_H
#define LINEPROF_RUNTIME_PERIODS_H

#include <stdbool.h>
#include <stdint.h>

/* A period is that part of the mean longer or shorter, at most: 1/4. */
#define LP_PERIODS_SPREAD_PART 4

/* Begins as any `place`, which should differ between threads and runs. */
struct lp_periods {
	uint32_t place;
	bool is_second; /* of a pair: as much longer as the first was shorter, or the reverse */
};

/* The next period, in the unit of `mean`: two that follow each other make twice the mean,
 * while that stays. Signal handlers. */
uint64_t lp_periods_next(struct lp_periods *periods, uint64_t mean);

#endif
