/* page_files.c: the source files, with what is in each of them. */
#include <stdlib.h>
#include <string.h>

#include "viewer/model/file_sums.h"
#include "viewer/screen/numbers.h"
#include "viewer/screen/page.h"

static const struct lp_file_sum *sum_of(const struct lp_page *page, uint32_t item)
{
	return &((const struct lp_file_sum *)page->state)[item];
}

static double value_of_self(const struct lp_page *page, uint32_t item)
{
	return (double)sum_of(page, item)->self_ticks;
}

static double value_of_hits(const struct lp_page *page, uint32_t item)
{
	return (double)sum_of(page, item)->hits;
}

static double value_of_functions(const struct lp_page *page, uint32_t item)
{
	return sum_of(page, item)->function_count;
}

static double value_of_lines(const struct lp_page *page, uint32_t item)
{
	return sum_of(page, item)->line_count;
}

static void format_share(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	const uint64_t ticks = sum_of(page, item)->self_ticks;

	if (ticks > 0)
		lp_format_share(out, size, lp_view_share_pct(page->context->view, ticks));
	else
		snprintf(out, size, "-");
}

static void format_self(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	const uint64_t ticks = sum_of(page, item)->self_ticks;

	if (ticks > 0)
		lp_format_time(out, size, lp_view_seconds(page->context->view, ticks),
			       page->context->unit_seconds);
	else
		snprintf(out, size, "-");
}

static void format_hits(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	lp_format_count(out, size, 10, sum_of(page, item)->hits);
}

static void format_functions(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	snprintf(out, size, "%u/%u", sum_of(page, item)->functions_run,
		 sum_of(page, item)->function_count);
}

static void format_lines(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	snprintf(out, size, "%u/%u", sum_of(page, item)->lines_run, sum_of(page, item)->line_count);
}

static const struct lp_page_column columns[] = {
    {LP_COLUMN_NUMBER, "% self", 6, 1, LP_MEASURE_NONE, format_share, value_of_self},
    {LP_COLUMN_BAR, "", 8, 3, LP_MEASURE_NONE, NULL, NULL},
    {LP_COLUMN_NUMBER, "tottime", 8, 0, LP_MEASURE_NONE, format_self, value_of_self},
    {LP_COLUMN_NUMBER, "functions", 11, 4, LP_MEASURE_NONE, format_functions, value_of_functions},
    {LP_COLUMN_NUMBER, "lines run", 11, 2, LP_MEASURE_NONE, format_lines, value_of_lines},
    {LP_COLUMN_NUMBER, "hits", 10, 5, LP_MEASURE_NONE, format_hits, value_of_hits},
    {LP_COLUMN_TEXT, "file", 0, 0, LP_MEASURE_NONE, NULL, NULL},
};

static const char *text_of(const struct lp_page *page, uint32_t item, char *buffer, size_t capacity,
			   size_t *size)
{
	const char *const shown = page->context->view->profile->sources[item].shown;

	(void)buffer;
	(void)capacity;
	*size = strlen(shown);
	return shown;
}

static int compare(const struct lp_page *page, uint32_t left, uint32_t right)
{
	const struct lp_source *const sources = page->context->view->profile->sources;

	return strcmp(sources[left].shown, sources[right].shown);
}

static void put_text(const struct lp_page *page, uint32_t item, struct lp_pen *pen,
		     enum lp_style style)
{
	size_t size;
	const char *const text = text_of(page, item, NULL, 0, &size);

	lp_pen_put_shifted(pen, style, text, size, page->shift);
}

static enum lp_style style_of(const struct lp_page *page, uint32_t item)
{
	if (sum_of(page, item)->lines_run == 0 && sum_of(page, item)->self_ticks == 0)
		return LP_STYLE_DIM;
	return lp_heat_style(
	    lp_view_share_pct(page->context->view, sum_of(page, item)->self_ticks) / 100);
}

static bool place_of(const struct lp_page *page, uint32_t item, struct lp_request *place)
{
	(void)page;
	*place = (struct lp_request){&lp_page_source, LP_NO_INDEX, item, 0};
	return true;
}

static void choose(struct lp_page *page, uint32_t item, struct lp_request *request,
		   const char **message)
{
	(void)message;
	place_of(page, item, request);
}

static void put_status(struct lp_page *page, uint32_t item, struct lp_pen *pen)
{
	const char *const path = page->context->view->profile->sources[item].path;
	const struct lp_file_sum *const sum = sum_of(page, item);

	lp_pen_putf(pen, LP_STYLE_STATUS, "%u of %u functions and %u of %u lines ran  ",
		    sum->functions_run, sum->function_count, sum->lines_run, sum->line_count);
	lp_pen_put_foreign(pen, LP_STYLE_STATUS, path, strlen(path));
}

static enum lp_status open_files(struct lp_page *page)
{
	const struct lp_view *const view = page->context->view;

	page->state = lp_file_sums_make(view->profile, view->filter);
	page->items = (uint32_t *)calloc(view->profile->source_count + 1, sizeof(*page->items));
	if (!page->state || !page->items)
		return LP_MEMORY;
	for (uint32_t i = 0; i < view->profile->source_count; i++) {
		const struct lp_file_sum *const sum = sum_of(page, i);

		if (!lp_filter_has_file(view->filter, view->profile->sources[i].path) ||
		    (!view->shows_all && !lp_file_sum_has_run(sum)))
			continue;
		page->items[page->item_count++] = i;
		if ((double)sum->self_ticks > page->hottest)
			page->hottest = (double)sum->self_ticks;
	}
	return LP_OK;
}

static void close_files(struct lp_page *page)
{
	free(page->state);
	page->state = NULL;
}

const struct lp_page_kind lp_page_files = {
    .name = "files",
    .question = "In which files does the time go?",
    .columns = columns,
    .column_count = sizeof(columns) / sizeof(columns[0]),
    .least_text = 24,
    .sort_column = 2,
    .has_preview = true,
    .open = open_files,
    .close = close_files,
    .put_text = put_text,
    .text_of = text_of,
    .compare = compare,
    .style_of = style_of,
    .heat_of = value_of_self,
    .choose = choose,
    .put_status = put_status,
    .place_of = place_of,
    .lacks_functions = true,
};
