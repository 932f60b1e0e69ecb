/* page_changes.c: what changed between two sides: functions, or lines, largest change first. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/model/changes.h"
#include "viewer/screen/numbers.h"
#include "viewer/screen/page.h"

static bool is_of_lines(const struct lp_page *page)
{
	return page->kind == &lp_page_changed_lines;
}

static const struct lp_change_row *row_of(const struct lp_page *page, uint32_t item)
{
	return &((const struct lp_change_rows *)page->state)->rows[item];
}

/* The side that has it: the one after, unless it is gone. */
static struct lp_side *side_of(const struct lp_page *page, const struct lp_change_row *row)
{
	const struct lp_comparison *const comparison = page->context->comparison;

	return row->pair.after != LP_NO_INDEX ? comparison->after : comparison->before;
}

static uint32_t index_of(const struct lp_change_row *row)
{
	return row->pair.after != LP_NO_INDEX ? row->pair.after : row->pair.before;
}

static const struct lp_function *function_of(const struct lp_page *page,
					     const struct lp_change_row *row)
{
	return &side_of(page, row)->sum.functions[index_of(row)];
}

static const struct lp_line *line_of(const struct lp_page *page, const struct lp_change_row *row)
{
	return &side_of(page, row)->sum.lines[index_of(row)];
}

static const char *fate_of(const struct lp_change_row *row)
{
	return row->pair.before == LP_NO_INDEX  ? "(new) "
	       : row->pair.after == LP_NO_INDEX ? "(gone) "
						: "";
}

/* ---- columns ---- */

static bool has_time(const struct lp_change *time)
{
	return time->before != 0 || time->after != 0;
}

static void format_seconds(const struct lp_page *page, double seconds, char *out, size_t size)
{
	if (seconds == 0)
		snprintf(out, size, "0");
	else
		lp_format_time(out, size, seconds, page->context->unit_seconds);
}

static void format_before(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	if (has_time(&row_of(page, item)->time))
		format_seconds(page, row_of(page, item)->time.before, out, size);
}

static void format_after(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	if (has_time(&row_of(page, item)->time))
		format_seconds(page, row_of(page, item)->time.after, out, size);
}

static void format_signed(const struct lp_page *page, double seconds, char *out, size_t size)
{
	char text[32];

	format_seconds(page, fabs(seconds), text, sizeof(text));
	snprintf(out, size, "%s%s", seconds < 0 ? "-" : "+", text);
}

static void format_change(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	const struct lp_change *const time = &row_of(page, item)->time;

	if (has_time(time))
		format_signed(page, time->after - time->before, out, size);
}

/* What of the change is waiting. */
static double change_of_wait(const struct lp_page *page, uint32_t item)
{
	return row_of(page, item)->waits[1] - row_of(page, item)->waits[0];
}

static void format_wait(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	if (change_of_wait(page, item) != 0)
		format_signed(page, change_of_wait(page, item), out, size);
}

static void format_interval(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	const struct lp_change *const time = &row_of(page, item)->time;

	if (has_time(time) && lp_change_is_sure(time))
		format_seconds(page, time->interval, out, size);
	else if (has_time(time))
		snprintf(out, size, isinf(time->interval) ? "unknown" : "noise");
}

static void format_count(struct lp_count_mean count, bool is_there, char *out, size_t size)
{
	char text[LP_COUNT_MEAN_TEXT] = "-";

	if (is_there && lp_count_mean_is_whole(count)) {
		lp_format_count(out, size, 10, count.sum / count.runs);
		return;
	}
	if (is_there)
		lp_count_mean_format(count, 1, text);
	snprintf(out, size, "%s", text);
}

static void format_count_before(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	const struct lp_change_row *const row = row_of(page, item);

	format_count(row->counts[0], row->pair.before != LP_NO_INDEX, out, size);
}

static void format_count_after(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	const struct lp_change_row *const row = row_of(page, item);

	format_count(row->counts[1], row->pair.after != LP_NO_INDEX, out, size);
}

