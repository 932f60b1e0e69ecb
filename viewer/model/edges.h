/*
 * edges.h: the calls between functions, with counts and times: fills in
 * lp_profile.call_edges.
 *
 * Counts of direct calls come from the call sites and are exact. What a function was
 * called beyond those, through pointers or by code that is not instrumented, is shared
 * out by the time on paths and marked (docs/decisions/0020-who-called.md).
 */
#ifndef LINEPROF_VIEWER_MODEL_EDGES_H
#define LINEPROF_VIEWER_MODEL_EDGES_H

#include "viewer/model/tail_callers.h"
#include "viewer/model/who_called.h"

/* What is known of an edge besides its row; only while they are made. */
struct lp_edge_note {
	bool is_direct;      /* a call site names the callee */
	uint64_t path_ticks; /* on paths that hold this call, if it is not direct */
};

struct lp_edges {
	struct lp_profile *profile;
	struct lp_map numbers; /* caller and callee to index in call_edges */
	struct lp_edge_note *notes;
	size_t capacity;
	struct lp_callers callers;
	struct lp_tail_callers tail_callers;
	uint64_t *remainders; /* by function: calls that no direct call site made */
	uint64_t *cut;        /* by function: samples whose paths end at it and should not */
	uint32_t *marks;      /* by function: pass that saw it last */
	uint32_t pass;
};

/* The calls on a path that was sampled, or where a thread waited, innermost function first. */
struct lp_edge_path {
	const struct lp_place *places;
	size_t count;
};

/* Makes the edges of the direct calls. LP_OK or LP_MEMORY; in both cases
 * lp_edges_free() is due. */
enum lp_status lp_edges_begin(struct lp_edges *edges, struct lp_profile *profile);

/* Adds time that the function at `path->places[at]` took itself. */
enum lp_status lp_edges_add_self(struct lp_edges *edges, const struct lp_edge_path *path, size_t at,
				 uint64_t ticks, uint64_t samples);

/* Adds time to the outermost calls of the functions at `places[first]` and outwards. */
enum lp_status lp_edges_add_totals(struct lp_edges *edges, const struct lp_edge_path *path,
				   size_t first, uint64_t ticks, uint64_t samples);

/* Shares out the other calls, makes the times add up to those of the functions,
 * which must be complete, and sorts. */
enum lp_status lp_edges_finish(struct lp_edges *edges);

/* The edge between two functions, either of which may be LP_NO_INDEX; made if there
 * is none. NULL when out of memory. Valid until the next call. */
struct lp_call_edge *lp_edge_at(struct lp_edges *edges, uint32_t caller, uint32_t callee);

/* estimates.c: the part of lp_edges_finish() that shares out calls. */
enum lp_status lp_edges_estimate(struct lp_edges *edges);

void lp_edges_free(struct lp_edges *edges);

#endif
