/* branch_graph.h: where the edges of a function's flow graph lead, and its loops. */
#ifndef LINEPROF_VIEWER_MODEL_BRANCH_GRAPH_H
#define LINEPROF_VIEWER_MODEL_BRANCH_GRAPH_H

#include "format/table.h"

/* Starts as all zeros; lp_branch_graph_free() when done. */
struct lp_branch_graph {
	const struct lp_table *table; /* borrowed */
	uint32_t *node_terms;         /* by node: the first of the terms there; LP_NO_INDEX */
	uint32_t *edge_terms;         /* the same by edge */
	uint32_t *next_terms;         /* by term: the next one there, in the order of lines */
	uint32_t *term_lines;         /* by term: index in table->lines */
	uint32_t *first_begun; /* of each node, where the lines that begin there begin in begun */
	uint32_t *begun;       /* indices in table->lines */
	uint32_t *first_outs; /* of each node, where its edges out begin in outs */
	uint32_t *outs;       /* edges, in their order */
	uint32_t *first_ins;  /* the same for the edges in */
	uint32_t *ins;
	uint32_t *marks; /* of nodes: the last search that came there */
	uint32_t *branches; /* by node: the first in table->branches; LP_NO_INDEX */
	bool tells_taken;   /* some edge is LP_EDGE_TAKEN: those of earlier plugins are not */
	bool *is_loop;
	uint32_t search;   /* the last one; 0: none yet */
	uint32_t loop_head; /* of that: whose loop it has found */
	uint32_t *loop_nodes; /* of that loop */
	size_t loop_node_count;
	size_t steps_left; /* of all searches in this table */
};

/* Makes the graph of `table`, which must stay; what was in `graph` is freed. False when
 * out of memory. */
bool lp_branch_graph_make(struct lp_branch_graph *graph, const struct lp_table *table);

/* The line that control comes to over an edge, if there is one, of `file`: else, as where `#line`
 * or an include has it, of another one. NULL if none begins there. */
const struct lp_table_line *lp_branch_graph_line_behind(const struct lp_branch_graph *graph,
							uint32_t edge, uint32_t file);

/* Whether an edge goes back to a loop's head from the test at its end: all other ways
 * there leave the loop. */
bool lp_branch_graph_is_tested_last(struct lp_branch_graph *graph, const struct lp_edge *edge);

/* How often the loop that `edge` takes around again, tested last, was left at that test. Rounds
 * that come neither back nor there were cut short by a `break` or a jump. */
uint64_t lp_branch_graph_left_at_test(struct lp_branch_graph *graph, const struct lp_edge *edge,
				      const uint64_t *edge_counts);

/* The branch that asks whether the loop at `head` goes on, of several operands the first that is
 * asked, or, where the test is at the end, the last: index in table->branches. LP_NO_INDEX: it has
 * no condition. */
uint32_t lp_branch_graph_condition(struct lp_branch_graph *graph, uint32_t head);

/* The last line of `file` that is in the loop at `head`; 0 if none is. */
uint32_t lp_branch_graph_last_line(struct lp_branch_graph *graph, uint32_t head, uint32_t file);

void lp_branch_graph_free(struct lp_branch_graph *graph);

#endif
