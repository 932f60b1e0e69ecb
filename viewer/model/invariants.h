/* invariants.h: what must be true of every profile, and whether it is of this one. */
#ifndef LINEPROF_VIEWER_MODEL_INVARIANTS_H
#define LINEPROF_VIEWER_MODEL_INVARIANTS_H

#include "viewer/model/profile.h"

/* LP_INVARIANT(C name, what holds) */
#define LP_INVARIANT_LIST(X)                                                                       \
	X(LINES, "a function's lines and waiting add up to its tottime")                           \
	X(FUNCTIONS, "functions and what is outside them add up to the threads' lifetimes")        \
	X(RANKS, "processes of a merged profile lived no longer than its threads")                 \
	X(CUMULATIVE, "tottime is no more than cumtime, and cumtime than the lifetimes")           \
	X(LINE_TIMES, "a line takes no more than the functions that it is in")                     \
	X(ZERO_HITS, "a line of a function that was called has no time without hits")              \
	X(PATHS, "a function's call paths add up to its tottime and cumtime")                      \
	X(FLOW, "what comes into each part of a function leaves it")                               \
	X(CALLS, "calls of a function are those of its call sites, and from outside")              \
	X(CALLERS, "a function's callers add up to its ncalls, tottime and cumtime")               \
	X(CLOCKS, "threads that ended have closed their clocks")                                   \
	X(OFF_CPU, "functions were off CPUs for no more than their time by clock")                 \
	X(SAMPLES, "samples taken are kept or counted as lost")

enum lp_invariant {
#define LP_INVARIANT_ENUM(name, text) LP_INVARIANT_##name,
	LP_INVARIANT_LIST(LP_INVARIANT_ENUM)
#undef LP_INVARIANT_ENUM
	    LP_INVARIANT_COUNT
};

enum lp_finding {
	LP_HOLDS,
	LP_BROKEN,
	LP_UNTOLD, /* of this profile it cannot be said; `detail` has the reason */
};

struct lp_check {
	enum lp_finding findings[LP_INVARIANT_COUNT];
	char details[LP_INVARIANT_COUNT][200]; /* of the first thing found; may be empty */
	size_t broken_count;                   /* invariants that do not hold */
};

/* What the invariant says: static text. */
const char *lp_invariant_text(enum lp_invariant invariant);

/* Checks all of them. Times may differ by a thousandth. LP_OK, also when some do not
 * hold, LP_MEMORY or LP_CORRUPT. */
enum lp_status lp_check_profile(const struct lp_profile *profile, struct lp_check *check);

#endif
