/* page_tree.c: the calls as a tree, to be unfolded: each function below the one that called it. */
#include <stdlib.h>
#include <string.h>

#include "viewer/model/call_tree.h"
#include "viewer/screen/numbers.h"
#include "viewer/screen/page.h"

/* What has so much of the time is unfolded at first. */
#define OPEN_PCT 10

/* Items are numbers of nodes. */
struct tree_state {
	struct lp_call_tree tree;
	uint32_t *order; /* nodes, each before those that it called */
	bool *is_open;   /* by node */
};

static struct tree_state *state_of(const struct lp_page *page)
{
	return (struct tree_state *)page->state;
}

static const struct lp_profile *profile_of(const struct lp_page *page)
{
	return page->context->view->profile;
}

static const struct lp_call_node *node_of(const struct lp_page *page, uint32_t item)
{
	return &state_of(page)->tree.nodes[item];
}

static double share_of(const struct lp_page *page, uint32_t item)
{
	return lp_view_share_pct(page->context->view, node_of(page, item)->total_ticks);
}

/* ---- columns ---- */

static void format_ticks(const struct lp_page *page, uint64_t ticks, char *out, size_t size)
{
	if (ticks > 0)
		lp_format_time(out, size, lp_view_seconds(page->context->view, ticks),
			       page->context->unit_seconds);
	else
		snprintf(out, size, "0");
}

static void format_share(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	lp_format_share(out, size, share_of(page, item));
}

static void format_total(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	format_ticks(page, node_of(page, item)->total_ticks, out, size);
}

static void format_self(const struct lp_page *page, uint32_t item, char *out, size_t size)
{
	format_ticks(page, node_of(page, item)->self_ticks, out, size);
}

static const struct lp_page_column columns[] = {
    {LP_COLUMN_NUMBER, "% time", 6, 0, LP_MEASURE_NONE, format_share, NULL},
    {LP_COLUMN_BAR, "", 8, 3, LP_MEASURE_NONE, NULL, NULL},
    {LP_COLUMN_NUMBER, "cumtime", 8, 2, LP_MEASURE_NONE, format_total, NULL},
    {LP_COLUMN_NUMBER, "tottime", 8, 1, LP_MEASURE_NONE, format_self, NULL},
    {LP_COLUMN_TEXT, "function, and where it is called", 0, 0, LP_MEASURE_NONE, NULL, NULL},
};

/* ---- rows ---- */

static bool is_shown(const struct lp_page *page, const struct lp_call_node *node)
{
	const struct lp_view *const view = page->context->view;

	return view->shows_all || lp_view_share_pct(view, node->total_ticks) >= view->threshold_pct;
}

/* Longest first: what is behind the first one that is too short is shorter. */
static bool has_rows_below(const struct lp_page *page, const struct lp_call_node *node)
{
	const struct lp_call_tree *const tree = &state_of(page)->tree;

	return node->child_count > 0 &&
	       is_shown(page, &tree->nodes[tree->children[node->first_child]]);
}

static void put_place(const struct lp_page *page, const struct lp_call_node *node,
		      struct lp_pen *pen, enum lp_style style)
{
	const struct lp_profile *const profile = profile_of(page);
	const char *path;

	if (node->line == LP_NO_INDEX)
		return;
	path = profile->sources[profile->lines[node->line].source].shown;
	lp_pen_put_foreign(pen, style, path, strlen(path));
	lp_pen_put_line(pen, style, profile->lines[node->line].line);
	if (node->line_count > 1)
		lp_pen_putf(pen, style, " and %u more", node->line_count - 1);
}

static const char *text_of(const struct lp_page *page, uint32_t item, char *buffer, size_t capacity,
			   size_t *size)
{
	const struct lp_profile *const profile = profile_of(page);
	const struct lp_call_node *const node = node_of(page, item);
	const char *const name = lp_call_node_name(profile, node);
	const struct lp_line *line;

	if (node->line == LP_NO_INDEX)
		return lp_page_print_text(buffer, capacity, size, "%s", name);
	line = &profile->lines[node->line];
	return lp_page_print_text(buffer, capacity, size, "%s  %s:%u", name,
				  profile->sources[line->source].shown, line->line);
}

/* Deep rows stand no further to the right than a third of the room, and say how deep they are. */
static void put_text(const struct lp_page *page, uint32_t item, struct lp_pen *pen,
		     enum lp_style style)
{
	const struct lp_call_node *const node = node_of(page, item);
	const int most = (pen->end - pen->column) / 3;
	const int indent = 2 * ((int)node->depth - 1);
	const bool is_deep = indent > most;
	const char *const name = lp_call_node_brief(profile_of(page), node);

