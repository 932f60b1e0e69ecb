/* source_fold.c: what lines call, unfolded below them. */
#include <stdlib.h>
#include <string.h>

#include "viewer/screen/source_rows.h"

static enum lp_status add_call_rows(struct lp_page *page, uint32_t line)
{
	struct lp_source_rows *const state = lp_source_rows_of(page);
	struct lp_line_call *calls;
	size_t count;
	enum lp_status status =
	    lp_line_calls_find(&state->code, page->context->view->profile, line, &calls, &count);

	if (status == LP_OK && state->call_count + count > state->call_capacity) {
		const size_t capacity = (state->call_count + count) * 2;
		struct lp_call_row *const rows =
		    (struct lp_call_row *)realloc(state->calls, capacity * sizeof(*rows));

		if (!rows) {
			free(calls);
			return LP_MEMORY;
		}
		state->calls = rows;
		state->call_capacity = capacity;
	}
	for (size_t i = 0; status == LP_OK && i < count; i++)
		state->calls[state->call_count++] =
		    (struct lp_call_row){line, i + 1 == count, calls[i]};
	free(calls);
	return status;
}

/* The lines, with the calls of those that are open below them. */
static enum lp_status unfold(struct lp_page *page)
{
	struct lp_source_rows *const state = lp_source_rows_of(page);
	enum lp_status status = LP_OK;
	size_t call = 0;

	state->call_count = 0;
	for (uint32_t line = 1; line <= state->line_count && status == LP_OK; line++)
		if (state->is_open[line - 1])
			status = add_call_rows(page, line);
	free(page->items);
	page->item_count = state->line_count + state->call_count;
	page->items = (uint32_t *)malloc((page->item_count + 1) * sizeof(*page->items));
	if (!page->items || status != LP_OK) {
		free(page->items);
		page->items = NULL;
		page->item_count = state->line_count;
		return LP_MEMORY;
	}
	for (uint32_t line = 1, at = 0; line <= state->line_count; line++) {
		page->items[at++] = line - 1;
		while (call < state->call_count && state->calls[call].line == line)
			page->items[at++] = LP_FIRST_CALL + (uint32_t)call++;
	}
	return LP_OK;
}

/* Whether the line has a mark that says so. */
static bool has_calls(const struct lp_page *page, uint32_t line)
{
	const struct lp_source_rows *const state = lp_source_rows_of(page);

	return lp_line_has_calls(&state->code, page->context->view->profile, line);
}

static bool has_folded(const struct lp_page *page)
{
	const struct lp_source_rows *const state = lp_source_rows_of(page);
	const struct lp_line *const lines = page->context->view->profile->lines;

	for (size_t i = state->first; i < state->end; i++)
		if (!state->is_open[lines[i].line - 1] && has_calls(page, lines[i].line))
			return true;
	return false;
}

static void set_all(struct lp_page *page, bool is_open)
{
	const struct lp_source_rows *const state = lp_source_rows_of(page);
	const struct lp_line *const lines = page->context->view->profile->lines;

	for (size_t i = state->first; i < state->end; i++)
		state->is_open[lines[i].line - 1] = is_open && has_calls(page, lines[i].line);
}

enum lp_status lp_source_fold(struct lp_page *page, uint32_t *item, bool is_all, int is_open)
{
	struct lp_source_rows *const state = lp_source_rows_of(page);

	if (!state->is_open)
		state->is_open = (bool *)calloc(state->line_count + 1, sizeof(*state->is_open));
	if (!state->is_open)
		return LP_MEMORY;
	/* The call that the cursor is on may go: then it comes to the line. */
	if (*item != LP_NO_INDEX && *item >= LP_FIRST_CALL)
		*item = state->calls[*item - LP_FIRST_CALL].line - 1;
	if (is_all)
		set_all(page, is_open < 0 ? has_folded(page) : is_open != 0);
	else if (*item != LP_NO_INDEX && has_calls(page, *item + 1))
		state->is_open[*item] = is_open < 0 ? !state->is_open[*item] : is_open;
	return unfold(page);
}

bool *lp_source_take_open(struct lp_page *page, size_t *line_count)
{
	struct lp_source_rows *const state = lp_source_rows_of(page);
	bool *const is_open = state->is_open;

	*line_count = state->line_count;
	state->is_open = NULL;
	return is_open;
}

enum lp_status lp_source_put_open(struct lp_page *page, const bool *is_open, size_t line_count)
{
	struct lp_source_rows *const state = lp_source_rows_of(page);
	uint32_t none = LP_NO_INDEX;

	if (line_count > state->line_count)
		line_count = state->line_count;
	if (!memchr(is_open, true, line_count))
		return LP_OK;
	state->is_open = (bool *)calloc(state->line_count + 1, sizeof(*state->is_open));
	if (!state->is_open)
		return LP_MEMORY;
	memcpy(state->is_open, is_open, line_count);
	return lp_source_fold(page, &none, false, 1);
}