static double value_of_before(const struct lp_page *page, uint32_t item)
{
	return row_of(page, item)->time.before;
}

static double value_of_after(const struct lp_page *page, uint32_t item)
{
	return row_of(page, item)->time.after;
}

/* What the intervals leave open is no change. */
static double value_of_change(const struct lp_page *page, uint32_t item)
{
	const struct lp_change *const time = &row_of(page, item)->time;

	return lp_change_is_sure(time) ? fabs(time->after - time->before) : 0;
}

static double value_of_wait(const struct lp_page *page, uint32_t item)
{
	return fabs(change_of_wait(page, item));
}

static double value_of_count_before(const struct lp_page *page, uint32_t item)
{
	return lp_count_mean_value(row_of(page, item)->counts[0]);
}

static double value_of_count_after(const struct lp_page *page, uint32_t item)
{
	return lp_count_mean_value(row_of(page, item)->counts[1]);
}

enum { CHANGE = 2, WAIT = 4 }; /* columns */

#define COLUMNS(counts, text)                                                                      \
	{                                                                                          \
		{LP_COLUMN_NUMBER, "self", 8, 3, LP_MEASURE_NONE, format_before, value_of_before}, \
		    {LP_COLUMN_NUMBER, "after",       8, 3, LP_MEASURE_NONE,                       \
		     format_after,     value_of_after},                                            \
		    {LP_COLUMN_NUMBER, "change",       9, 0, LP_MEASURE_NONE,                      \
		     format_change,    value_of_change},                                           \
		    {LP_COLUMN_NUMBER, "+-95%", 8, 4, LP_MEASURE_NONE, format_interval, NULL},     \
		    {LP_COLUMN_NUMBER, "waiting",    9, 2, LP_MEASURE_NONE,                        \
		     format_wait,      value_of_wait},                                             \
		    {LP_COLUMN_NUMBER,     counts, 10, 1, LP_MEASURE_NONE, format_count_before,    \
		     value_of_count_before},                                                       \
		    {LP_COLUMN_NUMBER,    "after", 10, 1, LP_MEASURE_NONE, format_count_after,     \
		     value_of_count_after},                                                        \
		    {LP_COLUMN_TEXT, text, 0, 0, LP_MEASURE_NONE, NULL, NULL},                     \
	}

static const struct lp_page_column function_columns[] = COLUMNS("ncalls", "function");
static const struct lp_page_column line_columns[] = COLUMNS("hits", "line");

static bool has_column(const struct lp_page *page, int column)
{
	return column != WAIT || lp_view_compares_waits(page->context->comparison);
}

/* ---- rows ---- */

static const char *source_of(const struct lp_page *page, const struct lp_change_row *row,
			     size_t *size)
{
	const struct lp_line *const line = line_of(page, row);
	const struct lp_source_text *const text =
	    lp_source_texts_at(&side_of(page, row)->texts, line->source);
	const char *words = NULL;

	*size = 0;
	/* Another text than what was compiled would put words into its mouth. */
	if (text && text->state == LP_SOURCE_SAME)
		words = lp_source_line(text, line->line, size);
	while (*size > 0 && (*words == ' ' || *words == '\t')) {
		words++;
		--*size;
	}
	return words ? words : "";
}

static void find_place(const struct lp_page *page, const struct lp_change_row *row,
		       struct lp_request *place)
{
	const struct lp_profile *const profile = &side_of(page, row)->sum;

	*place = (struct lp_request){&lp_page_source, LP_NO_INDEX, LP_NO_INDEX, 0};
	if (is_of_lines(page)) {
		place->source = profile->lines[index_of(row)].source;
		place->line = profile->lines[index_of(row)].line;
	} else {
		place->function = index_of(row);
		place->source = profile->functions[index_of(row)].source;
	}
}

