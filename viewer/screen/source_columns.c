/* source_columns.c: the numbers beside the lines of a source, and beside what they call. */
#include "viewer/screen/line_columns.h"
#include "viewer/screen/live_columns.h"
#include "viewer/screen/numbers.h"
#include "viewer/screen/source_rows.h"

const struct lp_line *lp_source_line_of(const struct lp_page *page, uint32_t item)
{
	const struct lp_source_rows *const state = lp_source_rows_of(page);
	size_t at;

	if (item >= LP_FIRST_CALL)
		return NULL;
	at = lp_line_find(page->context->view->profile, state->source, item + 1);
	return at < state->end && page->context->view->profile->lines[at].line == item + 1
		   ? &page->context->view->profile->lines[at]
		   : NULL;
}

const struct lp_call_row *lp_source_call_of(const struct lp_page *page, uint32_t item)
{
	return item >= LP_FIRST_CALL ? &lp_source_rows_of(page)->calls[item - LP_FIRST_CALL] : NULL;
}

static void format_number(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	(void)page;
	if (item < LP_FIRST_CALL)
		snprintf(out, size, "%u", item + 1);
}

static void format_hits(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	const struct lp_call_row *const row = lp_source_call_of(page, item);
	const struct lp_line *const line = lp_source_line_of(page, item);

	if (row)
		lp_format_count(out, size, 10, row->call.count);
	else if (line)
		lp_line_format_hits(line, out, size);
}

static void format_total(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	char time[32];
	const struct lp_call_row *const row = lp_source_call_of(page, item);
	const struct lp_line *const line = lp_source_line_of(page, item);

	if (row && row->call.total_ticks > 0) {
		lp_format_time(time, sizeof(time),
			       lp_view_seconds(page->context->view, row->call.total_ticks),
			       page->context->unit_seconds);
		snprintf(out, size, "%s%s", row->call.is_shared ? "~" : "", time);
	} else if (line)
		lp_line_format_total(page->context, line, out, size);
}

static void format_self(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	if (lp_source_line_of(page, item))
		lp_line_format_self(page->context, lp_source_line_of(page, item), out, size);
}

static void format_per_hit(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	if (lp_source_line_of(page, item))
		lp_line_format_per_hit(page->context, lp_source_line_of(page, item), out, size);
}

static void format_share(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	const struct lp_call_row *const row = lp_source_call_of(page, item);
	char share[32];

	if (row && row->call.total_ticks > 0) {
		lp_format_share(share, sizeof(share),
				lp_view_share_pct(page->context->view, row->call.total_ticks));
		snprintf(out, size, "%s%s", row->call.is_shared ? "~" : "", share);
	} else if (lp_source_line_of(page, item))
		lp_line_format_share(page->context, lp_source_line_of(page, item), out, size);
}

static void format_wait(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	if (lp_source_line_of(page, item))
		lp_line_format_wait(page->context, lp_source_line_of(page, item), out, size);
}

static void format_gpu(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	if (lp_source_line_of(page, item))
		lp_line_format_gpu(page->context, lp_source_line_of(page, item), out, size);
}

static void format_rate(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	if (lp_source_line_of(page, item))
		lp_now_format_rate(lp_now_of_line(page->context, lp_source_line_of(page, item)),
				   out, size);
}

static void format_now(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	if (lp_source_line_of(page, item))
		lp_now_format_share(lp_now_of_line(page->context, lp_source_line_of(page, item)),
				    out, size);
}

/* Where it gets narrow, what a line took with what it called stays longer than what it took itself:
 * of a line that calls the hot code no other number tells. */
const struct lp_page_column lp_source_columns[LP_SOURCE_COLUMNS] = {
    {LP_COLUMN_NUMBER, "line", 0, 0, LP_MEASURE_NONE, format_number, NULL},
    {LP_COLUMN_NUMBER, "hits", 10, 1, LP_MEASURE_HITS, format_hits, NULL},
    {LP_COLUMN_NUMBER, "time", 8, 4, LP_MEASURE_TIME, format_total, NULL},
    {LP_COLUMN_NUMBER, "self", 8, 7, LP_MEASURE_NONE, format_self, NULL},
    {LP_COLUMN_NUMBER, "per hit", 8, 8, LP_MEASURE_PER_HIT, format_per_hit, NULL},
    {LP_COLUMN_NUMBER, "wait", 8, 6, LP_MEASURE_WAIT, format_wait, NULL},
    {LP_COLUMN_NUMBER, "% self", 6, 3, LP_MEASURE_SHARE, format_share, NULL},
    {LP_COLUMN_NUMBER, "gpu", 7, 1, LP_MEASURE_GPU, format_gpu, NULL},
    {LP_COLUMN_NUMBER, "hits/s", 8, LP_RANK_LIVE + 5, LP_MEASURE_NONE, format_rate, NULL},
    {LP_COLUMN_NUMBER, "% now", 6, LP_RANK_LIVE + 1, LP_MEASURE_NONE, format_now, NULL},
    {LP_COLUMN_BAR, "", 6, 2, LP_MEASURE_NONE, NULL, NULL},
    {LP_COLUMN_TEXT, "source", 0, 0, LP_MEASURE_NONE, NULL, NULL},
};
