/* page_functions.c: the table of functions, with pstats' columns. */
#include <stdlib.h>
#include <string.h>

#include "viewer/screen/live_columns.h"
#include "viewer/screen/numbers.h"
#include "viewer/screen/page.h"

/* Behind the functions, two items for time that is in none of them. */
enum { OUTSIDE, PROBES, EXTRAS };

static const char *const extra_names[EXTRAS] = {"<outside instrumented code>",
						"<lineprof's own probes>"};

static const struct lp_profile *profile_of(const struct lp_page *page)
{
	return page->context->view->profile;
}

/* NULL: it is time of no function. */
static const struct lp_function *function_of(const struct lp_page *page, uint32_t item)
{
	return item < profile_of(page)->function_count ? &profile_of(page)->functions[item] : NULL;
}

static uint64_t self_ticks(const struct lp_page *page, uint32_t item)
{
	const struct lp_profile *const profile = profile_of(page);
	const struct lp_function *const function = function_of(page, item);

	if (function)
		return function->self_ticks;
	return item - profile->function_count == OUTSIDE ? profile->outside_ticks
							 : profile->probe_ticks;
}

static bool is_timed(const struct lp_page *page, uint32_t item)
{
	const struct lp_function *const function = function_of(page, item);

	return !function || function->flags & LP_FUNCTION_TIMED;
}

/* ---- columns ---- */

static void format_ticks(const struct lp_page *page, double ticks, char *out, size_t size)
{
	lp_format_time(out, size, lp_view_seconds(page->context->view, 1) * ticks,
		       page->context->unit_seconds);
}

static void format_calls(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	const struct lp_function *const function = function_of(page, item);
	char primitive[32];
	char all[32];

	if (!function)
		return;
	if (function->primitive_calls == function->ncalls) {
		lp_format_count(out, size, 10, function->ncalls);
		return;
	}
	lp_format_count(all, sizeof(all), 4, function->ncalls);
	lp_format_count(primitive, sizeof(primitive), 4, function->primitive_calls);
	snprintf(out, size, "%s/%s", all, primitive);
}

static double value_of_calls(const struct lp_page *page, uint32_t item)
{
	const struct lp_function *const function = function_of(page, item);

	return function ? (double)function->ncalls : 0;
}

static void format_self(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	if (self_ticks(page, item) > 0)
		format_ticks(page, (double)self_ticks(page, item), out, size);
	else
		snprintf(out, size, is_timed(page, item) ? "0" : "-");
}

static double value_of_self(const struct lp_page *page, uint32_t item)
{
	return (double)self_ticks(page, item);
}

/* Whether the time is that of all calls. Without a sample, and without a clock around all of them,
 * it is what clocks met by the way. */
static bool is_of_all_calls(const struct lp_function *function, bool is_total)
{
	const uint32_t of_all = LP_FUNCTION_CLOCKED | LP_FUNCTION_TIMED;

	return (function->flags & of_all) == of_all ||
	       (is_total ? function->total_samples : function->self_samples) > 0;
}

/* Per call; per primitive call of the total, as pstats has it. 0: not known. */
static double per_call(const struct lp_page *page, uint32_t item, bool is_total)
{
	const struct lp_function *const function = function_of(page, item);
	const uint64_t calls = !function  ? 0
			       : is_total ? function->primitive_calls
					  : function->ncalls;

	if (calls == 0 || !is_of_all_calls(function, is_total))
		return 0;
	return (double)(is_total ? function->total_ticks : function->self_ticks) / (double)calls;
}

static double value_of_self_per_call(const struct lp_page *page, uint32_t item)
{
	return per_call(page, item, false);
}

static double value_of_total_per_call(const struct lp_page *page, uint32_t item)
{
	return per_call(page, item, true);
}

static void format_self_per_call(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	if (per_call(page, item, false) > 0)
		format_ticks(page, per_call(page, item, false), out, size);
}

static void format_total_per_call(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	if (per_call(page, item, true) > 0)
		format_ticks(page, per_call(page, item, true), out, size);
}

/* On its lines, in calls of libraries. */
static double value_of_wait(const struct lp_page *page, uint32_t item)
{
	const struct lp_function *const function = function_of(page, item);

	return function ? (double)function->line_wait_ticks : 0;
}

static void format_wait(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	if (value_of_wait(page, item) > 0)
		format_ticks(page, value_of_wait(page, item), out, size);
}

static double value_of_total(const struct lp_page *page, uint32_t item)
{
	const struct lp_function *const function = function_of(page, item);

	return function ? (double)function->total_ticks : 0;
}

static void format_total(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	if (value_of_total(page, item) > 0)
		format_ticks(page, value_of_total(page, item), out, size);
	else if (function_of(page, item))
		snprintf(out, size, is_timed(page, item) ? "0" : "-");
}