static const char *text_of(const struct lp_page *page, uint32_t item, char *buffer, size_t capacity,
			   size_t *size)
{
	const struct lp_change_row *const row = row_of(page, item);
	const struct lp_profile *const profile = &side_of(page, row)->sum;
	size_t words_size;
	const char *words;

	if (!is_of_lines(page))
		return lp_page_print_text(buffer, capacity, size, "%s%s  %s:%" PRIu32, fate_of(row),
					  function_of(page, row)->name,
					  profile->sources[function_of(page, row)->source].shown,
					  function_of(page, row)->line);
	words = source_of(page, row, &words_size);
	return lp_page_print_text(buffer, capacity, size, "%s:%" PRIu32 " %s%.*s",
				  profile->sources[line_of(page, row)->source].shown,
				  line_of(page, row)->line, fate_of(row), (int)words_size, words);
}

static int compare(const struct lp_page *page, uint32_t left, uint32_t right)
{
	const struct lp_change_row *const a = row_of(page, left);
	const struct lp_change_row *const b = row_of(page, right);
	struct lp_request places[2];

	if (!is_of_lines(page))
		return strcmp(function_of(page, a)->name, function_of(page, b)->name);
	find_place(page, a, &places[0]);
	find_place(page, b, &places[1]);
	return lp_page_compare_places(
	    side_of(page, a)->sum.sources[places[0].source].shown, places[0].line,
	    side_of(page, b)->sum.sources[places[1].source].shown, places[1].line);
}

static void put_place(const struct lp_page *page, const struct lp_change_row *row,
		      struct lp_pen *pen, enum lp_style style)
{
	const struct lp_profile *const profile = &side_of(page, row)->sum;
	struct lp_request place;
	const char *path;

	find_place(page, row, &place);
	path = profile->sources[place.source].shown;
	lp_pen_put_foreign(pen, style, path, strlen(path));
	lp_pen_putf(pen, style, ":%" PRIu32 " ",
		    place.line ? place.line : function_of(page, row)->line);
}

static void put_text(const struct lp_page *page, uint32_t item, struct lp_pen *pen,
		     enum lp_style style)
{
	const struct lp_change_row *const row = row_of(page, item);
	size_t size;
	const char *words;

	if (is_of_lines(page)) {
		put_place(page, row, pen, LP_STYLE_DIM);
		lp_pen_put(pen, LP_STYLE_WARNING, fate_of(row));
		words = source_of(page, row, &size);
		lp_pen_put_shifted(pen, style, words, size, page->shift);
		return;
	}
	words = function_of(page, row)->brief;
	lp_pen_put(pen, LP_STYLE_WARNING, fate_of(row));
	lp_pen_put_shifted(pen, style, words, strlen(words), page->shift);
	if (pen->end - pen->column < 12)
		return;
	lp_pen_put(pen, LP_STYLE_DIM, "  ");
	put_place(page, row, pen, LP_STYLE_DIM);
}

static double heat_of(const struct lp_page *page, uint32_t item)
{
	return value_of_change(page, item);
}

/* What became slower is hot; what the intervals leave open says nothing. */
static enum lp_style style_of(const struct lp_page *page, uint32_t item)
{
	const struct lp_change *const time = &row_of(page, item)->time;
	const struct lp_change total = lp_compare_total(page->context->comparison);
	const double whole = fmax(total.before, total.after);

	return lp_change_is_sure(time) && time->after > time->before && whole > 0
		   ? lp_heat_style((time->after - time->before) / whole)
		   : LP_STYLE_PLAIN;
}

/* The sources on the screens are those of the side after. */
static bool place_of(const struct lp_page *page, uint32_t item, struct lp_request *place)
{
	const struct lp_change_row *const row = row_of(page, item);

	if (row->pair.after == LP_NO_INDEX)
		return false;
	if (!is_of_lines(page))
		return lp_page_function_place(page, index_of(row), place);
	find_place(page, row, place);
	place->function = lp_line_function(&side_of(page, row)->sum, index_of(row));
	return true;
}

static void choose(struct lp_page *page, uint32_t item, struct lp_request *request,
		   const char **message)
{
	if (!place_of(page, item, request))
		*message = "it is gone: only the profile before has it";
}

