/*
 * test_model_times.c: time is shared out over functions and lines, and nothing of it
 * is lost. The samples are of this program itself, so DWARF is read as well.
 */
#include "tests/unit/timed_fixture.h"
#include "viewer/model/invariants.h"

static void samples_find_their_lines(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_CALLER, 500),
	    NODE_LEAF(1, mark_leaf_last, SAMPLED_F_CALLER, 100),
	    NODE_LEAF(0, mark_inlined, SAMPLED_F_CALLER, 300),
	};
	const struct sampled_run run = {
	    .lifetime_ticks = 901 * MS,
	    .cpu_ns = 900 * MS,
	    .calls = {7, 7, 7},
	    .clocks = {[SAMPLED_F_CALLER] = {7, 900 * MS, 900 * MS, 0, 0}},
	    .nodes = nodes,
	    .node_count = COUNT(nodes),
	    .engine = LP_ENGINE_PERF,
	};
	struct lp_profile profile;

	(void)state;
	open_timed(&profile, &run);
	assert_int_equal(profile.outside_ticks, MS);
	assert_int_equal(profile.sample_count, 900);
	assert_int_equal(function_named(&profile, "sampled_leaf")->self_ticks, 600 * MS);
	assert_int_equal(function_named(&profile, "sampled_leaf")->total_ticks, 600 * MS);
	assert_int_equal(function_named(&profile, "sampled_inlined")->self_ticks, 300 * MS);
	assert_int_equal(function_named(&profile, "sampled_caller")->self_ticks, 0);
	assert_int_equal(function_named(&profile, "sampled_caller")->total_ticks, 900 * MS);
	assert_true(function_named(&profile, "sampled_caller")->flags & LP_FUNCTION_CLOCKED);
	assert_int_equal(line_numbered(&profile, SAMPLED_LEAF_FIRST)->self_ticks, 500 * MS);
	assert_int_equal(line_numbered(&profile, SAMPLED_LEAF_LAST)->self_ticks, 100 * MS);
	assert_int_equal(line_numbered(&profile, SAMPLED_LEAF_LAST)->self_samples, 100);
	assert_int_equal(line_numbered(&profile, SAMPLED_INLINED_CODE)->self_ticks, 300 * MS);
	assert_int_equal(line_numbered(&profile, SAMPLED_CALL_OF_LEAF)->self_ticks, 0);
	assert_int_equal(line_numbered(&profile, SAMPLED_CALL_OF_LEAF)->total_ticks, 600 * MS);
	assert_int_equal(line_numbered(&profile, SAMPLED_CALL_OF_INLINED)->total_ticks, 300 * MS);
	lp_profile_free(&profile);
}

/* Hits are exact, so a line without any has no time: it is that of the code behind, if that ran. */
static void what_never_ran_has_no_time(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_LEAF(0, mark_inlined, SAMPLED_F_CALLER, 300),
	};
	struct sampled_run run = {
	    .lifetime_ticks = 300 * MS,
	    .cpu_ns = 300 * MS,
	    .calls = {[SAMPLED_F_CALLER] = 7},
	    .clocks = {[SAMPLED_F_CALLER] = {7, 300 * MS, 300 * MS, 0, 0}},
	    .nodes = nodes,
	    .node_count = COUNT(nodes),
	    .engine = LP_ENGINE_PERF,
	};
	struct lp_profile profile;

	(void)state;
#ifndef __OPTIMIZE__
	skip(); /* what is inlined ends with an instruction of its own then */
#endif
	open_timed(&profile, &run);
	assert_int_equal(line_numbered(&profile, SAMPLED_INLINED_CODE)->self_ticks, 0);
	assert_int_equal(function_named(&profile, "sampled_caller")->self_ticks, 300 * MS);
	lp_profile_free(&profile);
	/* Of a program that was killed in a loop nothing has hits, but it ran. */
	run.calls[SAMPLED_F_CALLER] = 0;
	open_timed(&profile, &run);
	assert_int_equal(line_numbered(&profile, SAMPLED_INLINED_CODE)->self_ticks, 300 * MS);
	lp_profile_free(&profile);
}

/* Where both looks find a line that never ran, as of code that LLVM has merged, it is not known:
 * the time is the function's. So it is with what is called from such a line. */
