/* branch_graph.c: searches in a function's flow graph. */
#include "viewer/model/branch_graph.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/model/profile.h"

/* A path of nodes without lines longer than this leads nowhere. */
#define MOST_STEPS 64
/* How many operands of a loop's condition are looked at. */
#define MOST_OPERANDS 8
/* Edges to a branch whose way an operand in front has decided. */
#define DECIDED (LP_EDGE_DECIDED | LP_EDGE_DECIDED_AGAINST)
/* Edges that the searches in one function may look at: more are in damaged files. */
#define MOST_SEARCHED 50000000

static uint32_t *filled(size_t count)
{
	uint32_t *const values = (uint32_t *)malloc((count + 1) * sizeof(*values));

	for (size_t i = 0; values && i < count; i++)
		values[i] = LP_NO_INDEX;
	return values;
}

void lp_branch_graph_free(struct lp_branch_graph *graph)
{
	free(graph->node_terms);
	free(graph->edge_terms);
	free(graph->next_terms);
	free(graph->term_lines);
	free(graph->first_begun);
	free(graph->begun);
	free(graph->first_outs);
	free(graph->outs);
	free(graph->first_ins);
	free(graph->ins);
	free(graph->marks);
	free(graph->branches);
	free(graph->is_loop);
	free(graph->loop_nodes);
	memset(graph, 0, sizeof(*graph));
}

/* Makes room for what is known of graph->table. */
static bool reserve(struct lp_branch_graph *graph)
{
	const struct lp_table *const table = graph->table;

	graph->node_terms = filled(table->node_count);
	graph->edge_terms = filled(table->edge_count);
	graph->next_terms = filled(table->term_count);
	graph->term_lines = filled(table->term_count);
	graph->first_begun = (uint32_t *)calloc((size_t)table->node_count + 2, sizeof(uint32_t));
	graph->begun = (uint32_t *)calloc(table->term_count + 1, sizeof(uint32_t));
	graph->first_outs = (uint32_t *)calloc((size_t)table->node_count + 2, sizeof(uint32_t));
	graph->outs = (uint32_t *)calloc(table->edge_count + 1, sizeof(uint32_t));
	graph->first_ins = (uint32_t *)calloc((size_t)table->node_count + 2, sizeof(uint32_t));
	graph->ins = (uint32_t *)calloc(table->edge_count + 1, sizeof(uint32_t));
	graph->marks = (uint32_t *)calloc((size_t)table->node_count + 1, sizeof(uint32_t));
	graph->branches = filled(table->node_count);
	graph->is_loop = (bool *)calloc((size_t)table->node_count + 1, sizeof(bool));
	graph->loop_nodes = (uint32_t *)calloc((size_t)table->node_count + 1, sizeof(uint32_t));
	graph->search = 0;
	graph->steps_left = MOST_SEARCHED;
	return graph->node_terms && graph->edge_terms && graph->next_terms && graph->term_lines &&
	       graph->first_begun && graph->begun && graph->first_outs && graph->outs &&
	       graph->first_ins && graph->ins && graph->marks && graph->branches &&
	       graph->is_loop && graph->loop_nodes;
}

/* Notes which lines begin at which node and edge. */
static void find_lines(struct lp_branch_graph *graph)
{
	const struct lp_table *const table = graph->table;

	for (uint32_t i = 0; i < table->line_count; i++)
		for (uint32_t k = 0; k < table->lines[i].term_count; k++)
			graph->term_lines[table->lines[i].first_term + k] = i;
	/* From the last one on, so that the first line is the first in its row. */
	for (uint32_t i = (uint32_t)table->term_count; i-- > 0;) {
		const struct lp_term *const term = &table->terms[i];
		uint32_t *const first =
		    &(term->is_edge ? graph->edge_terms : graph->node_terms)[term->index];

		graph->next_terms[i] = *first;
		*first = i;
	}
}

/* The node at which a line begins, or the one that an edge leads to on which it does. */
static uint32_t node_of(const struct lp_table *table, const struct lp_term *term)
{
	return term->is_edge ? table->edges[term->index].to : term->index;
}

