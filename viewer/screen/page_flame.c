/*
 * page_flame.c: the tree of calls as a picture: a row for each depth, and in it a box for each
 * function, below the one that called it, as wide as its time with calls is long.
 */
#include <stdlib.h>
#include <string.h>

#include "viewer/model/brief_names.h"
#include "viewer/model/call_tree.h"
#include "viewer/screen/match.h"
#include "viewer/screen/numbers.h"
#include "viewer/screen/page.h"

/* Rows whose boxes all have less of what is shown cannot be seen on any screen. */
#define LEAST_SHARE 0.002

/* Items are depths. */
struct flame_state {
	struct lp_call_tree tree;
	uint64_t *offsets;  /* by node: ticks from the left */
	uint32_t *order;    /* nodes by depth, then from left to right */
	uint32_t *by_depth; /* where the nodes of a depth begin in `order`; one more */
	uint32_t depths;
	uint32_t zoom; /* this node, and what called it, has the whole width */
};

/* Columns from `first` to before `end`. */
struct span {
	int first;
	int end;
};

static struct flame_state *state_of(const struct lp_page *page)
{
	return (struct flame_state *)page->state;
}

static const struct lp_profile *profile_of(const struct lp_page *page)
{
	return page->context->view->profile;
}

/* ---- where boxes are ---- */

/* Whether `above` is `node` or on the way to it. */
static bool leads_to(const struct lp_call_tree *tree, uint32_t above, uint32_t node)
{
	while (tree->nodes[node].depth > tree->nodes[above].depth)
		node = tree->nodes[node].parent;
	return node == above;
}

static int column_of(const struct flame_state *state, uint64_t offset, int left, int end)
{
	const uint64_t begin = state->offsets[state->zoom];
	const double share =
	    (double)(offset - begin) / (double)state->tree.nodes[state->zoom].total_ticks;

	return left + (int)(share * (end - left) + 0.5);
}

/* Where a box is; empty if it is too narrow, or not in what is shown. */
static struct span span_of_node(const struct flame_state *state, uint32_t number, int left, int end)
{
	const struct lp_call_node *const node = &state->tree.nodes[number];
	const bool is_below = leads_to(&state->tree, state->zoom, number);

	if (!is_below && !leads_to(&state->tree, number, state->zoom))
		return (struct span){left, left};
	if (!is_below || number == state->zoom)
		return (struct span){left, end};
	return (struct span){
	    column_of(state, state->offsets[number], left, end),
	    column_of(state, state->offsets[number] + node->total_ticks, left, end),
	};
}

static uint64_t apart(uint64_t left, uint64_t right)
{
	return left > right ? left - right : right - left;
}

/* The box in a row that is on the way to the page's part, or below it, or next to that. */
static uint32_t selected(const struct lp_page *page, uint32_t depth)
{
	const struct flame_state *const state = state_of(page);
	const struct lp_call_node *const nodes = state->tree.nodes;
	uint32_t at = page->part;
	uint32_t best;

	while (nodes[at].depth > depth)
		at = nodes[at].parent;
	while (nodes[at].depth < depth && nodes[at].child_count > 0)
		at = state->tree.children[nodes[at].first_child];
	if (nodes[at].depth == depth)
		return at;
	best = state->order[state->by_depth[depth]];
	for (uint32_t i = state->by_depth[depth]; i < state->by_depth[depth + 1]; i++) {
		const uint32_t other = state->order[i];

		if (leads_to(&state->tree, state->zoom, other) &&
		    (!leads_to(&state->tree, state->zoom, best) ||
		     apart(state->offsets[other], state->offsets[at]) <
			 apart(state->offsets[best], state->offsets[at])))
			best = other;
	}
	return best;
}

static const struct lp_call_node *node_of(const struct lp_page *page, uint32_t item)
{
	return &state_of(page)->tree.nodes[selected(page, item)];
}

static void span_of(const struct lp_page *page, uint32_t item, int left, int end, int *first,
		    int *last)
{
	const struct span span = span_of_node(state_of(page), selected(page, item), left, end);

	*first = span.first;
	/* Where it is too narrow for a column, the cursor shows all the same. */
	*last = span.end > span.first ? span.end : span.first + 1;
}