static void what_was_passed_by_has_no_time(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_CALLER, 200),
	    NODE_WAIT(1, mark_leaf_last, SAMPLED_F_CALLER, 50 * MS),
	};
	const uint64_t off_cpu[SAMPLED_FUNCTIONS] = {[SAMPLED_F_CALLER] = 50 * MS};
	struct sampled_run run = {
	    .lifetime_ticks = 250 * MS,
	    .cpu_ns = 200 * MS,
	    .calls = {1, 1, 1}, /* too few to tell that it is a shared end */
	    .clocks = {[SAMPLED_F_CALLER] = {1, 250 * MS, 250 * MS, 0, 0}},
	    .off_cpu = off_cpu,
	    .nodes = nodes,
	    .node_count = COUNT(nodes),
	    .engine = LP_ENGINE_PERF,
	};
	struct lp_profile profile;
	struct lp_check check;

	(void)state;
	open_timed(&profile, &run);
	assert_int_equal(line_numbered(&profile, SAMPLED_LEAF_FIRST)->self_ticks, 250 * MS);
	assert_int_equal(line_numbered(&profile, SAMPLED_CALL_OF_LEAF)->total_ticks, 250 * MS);
	lp_profile_free(&profile);
	run.passes_by = true;
	open_run(&profile, &run);
	assert_nothing_is_lost(&profile);
	assert_tree_has_all(&profile);
	assert_int_equal(line_numbered(&profile, SAMPLED_LEAF_FIRST)->hits, 0);
	assert_int_equal(line_numbered(&profile, SAMPLED_LEAF_FIRST)->total_ticks, 0);
	assert_int_equal(line_numbered(&profile, SAMPLED_CALL_OF_LEAF)->total_ticks, 0);
	assert_int_equal(function_named(&profile, "sampled_leaf")->unplaced_ticks, 200 * MS);
	assert_int_equal(function_named(&profile, "sampled_leaf")->wait_ticks, 50 * MS);
	assert_int_equal(function_named(&profile, "sampled_caller")->total_ticks, 250 * MS);
	assert_int_equal(lp_check_profile(&profile, &check), LP_OK);
	assert_int_equal(check.findings[LP_INVARIANT_ZERO_HITS], LP_HOLDS);
	lp_profile_free(&profile);
}

static const struct lp_call_node *child_of(const struct lp_call_tree *tree,
					   const struct lp_call_node *node, uint32_t number)
{
	assert_true(number < node->child_count);
	return &tree->nodes[tree->children[node->first_child + number]];
}

static void assert_node(const struct lp_profile *profile, const struct lp_call_node *node,
			const char *name, uint64_t self_ticks, uint64_t total_ticks, uint32_t line)
{
	assert_string_equal(lp_call_node_name(profile, node), name);
	assert_int_equal(node->self_ticks, self_ticks);
	assert_int_equal(node->total_ticks, total_ticks);
	if (line == 0)
		assert_int_equal(node->line, LP_NO_INDEX);
	else
		assert_int_equal(profile->lines[node->line].line, line);
}

static void calls_become_a_tree(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_CALLER, 500),
	    NODE_LEAF(1, mark_leaf_last, SAMPLED_F_CALLER, 100),
	    NODE_LEAF(0, mark_inlined, SAMPLED_F_CALLER, 300),
	};
	const struct sampled_run run = {
	    .lifetime_ticks = 1000 * MS,
	    .cpu_ns = 900 * MS,
	    .calls = {7, 7, 7},
	    .clocks = {[SAMPLED_F_CALLER] = {7, 900 * MS, 900 * MS, 0, 0}},
	    .nodes = nodes,
	    .node_count = COUNT(nodes),
	    .engine = LP_ENGINE_PERF,
	};
	struct lp_filter filter = {.function_count = 0};
	const struct lp_call_node *caller;
	struct lp_profile profile;
	struct lp_call_tree tree;

	(void)state;
	open_timed(&profile, &run);
	assert_int_equal(lp_call_tree_make(&tree, &profile, &filter), LP_OK);
	assert_int_equal(tree.nodes[0].child_count, 2);
	caller = child_of(&tree, tree.nodes, 0);
	assert_node(&profile, caller, "sampled_caller", 0, 900 * MS, 0);
	assert_node(&profile, child_of(&tree, tree.nodes, 1), "<outside instrumented code>", 0,
		    100 * MS, 0);
	assert_node(&profile, child_of(&tree, child_of(&tree, tree.nodes, 1), 0),
		    "<in the kernel or waiting>", 100 * MS, 100 * MS, 0);
	assert_int_equal(caller->child_count, 2);
	assert_node(&profile, child_of(&tree, caller, 0), "sampled_leaf", 600 * MS, 600 * MS,
		    SAMPLED_CALL_OF_LEAF);
	assert_node(&profile, child_of(&tree, caller, 1), "sampled_inlined", 300 * MS, 300 * MS,
		    SAMPLED_CALL_OF_INLINED);
	assert_int_equal(child_of(&tree, caller, 0)->total_samples, 600);
	lp_call_tree_free(&tree);

	/* What a filter lets through stands below its callers, with its own time only. */
	assert_int_equal(lp_filter_add_function(&filter, "leaf", NULL), LP_OK);
	assert_int_equal(lp_call_tree_make(&tree, &profile, &filter), LP_OK);
	assert_int_equal(tree.count, 3);
	assert_node(&profile, child_of(&tree, tree.nodes, 0), "sampled_caller", 0, 600 * MS, 0);
	lp_call_tree_free(&tree);
	lp_filter_free(&filter);
	lp_profile_free(&profile);
}

