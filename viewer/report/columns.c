/* columns.c: the columns of tables of lines, as in Python's line_profiler. */
#include "viewer/report/columns.h"

#include <string.h>

#include "viewer/report/gpu_text.h"

/* A terminal has room for at least so much of the source; else columns go. */
#define LEAST_TEXT 36

struct column {
	const char *title;
	int width;   /* at least */
	int dropped; /* 1: first of all when it gets narrow; 0: never */
	int hidden;  /* in tables of this kind; -1: in none */
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

/* Digits behind the point, so that the smallest times that mean anything show. */
static int decimals(double unit_seconds)
{
	return unit_seconds >= 0.5 ? 4 : unit_seconds >= 0.5e-3 ? 2 : 1;
}

/* A time: a dash if the line ran and none was seen, nothing if it did not run. */
static void format_ticks(const struct lp_view *view, const struct lp_cells *cells, uint64_t ticks,
			 char *out, size_t size)
{
	if (ticks > 0)
		snprintf(out, size, "%.*f", decimals(view->unit_seconds),
			 lp_view_seconds(view, ticks) / view->unit_seconds);
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

static void format_wait(const struct lp_view *view, const struct lp_cells *cells, char *out,
			size_t size)
{
	if (cells->wait_ticks > 0)
		format_ticks(view, cells, cells->wait_ticks, out, size);
}

/* Lines of native code take nanoseconds: one decimal would be 0.0 for most. */
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
	snprintf(out, size, per_hit >= 1 ? "%.1f" : per_hit >= 0.00095 ? "%.4f" : "%.1e", per_hit);
}

static void format_share(const struct lp_view *view, const struct lp_cells *cells, char *out,
			 size_t size)
{
	if (cells->total_ticks > 0)
		snprintf(out, size, "%.1f", lp_view_share_pct(view, cells->total_ticks));
	else if (cells->hits > 0)
		snprintf(out, size, "-");
}

static void format_self_share(const struct lp_view *view, const struct lp_cells *cells, char *out,
			      size_t size)
{
	if (cells->self_ticks > 0)
		snprintf(out, size, "%.1f", lp_view_share_pct(view, cells->self_ticks));
	else if (cells->hits > 0)
		snprintf(out, size, "-");
}

static void format_launches(const struct lp_view *view, const struct lp_cells *cells, char *out,
			    size_t size)
{
	(void)view;
	if (cells->gpu && cells->gpu->launches > 0)
		snprintf(out, size, "%llu", (unsigned long long)cells->gpu->launches);
}

static void format_ns(const struct lp_view *view, uint64_t ns, char *out, size_t size)
{
	if (ns > 0)
		snprintf(out, size, "%.*f", decimals(view->unit_seconds),
			 (double)ns / 1e9 / view->unit_seconds);
}

static void format_gpu_time(const struct lp_view *view, const struct lp_cells *cells, char *out,
			    size_t size)
{
	if (cells->gpu)
		format_ns(view, cells->gpu->kernel_ns, out, size);
}

static void format_copied(const struct lp_view *view, const struct lp_cells *cells, char *out,
			  size_t size)
{
	(void)view;
	if (cells->gpu && cells->gpu->copy_bytes > 0)
		lp_gpu_format_bytes(out, size, cells->gpu->copy_bytes);
}

static void format_copy_time(const struct lp_view *view, const struct lp_cells *cells, char *out,
			     size_t size)
{
	if (cells->gpu)
		format_ns(view, cells->gpu->copy_ns, out, size);
}

static void format_gpu_wait(const struct lp_view *view, const struct lp_cells *cells, char *out,
			    size_t size)
{
	if (cells->gpu && cells->gpu->wait_ticks > 0)
		snprintf(out, size, "%.*f", decimals(view->unit_seconds),
			 lp_view_seconds(view, cells->gpu->wait_ticks) / view->unit_seconds);
}

/* {title, width, dropped, hidden, format} */
static const struct column columns[LP_COLUMNS] = {
    {"Line #", 6, 0, LP_COLUMNS_LIST, format_line},
    {"Hits", 9, 0, -1, format_hits},
    {"Time", 9, 3, -1, format_total},
    {"Self", 9, 2, -1, format_self},
    {"Wait", 9, 1, -1, format_wait},
    {"Per Hit", 8, 1, -1, format_per_hit},
    {"% Time", 7, 0, LP_COLUMNS_LIST, format_share},
    {"% Self", 7, 0, LP_COLUMNS_SOURCE, format_self_share},
    {"Launches", 8, 2, -1, format_launches},
    {"GPU Time", 9, 0, -1, format_gpu_time},
    {"Copied", 9, 1, -1, format_copied},
    {"CopyTime", 9, 1, -1, format_copy_time},
    {"GPU Wait", 9, 2, -1, format_gpu_wait},
};

struct lp_cells lp_cells_of(const struct lp_profile *profile, const struct lp_line *line)
{
	return (struct lp_cells){
	    .line = line->line,
	    .has_hits = line->flags & LP_LINE_CODE,
	    .hits = line->hits,
	    .total_ticks = line->total_ticks,
	    .self_ticks = line->self_ticks,
	    .wait_ticks = line->wait_ticks,
	    .gpu = lp_gpu_line_find(&profile->gpu, line->source, line->line),
	};
}

/* Whether any line has something for the column. */
static bool is_used(const struct lp_profile *profile, const struct column *column)
{
	const struct lp_gpu_line *const gpu = &profile->gpu.total;

	if (column->format == format_wait)
		return lp_view_has_waits(profile);
	if (column->format == format_launches)
		return gpu->launches > 0;
	if (column->format == format_gpu_time)
		return gpu->kernel_ns > 0;
	if (column->format == format_copied || column->format == format_copy_time)
		return gpu->copy_ns > 0;
	return column->format != format_gpu_wait || gpu->wait_ticks > 0;
}

/* A row whose cells are as wide as any; no time is longer than that of all threads. */
static struct lp_cells widest_cells(const struct lp_profile *profile)
{
	struct lp_cells widest = {.has_hits = true,
				  .total_ticks = profile->lifetime_ticks,
				  .self_ticks = profile->lifetime_ticks,
				  .wait_ticks = profile->lifetime_ticks,
				  .gpu = &profile->gpu.total};

