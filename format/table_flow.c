/* table_flow.c: the flow equations of a function's table. */
#include <stdlib.h>
#include <string.h>

#include "format/table.h"

/* What is known of a node while its edges are found out. */
struct knot {
	uint64_t surplus;       /* known edges in - known edges out, modulo 2^64 */
	uint32_t open_edges;    /* unknown edges that touch it */
	uint32_t open_edge_xor; /* their indexes, xored: with one left, that one */
};

static void open_edge(struct knot *knots, const struct lp_edge *edge, uint32_t index)
{
	knots[edge->from].open_edges++;
	knots[edge->to].open_edges++;
	knots[edge->from].open_edge_xor ^= index;
	knots[edge->to].open_edge_xor ^= index;
}

static void close_edge(struct knot *knots, const struct lp_edge *edge, uint32_t index)
{
	knots[edge->from].open_edges--;
	knots[edge->to].open_edges--;
	knots[edge->from].open_edge_xor ^= index;
	knots[edge->to].open_edge_xor ^= index;
}

static void add_flow(struct knot *knots, const struct lp_edge *edge, uint64_t count)
{
	knots[edge->to].surplus += count;
	knots[edge->from].surplus -= count;
}

/* Follows a branch of the forest from its leaf `node` as far as it has no other
 * branches; returns the number of edges found out. */
static size_t peel(const struct lp_table *table, struct knot *knots, uint32_t node,
		   uint64_t *edge_counts)
{
	size_t found = 0;

	while (knots[node].open_edges == 1) {
		const uint32_t index = knots[node].open_edge_xor;
		const struct lp_edge *const edge = &table->edges[index];
		const bool is_out = edge->from == node;

		edge_counts[index] = is_out ? knots[node].surplus : 0 - knots[node].surplus;
		add_flow(knots, edge, edge_counts[index]);
		close_edge(knots, edge, index);
		found++;
		node = is_out ? edge->to : edge->from;
	}
	return found;
}

/* Raises what came out below zero and sums up the nodes. */
static void finish_counts(const struct lp_table *table, uint64_t *edge_counts,
			  uint64_t *node_counts)
{
	for (size_t i = 0; i < table->edge_count; i++) {
		if ((int64_t)edge_counts[i] < 0)
			edge_counts[i] = 0;
		node_counts[table->edges[i].to] += edge_counts[i];
	}
}

enum lp_status lp_table_solve(const struct lp_table *table, const uint64_t *counters,
			      uint64_t *edge_counts, uint64_t *node_counts)
{
	struct knot *const knots = (struct knot *)calloc(table->node_count, sizeof(*knots));
	size_t open = 0;

	memset(edge_counts, 0, table->edge_count * sizeof(*edge_counts));
	memset(node_counts, 0, table->node_count * sizeof(*node_counts));
	if (!knots)
		return LP_MEMORY;
	for (size_t i = 0, counter = 0; i < table->edge_count; i++) {
		const struct lp_edge *const edge = &table->edges[i];

		if (edge->flags & LP_EDGE_COUNTED) {
			edge_counts[i] = counters[counter++];
			add_flow(knots, edge, edge_counts[i]);
		} else {
			open_edge(knots, edge, (uint32_t)i);
			open++;
		}
	}
	for (uint32_t node = 0; node < table->node_count; node++)
		open -= peel(table, knots, node, edge_counts);
	free(knots);
	if (open > 0) {
		memset(edge_counts, 0, table->edge_count * sizeof(*edge_counts));
		return LP_CORRUPT;
	}
	finish_counts(table, edge_counts, node_counts);
	return LP_OK;
}

size_t lp_table_counter_count(const struct lp_table *table)
{
	size_t count = 0;

	for (size_t i = 0; i < table->edge_count; i++)
		count += table->edges[i].flags & LP_EDGE_COUNTED ? 1 : 0;
	return count;
}