/* One call of the leaf, of 1 s by its clock and 0.6 s of CPU time. */
static struct sampled_run leaf_that_waits(const struct lp_stack_node *nodes, size_t count)
{
	return (struct sampled_run){
	    .lifetime_ticks = 1000 * MS,
	    .cpu_ns = 600 * MS,
	    .calls = {1, 1, 1},
	    .clocks = {[SAMPLED_F_LEAF] = {1, 1000 * MS, 1000 * MS, 0, 0}},
	    .nodes = nodes,
	    .node_count = count,
	    .engine = LP_ENGINE_TIMER,
	};
}

/* 1 s by clock, 0.6 s of it CPU time: the rest is waiting of the clock's function. */
static void waiting_is_kept_apart(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_LEAF, 600),
	};
	const struct sampled_run run = leaf_that_waits(nodes, COUNT(nodes));
	struct lp_profile profile;

	(void)state;
	open_timed(&profile, &run);
	assert_int_equal(function_named(&profile, "sampled_leaf")->wait_ticks, 400 * MS);
	assert_int_equal(function_named(&profile, "sampled_leaf")->self_ticks, 1000 * MS);
	assert_int_equal(line_numbered(&profile, SAMPLED_LEAF_FIRST)->self_ticks, 600 * MS);
	/* Who called it waited, too. */
	assert_int_equal(function_named(&profile, "sampled_caller")->total_ticks, 1000 * MS);
	assert_int_equal(line_numbered(&profile, SAMPLED_CALL_OF_LEAF)->total_ticks, 1000 * MS);
	lp_profile_free(&profile);
}

/* 1 s by the caller's clock: 0.2 s of CPU time, 0.5 s waiting in a call of the leaf's, which has no
 * clock, and 0.3 s nobody knows where. */
static void waits_are_of_their_lines(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_CALLER, 200),
	    NODE_WAIT(1, mark_leaf_first + 1, SAMPLED_F_CALLER, 500 * MS),
	};
	const struct sampled_run run = {
	    .lifetime_ticks = 1000 * MS,
	    .cpu_ns = 200 * MS,
	    .calls = {1, 1, 1},
	    .clocks = {[SAMPLED_F_CALLER] = {1, 1000 * MS, 1000 * MS, 0, 0}},
	    .nodes = nodes,
	    .node_count = COUNT(nodes),
	    .engine = LP_ENGINE_TIMER,
	};
	struct lp_profile profile;
	const struct lp_line *leaf, *call;

	(void)state;
	open_timed(&profile, &run);
	leaf = line_numbered(&profile, SAMPLED_LEAF_FIRST);
	call = line_numbered(&profile, SAMPLED_CALL_OF_LEAF);
	assert_int_equal(leaf->self_ticks, 700 * MS);
	assert_int_equal(leaf->wait_ticks, 500 * MS);
	assert_int_equal(lp_line_ran(leaf), 200 * MS);
	assert_int_equal(call->wait_ticks, 0);
	assert_int_equal(function_named(&profile, "sampled_leaf")->self_ticks, 700 * MS);
	assert_int_equal(function_named(&profile, "sampled_leaf")->line_wait_ticks, 500 * MS);
	assert_int_equal(function_named(&profile, "sampled_leaf")->wait_ticks, 0);
	assert_int_equal(function_named(&profile, "sampled_caller")->wait_ticks, 300 * MS);
	assert_int_equal(function_named(&profile, "sampled_caller")->total_ticks, 1000 * MS);
	assert_int_equal(profile.sample_count, 200);
	lp_profile_free(&profile);
}

