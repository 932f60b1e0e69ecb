/*
 * clocked_paths.h: of a region's time, how much was in calls from where.
 *
 * The runtime keeps the paths of calls with the time that their clocks ran (runtime/clock_paths.h).
 * Samples of the region are sorted by these: they say on which lines of the function, and of what
 * it called, the time of each path was (post-stratification, Holt and Smith 1979). What no sample
 * has met was where samples of other paths are.
 */
#ifndef LINEPROF_VIEWER_MODEL_CLOCKED_PATHS_H
#define LINEPROF_VIEWER_MODEL_CLOCKED_PATHS_H

#include "viewer/model/clock_regions.h"
#include "viewer/model/sampled_path.h"

/* Calls of a region's function from one path. What is in a call of the function is in that. */
struct lp_clocked_path {
	const struct lp_stack_node *leaf; /* a LP_STACK_CLOCK of it */
	uint32_t calls;                   /* of which region: its lp_clock_region.calls */
	uint32_t next;    /* of those of the region without samples: number + 1; 0: the last */
	uint64_t clocked; /* ticks, as in the profile */
	uint64_t samples; /* with this path */
	uint64_t samples_done;
	uint64_t ticks; /* of the region's sampled_ticks; without samples, not shared out yet */
};

/* All calls of a region's function. */
struct lp_clocked_calls {
	uint32_t function;
	uint64_t clocked;
	uint64_t clocked_done;   /* of these, shared out */
	bool are_told;           /* the paths tell who called */
	uint64_t waited;         /* ticks of LP_STACK_CLOCK_WAIT */
	uint64_t waited_done;    /* of these, shared out */
	uint64_t told_waits;     /* of the region's wait_ticks: they tell who called */
	uint64_t pathless;       /* samples without such a path */
	uint64_t pathless_ticks; /* of sampled_ticks */
	uint64_t pathless_done;
	uint64_t path_ticks;      /* the rest of them: of all paths */
	uint64_t unsampled_ticks; /* of these: of the paths without a sample */
	uint32_t unsampled;       /* the first one that has some left: number + 1; 0: none */
};

/* Starts as all zeros. */
struct lp_clocked_paths {
	struct lp_clocked_path *rows;
	size_t count;
	size_t capacity;
	struct lp_clocked_calls *calls;
	size_t calls_count;
	size_t calls_capacity;
	struct lp_map numbers;
};

/* First: a LP_STACK_CLOCK of the region. LP_MEMORY. */
enum lp_status lp_clocked_paths_add(struct lp_clocked_paths *paths, struct lp_clock_region *region,
				    const struct lp_stack_node *leaf);

/* The same of a LP_STACK_CLOCK_WAIT of so many ticks. Who called is all that it tells: there are no
 * samples of waiting. */
enum lp_status lp_clocked_paths_add_wait(struct lp_clocked_paths *paths,
					 struct lp_clock_region *region, uint64_t ticks);

/* Then: a sample of the region. */
void lp_clocked_paths_count(const struct lp_clocked_paths *paths,
			    const struct lp_path_sources *from,
			    const struct lp_clock_region *region, const struct lp_stack_node *leaf);

/* Then, the regions are split: shares their time out over the paths. */
void lp_clocked_paths_split(struct lp_clocked_paths *paths, const struct lp_path_sources *from,
			    const struct lp_clock_regions *regions, uint64_t ticks_per_second);

/* Then: what is known of the region's calls, NULL if that does not tell who called. */
struct lp_clocked_calls *lp_clocked_calls_of(const struct lp_clocked_paths *paths,
					     const struct lp_clock_region *region);

/* Then: the same of those that waited. NULL: none is known. */
struct lp_clocked_calls *lp_clocked_waits_of(const struct lp_clocked_paths *paths,
					     const struct lp_clock_region *region);

/* Then, once for each sample of a region with calls: its part of the time of the calls that it met.
 */
uint64_t lp_clocked_paths_take(struct lp_clocked_paths *paths, const struct lp_path_sources *from,
			       const struct lp_clock_region *region,
			       const struct lp_stack_node *leaf);

/* Takes up to `*ticks` of a path without samples of the region: how much, in `*ticks`. NULL: there
 * is nothing left of any. */
const struct lp_clocked_path *lp_clocked_paths_take_unsampled(struct lp_clocked_paths *paths,
							      const struct lp_clock_region *region,
							      uint64_t *ticks);

void lp_clocked_paths_free(struct lp_clocked_paths *paths);

#endif
