/* file_sums.c: adds up files. */
#include "viewer/model/file_sums.h"

#include <stdlib.h>

struct lp_file_sum *lp_file_sums_make(const struct lp_profile *profile)
{
	struct lp_file_sum *const sums =
	    (struct lp_file_sum *)calloc(profile->source_count + 1, sizeof(*sums));

	if (!sums)
		return NULL;
	for (size_t i = 0; i < profile->function_count; i++) {
		const struct lp_function *const function = &profile->functions[i];
		struct lp_file_sum *const sum = &sums[function->source];

		sum->function_count++;
		sum->functions_run += lp_function_ran(profile, function);
		sum->self_ticks += function->self_ticks;
		sum->self_samples += function->self_samples;
	}
	for (size_t i = 0; i < profile->line_count; i++) {
		const struct lp_line *const line = &profile->lines[i];
		struct lp_file_sum *const sum = &sums[line->source];

		if (!(line->flags & LP_LINE_CODE))
			continue;
		sum->line_count++;
		sum->lines_run += line->hits > 0;
		sum->hits += line->hits;
	}
	return sums;
}

static int by_heat(const void *left, const void *right, void *data)
{
	const struct lp_file_sum *const sums = (const struct lp_file_sum *)data;
	const uint32_t a = *(const uint32_t *)left;
	const uint32_t b = *(const uint32_t *)right;

	if (sums[a].self_ticks != sums[b].self_ticks)
		return sums[a].self_ticks < sums[b].self_ticks ? 1 : -1;
	if (sums[a].hits != sums[b].hits)
		return sums[a].hits < sums[b].hits ? 1 : -1;
	return (a > b) - (a < b);
}

void lp_file_sums_sort(const struct lp_file_sum *sums, uint32_t *numbers, size_t count)
{
	qsort_r(numbers, count, sizeof(*numbers), by_heat, (void *)sums);
}