/* Sorts the lines by the nodes at which they begin. */
static void sort_begun(struct lp_branch_graph *graph)
{
	const struct lp_table *const table = graph->table;
	uint32_t *const first = graph->first_begun;

	for (size_t i = 0; i < table->term_count; i++)
		first[node_of(table, &table->terms[i]) + 2]++;
	for (uint32_t i = 0; i < table->node_count; i++)
		first[i + 1] += first[i];
	/* As in sort_edges(). */
	for (uint32_t i = 0; i < table->line_count; i++)
		for (uint32_t k = 0; k < table->lines[i].term_count; k++)
			graph->begun[first[node_of(table,
						   &table->terms[table->lines[i].first_term + k]) +
					   1]++] = i;
}

/* Notes which branch is at which node, and whether taken ways are known. */
static void find_branches(struct lp_branch_graph *graph)
{
	const struct lp_table *const table = graph->table;

	for (uint32_t i = table->branch_count; i-- > 0;)
		graph->branches[table->branches[i].node] = i;
	graph->tells_taken = false;
	for (size_t i = 0; i < table->edge_count; i++)
		graph->tells_taken |= (table->edges[i].flags & LP_EDGE_TAKEN) != 0;
}

/* Sorts the edges by the nodes that they leave, or come to. */
static void sort_edges(const struct lp_table *table, bool is_in, uint32_t *first, uint32_t *sorted)
{
	for (size_t i = 0; i < table->edge_count; i++)
		first[(is_in ? table->edges[i].to : table->edges[i].from) + 2]++;
	for (uint32_t i = 0; i < table->node_count; i++)
		first[i + 1] += first[i];
	/* first[n + 1] is where the next edge of n goes; behind the last one it is its end. */
	for (uint32_t i = 0; i < table->edge_count; i++)
		sorted[first[(is_in ? table->edges[i].to : table->edges[i].from) + 1]++] = i;
}

static uint32_t out_count(const struct lp_branch_graph *graph, uint32_t node)
{
	return graph->first_outs[node + 1] - graph->first_outs[node];
}

/* Goes backwards from the ends of the rounds of the loop at `head`: what comes there without
 * passing the head is in the loop. */
static void find_loop(struct lp_branch_graph *graph, uint32_t head)
{
	const struct lp_table *const table = graph->table;

	if (graph->search > 0 && graph->loop_head == head)
		return;
	graph->search++;
	graph->loop_head = head;
	graph->loop_node_count = 0;
	graph->marks[head] = graph->search;
	graph->loop_nodes[graph->loop_node_count++] = head;
	for (size_t next = 0; next < graph->loop_node_count; next++) {
		const uint32_t at = graph->loop_nodes[next];

		for (uint32_t i = graph->first_ins[at]; i < graph->first_ins[at + 1]; i++) {
			const struct lp_edge *const edge = &table->edges[graph->ins[i]];

			if (graph->steps_left == 0)
				return;
			graph->steps_left--;
			if (edge->from == 0 || graph->marks[edge->from] == graph->search ||
			    (at == head && !(edge->flags & LP_EDGE_BACK)))
				continue;
			graph->marks[edge->from] = graph->search;
			graph->loop_nodes[graph->loop_node_count++] = edge->from;
		}
	}
}

static bool is_in_loop(struct lp_branch_graph *graph, uint32_t node, uint32_t head)
{
	find_loop(graph, head);
	return graph->marks[node] == graph->search;
}

bool lp_branch_graph_is_tested_last(struct lp_branch_graph *graph, const struct lp_edge *edge)
{
	const struct lp_table *const table = graph->table;

	if (!(edge->flags & LP_EDGE_BACK) || out_count(graph, edge->from) < 2)
		return false;
	for (uint32_t i = graph->first_outs[edge->from]; i < graph->first_outs[edge->from + 1];
	     i++) {
		const struct lp_edge *const other = &table->edges[graph->outs[i]];

		if (other != edge && is_in_loop(graph, other->to, edge->to))
			return false;
	}
	return true;
}

static bool stand_together(const struct lp_branch *one, const struct lp_branch *other)
{
	return one->file == other->file && one->line == other->line;
}

/* What leaves the loop at `head` from `node`, but into the statement of an `if` there. */
static uint64_t left_from(struct lp_branch_graph *graph, uint32_t node, uint32_t head,
			  const uint64_t *edge_counts)
{
	const uint32_t apart = LP_EDGE_BACK | LP_EDGE_TAKEN | LP_EDGE_ABANDON;
	uint64_t left = 0;

	if (!is_in_loop(graph, node, head))
		return 0;
	for (uint32_t i = graph->first_outs[node]; i < graph->first_outs[node + 1]; i++) {
		const struct lp_edge *const edge = &graph->table->edges[graph->outs[i]];

		if (!(edge->flags & apart) && !is_in_loop(graph, edge->to, head))
			left += edge_counts[graph->outs[i]];
	}
	return left;
}

