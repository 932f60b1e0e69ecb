/* call_tree.c: the calling contexts by function. */
#include "viewer/model/call_tree.h"

#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/call_paths.h"

/* The calls of a node from one line; or a part of them. */
struct line_part {
	uint32_t node;
	uint32_t line;
	uint64_t ticks;
};

struct making {
	const struct lp_profile *profile;
	struct lp_call_tree *tree;
	struct lp_map numbers;   /* kind, parent and function to node */
	uint64_t *totals;        /* by path: what is let through of it, and of what it called */
	bool *is_in;             /* by path: whether it is let through */
	uint32_t *nodes;         /* by path */
	struct line_part *parts; /* by path that has a node */
	size_t part_count;
};

/* ---- which paths ---- */

static void add_up_paths(struct making *making)
{
	const struct lp_profile *const profile = making->profile;

	for (size_t i = profile->call_path_count; i-- > 0;) {
		const struct lp_call_path *const path = &profile->call_paths[i];

		making->totals[i] += making->is_in[i] ? path->self_ticks : 0;
		if (path->parent != LP_NO_INDEX)
			making->totals[path->parent] += making->totals[i];
	}
}

/* ---- nodes ---- */

static struct lp_call_node *add_node(struct lp_call_tree *tree, enum lp_call_node_kind kind,
				     uint32_t parent, uint32_t function)
{
	struct lp_call_node *const node = &tree->nodes[tree->count++];
	const uint32_t what[] = {(uint32_t)kind, function};
	const uint64_t above = parent == LP_NO_INDEX ? 0 : tree->nodes[parent].key;

	*node = (struct lp_call_node){
	    .kind = kind,
	    .function = function,
	    .parent = parent,
	    .depth = parent == LP_NO_INDEX ? 0 : tree->nodes[parent].depth + 1,
	    .line = LP_NO_INDEX,
	    .key = lp_hash_more(lp_hash(&above, sizeof(above)), what, sizeof(what)),
	};
	return node;
}

/* The node below `parent`, made if there is none; LP_NO_INDEX when out of memory. */
static uint32_t node_below(struct making *making, enum lp_call_node_kind kind, uint32_t parent,
			   uint32_t function)
{
	const uint32_t what[] = {(uint32_t)kind, parent, function};
	uint32_t *const number = lp_map_at(&making->numbers, lp_hash(what, sizeof(what)));

	if (!number)
		return LP_NO_INDEX;
	if (*number == LP_MAP_NONE) {
		*number = (uint32_t)making->tree->count;
		add_node(making->tree, kind, parent, function);
	}
	return *number;
}

static uint32_t node_of(struct making *making, const struct lp_call_path *path)
{
	return node_below(
	    making, path->function == LP_NO_INDEX ? LP_CALL_NODE_PROBES : LP_CALL_NODE_FUNCTION,
	    path->parent == LP_NO_INDEX ? 0 : making->nodes[path->parent], path->function);
}

/* What the path took itself, to its node `number` and, as waiting, to one below that. */
static enum lp_status add_self(struct making *making, const struct lp_call_path *path,
			       uint32_t number)
{
	struct lp_call_node *const nodes = making->tree->nodes;
	uint32_t wait;

	nodes[number].self_ticks += path->self_ticks - path->wait_ticks;
	nodes[number].self_samples += path->self_samples;
	if (path->wait_ticks == 0)
		return LP_OK;
	wait = node_below(making, LP_CALL_NODE_WAIT, number, path->function);
	if (wait == LP_NO_INDEX)
		return LP_MEMORY;
	nodes[wait].self_ticks += path->wait_ticks;
	return LP_OK;
}

static enum lp_status add_paths(struct making *making)
{
	const struct lp_profile *const profile = making->profile;

	for (size_t i = 0; i < profile->call_path_count; i++) {
		const struct lp_call_path *const path = &profile->call_paths[i];

		if (making->totals[i] == 0)
			continue;
		making->nodes[i] = node_of(making, path);
		if (making->nodes[i] == LP_NO_INDEX ||
		    (making->is_in[i] && add_self(making, path, making->nodes[i]) != LP_OK))
			return LP_MEMORY;
		if (path->parent != LP_NO_INDEX)
			making->parts[making->part_count++] = (struct line_part){
			    making->nodes[i], profile->call_paths[path->parent].line,
			    making->totals[i]};
	}
	return LP_OK;
}

static void add_outside(struct making *making)
{
	const uint64_t ticks = making->profile->outside_ticks;
	const uint64_t waited = making->profile->outside_wait_ticks;
	const uint32_t number = (uint32_t)making->tree->count;
	struct lp_call_node *node;

	if (ticks == 0)
		return;
	node = add_node(making->tree, LP_CALL_NODE_OUTSIDE, 0, LP_NO_INDEX);
	node->self_ticks = ticks - waited;
	node->self_samples = making->profile->outside_samples;
	if (waited > 0)
		add_node(making->tree, LP_CALL_NODE_WAIT, number, LP_NO_INDEX)->self_ticks = waited;
}

static void add_up_nodes(struct lp_call_tree *tree)
{
	for (size_t i = tree->count; i-- > 0;) {
		struct lp_call_node *const node = &tree->nodes[i];

		node->total_ticks += node->self_ticks;
		node->total_samples += node->self_samples;
		if (i == 0)
			continue;
		tree->nodes[node->parent].total_ticks += node->total_ticks;
		tree->nodes[node->parent].total_samples += node->total_samples;
	}
}

/* ---- lines that call ---- */

static int by_node_and_line(const void *left, const void *right)
{
	const struct line_part *const a = (const struct line_part *)left;
	const struct line_part *const b = (const struct line_part *)right;

	if (a->node != b->node)
		return a->node < b->node ? -1 : 1;
	return (a->line > b->line) - (a->line < b->line);
}

