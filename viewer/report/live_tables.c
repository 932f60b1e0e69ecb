/* live_tables.c: what a running program does: a table an interval. */
#include "viewer/report/live_tables.h"

#include <stdlib.h>

#include "viewer/report/places.h"
#include "viewer/report/reports.h"
#include "viewer/report/text.h"

/* Rows, unless more are asked for. */
enum { MOST_ROWS = 10 };

/* What rows are ordered by. */
struct measures {
	const uint64_t *ticks;
	const uint64_t *counts;
};

/* What took most of the time, then what happened most often. */
static int by_time(const void *left, const void *right, void *data)
{
	const struct measures *const measures = (const struct measures *)data;
	const uint32_t a = *(const uint32_t *)left;
	const uint32_t b = *(const uint32_t *)right;

	if (measures->ticks[a] != measures->ticks[b])
		return measures->ticks[a] < measures->ticks[b] ? 1 : -1;
	if (measures->counts[a] != measures->counts[b])
		return measures->counts[a] < measures->counts[b] ? 1 : -1;
	return (a > b) - (a < b);
}

/* Leaves out what did nothing, and what is too much. */
static enum lp_status choose(const struct lp_view *view, const struct measures *measures,
			     uint32_t *rows, size_t *count,
			     char *(*name_of)(const void *data, uint32_t row), const void *data)
{
	size_t kept = 0;

	for (size_t i = 0; i < *count; i++)
		if (view->shows_all || measures->ticks[rows[i]] > 0 ||
		    measures->counts[rows[i]] > 0)
			rows[kept++] = rows[i];
	*count = kept;
	if (view->filter->restriction_count == 0 && !view->shows_all && kept > MOST_ROWS)
		*count = MOST_ROWS;
	return lp_filter_restrict(view->filter, rows, count, name_of, data);
}

static void put_rates(const struct lp_view *view, const struct lp_rates *rates, uint64_t count,
		      uint64_t ticks, bool is_timed)
{
	const double rate = lp_rates_per_second(rates, count);

	fprintf(view->out, "%12.*f", rate > 0 && rate < 100 ? 1 : 0, rate);
	if (is_timed && rates->ticks > 0)
		fprintf(view->out, " %6.1f", lp_rates_share_pct(rates, ticks));
	else
		fprintf(view->out, " %6s", "-");
}

static int time_width(const struct lp_view *view)
{
	return lp_view_time_width(view, 12);
}

/* The total, of what is timed. */
static void put_time(const struct lp_view *view, uint64_t ticks, bool is_timed)
{
	if (is_timed)
		fprintf(view->out, " %*.3f ", time_width(view), lp_view_time(view, ticks));
	else
		fprintf(view->out, " %*s ", time_width(view), "-");
}

static void put_titles(const struct lp_view *view, const char *counts, const char *time,
		       const char *last)
{
	lp_report_unit(view);
	fprintf(view->out, "%s %*s %s\n", counts, time_width(view), time, last);
}

static void put_nothing(const struct lp_view *view, size_t count)
{
	if (count == 0)
		fputs("           -      - nothing that is instrumented ran\n", view->out);
}

/* ---- functions ---- */

static char *function_name(const void *data, uint32_t row)
{
	return lp_view_function_name((const struct lp_view *)data, row);
}

static enum lp_status put_functions(const struct lp_view *view, const struct lp_rates *rates)
{
	struct measures measures = {rates->function_ticks, rates->calls};
	size_t count = 0;
	uint32_t *const rows = lp_view_matching_functions(view, &count);
	enum lp_status status = LP_MEMORY;