/* The parts of a test with && or || are branches on one line, one behind the other. */
uint64_t lp_branch_graph_left_at_test(struct lp_branch_graph *graph, const struct lp_edge *edge,
				      const uint64_t *edge_counts)
{
	const struct lp_branch *const branches = graph->table->branches;
	const uint32_t test = graph->branches[edge->from];
	uint32_t first = test;
	uint64_t left = 0;

	if (test == LP_NO_INDEX)
		return 0;
	for (; first > 0 && graph->steps_left > 0 &&
	       stand_together(&branches[first - 1], &branches[test]);
	     first--)
		graph->steps_left--;
	for (uint32_t i = first; i < graph->table->branch_count && graph->steps_left > 0 &&
				 stand_together(&branches[i], &branches[test]);
	     i++) {
		graph->steps_left--;
		left += left_from(graph, branches[i].node, edge->to, edge_counts);
	}
	return left;
}

/* The edge out of `node` if there is only one, but for calls that never come back. */
static const struct lp_edge *only_way(const struct lp_branch_graph *graph, uint32_t node)
{
	const struct lp_edge *way = NULL;

	for (uint32_t i = graph->first_outs[node]; i < graph->first_outs[node + 1]; i++) {
		const struct lp_edge *const edge = &graph->table->edges[graph->outs[i]];

		if (edge->flags & LP_EDGE_ABANDON)
			continue;
		if (way)
			return NULL;
		way = edge;
	}
	return way;
}

/* The first branch that control comes to from `node` on, the node where it is: 0: none, or there
 * are ways round it. `*is_decided` is set if an operand in front has decided there. */
static uint32_t first_branch(const struct lp_branch_graph *graph, uint32_t node, bool *is_decided)
{
	for (int step = 0; step < MOST_STEPS && node != 0; step++) {
		const struct lp_edge *way;

		if (graph->branches[node] != LP_NO_INDEX)
			return node;
		way = only_way(graph, node);
		if (!way || way->flags & LP_EDGE_BACK)
			return 0;
		node = way->to;
		*is_decided |= (way->flags & DECIDED) != 0;
	}
	return 0;
}

static bool leads_to(const struct lp_branch_graph *graph, uint32_t node, uint32_t to)
{
	for (uint32_t i = graph->first_outs[node]; i < graph->first_outs[node + 1]; i++)
		if (graph->table->edges[graph->outs[i]].to == to)
			return true;
	return false;
}

/* The two ways out of `node`; false: there are not two. */
static bool find_two_ways(const struct lp_branch_graph *graph, uint32_t node,
			  const struct lp_edge *ways[2])
{
	uint32_t count = 0;

	for (uint32_t i = graph->first_outs[node]; i < graph->first_outs[node + 1]; i++) {
		const struct lp_edge *const edge = &graph->table->edges[graph->outs[i]];

		if (edge->flags & LP_EDGE_ABANDON)
			continue;
		if (count < 2)
			ways[count] = edge;
		count++;
	}
	return count == 2;
}

/* The operand that is asked next where the branch at `node` goes the way `on`, while `off` leads
 * where that leads to, too, or, its value decided, to it. 0: there is none. */
static uint32_t next_operand(const struct lp_branch_graph *graph, const struct lp_edge *on,
			     const struct lp_edge *off)
{
	bool on_decides = on->flags & DECIDED;
	bool off_decides = off->flags & DECIDED;
	const uint32_t next =
	    on->flags & LP_EDGE_BACK ? 0 : first_branch(graph, on->to, &on_decides);

	if (next == 0 || on_decides)
		return 0;
	if (leads_to(graph, next, off->to) ||
	    (first_branch(graph, off->to, &off_decides) == next && off_decides))
		return next;
	return 0;
}

/* Whether the loop at `head` goes on if the branch at `node` is taken, and is left if not; or, as
 * with `a` of `a || b`, one of the next operands asks that. */