	for (size_t i = 0; i < profile->line_count; i++) {
		if (profile->lines[i].hits > widest.hits)
			widest.hits = profile->lines[i].hits;
		if (profile->lines[i].line > widest.line)
			widest.line = profile->lines[i].line;
	}
	return widest;
}

/* What one pass of a line takes at most. */
static struct lp_cells dearest_cells(const struct lp_profile *profile)
{
	struct lp_cells dearest = {.hits = 1};

	for (size_t i = 0; i < profile->line_count; i++) {
		const struct lp_line *const line = &profile->lines[i];

		if (line->hits > 0 && line->total_ticks / line->hits > dearest.total_ticks)
			dearest.total_ticks = line->total_ticks / line->hits;
	}
	return dearest;
}

static int width_of(const struct lp_columns *fitted)
{
	int width = 1;

	for (int i = 0; i < LP_COLUMNS; i++)
		width += fitted->widths[i] > 0 ? fitted->widths[i] + 1 : 0;
	return width;
}

/* The width of column `i` in a table without limits. */
static int wanted_width(const struct lp_view *view, int i, const struct lp_cells *widest)
{
	char cell[64] = "";
	int width;

	columns[i].format(view, widest, cell, sizeof(cell));
	width = (int)strlen(cell);
	return width > columns[i].width ? width : columns[i].width;
}

/* Leaves out columns until the text has its place. */
static void narrow(struct lp_columns *fitted, int terminal_width)
{
	for (int rank = 1; rank <= 3 && terminal_width - width_of(fitted) < LEAST_TEXT; rank++)
		for (int i = 0; i < LP_COLUMNS; i++)
			if (columns[i].dropped == rank)
				fitted->widths[i] = 0;
	fitted->text_width =
	    terminal_width > width_of(fitted) + 8 ? (size_t)(terminal_width - width_of(fitted)) : 8;
}

struct lp_columns lp_columns_fit(const struct lp_view *view, enum lp_columns_kind kind)
{
	const struct lp_cells widest = widest_cells(view->profile);
	const struct lp_cells dearest = dearest_cells(view->profile);
	struct lp_columns fitted = {.text_width = 0};

	for (int i = 0; i < LP_COLUMNS; i++)
		if (columns[i].hidden != (int)kind && is_used(view->profile, &columns[i]))
			fitted.widths[i] = wanted_width(
			    view, i, columns[i].format == format_per_hit ? &dearest : &widest);
	if (view->width > 0)
		narrow(&fitted, view->width);
	return fitted;
}

void lp_columns_put_titles(const struct lp_view *view, const struct lp_columns *fitted,
			   const char *last)
{
	int width = 1 + (int)strlen(last);

	for (int i = 0; i < LP_COLUMNS; i++) {
		if (fitted->widths[i] == 0)
			continue;
		fprintf(view->out, "%*s ", fitted->widths[i], columns[i].title);
		width += fitted->widths[i] + 1;
	}
	fprintf(view->out, " %s\n", last);
	while (width-- > 0)
		fputc('=', view->out);
	fputc('\n', view->out);
}

void lp_columns_put(const struct lp_view *view, const struct lp_columns *fitted,
		    const struct lp_cells *cells, bool has_text)
{
	const double share = lp_view_share_pct(view, cells->self_ticks);
	char row[512];
	size_t used = 0;

	for (int i = 0; i < LP_COLUMNS; i++) {
		char cell[64] = "";

		if (fitted->widths[i] == 0)
			continue;
		columns[i].format(view, cells, cell, sizeof(cell));
		used += (size_t)snprintf(row + used, sizeof(row) - used, "%*s ", fitted->widths[i],
					 cell);
	}
	while (!has_text && used > 0 && row[used - 1] == ' ')
		used--;
	lp_view_begin_heat(view, share);
	fprintf(view->out, "%.*s", (int)used, row);
	lp_view_end_heat(view, share);
	if (has_text)
		fputc(' ', view->out);
}