/* ---- rows ---- */

/* The name; where there is no room for all of it, without outer scopes. */
static const char *name_in(const struct lp_page *page, const struct lp_call_node *node, int columns)
{
	const char *const name = lp_call_node_brief(profile_of(page), node);
	const size_t room = columns > 0 ? (size_t)columns : 0;

	return room > 0 && strlen(name) > room ? lp_name_inner(name, room - 1) : name;
}

/* A line on the left, the name as far as there is room, and a line on the right. */
static void put_box(const struct lp_page *page, uint32_t number, struct span span,
		    struct lp_pen *pen)
{
	const struct lp_call_node *const node = &state_of(page)->tree.nodes[number];
	const char *const edge = pen->grid->is_ascii ? "|" : "│";
	const double share = lp_view_share_pct(page->context->view, node->self_ticks) / 100;
	struct lp_pen inside;
	const char *name;

	lp_pen_go(pen, LP_STYLE_PLAIN, span.first);
	lp_pen_put(pen, LP_STYLE_DIM, edge);
	inside = lp_pen_at(pen->grid, pen->row, pen->column, span.end);
	name = name_in(page, node, span.end - pen->column);
	if (span.end - span.first > 2)
		lp_pen_put_foreign(&inside,
				   node->kind == LP_CALL_NODE_FUNCTION ? lp_heat_style(share)
								       : LP_STYLE_DIM,
				   name, strlen(name));
	lp_pen_go(&inside, LP_STYLE_PLAIN, span.end);
	pen->column = span.end;
	if (span.end < pen->end) {
		struct lp_pen right = lp_pen_at(pen->grid, pen->row, span.end, pen->end);

		lp_pen_put(&right, LP_STYLE_DIM, edge);
	}
}

static void put_text(const struct lp_page *page, uint32_t item, struct lp_pen *pen,
		     enum lp_style style)
{
	const struct flame_state *const state = state_of(page);
	const int left = pen->column;

	(void)style;
	for (uint32_t i = state->by_depth[item]; i < state->by_depth[item + 1]; i++) {
		const struct span span = span_of_node(state, state->order[i], left, pen->end);

		if (span.end > span.first)
			put_box(page, state->order[i], span, pen);
	}
	pen->column = pen->end;
}

static const char *text_of(const struct lp_page *page, uint32_t item, char *buffer, size_t capacity,
			   size_t *size)
{
	const char *const name = lp_call_node_name(profile_of(page), node_of(page, item));

	(void)buffer;
	(void)capacity;
	*size = strlen(name);
	return name;
}

/* Whether a screen can have the box. */
static bool is_visible(const struct flame_state *state, uint32_t number)
{
	const double whole = (double)state->tree.nodes[state->zoom].total_ticks;

	return leads_to(&state->tree, number, state->zoom) ||
	       (leads_to(&state->tree, state->zoom, number) &&
		(double)state->tree.nodes[number].total_ticks >= LEAST_SHARE * whole);
}

static bool has_name(const struct lp_page *page, uint32_t number, const char *wanted)
{
	const char *const name =
	    lp_call_node_name(profile_of(page), &state_of(page)->tree.nodes[number]);

	return lp_match(name, strlen(name), wanted) != SIZE_MAX;
}

static bool find(struct lp_page *page, uint32_t item, const char *wanted, bool is_backwards,
		 bool is_entered)
{
	const struct flame_state *const state = state_of(page);
	const uint32_t *const row = state->order + state->by_depth[item];
	const uint32_t count = state->by_depth[item + 1] - state->by_depth[item];
	const uint32_t here = selected(page, item);
	bool is_open = is_entered;

	for (uint32_t i = 0; i < count; i++) {
		const uint32_t number = row[is_backwards ? count - 1 - i : i];

		if (is_open && is_visible(state, number) && has_name(page, number, wanted)) {
			page->part = number;
			return true;
		}
		is_open |= number == here;
	}
	return false;
}

