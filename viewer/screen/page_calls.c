/* page_calls.c: who called a function, above it, and whom it called, below it; or whom one line
 * of source calls. */
#include <stdlib.h>
#include <string.h>

#include "viewer/model/edge_sites.h"
#include "viewer/screen/line_calls.h"
#include "viewer/screen/numbers.h"
#include "viewer/screen/page.h"

enum side { CALLER, ITSELF, CALLEE };

struct call_item {
	enum side side;
	uint32_t function; /* LP_NO_INDEX: none is known */
	uint32_t flags;    /* LP_CALL_* */
	uint64_t ncalls;
	uint64_t self_ticks;
	uint64_t total_ticks;
	uint32_t source; /* of the line with most of a caller's calls; LP_NO_INDEX: none is known */
	uint32_t line;
	uint32_t line_count; /* that call */
};

struct calls_state {
	struct call_item *items;
	size_t count;
	size_t capacity;
};

static const struct lp_profile *profile_of(const struct lp_page *page)
{
	return page->context->view->profile;
}

static const struct call_item *item_of(const struct lp_page *page, uint32_t item)
{
	return &((const struct calls_state *)page->state)->items[item];
}

/* ---- columns ---- */

static void format_calls(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	const struct call_item *const row = item_of(page, item);
	char count[32];

	lp_format_count(count, sizeof(count), 9, row->ncalls);
	snprintf(out, size, "%s%s", row->flags & LP_CALL_ESTIMATED ? "~" : "", count);
}

static void format_ticks(const struct lp_page *page, uint32_t item, uint64_t ticks, char *out,
			 size_t size)
{
	char time[32] = "0";

	if (ticks > 0)
		lp_format_time(time, sizeof(time), lp_view_seconds(page->context->view, ticks),
			       page->context->unit_seconds);
	snprintf(out, size, "%s%s",
		 ticks > 0 && item_of(page, item)->flags & LP_CALL_GUESSED ? "~" : "", time);
}

static void format_self(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	if (item_of(page, item)->function == LP_NO_INDEX && item_of(page, item)->side == CALLEE)
		snprintf(out, size, "-");
	else if (page->subject.line == 0)
		format_ticks(page, item, item_of(page, item)->self_ticks, out, size);
}

static void format_total(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	if (item_of(page, item)->function == LP_NO_INDEX && item_of(page, item)->side == CALLEE)
		snprintf(out, size, "-");
	else
		format_ticks(page, item, item_of(page, item)->total_ticks, out, size);
}

static void format_share(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	const uint64_t ticks = item_of(page, item)->total_ticks;

	if (ticks > 0)
		lp_format_share(out, size, lp_view_share_pct(page->context->view, ticks));
}

static const struct lp_page_column columns[] = {
    {LP_COLUMN_NUMBER, "% time", 6, 1, LP_MEASURE_NONE, format_share, NULL},
    {LP_COLUMN_BAR, "", 8, 2, LP_MEASURE_NONE, NULL, NULL},
    {LP_COLUMN_NUMBER, "ncalls", 10, 0, LP_MEASURE_NONE, format_calls, NULL},
    {LP_COLUMN_NUMBER, "tottime", 8, 3, LP_MEASURE_NONE, format_self, NULL},
    {LP_COLUMN_NUMBER, "cumtime", 8, 1, LP_MEASURE_NONE, format_total, NULL},
    {LP_COLUMN_TEXT, "callers -> function -> callees", 0, 0, LP_MEASURE_NONE, NULL, NULL},
};

/* ---- rows ---- */

static const char *name_of(const struct lp_page *page, const struct call_item *row)
{
	return row->function == LP_NO_INDEX ? lp_view_outside_name(row->flags)
					    : profile_of(page)->functions[row->function].name;
}