static void format_share(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	const uint64_t ticks = self_ticks(page, item);

	if (ticks > 0)
		lp_format_share(out, size, lp_view_share_pct(page->context->view, ticks));
}

static void format_rate(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	lp_now_format_rate(lp_now_of_function(page->context, item), out, size);
}

static double value_of_rate(const struct lp_page *page, uint32_t item)
{
	return lp_now_of_function(page->context, item).per_second;
}

static void format_now(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	lp_now_format_share(lp_now_of_function(page->context, item), out, size);
}

static double value_of_now(const struct lp_page *page, uint32_t item)
{
	return lp_now_of_function(page->context, item).share_pct;
}

enum { NCALLS = 2, TOTTIME = 3, WAIT = 5, CUMTIME = 6, FUNCTION = 10 }; /* columns */

static const struct lp_page_column columns[] = {
    {LP_COLUMN_NUMBER, "% self", 6, 1, LP_MEASURE_NONE, format_share, value_of_self},
    {LP_COLUMN_BAR, "", 8, 3, LP_MEASURE_NONE, NULL, NULL},
    {LP_COLUMN_NUMBER, "ncalls", 10, 4, LP_MEASURE_NONE, format_calls, value_of_calls},
    {LP_COLUMN_NUMBER, "tottime", 8, 0, LP_MEASURE_NONE, format_self, value_of_self},
    {LP_COLUMN_NUMBER, "percall", 8, 6, LP_MEASURE_NONE, format_self_per_call,
     value_of_self_per_call},
    {LP_COLUMN_NUMBER, "wait", 8, 5, LP_MEASURE_WAIT, format_wait, value_of_wait},
    {LP_COLUMN_NUMBER, "cumtime", 8, 2, LP_MEASURE_NONE, format_total, value_of_total},
    {LP_COLUMN_NUMBER, "percall", 8, 6, LP_MEASURE_NONE, format_total_per_call,
     value_of_total_per_call},
    {LP_COLUMN_NUMBER, "calls/s", 8, LP_RANK_LIVE + 3, LP_MEASURE_NONE, format_rate, value_of_rate},
    {LP_COLUMN_NUMBER, "% now", 6, LP_RANK_LIVE + 1, LP_MEASURE_NONE, format_now, value_of_now},
    {LP_COLUMN_TEXT, "function", 0, 0, LP_MEASURE_NONE, NULL, NULL},
};

/* ---- rows ---- */

static const char *name_of(const struct lp_page *page, uint32_t item)
{
	const struct lp_function *const function = function_of(page, item);

	return function ? function->name : extra_names[item - profile_of(page)->function_count];
}

static int compare(const struct lp_page *page, uint32_t left, uint32_t right)
{
	return strcmp(name_of(page, left), name_of(page, right));
}

static const char *text_of(const struct lp_page *page, uint32_t item, char *buffer, size_t capacity,
			   size_t *size)
{
	const struct lp_function *const function = function_of(page, item);

	if (!function)
		return lp_page_print_text(buffer, capacity, size, "%s", name_of(page, item));
	return lp_page_print_text(buffer, capacity, size, "%s  %s:%u", function->name,
				  profile_of(page)->sources[function->source].shown,
				  function->line);
}

static void put_text(const struct lp_page *page, uint32_t item, struct lp_pen *pen,
		     enum lp_style style)
{
	const struct lp_profile *const profile = profile_of(page);
	const struct lp_function *const function = function_of(page, item);
	const char *shown;

	if (!function) {
		shown = name_of(page, item);
		lp_pen_put_shifted(pen, LP_STYLE_DIM, shown, strlen(shown), page->shift);
		return;
	}
	lp_pen_put_shifted(pen, style, function->brief, strlen(function->brief), page->shift);
	shown = profile->sources[function->source].shown;
	if (pen->end - pen->column < 12)
		return;
	lp_pen_put(pen, LP_STYLE_DIM, "  ");
	lp_pen_put_foreign(pen, LP_STYLE_DIM, shown, strlen(shown));
	lp_pen_put_line(pen, LP_STYLE_DIM, function->line);
}

static enum lp_style style_of(const struct lp_page *page, uint32_t item)
{
	const struct lp_function *const function = function_of(page, item);

	if (!function || !lp_function_ran(page->context->view->profile, function))
		return LP_STYLE_DIM;
	return lp_heat_style(lp_view_share_pct(page->context->view, self_ticks(page, item)) / 100);
}

static double heat_of(const struct lp_page *page, uint32_t item)
{
	return function_of(page, item) ? (double)self_ticks(page, item) : 0;
}

static bool place_of(const struct lp_page *page, uint32_t item, struct lp_request *place)
{
	return function_of(page, item) && lp_page_function_place(page, item, place);
}

