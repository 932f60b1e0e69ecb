/* merge.h: several profiles as one. */
#ifndef LINEPROF_VIEWER_MODEL_MERGE_H
#define LINEPROF_VIEWER_MODEL_MERGE_H

#include <stdbool.h>

#include "format/reader.h"
#include "viewer/model/image.h"

/* Why profiles cannot be summed up. */
struct lp_difference {
	size_t which;    /* number of the profile that does not fit */
	char what[512];  /* what is wrong: a path, cut if it is too long, or "the sum" */
	const char *why; /* static text */
};

/*
 * Writes the sum of `count` profiles (at least one) to `image`: counters, clocks,
 * samples and losses of all, the threads of one after those of the other, times in
 * ticks of the first one's clock. Command line and host are the first one's, the date is the
 * earliest one's.
 * Addresses are those of no process: modules stand where the sum puts them.
 * `weigh`: of runs whose samples stand for different times each sample counts as several of the
 * least one, as is due where threads of all runs become one; else as one.
 *
 * Returns LP_OK, LP_MEMORY, or LP_DIFFERENT with `*difference` filled in; the
 * caller frees image->data in all cases.
 */
enum lp_status lp_merge(struct lp_image *image, const struct lp_reader *readers, size_t count,
			bool weigh, struct lp_difference *difference);

#endif
