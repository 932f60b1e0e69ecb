/* region_sums.h: the regions that a program named, summed by name. */
#ifndef LINEPROF_VIEWER_MODEL_REGION_SUMS_H
#define LINEPROF_VIEWER_MODEL_REGION_SUMS_H

#include <stddef.h>
#include <stdint.h>

#include "format/status.h"

struct lp_profile;

/* A region, in all threads or in one. Times are by clock. */
struct lp_region_sum {
	const char *name;     /* in the arena of the profile; may hold any bytes but 0 */
	uint32_t thread;      /* of the part of one thread: lp_thread.thread */
	uint64_t ncalls;      /* begun while the program was measured */
	uint64_t open_calls;  /* that never ended, or not yet */
	uint64_t self_ticks;  /* without the regions that began in it */
	uint64_t total_ticks; /* of the outermost calls */
	uint32_t first_part;  /* of the sum: its parts */
	uint32_t part_count;
};

struct lp_region_sums {
	struct lp_region_sum *sums; /* longest total_ticks first */
	size_t count;
	struct lp_region_sum *parts; /* by thread, those of a sum together */
	size_t part_count;
};

/* The regions of `profile`. LP_OK or LP_MEMORY, with nothing to free then. */
enum lp_status lp_region_sums(struct lp_region_sums *regions, struct lp_profile *profile);

void lp_region_sums_free(struct lp_region_sums *regions);

#endif