static void choose(struct lp_page *page, uint32_t item, struct lp_request *request,
		   const char **message)
{
	if (!place_of(page, item, request))
		*message = "this time is in no function that was compiled with lineprof";
}

static void put_status(struct lp_page *page, uint32_t item, struct lp_pen *pen)
{
	const struct lp_profile *const profile = profile_of(page);
	const struct lp_function *const function = function_of(page, item);
	double error_pct;

	if (!function) {
		lp_pen_put(pen, LP_STYLE_STATUS,
			   "time of the threads that is in no function of the table");
		return;
	}
	if (!lp_function_has_time(function))
		lp_pen_put(pen, LP_STYLE_STATUS,
			   profile->is_timed && function->ncalls > 0 ? "its callers have its time"
								     : "no time was measured");
	else
		lp_pen_putf(pen, LP_STYLE_STATUS, "%.1f %% self, %.1f %% with what it calls",
			    lp_view_share_pct(page->context->view, function->self_ticks),
			    lp_view_share_pct(page->context->view, function->total_ticks));
	if (lp_function_has_time(function) && !is_timed(page, item))
		lp_pen_put(pen, LP_STYLE_STATUS, ", of some calls: its callers have the rest");
	error_pct = lp_view_share_pct(page->context->view, 1) *
		    lp_profile_confidence_ticks(profile, function->self_samples);
	if (function->flags & LP_FUNCTION_CLOCKED)
		lp_pen_put(pen, LP_STYLE_STATUS, ", by clock");
	else if (function->self_samples > 0)
		lp_pen_putf(pen, LP_STYLE_STATUS, ", ±%.1f (%llu sample%s)", error_pct,
			    (unsigned long long)function->self_samples,
			    function->self_samples == 1 ? "" : "s");
	if (lp_function_waits(function) > 0)
		lp_pen_putf(pen, LP_STYLE_STATUS, ", %.1f %% in the kernel or waiting",
			    lp_view_share_pct(page->context->view, lp_function_waits(function)));
	if (function->primitive_calls != function->ncalls)
		lp_pen_putf(pen, LP_STYLE_STATUS, ", %llu calls, %llu of them not by itself",
			    (unsigned long long)function->ncalls,
			    (unsigned long long)function->primitive_calls);
	lp_pen_put(pen, LP_STYLE_STATUS, "  ");
	lp_pen_put_foreign(pen, LP_STYLE_STATUS, function->name, strlen(function->name));
}

/* ---- open ---- */

static bool is_same_order(const struct lp_sort_key *left, const struct lp_sort_key *right)
{
	return left->compare == right->compare;
}

static enum lp_status open_functions(struct lp_page *page)
{
	const struct lp_view *const view = page->context->view;
	const bool has_rest = !lp_filter_is_set(view->filter);
	static const struct lp_page_key keys[] = {
	    {"ncalls", NCALLS}, {"tottime", TOTTIME}, {"wait", WAIT}, {"cumtime", CUMTIME},
	    {"name", FUNCTION}, {"nfl", FUNCTION},    {NULL, 0}};
	size_t count;
	uint32_t *const numbers = lp_view_functions(view, &count);
	uint32_t *const items =
	    numbers ? (uint32_t *)realloc(numbers, (count + EXTRAS) * sizeof(*items)) : NULL;

	if (!items) {
		free(numbers);
		return LP_MEMORY;
	}
	page->sort_column = lp_page_column_of(&view->order, keys, is_same_order);
	for (size_t i = 0; i < count; i++)
		if ((double)view->profile->functions[items[i]].self_ticks > page->hottest)
			page->hottest = (double)view->profile->functions[items[i]].self_ticks;
	/* Without times, calls say most. */
	if (page->hottest == 0 && page->sort_column == TOTTIME)
		page->sort_column = NCALLS;
	/* From half a ms on, as the report has it. */
	for (uint32_t i = 0; has_rest && i < EXTRAS; i++) {
		items[count] = (uint32_t)view->profile->function_count + i;
		count += lp_view_seconds(view, self_ticks(page, items[count])) >= 0.0005;
	}
	page->items = items;
	page->item_count = count;
	return LP_OK;
}

const struct lp_page_kind lp_page_functions = {
    .name = "functions",
    .question = "Which functions take the time?",
    .columns = columns,
    .column_count = sizeof(columns) / sizeof(columns[0]),
    .least_text = 24,
    .sort_column = TOTTIME,
    .has_preview = true,
    .open = open_functions,
    .put_text = put_text,
    .text_of = text_of,
    .compare = compare,
    .style_of = style_of,
    .heat_of = heat_of,
    .choose = choose,
    .put_status = put_status,
    .place_of = place_of,
};
