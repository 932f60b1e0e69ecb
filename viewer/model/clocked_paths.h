/*
 * clocked_paths.h: of a region's time, how much was in calls from where.
 *
 * The runtime keeps the paths of calls with the time that their clocks ran (runtime/clock_paths.h).
 * Samples of the region are sorted by these: they say on which lines of the function, and of what it
 * called, the time of each path was. That is post-stratification (Holt and Smith, 1979).
 */
#ifndef LINEPROF_VIEWER_MODEL_CLOCKED_PATHS_H
#define LINEPROF_VIEWER_MODEL_CLOCKED_PATHS_H

#include "viewer/model/clock_regions.h"
#include "viewer/model/sites.h"

/* Calls of a region's function from one path. */
struct lp_clocked_path {
	uint32_t region;  /* number */
	uint64_t clocked; /* ticks, as in the profile */
	uint64_t samples; /* with this path */
	uint64_t ticks;   /* of the region's that samples stand for, or would */
	uint64_t samples_done;
	uint64_t clocked_done;
};

/* Starts as all zeros. */
struct lp_clocked_paths {
	struct lp_clocked_path *rows;
	size_t count;
	size_t capacity;
	struct lp_map numbers;
};

/* First: a LP_STACK_CLOCK of the region with that number. LP_MEMORY. */
enum lp_status lp_clocked_paths_add(struct lp_clocked_paths *paths, struct lp_clock_region *region,
				    uint32_t number, const struct lp_stack_node *leaf);

/* The path of a sample of that region, or of one of its LP_STACK_CLOCK; NULL: none was kept. */
struct lp_clocked_path *lp_clocked_paths_of(const struct lp_clocked_paths *paths,
					    const struct lp_sites *sites, uint32_t number,
					    const struct lp_stack_node *leaf);

/* Then: each sample. */
void lp_clocked_paths_count(const struct lp_clocked_paths *paths, const struct lp_sites *sites,
			    struct lp_clock_region *region, uint32_t number,
			    const struct lp_stack_node *leaf);

/* Then, the regions are split: shares their time out over the paths. */
void lp_clocked_paths_split(struct lp_clocked_paths *paths, struct lp_clock_regions *regions,
			    uint64_t ticks_per_second);

void lp_clocked_paths_free(struct lp_clocked_paths *paths);

#endif
