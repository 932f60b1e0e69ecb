/*
 * lost_rounds.h: code of which 0 hits do not say that it never ran. An optimised loop adds up its
 * counts where it ends: what a jump out of a signal's handler, a cancelled thread or an exit() in a
 * handler leaves in the middle has none of its rounds.
 */
#ifndef LINEPROF_VIEWER_MODEL_LOST_ROUNDS_H
#define LINEPROF_VIEWER_MODEL_LOST_ROUNDS_H

#include "format/table.h"
#include "viewer/model/flow_counts.h"

/* Starts as all zeros; lp_lost_rounds_free() when done. */
struct lp_lost_rounds {
	unsigned char *nodes; /* of the table asked for last: what may have run unseen */
	size_t capacity;
	bool has_any;
};

/* Looks for loops of `table`, which `flow` has solved, that control came to and that did not turn.
 * LP_OK or LP_MEMORY. */
enum lp_status lp_lost_rounds_find(struct lp_lost_rounds *lost, const struct lp_flow *flow,
				   const struct lp_table *table);

/* Whether the line, which has 0 hits, may have run in such a loop. */
bool lp_lost_rounds_has(const struct lp_lost_rounds *lost, const struct lp_table *table,
			const struct lp_table_line *line);

void lp_lost_rounds_free(struct lp_lost_rounds *lost);

#endif
