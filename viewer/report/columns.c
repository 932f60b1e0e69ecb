/* columns.c: the columns of tables of lines, as in Python's line_profiler. */
#include "viewer/report/columns.h"

#include <string.h>

struct column {
	const char *title;
	int width;
	void (*format)(const struct lp_view *view, const struct lp_cells *cells, char *out,
		       size_t size);
};

static void format_line(const struct lp_view *view, const struct lp_cells *cells, char *out,
			size_t size)
{
	(void)view;
	if (cells->line > 0)
		snprintf(out, size, "%u", cells->line);
}

static void format_hits(const struct lp_view *view, const struct lp_cells *cells, char *out,
			size_t size)
{
	(void)view;
	if (cells->has_hits)
		snprintf(out, size, "%llu", (unsigned long long)cells->hits);
}

/* A time: a dash if the line ran and none was seen, nothing if it did not run. */
static void format_ticks(const struct lp_view *view, const struct lp_cells *cells, uint64_t ticks,
			 char *out, size_t size)
{
	if (ticks > 0)
		snprintf(out, size, "%.1f", lp_view_seconds(view, ticks) / view->unit_seconds);
	else if (cells->hits > 0)
		snprintf(out, size, "-");
}

static void format_total(const struct lp_view *view, const struct lp_cells *cells, char *out,
			 size_t size)
{
	format_ticks(view, cells, cells->total_ticks, out, size);
}

static void format_self(const struct lp_view *view, const struct lp_cells *cells, char *out,
			size_t size)
{
	format_ticks(view, cells, cells->self_ticks, out, size);
}

static void format_per_hit(const struct lp_view *view, const struct lp_cells *cells, char *out,
			   size_t size)
{
	double per_hit;

	if (cells->hits == 0)
		return;
	if (cells->total_ticks == 0) {
		snprintf(out, size, "-");
		return;
	}
	per_hit =
	    lp_view_seconds(view, cells->total_ticks) / view->unit_seconds / (double)cells->hits;
	/* Lines of native code take nanoseconds: one decimal would be 0.0 for most. */
	snprintf(out, size, per_hit < 1 ? "%.4f" : "%.1f", per_hit);
}

static void format_share(const struct lp_view *view, const struct lp_cells *cells, char *out,
			 size_t size)
{
	if (cells->total_ticks > 0)
		snprintf(out, size, "%.1f", lp_view_share_pct(view, cells->total_ticks));
	else if (cells->hits > 0)
		snprintf(out, size, "-");
}

static const struct column columns[] = {
    {"Line #", 6, format_line}, {"Hits", 12, format_hits},       {"Time", 14, format_total},
    {"Self", 14, format_self},  {"Per Hit", 10, format_per_hit}, {"% Time", 8, format_share},
};

#define COLUMN_COUNT (sizeof(columns) / sizeof(columns[0]))

struct lp_cells lp_cells_of(const struct lp_line *line)
{
	return (struct lp_cells){
	    .line = line->line,
	    .has_hits = line->flags & LP_LINE_CODE,
	    .hits = line->hits,
	    .total_ticks = line->total_ticks,
	    .self_ticks = line->self_ticks,
	};
}

void lp_columns_put_titles(const struct lp_view *view, const char *last)
{
	int width = 0;

	for (size_t i = 0; i < COLUMN_COUNT; i++) {
		fprintf(view->out, "%*s ", columns[i].width, columns[i].title);
		width += columns[i].width + 1;
	}
	fprintf(view->out, " %s\n", last);
	for (width += 1 + (int)strlen(last); width > 0; width--)
		fputc('=', view->out);
	fputc('\n', view->out);
}

void lp_columns_put(const struct lp_view *view, const struct lp_cells *cells, bool has_text)
{
	char row[512];
	size_t used = 0;

	for (size_t i = 0; i < COLUMN_COUNT; i++) {
		char cell[64] = "";

		columns[i].format(view, cells, cell, sizeof(cell));
		used += (size_t)snprintf(row + used, sizeof(row) - used, "%*s ", columns[i].width,
					 cell);
	}
	while (!has_text && used > 0 && row[used - 1] == ' ')
		used--;
	lp_view_begin_heat(view, lp_view_share_pct(view, cells->self_ticks));
	fprintf(view->out, "%.*s", (int)used, row);
	lp_view_end_heat(view);
	if (has_text)
		fputc(' ', view->out);
}
