/* file_table.c: the table of source files. */
#include <stdlib.h>
#include <string.h>

#include "viewer/model/file_sums.h"
#include "viewer/report/reports.h"
#include "viewer/report/text.h"

struct table {
	const struct lp_view *view;
	struct lp_file_sum *sums;
};

static char *file_name(const void *data, uint32_t row)
{
	const struct table *const table = (const struct table *)data;

	return strdup(table->view->profile->sources[row].shown);
}

/* The files to show, in order. */
static enum lp_status choose(struct table *table, uint32_t *rows, size_t *count)
{
	const struct lp_view *const view = table->view;

	*count = 0;
	for (uint32_t i = 0; i < view->profile->source_count; i++) {
		const struct lp_file_sum *const sum = &table->sums[i];

		if ((lp_file_sum_has_run(sum) || (view->shows_all && sum->line_count > 0)) &&
		    lp_filter_has_file(view->filter, view->profile->sources[i].path))
			rows[(*count)++] = i;
	}
	lp_file_sums_sort(table->sums, rows, *count);
	return lp_filter_restrict(view->filter, rows, count, file_name, table);
}

/* "run/all" of something. */
static void put_parts(const struct lp_view *view, uint32_t run, uint32_t all)
{
	char parts[32];

	snprintf(parts, sizeof(parts), "%u/%u", run, all);
	fprintf(view->out, " %12s", parts);
}

/* How wide the columns are that can hold long numbers. */
struct widths {
	int seconds;
	int hits;
};

static struct widths widths_of(const struct table *table, const uint32_t *rows, size_t count)
{
	struct widths widths = {8, 9};

	for (size_t i = 0; i < count; i++) {
		const struct lp_file_sum *const sum = &table->sums[rows[i]];
		const int hits = snprintf(NULL, 0, "%llu", (unsigned long long)sum->hits);
		const int seconds =
		    snprintf(NULL, 0, "%.3f", lp_view_time(table->view, sum->self_ticks));

		widths.hits = hits > widths.hits ? hits : widths.hits;
		widths.seconds = seconds > widths.seconds ? seconds : widths.seconds;
	}
	return widths;
}

static void put_file(const struct table *table, uint32_t number, const struct widths *widths)
{
	const struct lp_view *const view = table->view;
	const struct lp_file_sum *const sum = &table->sums[number];
	const double share = lp_view_share_pct(view, sum->self_ticks);

	lp_view_begin_heat(view, share);
	if (sum->self_ticks > 0)
		fprintf(view->out, " %*.3f %7.1f", widths->seconds,
			lp_view_time(view, sum->self_ticks), share);
	else
		fprintf(view->out, " %*s %7s", widths->seconds, "-", "-");
	put_parts(view, sum->functions_run, sum->function_count);
	put_parts(view, sum->lines_run, sum->line_count);
	fprintf(view->out, " %*llu", widths->hits, (unsigned long long)sum->hits);
	lp_view_end_heat(view, share);
	fputs("  ", view->out);
	lp_text_put_string(view->out, view->profile->sources[number].shown);
	fputc('\n', view->out);
}

static void put_table(const struct table *table, const uint32_t *rows, size_t count)
{
	const struct lp_view *const view = table->view;
	const struct widths widths = widths_of(table, rows, count);

	lp_report_unit(view);
	lp_report_reductions(view);
	fprintf(view->out, " %*s %7s %12s %12s %*s  %s\n", widths.seconds, "tottime", "% Time",
		"Functions", "Lines", widths.hits, "Hits", "File");
	for (size_t i = 0; i < count; i++)
		put_file(table, rows[i], &widths);
	fputs(count == 0 ? "no file to show\n\n" : "\n", view->out);
}

enum lp_status lp_report_files(const struct lp_view *view)
{
	struct table table = {view, lp_file_sums_make(view->profile, view->filter)};
	uint32_t *const rows = (uint32_t *)calloc(view->profile->source_count + 1, sizeof(*rows));
	enum lp_status status = LP_MEMORY;
	size_t count = 0;

	if (table.sums && rows)
		status = choose(&table, rows, &count);
	if (status == LP_OK)
		put_table(&table, rows, count);
	free(table.sums);
	free(rows);
	return status;
}
