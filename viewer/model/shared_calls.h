/* shared_calls.h: what several functions took together, which call each other. */
#ifndef LINEPROF_VIEWER_MODEL_SHARED_CALLS_H
#define LINEPROF_VIEWER_MODEL_SHARED_CALLS_H

#include "viewer/model/profile.h"

/*
 * Each function is of the group in `groups`, or of none (LP_NO_INDEX). Adds to `shared`, by group,
 * the ticks that the sum of its functions' cumtimes has more than once, as one of them called
 * another. LP_OK or LP_MEMORY.
 */
enum lp_status lp_shared_calls_find(const struct lp_profile *profile, const uint32_t *groups,
				    uint64_t *shared);

#endif