/* No wait is longer than what the clock has beside the CPU time: what is beyond was ready to run.
 */
static void waits_leave_the_cpu_time(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_LEAF(0, mark_leaf_first, SAMPLED_F_LEAF, 600),
	    NODE_WAIT(0, mark_leaf_first + 1, SAMPLED_F_LEAF, 900 * MS),
	};
	const struct sampled_run run = leaf_that_waits(nodes, COUNT(nodes));
	struct lp_profile profile;

	(void)state;
	open_timed(&profile, &run);
	assert_int_equal(line_numbered(&profile, SAMPLED_LEAF_FIRST)->wait_ticks, 400 * MS);
	assert_int_equal(lp_line_ran(line_numbered(&profile, SAMPLED_LEAF_FIRST)), 600 * MS);
	lp_profile_free(&profile);
}

/* Counts whose sum is 2^64, or 0. */
static void sums_that_do_not_fit_are_survived(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_LEAF(0, mark_leaf_first, SAMPLED_F_LEAF, UINT64_C(1) << 63),
	    NODE_LEAF(0, mark_behind_call, SAMPLED_F_LEAF, UINT64_C(1) << 63),
	    NODE_WAIT(0, mark_leaf_first + 1, SAMPLED_F_LEAF, UINT64_C(1) << 63),
	    NODE_WAIT(0, mark_behind_call, SAMPLED_F_LEAF, UINT64_C(1) << 63),
	};
	const struct sampled_run run = leaf_that_waits(nodes, COUNT(nodes));
	struct lp_profile profile;

	(void)state;
	open_run(&profile, &run);
	assert_int_equal(function_named(&profile, "sampled_leaf")->ncalls, 1);
	lp_profile_free(&profile);
}

static void recursion_counts_once(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_CALL(1, mark_behind_call),
	    NODE_CALL(2, mark_behind_call),
	    NODE_LEAF(3, mark_leaf_first, -1, 100),
	};
	const struct sampled_run run = {
	    .lifetime_ticks = 100 * MS,
	    .cpu_ns = 100 * MS,
	    .calls = {1, 1, 3},
	    .nodes = nodes,
	    .node_count = COUNT(nodes),
	    .engine = LP_ENGINE_PERF,
	};
	struct lp_profile profile;

	(void)state;
	open_timed(&profile, &run);
	assert_int_equal(function_named(&profile, "sampled_caller")->total_ticks, 100 * MS);
	assert_int_equal(line_numbered(&profile, SAMPLED_CALL_OF_LEAF)->total_ticks, 100 * MS);
	lp_profile_free(&profile);
}

/* 2 ms without a sample: too little to call it waiting. */
static void short_times_follow_the_hits(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_LEAF(0, mark_inlined, SAMPLED_F_CALLER, 98),
	};
	const struct sampled_run run = {
	    .lifetime_ticks = 100 * MS,
	    .cpu_ns = 98 * MS,
	    .calls = {1, 5, 1},
	    .clocks = {[SAMPLED_F_CALLER] = {1, 98 * MS, 100 * MS, 0, 0},
		       [SAMPLED_F_LEAF] = {5, 2 * MS, 2 * MS, 0, 0}},
	    .nodes = nodes,
	    .node_count = COUNT(nodes),
	    .engine = LP_ENGINE_PERF,
	};
	struct lp_profile profile;

	(void)state;
	open_timed(&profile, &run);
	assert_int_equal(function_named(&profile, "sampled_leaf")->self_ticks, 2 * MS);
	assert_int_equal(function_named(&profile, "sampled_leaf")->unplaced_ticks, 2 * MS);
	assert_int_equal(line_numbered(&profile, SAMPLED_LEAF_FIRST)->self_ticks, 0);
	assert_int_equal(line_numbered(&profile, SAMPLED_LEAF_FIRST)->self_samples, 0);
	lp_profile_free(&profile);
}

