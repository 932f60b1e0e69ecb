/*
 * tree_folds.h: recursion in the tree of calls: of a chain in which the same functions call each
 * other again and again, the levels in the middle are one row.
 */
#ifndef LINEPROF_VIEWER_REPORT_TREE_FOLDS_H
#define LINEPROF_VIEWER_REPORT_TREE_FOLDS_H

#include "viewer/model/call_tree.h"

/* Levels that a row stands for. */
struct lp_tree_fold {
	uint32_t count;      /* 0: the row is a node's own */
	uint32_t turn;       /* so many functions call each other in turn */
	uint64_t self_ticks; /* of all of them */
};

struct lp_tree_folds {
	struct lp_tree_fold *folds; /* by the node that the levels begin with */
	uint32_t *depths;           /* of each node in the table; those of a fold have one */
	size_t level_count;         /* that are in folds */
};

/*
 * Takes levels out of `rows`, the numbers of nodes as lp_call_tree_in_order() has them, those below
 * a node that is not there left out; the first of those that a fold stands for stays. With `is_off`
 * there are no folds.
 *
 * LP_OK, or LP_MEMORY; lp_tree_folds_free() either way.
 */
enum lp_status lp_tree_folds_make(struct lp_tree_folds *folds, const struct lp_call_tree *tree,
				  uint32_t *rows, size_t *count, bool is_off);

void lp_tree_folds_free(struct lp_tree_folds *folds);

#endif
