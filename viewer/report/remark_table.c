/* remark_table.c: what the optimiser said of the lines that take the time. */
#include <stdlib.h>
#include <string.h>

#include "viewer/model/mean.h"
#include "viewer/model/remark_rows.h"
#include "viewer/report/reports.h"
#include "viewer/report/text.h"

/* Without restrictions, so many. */
#define MOST_REMARKS 20

struct table {
	const struct lp_view *view;
	struct lp_remarks remarks;
	struct lp_branches branches;
	uint32_t *rows; /* to be shown, in their order */
	size_t count;
	size_t hidden; /* that went well: shown with --all */
};

/* Whether it is news: what was inlined, unrolled and joined went well, and is most. */
static bool is_news(uint32_t kind)
{
	return lp_remark_is_missed(kind) || kind == LP_REMARK_VECTORISED ||
	       kind == LP_REMARK_INTERLEAVED || kind == LP_REMARK_DELETED ||
	       kind == LP_REMARK_REPLACED;
}

static int by_heat(const void *left, const void *right, void *data)
{
	const struct lp_remarks *const remarks = (const struct lp_remarks *)data;
	const struct lp_remark_row *const a = &remarks->rows[*(const uint32_t *)left];
	const struct lp_remark_row *const b = &remarks->rows[*(const uint32_t *)right];

	if (lp_remark_ran(a) != lp_remark_ran(b))
		return lp_remark_ran(a) < lp_remark_ran(b) ? 1 : -1;
	if (a->hits != b->hits)
		return a->hits < b->hits ? 1 : -1;
	return (a > b) - (a < b);
}

/* What a restriction looks at: the place and what is said. */
static char *row_name(const void *data, uint32_t number)
{
	const struct table *const table = (const struct table *)data;
	const struct lp_profile *const profile = table->view->profile;
	const struct lp_remark_row *const row = &table->remarks.rows[number];
	char *const text = lp_remark_text(profile, row);
	char *name = NULL;

	if (text &&
	    asprintf(&name, "%s:%u %s", profile->sources[row->source].shown, row->line, text) < 0)
		name = NULL;
	free(text);
	return name;
}

static enum lp_status choose_rows(struct table *table)
{
	const struct lp_view *const view = table->view;

	table->rows = (uint32_t *)calloc(table->remarks.count + 1, sizeof(*table->rows));
	if (!table->rows)
		return LP_MEMORY;
	for (size_t i = 0; i < table->remarks.count; i++) {
		const struct lp_remark_row *const row = &table->remarks.rows[i];

		if (view->skips_zero && row->hits == 0)
			continue;
		if (view->shows_all || is_news(row->said->kind))
			table->rows[table->count++] = (uint32_t)i;
		else
			table->hidden++;
	}
	qsort_r(table->rows, table->count, sizeof(*table->rows), by_heat, &table->remarks);
	return lp_filter_restrict(view->filter, table->rows, &table->count, row_name, table);
}

/* What the run says of it. */
static void put_evidence(const struct table *table, const struct lp_remark_row *row)
{
	const struct lp_view *const view = table->view;
	const bool is_loop = lp_remark_kind_of(row->said->kind)->about == LP_REMARK_ABOUT_LOOP;
	char trips[LP_MEAN_BYTES];

	if (view->profile->lines_are_timed)
		fprintf(view->out, "%.1f %% of the run, ",
			lp_view_share_pct(view, lp_remark_ran(row)));
	if (is_loop && row->entries > 0) {
		lp_mean_format(trips, sizeof(trips), row->iterations, row->entries);
		fprintf(view->out, "%s trips on average", trips);
	} else {
		fprintf(view->out, "%llu hit%s", (unsigned long long)row->hits,
			row->hits == 1 ? "" : "s");
	}
}

static enum lp_status put_row(const struct table *table, const struct lp_remark_row *row,
			      int place_width)
{
	const struct lp_view *const view = table->view;
	const char *const file = view->profile->sources[row->source].shown;
	const double share = lp_view_share_pct(view, lp_remark_ran(row));
	char *const text = lp_remark_text(view->profile, row);
	char number[16];

	if (!text)
		return LP_MEMORY;
	snprintf(number, sizeof(number), ":%u", row->line);
	lp_view_begin_heat(view, share);
	lp_text_put_string(view->out, file);
	fprintf(view->out, "%-*s  ", place_width - (int)lp_text_columns(file), number);
	lp_text_put_string(view->out, text);
	fputs(": ", view->out);
	put_evidence(table, row);
	lp_view_end_heat(view, share);
	fputc('\n', view->out);
	free(text);
	return LP_OK;
}

static int place_width(const struct table *table, size_t count)
{
	int widest = 0;

	for (size_t i = 0; i < count; i++) {
		const struct lp_remark_row *const row = &table->remarks.rows[table->rows[i]];
		const char *const file = table->view->profile->sources[row->source].shown;
		const int width = (int)lp_text_columns(file) + snprintf(NULL, 0, ":%u", row->line);

		widest = width > widest ? width : widest;
	}
	return widest < 60 ? widest : 60;
}

static void put_rest(const struct table *table, size_t shown)
{
	FILE *const out = table->view->out;

	if (table->remarks.count == 0 && lp_filter_is_set(table->view->filter))
		fputs("no remarks on such lines\n", out);
	else if (table->remarks.count == 0)
		fputs("no remarks: nothing was optimised, or the program was compiled with "
		      "remarks=no\n",
		      out);
	if (shown < table->count)
		fprintf(out, "%zu more (--limit=N or --all shows them)\n", table->count - shown);
	if (table->hidden > 0)
		fprintf(out, "%zu of what went well (--all shows them)\n", table->hidden);
	if (table->remarks.left_out > 0)
		fprintf(out, "%llu were not kept: too many on a line or in a unit\n",
			(unsigned long long)table->remarks.left_out);
}

static enum lp_status put_table(const struct table *table)
{
	const struct lp_view *const view = table->view;
	const bool is_free = view->filter->restriction_count == 0 && !view->shows_all;
	const size_t shown = is_free && table->count > MOST_REMARKS ? MOST_REMARKS : table->count;
	const int width = place_width(table, shown);
	enum lp_status status = LP_OK;

	lp_report_reductions(view);
	for (size_t i = 0; i < shown && status == LP_OK; i++)
		status = put_row(table, &table->remarks.rows[table->rows[i]], width);
	put_rest(table, shown);
	return status;
}

enum lp_status lp_report_remarks(const struct lp_view *view)
{
	struct table table = {.view = view};
	bool *const marks = (bool *)calloc(view->profile->line_count + 1, sizeof(*marks));
	enum lp_status status = LP_MEMORY;

	if (marks) {
		lp_filter_mark_lines(view->filter, view->profile, marks);
		status = lp_remarks_find(&table.remarks, view->profile, marks);
	}
	if (status == LP_OK)
		status = lp_remarks_measure(&table.remarks, view->profile, &table.branches);
	if (status == LP_OK)
		status = choose_rows(&table);
	if (status == LP_OK)
		status = put_table(&table);
	free(table.rows);
	lp_branches_free(&table.branches);
	lp_remarks_free(&table.remarks);
	free(marks);
	return status;
}
