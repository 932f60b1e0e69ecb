/* cut_calls.h: whether counts were taken in the middle of calls. */
#ifndef LINEPROF_VIEWER_MODEL_CUT_CALLS_H
#define LINEPROF_VIEWER_MODEL_CUT_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "viewer/model/profile.h"

/*
 * Whether other threads may have run on while the program ended, or was stopped or started again:
 * then a call may be counted where it was made and not, or not yet, in the function. In a sum,
 * whether that is so of any of its runs.
 */
bool lp_has_cut_calls(const struct lp_reader *reader);

/* Whether all calls were counted from where they began to where they ended, as far as is known: so
 * a line of a function that was called, with no hits, did not run. Of a program that runs or was
 * killed, numbers are of different moments. */
bool lp_has_whole_calls(const struct lp_profile *profile);

/* How many calls may be so all the same: one in each thread that was cancelled at once. */
uint64_t lp_cancelled_calls_most(const struct lp_reader *reader);

#endif