static bool place_of(const struct lp_page *page, uint32_t item, struct lp_request *place)
{
	return lp_page_function_place(page, node_of(page, item)->function, place);
}

static void put_status(struct lp_page *page, uint32_t item, struct lp_pen *pen)
{
	const struct lp_view *const view = page->context->view;
	const struct lp_profile *const profile = view->profile;
	const struct lp_call_node *const node = node_of(page, item);
	const char *const name = lp_call_node_name(profile, node);

	lp_pen_put_foreign(pen, LP_STYLE_STATUS, name, strlen(name));
	lp_pen_putf(pen, LP_STYLE_STATUS, "  %.1f %%, itself %.1f %% (%llu sample%s)",
		    lp_view_share_pct(view, node->total_ticks),
		    lp_view_share_pct(view, node->self_ticks),
		    (unsigned long long)node->total_samples, node->total_samples == 1 ? "" : "s");
	if (node->line != LP_NO_INDEX) {
		const char *const path = profile->sources[profile->lines[node->line].source].shown;

		lp_pen_put(pen, LP_STYLE_STATUS, "  called at ");
		lp_pen_put_foreign(pen, LP_STYLE_STATUS, path, strlen(path));
		lp_pen_put_line(pen, LP_STYLE_STATUS, profile->lines[node->line].line);
	}
}

/* ---- moves ---- */

/* As deep as there is anything to be seen. */
static void count_rows(struct lp_page *page)
{
	const struct flame_state *const state = state_of(page);
	const struct lp_call_node *const zoom = &state->tree.nodes[state->zoom];
	uint32_t deepest = zoom->depth;

	for (uint32_t i = 1; i < state->tree.count; i++) {
		const struct lp_call_node *const node = &state->tree.nodes[i];

		if (node->depth > deepest &&
		    (double)node->total_ticks >= LEAST_SHARE * (double)zoom->total_ticks &&
		    leads_to(&state->tree, state->zoom, i))
			deepest = node->depth;
	}
	page->item_count = deepest + 1;
}

/* To the box beside it that is wide enough for half a column of a wide screen. */
static void step(struct lp_page *page, uint32_t item, int direction)
{
	const struct flame_state *const state = state_of(page);
	const double least = LEAST_SHARE * (double)state->tree.nodes[state->zoom].total_ticks;
	const uint32_t here = selected(page, item);
	uint32_t i = state->by_depth[item];

	while (state->order[i] != here)
		i++;
	page->part = here;
	for (i += (uint32_t)direction; i >= state->by_depth[item] && i < state->by_depth[item + 1];
	     i += (uint32_t)direction)
		if (leads_to(&state->tree, state->zoom, state->order[i]) &&
		    (double)state->tree.nodes[state->order[i]].total_ticks >= least) {
			page->part = state->order[i];
			return;
		}
}

/* Gives a box the whole width; one that has it shows its source. */
static void choose(struct lp_page *page, uint32_t item, struct lp_request *request,
		   const char **message)
{
	struct flame_state *const state = state_of(page);
	const uint32_t here = selected(page, item);

	*message = "";
	if (here == state->zoom) {
		if (!place_of(page, item, request))
			*message = "there is no source of this";
		return;
	}
	state->zoom = page->part = here;
	count_rows(page);
	if (lp_page_arrange_at(page, item) != LP_OK)
		*message = lp_status_text(LP_MEMORY);
}

/* ---- open ---- */

static int by_place(const void *left, const void *right, void *data)
{
	const struct flame_state *const state = (const struct flame_state *)data;
	const uint32_t x = *(const uint32_t *)left;
	const uint32_t y = *(const uint32_t *)right;
	const struct lp_call_node *const a = &state->tree.nodes[x];
	const struct lp_call_node *const b = &state->tree.nodes[y];

	if (a->depth != b->depth)
		return a->depth < b->depth ? -1 : 1;
	if (state->offsets[x] != state->offsets[y])
		return state->offsets[x] < state->offsets[y] ? -1 : 1;
	return (x > y) - (x < y);
}

