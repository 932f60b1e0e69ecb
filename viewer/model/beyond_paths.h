/*
 * beyond_paths.h: what clocks know of functions beyond what paths have shown. Below a function
 * may be what has no samples, and several callers; where one line made all its calls, its time is
 * that line's and its function's, too.
 */
#ifndef LINEPROF_VIEWER_MODEL_BEYOND_PATHS_H
#define LINEPROF_VIEWER_MODEL_BEYOND_PATHS_H

#include "viewer/model/edges.h"
#include "viewer/model/only_ways.h"

struct lp_beyond_paths {
	struct lp_profile *profile;
	const struct lp_only_ways *ways;
	struct lp_edges *edges;      /* before lp_edges_finish() */
	const uint64_t *probe_ticks; /* by function: of samples on its own probes */
};

/* Calls `finish` for each function, before its only caller, to set its total_ticks; then adds what
 * that is more than paths have shown to its only caller and to the line there. LP_OK or LP_MEMORY.
 */
enum lp_status lp_beyond_paths_add(const struct lp_beyond_paths *beyond,
				   void (*finish)(const struct lp_profile *profile,
						  struct lp_function *function));

#endif