/* Time outside of all functions rests on samples, too. */
static void samples_outside_are_counted(void **state)
{
	const struct lp_filter everything = {.function_count = 0};
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_LEAF(0, 4096, -1, 40),
	    NODE_LEAF(0, mark_inlined, SAMPLED_F_CALLER, 60),
	};
	const struct sampled_run run = {
	    .lifetime_ticks = 100 * MS,
	    .cpu_ns = 100 * MS,
	    .calls = {1, 1, 1},
	    .clocks = {[SAMPLED_F_CALLER] = {1, 60 * MS, 60 * MS, 0, 0}},
	    .nodes = nodes,
	    .node_count = COUNT(nodes),
	    .engine = LP_ENGINE_PERF,
	};
	struct lp_profile profile;
	struct lp_call_tree tree;

	(void)state;
	open_timed(&profile, &run);
	assert_int_equal(profile.outside_ticks, 40 * MS);
	assert_int_equal(profile.outside_samples, 40);
	assert_int_equal(lp_call_tree_make(&tree, &profile, &everything), LP_OK);
	assert_int_equal(tree.nodes[0].total_samples, 100);
	lp_call_tree_free(&tree);
	lp_profile_free(&profile);
}

static void clocks_alone_time_functions(void **state)
{
	const struct sampled_run run = {
	    .lifetime_ticks = 100 * MS,
	    .cpu_ns = 100 * MS,
	    .calls = {1, 5, 1},
	    .clocks = {[SAMPLED_F_CALLER] = {1, 60 * MS, 90 * MS, 0, 0}},
	    .engine = LP_ENGINE_NONE,
	};
	struct lp_profile profile;

	(void)state;
	open_run(&profile, &run);
	assert_nothing_is_lost(&profile);
	assert_false(profile.lines_are_timed);
	assert_int_equal(function_named(&profile, "sampled_caller")->self_ticks, 60 * MS);
	assert_int_equal(function_named(&profile, "sampled_caller")->total_ticks, 90 * MS);
	assert_int_equal(function_named(&profile, "sampled_caller")->unplaced_ticks, 60 * MS);
	assert_false(function_named(&profile, "sampled_leaf")->flags & LP_FUNCTION_TIMED);
	assert_int_equal(profile.outside_ticks, 40 * MS);
	lp_profile_free(&profile);
}

/* A clock that saw the first calls only says nothing of all of them. */
static void collapsed_clocks_are_not_exact(void **state)
{
	const struct sampled_run run = {
	    .lifetime_ticks = 100 * MS,
	    .calls = {0, 5, 1},
	    .clocks = {[SAMPLED_F_LEAF] = {5, 10 * MS, 90 * MS, 0, LP_CLOCK_COLLAPSED}},
	    .engine = LP_ENGINE_NONE,
	};
	struct lp_profile profile;

	(void)state;
	open_run(&profile, &run);
	assert_nothing_is_lost(&profile);
	assert_int_equal(function_named(&profile, "sampled_leaf")->total_ticks, 10 * MS);
	assert_false(function_named(&profile, "sampled_leaf")->flags &
		     (LP_FUNCTION_CLOCKED | LP_FUNCTION_TIMED));
	lp_profile_free(&profile);
}

/* Nor does one that had no room for the others, as they were too deep. */
static void clocks_of_some_calls_are_not_exact(void **state)
{
	struct sampled_run run = {
	    .lifetime_ticks = 100 * MS,
	    .calls = {0, 5, 1},
	    .clocks = {[SAMPLED_F_LEAF] = {4, 10 * MS, 10 * MS, 0, 0}},
	    .engine = LP_ENGINE_NONE,
	};
	struct lp_profile profile;

	(void)state;
	open_run(&profile, &run);
	assert_int_equal(function_named(&profile, "sampled_leaf")->total_ticks, 10 * MS);
	assert_false(function_named(&profile, "sampled_leaf")->flags & LP_FUNCTION_TIMED);
	lp_profile_free(&profile);
	run.clocks[SAMPLED_F_LEAF].calls = 5;
	open_run(&profile, &run);
	assert_true(function_named(&profile, "sampled_leaf")->flags & LP_FUNCTION_TIMED);
	lp_profile_free(&profile);
}

