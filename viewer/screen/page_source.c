/* page_source.c: a source file, line by line, with what each line did beside it. */
#include <stdlib.h>
#include <string.h>

#include "viewer/screen/line_columns.h"
#include "viewer/screen/numbers.h"
#include "viewer/screen/source_rows.h"

static const struct lp_profile *profile_of(const struct lp_page *page)
{
	return page->context->view->profile;
}

static double heat_of(const struct lp_page *page, uint32_t item)
{
	const struct lp_line *const line = lp_source_line_of(page, item);

	return line ? lp_line_heat(page->context, line) : 0;
}

static enum lp_style style_of(const struct lp_page *page, uint32_t item)
{
	const struct lp_call_row *const row = lp_source_call_of(page, item);

	if (row)
		return lp_heat_style(lp_view_share_pct(page->context->view, row->call.total_ticks) /
				     100);
	return lp_line_style(page->context, lp_source_line_of(page, item), page->hottest);
}

static const char *name_outside(const struct lp_line_call *call)
{
	return lp_view_outside_name(call->is_estimated ? LP_CALL_ESTIMATED : 0);
}

static const char *text_of_call(const struct lp_page *page, const struct lp_line_call *call,
				char *buffer, size_t capacity, size_t *size)
{
	const struct lp_profile *const profile = profile_of(page);
	const struct lp_function *callee;

	if (call->callee == LP_NO_INDEX)
		return lp_page_print_text(buffer, capacity, size, "%s", name_outside(call));
	callee = &profile->functions[call->callee];
	return lp_page_print_text(buffer, capacity, size, "%s  %s:%u", callee->name,
				  profile->sources[callee->source].shown, callee->line);
}

static const char *text_of(const struct lp_page *page, uint32_t item, char *buffer, size_t capacity,
			   size_t *size)
{
	const struct lp_call_row *const row = lp_source_call_of(page, item);
	const char *text;

	if (row)
		return text_of_call(page, &row->call, buffer, capacity, size);
	text = lp_source_line(lp_source_rows_of(page)->text, item + 1, size);
	return text ? text : "";
}

static void put_call(const struct lp_page *page, const struct lp_call_row *row, struct lp_pen *pen)
{
	const struct lp_profile *const profile = profile_of(page);
	const struct lp_function *const callee =
	    row->call.callee == LP_NO_INDEX ? NULL : &profile->functions[row->call.callee];
	const char *const arms[2][2] = {{"├─ ", "└─ "}, {"|- ", "`- "}};

	lp_pen_put(pen, LP_STYLE_DIM, arms[pen->grid->is_ascii][row->is_last]);
	if (row->call.is_estimated)
		lp_pen_put(pen, LP_STYLE_DIM, "~ ");
	if (!callee) {
		lp_pen_put(pen, LP_STYLE_DIM, name_outside(&row->call));
		return;
	}
	lp_pen_put_foreign(pen, LP_STYLE_KEYWORD, callee->brief, strlen(callee->brief));
	lp_pen_put(pen, LP_STYLE_DIM, "  ");
	lp_pen_put_foreign(pen, LP_STYLE_DIM, profile->sources[callee->source].shown,
			   strlen(profile->sources[callee->source].shown));
	lp_pen_put_line(pen, LP_STYLE_DIM, callee->line);
}

static void put_text(const struct lp_page *page, uint32_t item, struct lp_pen *pen,
		     enum lp_style style)
{
	const int begin = pen->column;
	const struct lp_call_row *const row = lp_source_call_of(page, item);
	const struct lp_source_rows *const state = lp_source_rows_of(page);

	if (!row && lp_line_has_calls(&state->code, profile_of(page), item + 1))
		lp_pen_put(pen, LP_STYLE_KEY, state->is_open && state->is_open[item] ? "-" : "+");
	lp_pen_go(pen, LP_STYLE_PLAIN, begin + 2);
	if (row)
		put_call(page, row, pen);
	else
		lp_source_text_put(&lp_source_rows_of(page)->colors, lp_source_rows_of(page)->text,
				   item + 1, page->shift, style, pen);
}

static size_t find_hot(const struct lp_page *page, uint32_t *items, size_t most)
{
	const struct lp_source_rows *const state = lp_source_rows_of(page);
	const struct lp_line *const lines = profile_of(page)->lines;
	size_t count = 0;

	for (size_t i = state->first; i < state->end; i++) {
		const double heat = lp_line_heat(page->context, &lines[i]);
		size_t at = count;

		if (!(heat > 0) || (count == most && heat_of(page, items[count - 1]) >= heat))
			continue;
		while (at > 0 && heat_of(page, items[at - 1]) < heat)
			at--;
		count -= count == most;
		memmove(&items[at + 1], &items[at], (count - at) * sizeof(*items));
		items[at] = lines[i].line - 1;
		count++;
	}
	return count;
}