	if (rows) {
		/* By what --sort says; else by what takes the time now. */
		if (lp_sort_is_by_self(&view->order))
			qsort_r(rows, count, sizeof(*rows), by_time, &measures);
		status = choose(view, &measures, rows, &count, function_name, view);
	}
	if (status == LP_OK)
		put_titles(view, "     calls/s  % now         ncalls", "tottime",
			   "filename:lineno(function)");
	for (size_t i = 0; status == LP_OK && i < count; i++) {
		const struct lp_function *const function = &view->profile->functions[rows[i]];

		put_rates(view, rates, rates->calls[rows[i]], rates->function_ticks[rows[i]],
			  function->flags & LP_FUNCTION_TIMED);
		fprintf(view->out, " %14llu", (unsigned long long)function->ncalls);
		put_time(view, function->self_ticks, function->flags & LP_FUNCTION_TIMED);
		lp_text_put_string(view->out, view->profile->sources[function->source].shown);
		fprintf(view->out, ":%u(", function->line);
		lp_text_put_string(view->out, function->brief);
		fputs(")\n", view->out);
	}
	put_nothing(view, status == LP_OK ? count : 1);
	free(rows);
	return status;
}

/* ---- lines ---- */

static char *line_name(const void *data, uint32_t row)
{
	const struct lp_profile *const profile = (const struct lp_profile *)data;
	const struct lp_line *const line = &profile->lines[row];
	char *name;

	return asprintf(&name, "%s:%u", profile->sources[line->source].shown, line->line) < 0
		   ? NULL
		   : name;
}

/* As functions are ordered. */
static void sort_lines(const struct lp_view *view, const struct measures *measures, uint32_t *rows,
		       size_t count)
{
	if (lp_sort_is_by_self(&view->order))
		qsort_r(rows, count, sizeof(*rows), by_time, (void *)measures);
	else
		lp_sort_lines(view->profile, &view->order, rows, count);
}

/* The lines that the filter lets through, and that did something. */
static enum lp_status choose_lines(const struct lp_view *view, const struct measures *measures,
				   uint32_t *rows, size_t *count)
{
	const struct lp_profile *const profile = view->profile;
	bool *const marks = (bool *)calloc(profile->line_count + 1, sizeof(*marks));

	if (!marks)
		return LP_MEMORY;
	lp_filter_mark_lines(view->filter, profile, marks);
	*count = 0;
	for (size_t i = 0; i < profile->line_count; i++)
		if (marks[i] && (measures->ticks[i] > 0 || measures->counts[i] > 0))
			rows[(*count)++] = (uint32_t)i;
	free(marks);
	sort_lines(view, measures, rows, *count);
	return choose(view, measures, rows, count, line_name, profile);
}

static enum lp_status put_line_rows(const struct lp_view *view, const struct lp_rates *rates,
				    const uint32_t *rows, size_t count)
{
	struct lp_places places = {0};
	enum lp_status status = LP_OK;

	for (size_t i = 0; i < count; i++)
		lp_places_widen(&places, view, view->profile->lines[rows[i]].source,
				view->profile->lines[rows[i]].line);
	put_titles(view, "      hits/s  % now           hits", "self", "Line Contents");
	for (size_t i = 0; status == LP_OK && i < count; i++) {
		const struct lp_line *const line = &view->profile->lines[rows[i]];

		put_rates(view, rates, rates->hits[rows[i]], rates->line_ticks[rows[i]],
			  view->profile->lines_are_timed);
		fprintf(view->out, " %14llu", (unsigned long long)line->hits);
		put_time(view, line->self_ticks, view->profile->lines_are_timed);
		status = lp_places_put(&places, view, line->source, line->line, 0);
	}
	put_nothing(view, count);
	return status;
}

static enum lp_status put_lines(const struct lp_view *view, const struct lp_rates *rates)
{
	const struct measures measures = {rates->line_ticks, rates->hits};
	uint32_t *const rows = (uint32_t *)calloc(view->profile->line_count + 1, sizeof(*rows));
	size_t count = 0;
	enum lp_status status = LP_MEMORY;

	if (rows)
		status = choose_lines(view, &measures, rows, &count);
	if (status == LP_OK)
		status = put_line_rows(view, rates, rows, count);
	free(rows);
	return status;
}

/* ---- which ---- */

static const struct {
	enum lp_status (*report)(const struct lp_view *view);
	lp_live_table *table;
} tables[] = {
    {lp_report_functions, put_functions},
    {lp_report_lines, put_lines},
};

lp_live_table *lp_live_table_of(enum lp_status (*report)(const struct lp_view *view))
{
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		if (tables[i].report == report)
			return tables[i].table;
	return NULL;
}