	lp_pen_go(pen, LP_STYLE_PLAIN, pen->column + (is_deep ? most : indent));
	if (is_deep)
		lp_pen_putf(pen, LP_STYLE_DIM, "[%u] ", node->depth);
	lp_pen_put(pen, LP_STYLE_DIM,
		   !has_rows_below(page, node)     ? "  "
		   : state_of(page)->is_open[item] ? "- "
						   : "+ ");
	lp_pen_put_shifted(pen, node->kind == LP_CALL_NODE_FUNCTION ? style : LP_STYLE_DIM, name,
			   strlen(name), page->shift);
	if (pen->end - pen->column < 12)
		return;
	lp_pen_put(pen, LP_STYLE_DIM, "  ");
	put_place(page, node, pen, LP_STYLE_DIM);
}

static double heat_of(const struct lp_page *page, uint32_t item)
{
	return (double)node_of(page, item)->total_ticks;
}

/* Tab goes to where time was taken, not to what called it. */
static size_t find_hot(const struct lp_page *page, uint32_t *items, size_t most)
{
	size_t count = 0;

	for (size_t row = 0; row < page->list.count; row++) {
		const uint32_t item = lp_page_item(page, row);
		size_t at = count;

		if (node_of(page, item)->self_ticks == 0)
			continue;
		while (at > 0 &&
		       node_of(page, items[at - 1])->self_ticks < node_of(page, item)->self_ticks)
			at--;
		if (at == most)
			continue;
		if (count == most)
			count--;
		memmove(&items[at + 1], &items[at], (count - at) * sizeof(*items));
		items[at] = item;
		count++;
	}
	return count;
}

static enum lp_style style_of(const struct lp_page *page, uint32_t item)
{
	return lp_heat_style(
	    lp_view_share_pct(page->context->view, node_of(page, item)->self_ticks) / 100);
}

static bool place_of(const struct lp_page *page, uint32_t item, struct lp_request *place)
{
	return lp_page_function_place(page, node_of(page, item)->function, place);
}

static void choose(struct lp_page *page, uint32_t item, struct lp_request *request,
		   const char **message)
{
	if (!place_of(page, item, request))
		*message = "there is no source of this";
}

static void put_status(struct lp_page *page, uint32_t item, struct lp_pen *pen)
{
	const struct lp_view *const view = page->context->view;
	const struct lp_call_node *const node = node_of(page, item);

	lp_pen_putf(pen, LP_STYLE_STATUS, "%.1f", share_of(page, item));
	if (node->total_samples > 0)
		lp_pen_putf(pen, LP_STYLE_STATUS, " ±%.1f",
			    lp_view_share_pct(view, 1) *
				lp_profile_confidence_ticks(view->profile, node->total_samples));
	lp_pen_putf(pen, LP_STYLE_STATUS, " %% with what it calls, itself %.1f %% (%llu sample%s)",
		    lp_view_share_pct(view, node->self_ticks),
		    (unsigned long long)node->total_samples, node->total_samples == 1 ? "" : "s");
	if (node->line != LP_NO_INDEX) {
		lp_pen_put(pen, LP_STYLE_STATUS, "  called at ");
		put_place(page, node, pen, LP_STYLE_STATUS);
	}
}

/* ---- unfold ---- */

/* The rows below those that are unfolded. */
static void find_rows(struct lp_page *page)
{
	const struct tree_state *const state = state_of(page);
	const struct lp_call_node *const nodes = state->tree.nodes;
	uint32_t hidden_below = UINT32_MAX;

	page->item_count = 0;
	for (size_t i = 0; i + 1 < state->tree.count; i++) {
		const uint32_t number = state->order[i];

		if (nodes[number].depth > hidden_below)
			continue;
		hidden_below = UINT32_MAX;
		if (is_shown(page, &nodes[number]))
			page->items[page->item_count++] = number;
		if (!is_shown(page, &nodes[number]) || !state->is_open[number])
			hidden_below = nodes[number].depth;
	}
}

static bool has_folded(const struct lp_page *page)
{
	const struct tree_state *const state = state_of(page);

	for (size_t i = 1; i < state->tree.count; i++)
		if (!state->is_open[i] && is_shown(page, &state->tree.nodes[i]) &&
		    has_rows_below(page, &state->tree.nodes[i]))
			return true;
	return false;
}

static void set_all(struct lp_page *page, bool is_open)
{
	for (size_t i = 1; i < state_of(page)->tree.count; i++)
		state_of(page)->is_open[i] = is_open;
}

static void unfold_below(struct tree_state *state, uint32_t number)
{
	const struct lp_call_node *const nodes = state->tree.nodes;
	size_t i = 0;

	while (state->order[i] != number)
		i++;
	for (i++; i + 1 < state->tree.count && nodes[state->order[i]].depth > nodes[number].depth;
	     i++)
		state->is_open[state->order[i]] = true;
}

/* Where there is nothing to fold, what it stands below is folded; what is unfolded already, all
 * the way down. */
static enum lp_status fold(struct lp_page *page, uint32_t *item, bool is_all, int is_open)
{
	struct tree_state *const state = state_of(page);
	uint32_t number = *item;

