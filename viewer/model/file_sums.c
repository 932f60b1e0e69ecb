/* file_sums.c: adds up files. */
#include "viewer/model/file_sums.h"

#include <stdlib.h>

static void add_function(struct lp_file_sum *sums, const struct lp_profile *profile,
			 const struct lp_function *function)
{
	struct lp_file_sum *const own = &sums[function->source];

	own->function_count++;
	own->functions_run += lp_function_ran(profile, function);
	own->self_ticks += function->self_ticks;
	own->self_samples += function->self_samples;
	for (uint32_t i = 0; i < function->line_count; i++) {
		const struct lp_function_line *const part =
		    &profile->function_lines[function->first_line + i];
		struct lp_file_sum *const sum = &sums[profile->lines[part->line].source];

		/* Code that stands in another file takes its time there. */
		own->self_ticks -= part->self_ticks;
		own->self_samples -= part->self_samples;
		sum->self_ticks += part->self_ticks;
		sum->self_samples += part->self_samples;
	}
}

static void add_line(struct lp_file_sum *sums, const struct lp_line *line)
{
	struct lp_file_sum *const sum = &sums[line->source];

	sum->line_count++;
	sum->lines_run += line->hits > 0;
	sum->hits += line->hits;
}

struct lp_file_sum *lp_file_sums_make(const struct lp_profile *profile,
				      const struct lp_filter *filter)
{
	struct lp_file_sum *const sums =
	    (struct lp_file_sum *)calloc(profile->source_count + 1, sizeof(*sums));
	bool *const marks = (bool *)calloc(profile->line_count + 1, sizeof(*marks));

	if (!sums || !marks) {
		free(sums);
		free(marks);
		return NULL;
	}
	for (size_t i = 0; i < profile->function_count; i++)
		if (lp_filter_has_lines_of(filter, profile, &profile->functions[i]))
			add_function(sums, profile, &profile->functions[i]);
	lp_filter_mark_lines(filter, profile, marks);
	for (size_t i = 0; i < profile->line_count; i++)
		if (marks[i] && profile->lines[i].flags & LP_LINE_CODE)
			add_line(sums, &profile->lines[i]);
	free(marks);
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
