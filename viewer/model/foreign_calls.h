/*
 * foreign_calls.h: what code that is not instrumented calls, as qsort() does, and which line has
 * called that code: as the tree of calls shows it. No call edge has both.
 */
#ifndef LINEPROF_VIEWER_MODEL_FOREIGN_CALLS_H
#define LINEPROF_VIEWER_MODEL_FOREIGN_CALLS_H

#include "viewer/model/profile.h"

struct lp_foreign_call {
	uint32_t caller; /* function: called the code that is not instrumented */
	uint32_t line;   /* the line that did: index in lp_profile.lines; LP_NO_INDEX: not known */
	uint32_t callee; /* function: what that called */
	uint64_t ncalls; /* of the callee: its share, by time, of what no call site names */
	uint64_t ticks;  /* of the callee with what it calls; of a recursion the outermost call's */
};

struct lp_foreign_calls {
	struct lp_foreign_call *rows; /* sorted by caller, line, callee */
	size_t count;
};

/* LP_OK or LP_MEMORY; lp_foreign_calls_free() is due in any case. */
enum lp_status lp_foreign_calls_find(struct lp_foreign_calls *calls,
				     const struct lp_profile *profile);

/* Those of `caller`, `*count` of them. Part of `calls`. */
const struct lp_foreign_call *lp_foreign_calls_of(const struct lp_foreign_calls *calls,
						  uint32_t caller, size_t *count);

void lp_foreign_calls_free(struct lp_foreign_calls *calls);

#endif