static void choose(struct lp_page *page, uint32_t item, struct lp_request *request,
		   const char **message)
{
	struct lp_source_rows *const state = lp_source_rows_of(page);
	const struct lp_call_row *const row = lp_source_call_of(page, item);
	struct lp_line_call *calls = NULL;
	size_t count = 0;

	*request = (struct lp_request){NULL, LP_NO_INDEX, LP_NO_INDEX, 0};
	if (row) {
		request->function = row->call.callee;
		count = 1;
	} else if (lp_line_calls_find(&state->code, profile_of(page), item + 1, &calls, &count) ==
		   LP_OK) {
		/* Those that are not instrumented cannot be gone to. */
		size_t known = 0;

		for (size_t i = 0; i < count; i++)
			if (calls[i].callee != LP_NO_INDEX && known++ == 0)
				request->function = calls[i].callee;
		count = known;
		free(calls);
	}
	if (count == 0 || request->function == LP_NO_INDEX) {
		*message = "this line calls nothing that was compiled with lineprof";
		return;
	}
	request->kind = &lp_page_source;
	if (count > 1)
		*request =
		    (struct lp_request){&lp_page_calls, LP_NO_INDEX, state->source, item + 1};
}

/* ---- status ---- */

static void put_facts(const struct lp_page *page, uint32_t line, struct lp_pen *pen)
{
	struct lp_source_rows *const state = lp_source_rows_of(page);
	char *text = NULL;
	size_t size = 0;
	FILE *const out = open_memstream(&text, &size);

	if (!out)
		return;
	lp_line_facts_write(&state->facts, page->context, &state->code, state->source, line, "; ",
			    out);
	if (fclose(out) == 0 && size > 0) {
		lp_pen_put(pen, LP_STYLE_STATUS, pen->column > 0 ? "; " : "");
		lp_pen_put_foreign(pen, LP_STYLE_STATUS, text, size);
	}
	free(text);
}

static void put_status(struct lp_page *page, uint32_t item, struct lp_pen *pen)
{
	const struct lp_source_text *const text = lp_source_rows_of(page)->text;
	const char *const trouble = lp_source_trouble(text);

	if (text->state == LP_SOURCE_MISSING && trouble)
		lp_pen_putf(pen, LP_STYLE_WARNING, "source cannot be read: %s", trouble);
	else if (text->state == LP_SOURCE_MISSING)
		lp_pen_put(pen, LP_STYLE_WARNING,
			   "source not found: --source-path=DIR says where it is");
	if (item < LP_FIRST_CALL)
		put_facts(page, item + 1, pen);
}

/* Whether a statement of `function`, which may be none, begins on `line` of the source. */
static bool is_line_of(const struct lp_page *page, uint32_t function, uint32_t line)
{
	const struct lp_profile *const profile = profile_of(page);
	const struct lp_function *const asked =
	    function == LP_NO_INDEX ? NULL : &profile->functions[function];

	for (uint32_t i = 0; asked && i < asked->line_count; i++) {
		const struct lp_line *const at =
		    &profile->lines[profile->function_lines[asked->first_line + i].line];

		if (at->source == lp_source_rows_of(page)->source && at->line == line)
			return true;
	}
	return false;
}

/* Of instances of a template, which begin on one line, the one that was asked for. */
static uint32_t function_around(const struct lp_page *page, uint32_t line)
{
	const struct lp_profile *const profile = profile_of(page);
	const struct lp_source_rows *const state = lp_source_rows_of(page);
	const uint32_t found = lp_source_code_around(&state->code, profile, line);
	const uint32_t asked = page->subject.function;

	return found != LP_NO_INDEX && asked != LP_NO_INDEX &&
		       profile->functions[asked].source == state->source &&
		       profile->functions[asked].line == profile->functions[found].line
		   ? asked
		   : found;
}

/* Whose a line is: that of the function that was asked for if it has code there, too. */
static uint32_t function_at(const struct lp_page *page, uint32_t line)
{
	const struct lp_line *const known = lp_source_line_of(page, line - 1);

	if (is_line_of(page, page->subject.function, line))
		return page->subject.function;
	return known
		   ? lp_line_function(profile_of(page), (uint32_t)(known - profile_of(page)->lines))
		   : function_around(page, line);
}

static bool place_of(const struct lp_page *page, uint32_t item, struct lp_request *place)
{
	const struct lp_call_row *const row = lp_source_call_of(page, item);
	const struct lp_source_rows *const state = lp_source_rows_of(page);

	*place = (struct lp_request){&lp_page_source, LP_NO_INDEX, state->source,
				     row ? row->line : item + 1};
	place->function = function_at(page, place->line);
	return true;
}

static void put_subject(const struct lp_page *page, struct lp_pen *pen)
{
	const struct lp_profile *const profile = profile_of(page);
	const char *const shown = profile->sources[lp_source_rows_of(page)->source].shown;
	const struct lp_source_text *const text = lp_source_rows_of(page)->text;
	struct lp_request place;

	lp_pen_put_foreign(pen, LP_STYLE_TITLE, shown, strlen(shown));
	if (text->state == LP_SOURCE_CHANGED)
		lp_pen_put(pen, LP_STYLE_TITLE, " (changed since it was compiled)");
	else if (text->state == LP_SOURCE_MISSING)
		lp_pen_put(pen, LP_STYLE_TITLE,
			   lp_source_trouble(text) ? " (cannot be read)" : " (not found)");
	if (page->list.count == 0 ||
	    !place_of(page, lp_page_item(page, page->list.cursor), &place) ||
	    place.function == LP_NO_INDEX)
		return;
	lp_pen_put(pen, LP_STYLE_TITLE, "  ");
	lp_pen_put_foreign(pen, LP_STYLE_TITLE, profile->functions[place.function].name,
			   strlen(profile->functions[place.function].name));
}