static void find_lines(struct making *making)
{
	uint64_t most = 0;

	if (making->part_count > 0)
		qsort(making->parts, making->part_count, sizeof(*making->parts), by_node_and_line);
	for (size_t i = 0, end; i < making->part_count; i = end) {
		struct line_part part = making->parts[i];
		struct lp_call_node *const node = &making->tree->nodes[part.node];

		for (end = i + 1; end < making->part_count; end++) {
			if (by_node_and_line(&part, &making->parts[end]) != 0)
				break;
			part.ticks += making->parts[end].ticks;
		}
		if (part.line == LP_NO_INDEX)
			continue;
		if (node->line_count++ == 0 || part.ticks > most) {
			node->line = part.line;
			most = part.ticks;
		}
	}
}

/* ---- children ---- */

static int by_parent_and_time(const void *left, const void *right, void *data)
{
	const struct lp_call_node *const nodes = (const struct lp_call_node *)data;
	const uint32_t x = *(const uint32_t *)left;
	const uint32_t y = *(const uint32_t *)right;
	const struct lp_call_node *const a = &nodes[x];
	const struct lp_call_node *const b = &nodes[y];

	if (a->parent != b->parent)
		return a->parent < b->parent ? -1 : 1;
	if (a->total_ticks != b->total_ticks)
		return a->total_ticks < b->total_ticks ? 1 : -1;
	return (x > y) - (x < y);
}

static void sort_children(struct lp_call_tree *tree)
{
	const uint32_t count = (uint32_t)tree->count - 1;

	for (uint32_t i = 0; i < count; i++)
		tree->children[i] = i + 1;
	qsort_r(tree->children, count, sizeof(*tree->children), by_parent_and_time, tree->nodes);
	for (uint32_t i = 0; i < count; i++) {
		struct lp_call_node *const parent =
		    &tree->nodes[tree->nodes[tree->children[i]].parent];

		if (parent->child_count++ == 0)
			parent->first_child = i;
	}
}

/* ---- all of it ---- */

static enum lp_status make(struct making *making, const struct lp_filter *filter)
{
	struct lp_call_tree *const tree = making->tree;

	add_node(tree, LP_CALL_NODE_ALL, LP_NO_INDEX, LP_NO_INDEX);
	lp_call_paths_mark(making->profile, filter, making->is_in);
	add_up_paths(making);
	if (add_paths(making) != LP_OK)
		return LP_MEMORY;
	if (lp_filter_takes_all(filter))
		add_outside(making);
	add_up_nodes(tree);
	find_lines(making);
	sort_children(tree);
	return LP_OK;
}

enum lp_status lp_call_tree_make(struct lp_call_tree *tree, const struct lp_profile *profile,
				 const struct lp_filter *filter)
{
	const size_t count = profile->call_path_count;
	struct making making = {
	    .profile = profile,
	    .tree = tree,
	    .totals = (uint64_t *)calloc(count + 1, sizeof(*making.totals)),
	    .is_in = (bool *)calloc(count + 1, sizeof(*making.is_in)),
	    .nodes = (uint32_t *)calloc(count + 1, sizeof(*making.nodes)),
	    .parts = (struct line_part *)calloc(count + 1, sizeof(*making.parts)),
	};
	enum lp_status status = LP_MEMORY;

	/* A path's own and that of its waiting; the root, and what is outside. */
	tree->nodes = (struct lp_call_node *)calloc(2 * count + 3, sizeof(*tree->nodes));
	tree->children = (uint32_t *)calloc(2 * count + 3, sizeof(*tree->children));
	tree->count = 0;
	if (making.totals && making.is_in && making.nodes && making.parts && tree->nodes &&
	    tree->children)
		status = make(&making, filter);
	if (status != LP_OK)
		lp_call_tree_free(tree);
	lp_map_free(&making.numbers);
	free(making.totals);
	free(making.is_in);
	free(making.nodes);
	free(making.parts);
	return status;
}

/* Does not call itself: trees can be deep. What is yet to come stands at the end of the list. */
uint32_t *lp_call_tree_in_order(const struct lp_call_tree *tree)
{
	uint32_t *const order = (uint32_t *)calloc(tree->count, sizeof(*order));
	size_t next = tree->count;
	size_t done = 0;

	for (uint32_t at = 0; order; at = order[next++]) {
		const struct lp_call_node *const node = &tree->nodes[at];

		if (at != 0)
			order[done++] = at;
		next -= node->child_count;
		memcpy(&order[next], &tree->children[node->first_child],
		       node->child_count * sizeof(*order));
		if (next == tree->count)
			break;
	}
	return order;
}

void lp_call_tree_free(struct lp_call_tree *tree)
{
	free(tree->nodes);
	free(tree->children);
	memset(tree, 0, sizeof(*tree));
}

const char *lp_call_node_name(const struct lp_profile *profile, const struct lp_call_node *node)
{
	static const char *const names[] = {
	    [LP_CALL_NODE_ALL] = "<all>",
	    [LP_CALL_NODE_OUTSIDE] = "<outside instrumented code>",
	    [LP_CALL_NODE_PROBES] = "<lineprof's own probes>",
	    [LP_CALL_NODE_WAIT] = "<in the kernel or waiting>",
	};

	return node->kind == LP_CALL_NODE_FUNCTION ? profile->functions[node->function].name
						   : names[node->kind];
}

const char *lp_call_node_brief(const struct lp_profile *profile, const struct lp_call_node *node)
{
	return node->kind == LP_CALL_NODE_FUNCTION ? profile->functions[node->function].brief
						   : lp_call_node_name(profile, node);
}