/* Behind the name: where a caller calls, and where any other begins. False: nothing is known. */
static bool place_behind(const struct lp_page *page, const struct call_item *row,
			 struct lp_request *place)
{
	*place = (struct lp_request){NULL, row->function, row->source, row->line};
	if (row->function == LP_NO_INDEX)
		return false;
	if (row->side != CALLER) {
		place->source = profile_of(page)->functions[row->function].source;
		place->line = profile_of(page)->functions[row->function].line;
	}
	return place->source != LP_NO_INDEX;
}

static const char *text_of(const struct lp_page *page, uint32_t item, char *buffer, size_t capacity,
			   size_t *size)
{
	const struct call_item *const row = item_of(page, item);
	struct lp_request place;

	if (!place_behind(page, row, &place))
		return lp_page_print_text(buffer, capacity, size, "%s", name_of(page, row));
	return lp_page_print_text(buffer, capacity, size, "%s  %s:%u", name_of(page, row),
				  profile_of(page)->sources[place.source].shown, place.line);
}

static void put_place(const struct lp_page *page, const struct call_item *row, struct lp_pen *pen)
{
	struct lp_request place;
	const char *path;

	if (!place_behind(page, row, &place)) {
		lp_pen_put(pen, LP_STYLE_DIM, row->function == LP_NO_INDEX ? "" : "  by pointer");
		return;
	}
	path = profile_of(page)->sources[place.source].shown;
	lp_pen_put(pen, LP_STYLE_DIM, row->side == CALLER ? "  at " : "  ");
	lp_pen_put_foreign(pen, LP_STYLE_DIM, path, strlen(path));
	lp_pen_put_line(pen, LP_STYLE_DIM, place.line);
	if (row->line_count > 1)
		lp_pen_putf(pen, LP_STYLE_DIM, " and %u more", row->line_count - 1);
}

static void put_text(const struct lp_page *page, uint32_t item, struct lp_pen *pen,
		     enum lp_style style)
{
	const struct call_item *const row = item_of(page, item);
	const char *const arrow = pen->grid->is_ascii ? "->" : "→";
	const enum lp_style own = row->function == LP_NO_INDEX ? LP_STYLE_DIM : style;
	const char *const name = row->function == LP_NO_INDEX
				     ? lp_view_outside_name(row->flags)
				     : profile_of(page)->functions[row->function].brief;

	if (row->side == CALLEE)
		lp_pen_putf(pen, LP_STYLE_DIM, "   %s ", arrow);
	if (row->side == ITSELF)
		lp_pen_put(pen, LP_STYLE_DIM, "  ");
	lp_pen_put_shifted(pen, row->side == ITSELF ? LP_STYLE_KEYWORD : own, name, strlen(name),
			   page->shift);
	if (row->side == CALLER)
		lp_pen_putf(pen, LP_STYLE_DIM, " %s", arrow);
	if (pen->end - pen->column >= 12)
		put_place(page, row, pen);
}

static double heat_of(const struct lp_page *page, uint32_t item)
{
	return (double)item_of(page, item)->total_ticks;
}

static enum lp_style style_of(const struct lp_page *page, uint32_t item)
{
	return lp_heat_style(
	    lp_view_share_pct(page->context->view, item_of(page, item)->total_ticks) / 100);
}

static bool place_of(const struct lp_page *page, uint32_t item, struct lp_request *place)
{
	const struct call_item *const row = item_of(page, item);

	if (!lp_page_function_place(page, row->function, place))
		return false;
	if (row->side == CALLER && row->source != LP_NO_INDEX) {
		place->source = row->source;
		place->line = row->line;
	}
	return true;
}

/* Callers and callees are walked; the function itself, and what a line calls, is looked at. */
static void choose(struct lp_page *page, uint32_t item, struct lp_request *request,
		   const char **message)
{
	if (!place_of(page, item, request)) {
		*message = "code that was not compiled with lineprof";
		return;
	}
	if (page->subject.line == 0 && item_of(page, item)->side != ITSELF)
		*request = (struct lp_request){&lp_page_calls, request->function, LP_NO_INDEX, 0};
}

