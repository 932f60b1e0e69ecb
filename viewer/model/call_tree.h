/*
 * call_tree.h: the calling contexts by function: who called whom, on the way from the program's
 * start, and what it took. Made of lp_profile.call_paths.
 */
#ifndef LINEPROF_VIEWER_MODEL_CALL_TREE_H
#define LINEPROF_VIEWER_MODEL_CALL_TREE_H

#include "viewer/model/filter.h"
#include "viewer/model/profile.h"

enum lp_call_node_kind {
	LP_CALL_NODE_ALL, /* the root: the program */
	LP_CALL_NODE_FUNCTION,
	LP_CALL_NODE_OUTSIDE, /* code that is not instrumented, called from none that is */
	LP_CALL_NODE_PROBES,  /* lineprof's own code */
	LP_CALL_NODE_WAIT,    /* the function above, in the kernel or waiting */
	LP_CALL_NODE_KINDS
};

/* A function, called so. */
struct lp_call_node {
	enum lp_call_node_kind kind;
	uint32_t function; /* LP_NO_INDEX: none */
	uint32_t parent;   /* a lower index; LP_NO_INDEX of the root */
	uint32_t depth;    /* 0: the root */
	uint32_t line;     /* that calls it, index into lp_profile.lines; LP_NO_INDEX: not known */
	uint32_t line_count;  /* such lines; `line` is the one with the most time */
	uint32_t first_child; /* in lp_call_tree.children: longest total_ticks first */
	uint32_t child_count;
	uint64_t key; /* of the calls that lead here; the same when the profile is read again */
	uint64_t self_ticks;
	uint64_t total_ticks; /* with what it called; never 0 but for the root */
	uint64_t self_samples;
	uint64_t total_samples;
};

struct lp_call_tree {
	struct lp_call_node *nodes; /* 0 is the root */
	size_t count;
	uint32_t *children; /* numbers of nodes: those of a parent together */
};

/*
 * Makes the tree of all time; with a filter that is set, of what functions took that it lets
 * through, or what they called, below those that called them. Without a filter the root's
 * total is the lifetime of all threads.
 *
 * LP_OK, or LP_MEMORY; then there is nothing to free.
 */
enum lp_status lp_call_tree_make(struct lp_call_tree *tree, const struct lp_profile *profile,
				 const struct lp_filter *filter);

/* Numbers of all nodes but the root, each before those that it called and these next to each other:
 * `count` - 1 of them, to be freed. NULL when out of memory. */
uint32_t *lp_call_tree_in_order(const struct lp_call_tree *tree);

void lp_call_tree_free(struct lp_call_tree *tree);

/* What a node is called: that of the profile, or static. */
const char *lp_call_node_name(const struct lp_profile *profile, const struct lp_call_node *node);

/* The same, for tables. */
const char *lp_call_node_brief(const struct lp_profile *profile, const struct lp_call_node *node);

#endif