/* Parents have lower numbers than what they call. */
static void place_nodes(struct flame_state *state)
{
	const struct lp_call_tree *const tree = &state->tree;

	for (uint32_t i = 0; i < tree->count; i++) {
		const struct lp_call_node *const node = &tree->nodes[i];
		uint64_t offset = state->offsets[i];

		state->order[i] = i;
		if (node->depth >= state->depths)
			state->depths = node->depth + 1;
		for (uint32_t k = 0; k < node->child_count; k++) {
			const uint32_t child = tree->children[node->first_child + k];

			state->offsets[child] = offset;
			offset += tree->nodes[child].total_ticks;
		}
	}
	qsort_r(state->order, tree->count, sizeof(*state->order), by_place, state);
}

static enum lp_status index_depths(struct flame_state *state)
{
	state->by_depth = (uint32_t *)calloc(state->depths + 1, sizeof(*state->by_depth));
	if (!state->by_depth)
		return LP_MEMORY;
	for (uint32_t depth = 0, i = 0; depth <= state->depths; depth++) {
		while (i < state->tree.count && state->tree.nodes[state->order[i]].depth < depth)
			i++;
		state->by_depth[depth] = i;
	}
	return LP_OK;
}

static enum lp_status open_flame(struct lp_page *page)
{
	const struct lp_view *const view = page->context->view;
	struct flame_state *const state = (struct flame_state *)calloc(1, sizeof(*state));
	enum lp_status status;

	page->state = state;
	if (!state)
		return LP_MEMORY;
	status = lp_call_tree_make(&state->tree, view->profile, view->filter);
	if (status != LP_OK)
		return status;
	state->offsets = (uint64_t *)calloc(state->tree.count, sizeof(*state->offsets));
	state->order = (uint32_t *)calloc(state->tree.count, sizeof(*state->order));
	if (!state->offsets || !state->order)
		return LP_MEMORY;
	place_nodes(state);
	status = index_depths(state);
	if (status == LP_OK && state->tree.count > 1)
		count_rows(page);
	return status;
}

static void close_flame(struct lp_page *page)
{
	struct flame_state *const state = state_of(page);

	if (!state)
		return;
	lp_call_tree_free(&state->tree);
	free(state->offsets);
	free(state->order);
	free(state->by_depth);
	free(state);
	page->state = NULL;
}

/* ---- read again ---- */

/* Rows stay where they are: they are depths. */
static uint64_t key_of(const struct lp_page *page, uint32_t item)
{
	(void)page;
	return item;
}

static uint64_t *take_keys(const struct lp_page *page, size_t *count)
{
	const struct flame_state *const state = state_of(page);
	uint64_t *const keys = (uint64_t *)calloc(2, sizeof(*keys));

	*count = keys ? 2 : 0;
	if (keys) {
		keys[0] = state->tree.nodes[state->zoom].key;
		keys[1] = state->tree.nodes[page->part].key;
	}
	return keys;
}

static enum lp_status put_keys(struct lp_page *page, const uint64_t *keys, size_t count)
{
	struct flame_state *const state = state_of(page);

	for (uint32_t i = 0; i < state->tree.count && count == 2; i++) {
		if (state->tree.nodes[i].key == keys[0])
			state->zoom = i;
		if (state->tree.nodes[i].key == keys[1])
			page->part = i;
	}
	if (state->tree.count > 1)
		count_rows(page);
	return LP_OK;
}

static const struct lp_page_column columns[] = {
    {LP_COLUMN_TEXT, "functions below who called them, as wide as their time with calls", 0, 0,
     LP_MEASURE_NONE, NULL, NULL},
};

const struct lp_page_kind lp_page_flame = {
    .name = "flame",
    .question = "What is the shape of the time?",
    .columns = columns,
    .column_count = 1,
    .sort_column = -1,
    .open = open_flame,
    .close = close_flame,
    .put_text = put_text,
    .text_of = text_of,
    .find = find,
    .choose = choose,
    .put_status = put_status,
    .place_of = place_of,
    .step = step,
    .span_of = span_of,
    .key_of = key_of,
    .take_keys = take_keys,
    .put_keys = put_keys,
};
