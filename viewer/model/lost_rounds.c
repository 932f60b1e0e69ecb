/* lost_rounds.c: finds what is behind the heads of loops that did not turn. */
#include "viewer/model/lost_rounds.h"

#include <stdlib.h>
#include <string.h>

/* What is known of a node. */
enum {
	IS_HEAD = 1 << 0, /* of a loop */
	HAS_TURNED = 1 << 1,
	IS_UNSURE = 1 << 2, /* such a head that was come to, or what may have run behind it */
};

static bool make_room(struct lp_lost_rounds *lost, size_t count)
{
	if (count > lost->capacity) {
		unsigned char *const nodes = (unsigned char *)realloc(lost->nodes, count);

		if (!nodes)
			return false;
		lost->nodes = nodes;
		lost->capacity = count;
	}
	if (count > 0)
		memset(lost->nodes, 0, count);
	return true;
}

static void find_heads(struct lp_lost_rounds *lost, const struct lp_flow *flow,
		       const struct lp_table *table)
{
	for (size_t i = 0; i < table->edge_count; i++)
		if (table->edges[i].flags & LP_EDGE_BACK)
			lost->nodes[table->edges[i].to] |=
			    IS_HEAD | (flow->edge_counts[i] > 0 ? HAS_TURNED : 0);
	for (uint32_t i = 0; i < table->node_count; i++)
		if (lost->nodes[i] == IS_HEAD && flow->node_counts[i] > 0) {
			lost->nodes[i] |= IS_UNSURE;
			lost->has_any = true;
		}
}

/* Whether what is unsure has become more. Edges are in the order of the code, so that hardly more
 * than one look is needed. */
static bool spread(struct lp_lost_rounds *lost, const struct lp_flow *flow,
		   const struct lp_table *table)
{
	bool has_spread = false;

	for (size_t i = 0; i < table->edge_count; i++) {
		const struct lp_edge *const edge = &table->edges[i];

		if (edge->to == 0 || !(lost->nodes[edge->from] & IS_UNSURE) ||
		    lost->nodes[edge->to] & IS_UNSURE || flow->node_counts[edge->to] > 0)
			continue;
		lost->nodes[edge->to] |= IS_UNSURE;
		has_spread = true;
	}
	return has_spread;
}

enum lp_status lp_lost_rounds_find(struct lp_lost_rounds *lost, const struct lp_flow *flow,
				   const struct lp_table *table)
{
	enum { LOOKS_MOST = 64 }; /* a file may hold any graph */

	lost->has_any = false;
	if (!make_room(lost, table->node_count))
		return LP_MEMORY;
	find_heads(lost, flow, table);
	for (int looks = 0; lost->has_any && looks < LOOKS_MOST; looks++)
		if (!spread(lost, flow, table))
			break;
	return LP_OK;
}

bool lp_lost_rounds_has(const struct lp_lost_rounds *lost, const struct lp_table *table,
			const struct lp_table_line *line)
{
	if (!lost->has_any)
		return false;
	for (uint32_t i = 0; i < line->term_count; i++) {
		const struct lp_term *const term = &table->terms[line->first_term + i];
		const uint32_t node = term->is_edge ? table->edges[term->index].to : term->index;

		if (lost->nodes[node] & IS_UNSURE)
			return true;
	}
	return false;
}

void lp_lost_rounds_free(struct lp_lost_rounds *lost)
{
	free(lost->nodes);
	memset(lost, 0, sizeof(*lost));
}
