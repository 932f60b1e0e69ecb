/* file_sums.h: functions and lines of each source file, added up. */
#ifndef LINEPROF_VIEWER_MODEL_FILE_SUMS_H
#define LINEPROF_VIEWER_MODEL_FILE_SUMS_H

#include "viewer/model/filter.h"
#include "viewer/model/profile.h"

struct lp_file_sum {
	uint32_t function_count; /* defined in the file */
	uint32_t functions_run;
	uint32_t line_count; /* with code */
	uint32_t lines_run;
	uint64_t hits;       /* of its lines */
	/* Of its lines, and of its functions what is on no line; with the samples that it rests on.
	 */
	uint64_t self_ticks;
	uint64_t self_samples;
};

/* Whether any of it ran. */
static inline bool lp_file_sum_has_run(const struct lp_file_sum *sum)
{
	return sum->lines_run > 0 || sum->functions_run > 0 || sum->self_ticks > 0;
}

/* The sums of each of the profile's sources, of the functions and lines that the filter lets
 * through; the caller frees it. NULL when out of memory. */
struct lp_file_sum *lp_file_sums_make(const struct lp_profile *profile,
				      const struct lp_filter *filter);

/* Sorts `count` numbers of sources by their sums: by time, then hits, then path. */
void lp_file_sums_sort(const struct lp_file_sum *sums, uint32_t *numbers, size_t count);

#endif
