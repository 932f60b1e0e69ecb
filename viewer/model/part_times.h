/*
 * part_times.h: what else is known of the time of a line's part in one function. Apart from
 * lp_function_line, as there may be millions of those, and most have none.
 */
#ifndef LINEPROF_VIEWER_MODEL_PART_TIMES_H
#define LINEPROF_VIEWER_MODEL_PART_TIMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "viewer/model/map.h"

struct lp_part_time {
	uint32_t part;        /* index into lp_profile.function_lines */
	uint32_t pass;        /* number of the pass of lp_timing that saw it last */
	uint64_t wait_ticks;  /* of its self_ticks, waiting in a call of a library's function */
	uint64_t total_ticks; /* with what was called from it; recursion counts once */
};

/* Starts as all zeros; then lp_part_times_free(). */
struct lp_part_times {
	struct lp_map numbers; /* of the rows, by part */
	struct lp_part_time *rows;
	size_t count;
	size_t capacity;
	bool is_short; /* there was no memory for one of them */
};

/* The row of a part, which is made if there is none. Valid until the next call. NULL when out of
 * memory, which is noted. */
struct lp_part_time *lp_part_time_at(struct lp_part_times *times, uint32_t part);

/* Zeros if there is none. */
struct lp_part_time lp_part_time_find(const struct lp_part_times *times, uint32_t part);

void lp_part_times_free(struct lp_part_times *times);

#endif
