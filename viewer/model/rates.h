/* rates.h: what happened between two readings of the profile of a running program. */
#ifndef LINEPROF_VIEWER_MODEL_RATES_H
#define LINEPROF_VIEWER_MODEL_RATES_H

#include "viewer/model/profile.h"

/* Indexes are those of the later reading. Starts as all zeros: nothing was read. */
struct lp_rates {
	double seconds;             /* between the readings */
	uint64_t *calls;            /* by function */
	uint64_t *hits;             /* by line */
	uint64_t *function_ticks;   /* spent in it, waiting included */
	uint64_t *line_ticks;
	uint64_t ticks;   /* of all threads, code that is not instrumented included */
	uint64_t samples; /* taken */
};

/*
 * Works out `*rates`, which are freed before. `before` is NULL for what happened since the
 * program began. Functions and lines that only `after` has were not there before.
 * LP_OK or LP_MEMORY, and then there are none.
 */
enum lp_status lp_rates_find(struct lp_rates *rates, const struct lp_profile *before,
			     const struct lp_profile *after, double seconds);

/* A number of something as so many a second. */
double lp_rates_per_second(const struct lp_rates *rates, uint64_t count);

/* Ticks as a share of what was spent, in percent. */
double lp_rates_share_pct(const struct lp_rates *rates, uint64_t ticks);

/* Whether two readings of a program have the same functions and lines, with the same indexes. */
bool lp_rates_same_rows(const struct lp_profile *before, const struct lp_profile *after);

void lp_rates_free(struct lp_rates *rates);

#endif
