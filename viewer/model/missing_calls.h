/* missing_calls.h: functions that were called more often than they counted, and why that may be. */
#ifndef LINEPROF_VIEWER_MODEL_MISSING_CALLS_H
#define LINEPROF_VIEWER_MODEL_MISSING_CALLS_H

#include <stdbool.h>
#include <stddef.h>

#include "viewer/model/profile.h"

struct lp_missing {
	size_t count;                    /* of functions */
	const struct lp_function *first; /* of them; NULL if there are none */
};

struct lp_missing_calls {
	struct lp_missing left_out; /* of what a compiler may leave out */
	struct lp_missing
	    cut_off; /* else of what has one copy only: it was left before it counted */
	struct lp_missing passed_by; /* of the others, which may have a copy that does not count */
};

/* None where calls may be missing at one of their ends anyway. */
struct lp_missing_calls lp_missing_calls_of(const struct lp_profile *profile);

/* Whether there are any. */
bool lp_misses_calls(const struct lp_missing_calls *missing);

#endif