/* ---- open ---- */

static void measure(struct lp_page *page)
{
	const struct lp_source_rows *const state = lp_source_rows_of(page);

	page->hottest = 0;
	for (size_t i = state->first; i < state->end; i++) {
		const double heat = lp_line_heat(page->context, &profile_of(page)->lines[i]);

		if (heat > page->hottest)
			page->hottest = heat;
	}
}

/* The hottest line of the function that is in this source; else its first one. */
static uint32_t hottest_line(const struct lp_page *page, uint32_t function)
{
	const struct lp_line *const line =
	    lp_line_hottest(page->context, function, lp_source_rows_of(page)->source);
	const uint32_t first = profile_of(page)->functions[function].line;

	if (line)
		return line->line;
	return first > 0 ? first : 1;
}

static enum lp_status find_line_to_show(const struct lp_page *page, uint32_t *line)
{
	const struct lp_source_rows *const state = lp_source_rows_of(page);
	const struct lp_line *hottest;
	enum lp_status status = LP_OK;

	*line = page->subject.line;
	if (*line == 0 && page->subject.function != LP_NO_INDEX) {
		*line = hottest_line(page, page->subject.function);
	} else if (*line == 0) {
		status = lp_line_hottest_chosen(page->context, state->first, state->end, &hottest);
		*line = hottest ? hottest->line : 1;
	}
	return status;
}

static enum lp_status go_to_line(struct lp_page *page)
{
	uint32_t line;
	const enum lp_status status = find_line_to_show(page, &line);

	if (status == LP_OK)
		lp_list_centre(&page->list, line <= page->item_count ? line - 1 : page->item_count);
	return status;
}

/* What stands behind them are numbers of #line, or of a file that lies. */
static void leave_out_far_lines(struct lp_page *page)
{
	struct lp_source_rows *const state = lp_source_rows_of(page);

	state->line_count = LP_SOURCE_ROWS_MOST;
	state->end = lp_line_find(profile_of(page), state->source, LP_SOURCE_ROWS_MOST + 1);
}

static enum lp_status open_source(struct lp_page *page)
{
	const struct lp_profile *const profile = profile_of(page);
	struct lp_source_rows *const state = (struct lp_source_rows *)calloc(1, sizeof(*state));

	page->state = state;
	if (!state)
		return LP_MEMORY;
	if (page->subject.source == LP_NO_INDEX)
		page->subject.source = lp_page_function_source(page, page->subject.function);
	state->source = page->subject.source;
	state->text = lp_source_texts_at(page->context->view->texts, state->source);
	if (!state->text || lp_source_code_find(&state->code, profile, state->source) != LP_OK)
		return LP_MEMORY;
	state->first = lp_line_find(profile, state->source, 0);
	state->end = lp_line_find(profile, state->source + 1, 0);
	state->line_count = (uint32_t)state->text->line_count;
	if (state->end > state->first && profile->lines[state->end - 1].line > state->line_count)
		state->line_count = profile->lines[state->end - 1].line;
	if (state->line_count > LP_SOURCE_ROWS_MOST)
		leave_out_far_lines(page);
	page->item_count = state->line_count;
	page->number_width = snprintf(NULL, 0, "%u", state->line_count);
	if (page->number_width < 4)
		page->number_width = 4;
	measure(page);
	lp_list_set_count(&page->list, page->item_count);
	return go_to_line(page);
}

static void close_source(struct lp_page *page)
{
	struct lp_source_rows *const state = lp_source_rows_of(page);

	if (!state)
		return;
	lp_source_code_free(&state->code);
	lp_line_facts_free(&state->facts);
	lp_source_colors_free(&state->colors);
	free(state->is_open);
	free(state->calls);
	free(state);
	page->state = NULL;
}

bool lp_page_source_follows(struct lp_page *page, const struct lp_request *request)
{
	struct lp_source_rows *const state =
	    page->kind == &lp_page_source ? lp_source_rows_of(page) : NULL;

	if (!state || request->source != state->source)
		return false;
	page->subject = *request;
	return go_to_line(page) == LP_OK;
}

const struct lp_page_kind lp_page_source = {
    .name = "source",
    .question = "What did each line do?",
    .columns = lp_source_columns,
    .column_count = LP_SOURCE_COLUMNS,
    .least_text = 46,
    .sort_column = -1,
    .shows_calls = true,
    .open = open_source,
    .close = close_source,
    .put_subject = put_subject,
    .put_text = put_text,
    .text_of = text_of,
    .style_of = style_of,
    .heat_of = heat_of,
    .choose = choose,
    .put_status = put_status,
    .place_of = place_of,
    .find_hot = find_hot,
    .fold = lp_source_fold,
    .measure = measure,
};
