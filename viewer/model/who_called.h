/*
 * who_called.h: who called a function, as the call sites tell it of the place where a sampled path
 * goes on. Frames between may be missing: of tail calls, and of the caller where a sample
 * stands at a function's first instructions.
 */
#ifndef LINEPROF_VIEWER_MODEL_WHO_CALLED_H
#define LINEPROF_VIEWER_MODEL_WHO_CALLED_H

#include "viewer/model/sites.h"

/* Callers that are no functions: several that may have; code that is not instrumented; and nobody
 * known. */
#define LP_CALLER_SEVERAL (LP_NO_INDEX - 3)
#define LP_CALLER_OUTSIDE (LP_NO_INDEX - 2)
#define LP_CALLER_UNKNOWN (LP_NO_INDEX - 1)

/* How far chains of tail calls, whose frames are gone, are followed, and how many call sites are
 * looked at for one call. */
enum { LP_MOST_TAIL_CALLS = 5, LP_MOST_TAIL_SITES = 4096 };

/* Some call sites of a function, part of the profile. */
struct lp_site_range {
	const struct lp_call_site *begin;
	const struct lp_call_site *end;
};

/* All of them; and those on the line that a place is on: none if that is not known. */
struct lp_site_range lp_sites_in(const struct lp_profile *profile, uint32_t function);
struct lp_site_range lp_sites_on_line(const struct lp_profile *profile,
				      const struct lp_place *place);

/* Starts as all zeros but for the first two. */
struct lp_callers {
	const struct lp_profile *profile;
	const uint64_t *unnamed; /* by function: calls that no call site names it for */
	struct lp_map known;     /* a call's place and callee to who called: asked for often */
	struct lp_map missing;   /* as `known`, of lp_missing_caller() */
};

/* Into `*caller`: the function that called `callee` below `outer`, or one of the above. LP_OK or
 * LP_MEMORY. */
enum lp_status lp_who_called(struct lp_callers *callers, const struct lp_place *outer,
			     uint32_t callee, uint32_t *caller);

/* Between which functions a frame may be missing. */
struct lp_missing_frame {
	struct lp_place outer;
	uint32_t called; /* by the call in `outer`; LP_NO_INDEX: one of those on its line */
	uint32_t callee;
	/* A sample stands in `callee`, maybe at its first instructions, where one frame is missing;
	 * else as many may be as functions have jumped there, one from the other, as their last
	 * calls. */
	bool is_leaf;
};

/* The function whose frame is missing, in front of the callee, with the line of its call if it is
 * one: .function LP_NO_INDEX if what was called does not tell for sure that there is one. LP_OK or
 * LP_MEMORY. */
enum lp_status lp_missing_caller(struct lp_callers *callers, const struct lp_missing_frame *missing,
				 struct lp_place *caller);

/* Where `caller` calls `callee`: the line too, if all such calls are on one. */
struct lp_place lp_call_place(const struct lp_profile *profile, uint32_t caller, uint32_t callee);

/* Whether the function has called anything. */
bool lp_has_called(const struct lp_profile *profile, uint32_t function);

void lp_callers_free(struct lp_callers *callers);

#endif
