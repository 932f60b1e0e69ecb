/* timing.h: adds times to what is on a path: functions, lines, calls and the tree of calls. */
#ifndef LINEPROF_VIEWER_MODEL_TIMING_H
#define LINEPROF_VIEWER_MODEL_TIMING_H

#include "viewer/model/call_paths.h"
#include "viewer/model/clock_regions.h"
#include "viewer/model/clocked_paths.h"
#include "viewer/model/edges.h"
#include "viewer/model/only_ways.h"
#include "viewer/model/sampled_path.h"
#include "viewer/model/sites.h"

/* What times.c works with. */
struct lp_timing {
	struct lp_profile *profile;
	struct lp_sites sites;
	struct lp_clock_regions regions;
	struct lp_clocked_paths clocked;
	uint32_t thread;                /* row of the one that `path` is of */
	struct lp_sampled_path path;    /* that times are added to */
	struct lp_sampled_path callers; /* of calls that no sample has met */
	struct lp_edges edges;
	struct lp_call_paths paths;
	struct lp_only_ways ways;
	uint32_t *function_marks; /* number of the pass that saw the function last */
	uint32_t *line_marks;
	uint32_t pass;
	/* By function: of samples on its own probes, which its callers have. */
	uint64_t *probe_ticks;
};

/* Adds to what the code at `place` takes itself. */
void lp_timing_add_self(struct lp_profile *profile, const struct lp_place *place, uint64_t ticks,
			uint64_t samples);

/* The same of waiting, which is no code of the function where its line is not known. */
void lp_timing_add_wait(struct lp_profile *profile, const struct lp_place *place, uint64_t ticks);

/* Adds to the code on the path from number `first` outwards, to each function but `except`, and
 * line once: recursion does not count twice. */
void lp_timing_add_totals(struct lp_timing *timing, size_t first, uint32_t except, uint64_t ticks,
			  uint64_t samples);

/* Where on the path the callers of `function` begin; its end if that is not there. */
size_t lp_timing_callers_of(const struct lp_timing *timing, uint32_t function);

/* Adds to what clocks measured in the region's function and in its callers the part, `done` to
 * `done + count` of `all`, that the runtime has not told of each of them. */
void lp_timing_add_delay(struct lp_timing *timing, const struct lp_clock_region *region,
			 uint64_t done, uint64_t count, uint64_t all);

/* Adds to the tree of calls what the innermost code on the path took. LP_OK or LP_MEMORY, as the
 * following. */
enum lp_status lp_timing_add_to_paths(struct lp_timing *timing, struct lp_path_time time);

/* The same for what the region's function took on no line, `waited` of it in the kernel or waiting.
 */
enum lp_status lp_timing_add_rest_to_paths(struct lp_timing *timing,
					   const struct lp_clock_region *region, uint64_t ticks,
					   uint64_t waited);

/* Adds to the calls on the path what the innermost code `sampled`, and what the region's function
 * `waited`. */
enum lp_status lp_timing_add_to_edges(struct lp_timing *timing,
				      const struct lp_clock_region *region, uint64_t sampled,
				      uint64_t waited, uint64_t samples);

#endif