static void put_status(struct lp_page *page, uint32_t item, struct lp_pen *pen)
{
	const struct call_item *const row = item_of(page, item);
	const char *const name = name_of(page, row);

	lp_pen_put_foreign(pen, LP_STYLE_STATUS, name, strlen(name));
	lp_pen_put(pen, LP_STYLE_STATUS,
		   row->side == CALLER   ? " calls it"
		   : row->side == ITSELF ? ":"
		   : page->subject.line  ? " is called from here"
					 : " is called by it");
	if (row->function != LP_NO_INDEX)
		lp_pen_put(pen, LP_STYLE_STATUS,
			   row->side == ITSELF  ? " Enter shows its source"
			   : page->subject.line ? "; Enter shows its source"
						: "; Enter goes there");
	if (row->flags)
		lp_pen_put(pen, LP_STYLE_STATUS, "   ~ an estimate");
}

static void put_subject(const struct lp_page *page, struct lp_pen *pen)
{
	const struct lp_profile *const profile = profile_of(page);

	if (page->subject.line > 0) {
		const char *const shown = profile->sources[page->subject.source].shown;

		lp_pen_put_foreign(pen, LP_STYLE_TITLE, shown, strlen(shown));
		lp_pen_put_line(pen, LP_STYLE_TITLE, page->subject.line);
		return;
	}
	lp_pen_put_foreign(pen, LP_STYLE_TITLE, profile->functions[page->subject.function].name,
			   strlen(profile->functions[page->subject.function].name));
}

/* ---- open ---- */

static enum lp_status add_item(struct calls_state *state, const struct call_item *item)
{
	if (state->count == state->capacity) {
		const size_t capacity = state->capacity * 2 + 16;
		struct call_item *const items =
		    (struct call_item *)realloc(state->items, capacity * sizeof(*items));

		if (!items)
			return LP_MEMORY;
		state->items = items;
		state->capacity = capacity;
	}
	state->items[state->count++] = *item;
	return LP_OK;
}

static enum lp_status add_edge(struct calls_state *state, const struct lp_call_edge *edge,
			       enum side side)
{
	const struct call_item item = {.side = side,
				       .function = side == CALLER ? edge->caller : edge->callee,
				       .flags = edge->flags,
				       .ncalls = edge->ncalls,
				       .self_ticks = edge->self_ticks,
				       .total_ticks = edge->total_ticks,
				       .source = LP_NO_INDEX};

	return add_item(state, &item);
}

/* Finds the lines of a caller that call. */
static void find_lines(const struct lp_edge_sites *edge_sites, uint32_t callee,
		       struct call_item *caller)
{
	size_t count;
	const uint32_t *const sites =
	    lp_edge_sites_of(edge_sites, caller->function, callee, &count);
	struct lp_call_site line;
	uint64_t most = 0;

	for (size_t i = 0; lp_edge_sites_next_line(edge_sites, sites, count, &i, &line);) {
		caller->line_count++;
		if (line.count <= most)
			continue;
		most = line.count;
		caller->source = line.source;
		caller->line = line.line;
	}
}

static enum lp_status find_all_lines(struct calls_state *state, const struct lp_profile *profile,
				     uint32_t callee)
{
	struct lp_edge_sites sites = {0};
	const enum lp_status status = lp_edge_sites_make(&sites, profile);

	for (size_t i = 0; i < state->count && status == LP_OK; i++)
		if (state->items[i].side == CALLER && state->items[i].function != LP_NO_INDEX)
			find_lines(&sites, callee, &state->items[i]);
	lp_edge_sites_free(&sites);
	return status;
}