static bool asks_for_loop(struct lp_branch_graph *graph, uint32_t node, uint32_t head, int operands)
{
	const struct lp_edge *ways[2];

	/* A switch may have two ways, too. */
	if (!find_two_ways(graph, node, ways) ||
	    (graph->tells_taken && !((ways[0]->flags | ways[1]->flags) & LP_EDGE_TAKEN)))
		return false;
	/* What is taken to leave is an `if`, unless the operand is one of `!(a && b)`. */
	for (int i = 0; i < 2; i++)
		if ((operands > 0 || !(ways[i]->flags & LP_EDGE_TAKEN)) &&
		    !is_in_loop(graph, ways[i]->to, head))
			return true;
	for (int i = 0; i < 2 && operands < MOST_OPERANDS; i++) {
		const uint32_t next = next_operand(graph, ways[i], ways[1 - i]);

		if (next != 0 && asks_for_loop(graph, next, head, operands + 1))
			return true;
	}
	return false;
}

/* Of a loop whose rounds all end at a test, the branch that is. */
static uint32_t last_test(struct lp_branch_graph *graph, uint32_t head)
{
	uint32_t test = LP_NO_INDEX;

	for (uint32_t i = graph->first_ins[head]; i < graph->first_ins[head + 1]; i++) {
		const struct lp_edge *const edge = &graph->table->edges[graph->ins[i]];

		if (!(edge->flags & LP_EDGE_BACK))
			continue;
		if (!lp_branch_graph_is_tested_last(graph, edge) ||
		    (graph->tells_taken && !(edge->flags & LP_EDGE_TAKEN)))
			return LP_NO_INDEX;
		test = graph->branches[edge->from];
	}
	return test;
}

uint32_t lp_branch_graph_condition(struct lp_branch_graph *graph, uint32_t head)
{
	const uint32_t last = last_test(graph, head);
	bool is_decided = false;
	uint32_t first;

	if (last != LP_NO_INDEX)
		return last;
	first = first_branch(graph, head, &is_decided);
	return first != 0 && asks_for_loop(graph, first, head, 0) ? graph->branches[first]
								  : LP_NO_INDEX;
}

uint32_t lp_branch_graph_last_line(struct lp_branch_graph *graph, uint32_t head, uint32_t file)
{
	uint32_t last = 0;

	find_loop(graph, head);
	for (size_t i = 0; i < graph->loop_node_count; i++) {
		const uint32_t node = graph->loop_nodes[i];

		for (uint32_t k = graph->first_begun[node]; k < graph->first_begun[node + 1]; k++) {
			const struct lp_table_line *const line =
			    &graph->table->lines[graph->begun[k]];

			if (line->file == file && line->line > last)
				last = line->line;
		}
	}
	return last;
}

/* The first line of `file` whose term is in the row that begins with `term`; NULL: none is. */
static const struct lp_table_line *line_among(const struct lp_branch_graph *graph, uint32_t term,
					      uint32_t file)
{
	for (; term != LP_NO_INDEX; term = graph->next_terms[term]) {
		const struct lp_table_line *const line =
		    &graph->table->lines[graph->term_lines[term]];

		if (line->file == file)
			return line;
	}
	return NULL;
}

/* The line that begins on the edge or where it leads to; NULL: none does. */
static const struct lp_table_line *line_at(const struct lp_branch_graph *graph, uint32_t edge,
					   uint32_t file)
{
	const uint32_t on_edge = graph->edge_terms[edge];
	const uint32_t at_node = graph->node_terms[graph->table->edges[edge].to];
	const uint32_t any = on_edge != LP_NO_INDEX ? on_edge : at_node;
	const struct lp_table_line *line = line_among(graph, on_edge, file);

	if (!line)
		line = line_among(graph, at_node, file);
	if (!line && any != LP_NO_INDEX)
		line = &graph->table->lines[graph->term_lines[any]];
	return line;
}

const struct lp_table_line *lp_branch_graph_line_behind(const struct lp_branch_graph *graph,
							uint32_t edge, uint32_t file)
{
	for (int step = 0; step < MOST_STEPS; step++) {
		const uint32_t to = graph->table->edges[edge].to;
		const struct lp_table_line *const line = line_at(graph, edge, file);

		if (line || to == 0 || out_count(graph, to) != 1)
			return line;
		edge = graph->outs[graph->first_outs[to]];
	}
	return NULL;
}

bool lp_branch_graph_make(struct lp_branch_graph *graph, const struct lp_table *table)
{
	lp_branch_graph_free(graph);
	graph->table = table;
	if (!reserve(graph))
		return false;
	find_lines(graph);
	sort_begun(graph);
	find_branches(graph);
	sort_edges(table, false, graph->first_outs, graph->outs);
	sort_edges(table, true, graph->first_ins, graph->ins);
	return true;
}
