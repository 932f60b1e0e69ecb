/*
 * who_called.h: who called a function, as the call sites tell it of the place where a sampled path
 * goes on. Frames between may be missing: of tail calls, and of the caller where a sample
 * stands at a function's first instructions.
 */
#ifndef LINEPROF_VIEWER_MODEL_WHO_CALLED_H
#define LINEPROF_VIEWER_MODEL_WHO_CALLED_H

#include "viewer/model/sites.h"

/* Callers that are no functions: code that is not instrumented; and nobody known. */
#define LP_CALLER_OUTSIDE (LP_NO_INDEX - 2)
#define LP_CALLER_UNKNOWN (LP_NO_INDEX - 1)

/* How many frames in a row may be missing. */
enum { LP_MOST_MISSING_FRAMES = 5 };

/* Starts as all zeros but for the profile. */
struct lp_callers {
	const struct lp_profile *profile;
	struct lp_map known; /* a call's place and callee to who called: asked for often */
};

/* Into `*caller`: the function that called `callee` below `outer`, or one of the above. LP_OK or
 * LP_MEMORY. */
enum lp_status lp_who_called(struct lp_callers *callers, const struct lp_place *outer,
			     uint32_t callee, uint32_t *caller);

/* Where `caller` calls `callee`: the line too, if all such calls are on one. */
struct lp_place lp_call_place(const struct lp_profile *profile, uint32_t caller, uint32_t callee);

void lp_callers_free(struct lp_callers *callers);

#endif