static void a_missing_binary_costs_the_lines(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_LEAF(0, mark_inlined, SAMPLED_F_CALLER, 100),
	    NODE_LEAF(0, mark_leaf_first, -1, 50),
	};
	const struct sampled_run run = {
	    .lifetime_ticks = 150 * MS,
	    .cpu_ns = 150 * MS,
	    .calls = {1, 1, 1},
	    .clocks = {[SAMPLED_F_CALLER] = {1, 100 * MS, 100 * MS, 0, 0}},
	    .nodes = nodes,
	    .node_count = COUNT(nodes),
	    .engine = LP_ENGINE_PERF,
	    .path = "/nowhere/sampled",
	};
	struct lp_profile profile;

	(void)state;
	open_run(&profile, &run);
	assert_nothing_is_lost(&profile);
	assert_non_null(profile.warnings);
	assert_null(profile.warnings->next);
	assert_string_equal(profile.warnings->which, "/nowhere/sampled");
	assert_false(profile.lines_are_timed);
	assert_int_equal(function_named(&profile, "sampled_caller")->unplaced_ticks, 100 * MS);
	assert_int_equal(profile.outside_ticks, 50 * MS);
	lp_profile_free(&profile);
}

/* Odd shares must still add up to the last tick. */
static void shares_add_up(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_LEAF(0, mark_inlined, SAMPLED_F_CALLER, 3),
	    NODE_LEAF(0, mark_leaf_first, SAMPLED_F_CALLER, 3),
	    NODE_LEAF(0, mark_leaf_last, SAMPLED_F_CALLER, 1),
	};
	const struct sampled_run run = {
	    .lifetime_ticks = 7 * MS + 12345,
	    .cpu_ns = 7 * MS,
	    .calls = {1, 1, 1},
	    .clocks = {[SAMPLED_F_CALLER] = {1, 7 * MS + 1234, 7 * MS, 0, 0}},
	    .nodes = nodes,
	    .node_count = COUNT(nodes),
	    .engine = LP_ENGINE_PERF,
	};
	struct lp_profile profile;

	(void)state;
	open_timed(&profile, &run);
	assert_int_equal(profile.sampled_ticks, 7 * MS + 1234);
	lp_profile_free(&profile);
}

/* Parents that go in a circle or nowhere: such samples are left out. */
static void broken_paths_are_left_out(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(2, mark_behind_call),
	    NODE_CALL(1, mark_behind_call),
	    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_CALLER, 10),
	    NODE_LEAF(999, mark_leaf_first, SAMPLED_F_CALLER, 10),
	    NODE_LEAF(0, mark_inlined, SAMPLED_F_CALLER, 1),
	};
	const struct sampled_run run = {
	    .lifetime_ticks = MS,
	    .cpu_ns = MS,
	    .calls = {1, 1, 1},
	    .clocks = {[SAMPLED_F_CALLER] = {1, MS, MS, 0, 0}},
	    .nodes = nodes,
	    .node_count = COUNT(nodes),
	    .engine = LP_ENGINE_PERF,
	};
	struct lp_profile profile;

	(void)state;
	open_run(&profile, &run);
	assert_nothing_is_lost(&profile);
	assert_int_equal(profile.sample_count, 1);
	lp_profile_free(&profile);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(samples_find_their_lines),
	    cmocka_unit_test(what_never_ran_has_no_time),
	    cmocka_unit_test(what_was_passed_by_has_no_time),
	    cmocka_unit_test(calls_become_a_tree),
	    cmocka_unit_test(waiting_is_kept_apart),
	    cmocka_unit_test(waits_are_of_their_lines),
	    cmocka_unit_test(waits_leave_the_cpu_time),
	    cmocka_unit_test(sums_that_do_not_fit_are_survived),
	    cmocka_unit_test(recursion_counts_once),
	    cmocka_unit_test(short_times_follow_the_hits),
	    cmocka_unit_test(samples_outside_are_counted),
	    cmocka_unit_test(clocks_alone_time_functions),
	    cmocka_unit_test(collapsed_clocks_are_not_exact),
	    cmocka_unit_test(clocks_of_some_calls_are_not_exact),
	    cmocka_unit_test(a_missing_binary_costs_the_lines),
	    cmocka_unit_test(shares_add_up),
	    cmocka_unit_test(broken_paths_are_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
