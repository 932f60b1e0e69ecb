/* file_sums.h: functions and lines of each source file, added up. */
#ifndef LINEPROF_VIEWER_MODEL_FILE_SUMS_H
#define LINEPROF_VIEWER_MODEL_FILE_SUMS_H

#include "viewer/model/profile.h"

struct lp_file_sum {
	uint32_t function_count; /* defined in the file */
	uint32_t functions_run;
	uint32_t line_count; /* with code */
	uint32_t lines_run;
	uint64_t hits;       /* of its lines */
	uint64_t self_ticks; /* of its functions */
	uint64_t self_samples;
};

/* The sums of each of the profile's sources; the caller frees it. NULL when out of
 * memory. */
struct lp_file_sum *lp_file_sums_make(const struct lp_profile *profile);

/* Sorts `count` numbers of sources by their sums: by time, then hits, then path. */
void lp_file_sums_sort(const struct lp_file_sum *sums, uint32_t *numbers, size_t count);

#endif