static void put_change(const struct lp_page *page, const struct lp_change *change,
		       struct lp_pen *pen, enum lp_style style)
{
	char change_text[32];
	char before[32];

	format_seconds(page, fabs(change->after - change->before), change_text,
		       sizeof(change_text));
	format_seconds(page, change->before, before, sizeof(before));
	lp_pen_putf(pen, style, "%s%s of %s", change->after < change->before ? "-" : "+",
		    change_text, before);
	if (change->before > 0)
		lp_pen_putf(pen, style, ", %+.1f %%", lp_change_pct(change->before, change->after));
}

static void put_subject(const struct lp_page *page, struct lp_pen *pen)
{
	const struct lp_change total = lp_compare_total(page->context->comparison);

	put_change(page, &total, pen, LP_STYLE_TITLE);
	if (!lp_change_is_sure(&total))
		lp_pen_put(pen, LP_STYLE_TITLE, " (noise)");
}

static void put_status(struct lp_page *page, uint32_t item, struct lp_pen *pen)
{
	const struct lp_change_row *const row = row_of(page, item);
	char counts[2][LP_COUNT_MEAN_TEXT];

	if (has_time(&row->time)) {
		put_change(page, &row->time, pen, LP_STYLE_STATUS);
		lp_pen_put(pen, LP_STYLE_STATUS,
			   lp_change_is_sure(&row->time) ? "  " : " (noise)  ");
	}
	if (lp_count_mean_compare(row->counts[0], row->counts[1]) != 0 && !*fate_of(row)) {
		/* In columns long ones are cut short, and may look alike. */
		for (int i = 0; i < 2; i++)
			lp_count_mean_format(row->counts[i],
					     lp_count_mean_is_whole(row->counts[i]) ? 0 : 1,
					     counts[i]);
		lp_pen_putf(pen, LP_STYLE_STATUS, "%s %s, was %s  ",
			    is_of_lines(page) ? "hits" : "calls", counts[1], counts[0]);
	}
	put_place(page, row, pen, LP_STYLE_STATUS);
}

/* ---- open ---- */

static enum lp_status open_changes(struct lp_page *page)
{
	const struct lp_comparison *const comparison = page->context->comparison;
	struct lp_change_rows *const rows = (struct lp_change_rows *)calloc(1, sizeof(*rows));
	enum lp_status status = LP_MEMORY;

	if (!rows)
		return LP_MEMORY;
	status = is_of_lines(page) ? lp_changed_lines(comparison, rows)
				   : lp_changed_functions(comparison, rows);
	if (status != LP_OK) {
		free(rows);
		return status;
	}
	page->state = rows;
	page->item_count = rows->count;
	for (size_t i = 0; i < rows->count; i++)
		page->hottest = fmax(page->hottest, heat_of(page, (uint32_t)i));
	return LP_OK;
}

static void close_changes(struct lp_page *page)
{
	struct lp_change_rows *const rows = (struct lp_change_rows *)page->state;

	if (!rows)
		return;
	lp_change_rows_free(rows);
	free(rows);
	page->state = NULL;
}

#define KIND(title, what, heads)                                                                   \
	{                                                                                          \
		.name = (title), .question = (what), .columns = (heads),                           \
		.column_count = sizeof(heads) / sizeof((heads)[0]), .has_column = has_column,      \
		.least_text = 24, .sort_column = CHANGE, .has_preview = true,                      \
		.open = open_changes, .close = close_changes, .put_subject = put_subject,          \
		.put_text = put_text, .text_of = text_of, .compare = compare,                      \
		.style_of = style_of, .heat_of = heat_of, .choose = choose,                        \
		.put_status = put_status, .place_of = place_of,                                    \
	}

const struct lp_page_kind lp_page_changed_functions =
    KIND("changed-functions", "Which functions changed?", function_columns);
const struct lp_page_kind lp_page_changed_lines =
    KIND("changed-lines", "Which lines changed?", line_columns);
