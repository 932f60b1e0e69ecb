/*
 * tail_callers.h: times of calls whose caller left no frame, as it jumped, and may be one of
 * several. They are kept until all calls have their counts, and shared out by these.
 */
#ifndef LINEPROF_VIEWER_MODEL_TAIL_CALLERS_H
#define LINEPROF_VIEWER_MODEL_TAIL_CALLERS_H

#include "viewer/model/sites.h"

struct lp_edges;

/* The calls of one function below one place. */
struct lp_tail_call {
	struct lp_place outer;
	struct lp_call_edge times; /* .caller is LP_CALLER_SEVERAL */
};

/* Starts as all zeros. */
struct lp_tail_callers {
	struct lp_tail_call *calls;
	size_t count;
	size_t capacity;
	struct lp_map numbers; /* place and callee to index in `calls` */
};

/* Where times of calls of `callee` below `outer` are added: NULL when out of memory. Valid until
 * the next call. */
struct lp_call_edge *lp_tail_call_at(struct lp_tail_callers *callers, const struct lp_place *outer,
				     uint32_t callee);

/* Adds all these times to the edges whose calls may have taken them. */
void lp_tail_callers_share(const struct lp_tail_callers *callers, struct lp_edges *edges);

void lp_tail_callers_free(struct lp_tail_callers *callers);

#endif