	if (number == LP_NO_INDEX)
		return LP_OK;
	if (is_all) {
		set_all(page, is_open < 0 ? has_folded(page) : is_open != 0);
	} else {
		const uint32_t parent = state->tree.nodes[number].parent;

		if (is_open == 0 && parent != 0 &&
		    !(state->is_open[number] && has_rows_below(page, &state->tree.nodes[number])))
			number = parent;
		if (is_open == 1 && state->is_open[number])
			unfold_below(state, number);
		state->is_open[number] = is_open < 0 ? !state->is_open[number] : is_open != 0;
	}
	/* The row that hid it, if it is hidden now. */
	for (uint32_t at = state->tree.nodes[number].parent; at != 0 && at != LP_NO_INDEX;
	     at = state->tree.nodes[at].parent)
		if (!state->is_open[at])
			number = at;
	*item = number;
	find_rows(page);
	return LP_OK;
}

/* The first one that has the text: what calls it is unfolded. */
static uint32_t reveal(struct lp_page *page, const char *wanted)
{
	struct tree_state *const state = state_of(page);
	uint32_t found = LP_NO_INDEX;

	for (size_t i = 0; i + 1 < state->tree.count && found == LP_NO_INDEX; i++) {
		const uint32_t number = state->order[i];

		if (is_shown(page, &state->tree.nodes[number]) &&
		    lp_page_has_text(page, number, wanted))
			found = number;
	}
	for (uint32_t at = found == LP_NO_INDEX ? 0 : state->tree.nodes[found].parent;
	     at != 0 && at != LP_NO_INDEX; at = state->tree.nodes[at].parent)
		state->is_open[at] = true;
	find_rows(page);
	return found;
}

/* ---- open ---- */

static enum lp_status make_state(struct lp_page *page, struct tree_state *state)
{
	const struct lp_view *const view = page->context->view;
	const enum lp_status status = lp_call_tree_make(&state->tree, view->profile, view->filter);

	if (status != LP_OK)
		return status;
	state->is_open = (bool *)calloc(state->tree.count, sizeof(*state->is_open));
	state->order = lp_call_tree_in_order(&state->tree);
	page->items = (uint32_t *)calloc(state->tree.count, sizeof(*page->items));
	return state->is_open && state->order && page->items ? LP_OK : LP_MEMORY;
}

static enum lp_status open_tree(struct lp_page *page)
{
	struct tree_state *const state = (struct tree_state *)calloc(1, sizeof(*state));
	enum lp_status status;

	page->state = state;
	if (!state)
		return LP_MEMORY;
	status = make_state(page, state);
	if (status != LP_OK)
		return status;
	for (uint32_t i = 0; i < state->tree.count; i++)
		state->is_open[i] = i == 0 || share_of(page, i) >= OPEN_PCT;
	page->hottest = (double)state->tree.nodes[0].total_ticks;
	find_rows(page);
	return LP_OK;
}

static void close_tree(struct lp_page *page)
{
	struct tree_state *const state = state_of(page);

	if (!state)
		return;
	lp_call_tree_free(&state->tree);
	free(state->is_open);
	free(state->order);
	free(state);
	page->state = NULL;
}

/* ---- read again ---- */

static uint64_t key_of(const struct lp_page *page, uint32_t item)
{
	return node_of(page, item)->key;
}

/* The keys of what is unfolded, in a list that the caller frees. */
static uint64_t *take_keys(const struct lp_page *page, size_t *count)
{
	const struct tree_state *const state = state_of(page);
	uint64_t *const keys = (uint64_t *)calloc(state->tree.count, sizeof(*keys));

	*count = 0;
	for (size_t i = 0; keys && i < state->tree.count; i++)
		if (state->is_open[i])
			keys[(*count)++] = state->tree.nodes[i].key;
	return keys;
}

static enum lp_status put_keys(struct lp_page *page, const uint64_t *keys, size_t count)
{
	struct tree_state *const state = state_of(page);
	struct lp_map open = {0};
	enum lp_status status = LP_OK;

	for (size_t i = 0; i < count && status == LP_OK; i++) {
		uint32_t *const place = lp_map_at(&open, keys[i]);

		if (place)
			*place = 1;
		else
			status = LP_MEMORY;
	}
	for (size_t i = 1; i < state->tree.count && status == LP_OK; i++)
		state->is_open[i] = lp_map_find(&open, state->tree.nodes[i].key) != LP_MAP_NONE;
	lp_map_free(&open);
	if (status == LP_OK)
		find_rows(page);
	return status;
}

const struct lp_page_kind lp_page_tree = {
    .name = "tree",
    .question = "Through which calls does the time go?",
    .columns = columns,
    .column_count = sizeof(columns) / sizeof(columns[0]),
    .least_text = 36,
    .sort_column = -1,
    .has_preview = true,
    .open = open_tree,
    .close = close_tree,
    .put_text = put_text,
    .text_of = text_of,
    .style_of = style_of,
    .heat_of = heat_of,
    .find_hot = find_hot,
    .choose = choose,
    .put_status = put_status,
    .place_of = place_of,
    .fold = fold,
    .reveal = reveal,
    .key_of = key_of,
    .take_keys = take_keys,
    .put_keys = put_keys,
};