static int by_time(const void *left, const void *right)
{
	const struct call_item *const a = (const struct call_item *)left;
	const struct call_item *const b = (const struct call_item *)right;

	if (a->side != b->side)
		return a->side < b->side ? -1 : 1;
	if (a->total_ticks != b->total_ticks)
		return a->total_ticks < b->total_ticks ? 1 : -1;
	if (a->ncalls != b->ncalls)
		return a->ncalls < b->ncalls ? 1 : -1;
	return (a->function > b->function) - (a->function < b->function);
}

static enum lp_status add_function(struct calls_state *state, const struct lp_profile *profile,
				   uint32_t number)
{
	const struct lp_function *const function = &profile->functions[number];
	const struct call_item itself = {.side = ITSELF,
					 .function = number,
					 .ncalls = function->ncalls,
					 .self_ticks = function->self_ticks,
					 .total_ticks = function->total_ticks};
	enum lp_status status = add_item(state, &itself);

	for (uint32_t i = 0; i < function->caller_count && status == LP_OK; i++)
		status = add_edge(state, &profile->call_edges[function->first_caller + i], CALLER);
	for (size_t i = 0; i < profile->call_edge_count && status == LP_OK; i++)
		if (profile->call_edges[i].caller == number)
			status = add_edge(state, &profile->call_edges[i], CALLEE);
	return status == LP_OK ? find_all_lines(state, profile, number) : status;
}

static uint32_t flags_of(const struct lp_line_call *call)
{
	return (call->is_estimated ? LP_CALL_ESTIMATED : 0) |
	       (call->is_shared ? LP_CALL_GUESSED : 0);
}

static enum lp_status add_line(struct calls_state *state, const struct lp_profile *profile,
			       uint32_t source, uint32_t line)
{
	struct lp_source_code code = {0};
	struct lp_line_call *calls = NULL;
	size_t count = 0;
	enum lp_status status = lp_source_code_find(&code, profile, source);

	if (status == LP_OK)
		status = lp_line_calls_find(&code, profile, line, &calls, &count);
	for (size_t i = 0; i < count && status == LP_OK; i++) {
		const struct call_item item = {.side = CALLEE,
					       .function = calls[i].callee,
					       .flags = flags_of(&calls[i]),
					       .ncalls = calls[i].count,
					       .total_ticks = calls[i].total_ticks};

		status = add_item(state, &item);
	}
	free(calls);
	lp_source_code_free(&code);
	return status;
}

static enum lp_status open_calls(struct lp_page *page)
{
	struct calls_state *const state = (struct calls_state *)calloc(1, sizeof(*state));
	enum lp_status status;

	page->state = state;
	if (!state)
		return LP_MEMORY;
	status = page->subject.line > 0
		     ? add_line(state, profile_of(page), page->subject.source, page->subject.line)
		     : add_function(state, profile_of(page), page->subject.function);
	if (status != LP_OK)
		return status;
	if (state->count > 0)
		qsort(state->items, state->count, sizeof(*state->items), by_time);
	page->item_count = state->count;
	lp_list_set_count(&page->list, state->count);
	for (size_t i = 0; i < state->count; i++) {
		if ((double)state->items[i].total_ticks > page->hottest)
			page->hottest = (double)state->items[i].total_ticks;
		if (state->items[i].side == ITSELF)
			lp_list_centre(&page->list, i);
	}
	return LP_OK;
}

static void close_calls(struct lp_page *page)
{
	struct calls_state *const state = (struct calls_state *)page->state;

	if (state)
		free(state->items);
	free(state);
	page->state = NULL;
}

const struct lp_page_kind lp_page_calls = {
    .name = "calls",
    .question = "Who calls it, and whom does it call?",
    .columns = columns,
    .column_count = sizeof(columns) / sizeof(columns[0]),
    .least_text = 24,
    .sort_column = -1,
    .has_preview = true,
    .open = open_calls,
    .close = close_calls,
    .put_subject = put_subject,
    .put_text = put_text,
    .text_of = text_of,
    .style_of = style_of,
    .heat_of = heat_of,
    .choose = choose,
    .put_status = put_status,
    .place_of = place_of,
};
