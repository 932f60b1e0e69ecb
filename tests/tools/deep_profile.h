/*
 * deep_profile.h: the run of sampled_profile.h, as if it had called itself again and again: the
 * caller itself, then by way of the leaf.
 */
#ifndef LINEPROF_TESTS_TOOLS_DEEP_PROFILE_H
#define LINEPROF_TESTS_TOOLS_DEEP_PROFILE_H

#include "tests/tools/sampled_profile.h"

enum { DEEP_DIRECT = 8, DEEP_CALLS = DEEP_DIRECT + 16 };

static inline struct builder deep_profile(void)
{
	struct lp_stack_node nodes[DEEP_CALLS + 5] = {
	    NODE_THREAD,
	    [DEEP_CALLS + 1] = NODE_LEAF(4, mark_behind_call, SAMPLED_F_CALLER, 40),
	    NODE_LEAF(DEEP_DIRECT + 9, mark_behind_call, SAMPLED_F_CALLER, 60),
	    NODE_LEAF(DEEP_CALLS, mark_leaf_last, SAMPLED_F_CALLER, 500),
	    NODE_LEAF(DEEP_CALLS, mark_inlined, SAMPLED_F_CALLER, 200),
	};
	struct sampled_run run = sampled_run_by(nodes, DEEP_CALLS + 5);

	run.lifetime_ticks = 800 * MS;
	run.clocks[SAMPLED_F_CALLER] = (struct lp_clock){7, 800 * MS, 800 * MS, 0, 0};
	for (uint32_t i = 1; i <= DEEP_CALLS; i++)
		nodes[i] = i <= DEEP_DIRECT || i % 2 == 0
			       ? (struct lp_stack_node)NODE_CALL(i - 1, mark_behind_call)
			       : (struct lp_stack_node)NODE_CALL(i - 1, mark_leaf_last);
	return sampled_profile(&run);
}

#endif
