/* lcov.c: hits of lines and functions as an lcov tracefile. */
#include <inttypes.h>
#include <stdlib.h>

#include "viewer/export/export_text.h"
#include "viewer/export/formats.h"

/* What is let through, in the order of the sources. */
struct selected {
	const struct lp_view *view;
	uint32_t *functions; /* sorted by source and line */
	size_t function_count;
	bool *lines;     /* which of the profile's */
	size_t function; /* the next one to be written */
	size_t line;     /* the same */
};

static int by_place(const void *left, const void *right, void *data)
{
	const struct lp_function *const functions = (const struct lp_function *)data;
	const struct lp_function *const a = &functions[*(const uint32_t *)left];
	const struct lp_function *const b = &functions[*(const uint32_t *)right];

	if (a->source != b->source)
		return a->source < b->source ? -1 : 1;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return (a > b) - (a < b);
}

/* Functions that never ran count for coverage, whatever the view shows. */
static enum lp_status collect(struct selected *all)
{
	const struct lp_profile *const profile = all->view->profile;

	all->functions = (uint32_t *)calloc(profile->function_count + 1, sizeof(*all->functions));
	all->lines = (bool *)calloc(profile->line_count + 1, sizeof(*all->lines));
	if (!all->functions || !all->lines)
		return LP_MEMORY;
	lp_filter_mark_lines(all->view->filter, profile, all->lines);
	for (size_t i = 0; i < profile->function_count; i++)
		if (lp_filter_has_function(all->view->filter, profile, &profile->functions[i]))
			all->functions[all->function_count++] = (uint32_t)i;
	qsort_r(all->functions, all->function_count, sizeof(*all->functions), by_place,
		profile->functions);
	return LP_OK;
}

/* The next one if it is of `source`, else NULL. */
static const struct lp_function *next_function(struct selected *all, size_t *at, uint32_t source)
{
	const struct lp_function *const function =
	    *at < all->function_count ? &all->view->profile->functions[all->functions[*at]] : NULL;

	if (!function || function->source != source)
		return NULL;
	++*at;
	return function;
}

static const struct lp_line *next_line(struct selected *all, uint32_t source)
{
	const struct lp_profile *const profile = all->view->profile;

	while (all->line < profile->line_count && profile->lines[all->line].source == source) {
		const size_t i = all->line++;

		if (all->lines[i] && profile->lines[i].flags & LP_LINE_CODE)
			return &profile->lines[i];
	}
	return NULL;
}

/* Names must be unique in a file: so the linkage name. */
static void put_functions(struct selected *all, uint32_t source)
{
	FILE *const out = all->view->out;
	const struct lp_function *function;
	size_t again = all->function;
	size_t found = 0;
	size_t hit = 0;

	while ((function = next_function(all, &again, source))) {
		fprintf(out, "FN:%" PRIu32 ",", function->line);
		lp_export_line(out, function->linkage_name);
		fputc('\n', out);
	}
	while ((function = next_function(all, &all->function, source))) {
		fprintf(out, "FNDA:%" PRIu64 ",", function->ncalls);
		lp_export_line(out, function->linkage_name);
		fputc('\n', out);
		found++;
		hit += function->ncalls > 0;
	}
	fprintf(out, "FNF:%zu\nFNH:%zu\n", found, hit);
}

static void put_source(struct selected *all, uint32_t source, const struct lp_line *line)
{
	FILE *const out = all->view->out;
	size_t found = 0;
	size_t hit = 0;

	fputs("TN:\nSF:", out);
	lp_export_line(out, all->view->profile->sources[source].path);
	fputc('\n', out);
	put_functions(all, source);
	for (; line; line = next_line(all, source)) {
		fprintf(out, "DA:%" PRIu32 ",%" PRIu64 "\n", line->line, line->hits);
		found++;
		hit += line->hits > 0;
	}
	fprintf(out, "LF:%zu\nLH:%zu\nend_of_record\n", found, hit);
}

enum lp_status lp_export_lcov(const struct lp_view *view)
{
	struct selected all = {.view = view};
	const enum lp_status status = collect(&all);

	for (uint32_t source = 0; status == LP_OK && source < view->profile->source_count;
	     source++) {
		const struct lp_line *const line = next_line(&all, source);
		size_t at = all.function;

		if (line || next_function(&all, &at, source))
			put_source(&all, source, line);
	}
	free(all.functions);
	free(all.lines);
	return status;
}
