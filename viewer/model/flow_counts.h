/*
 * flow_counts.h: the counts of a function's flow graph, solved from the counters of all
 * threads or of one.
 */
#ifndef LINEPROF_VIEWER_MODEL_FLOW_COUNTS_H
#define LINEPROF_VIEWER_MODEL_FLOW_COUNTS_H

#include "format/table.h"
#include "viewer/model/profile.h"

/* Starts as all zeros; lp_flow_free() when done. */
struct lp_flow {
	uint64_t *edge_counts; /* of the table solved last */
	uint64_t *node_counts;
	uint64_t *counters; /* of one object */
	size_t counter_count;
	size_t counter_capacity;
	size_t edge_capacity;
	size_t node_capacity;
};

/* Adds up the counters of `object` over all threads, and what was counted before
 * there was a thread. LP_OK or LP_MEMORY. */
enum lp_status lp_flow_sum(struct lp_flow *flow, const struct lp_profile *profile, uint32_t object);

/* Takes `count` counters of one thread instead. LP_OK or LP_MEMORY. */
enum lp_status lp_flow_take(struct lp_flow *flow, const uint64_t *values, size_t count);

/* Whether a counter of the function is not 0, so that solving tells anything. */
bool lp_flow_has_run(const struct lp_flow *flow, const struct lp_func_entry *entry);

/* Solves `table`, of the function `entry` of that object, into edge_counts and
 * node_counts. LP_OK, LP_MEMORY, or LP_CORRUPT when counters and table do not fit. */
enum lp_status lp_flow_solve(struct lp_flow *flow, const struct lp_func_entry *entry,
			     const struct lp_table *table);

/* The hits of a line of `table`, which has been solved. */
uint64_t lp_flow_hits(const struct lp_flow *flow, const struct lp_table *table,
		      const struct lp_table_line *line);

void lp_flow_free(struct lp_flow *flow);

#endif
