/* test_model_clocked.c: where the runtime has kept the paths of clocked calls, these tell who
 * called, whatever the samples met; and who called what waited. */
#include "tests/unit/timed_fixture.h"

/* The leaf took 1 s; its samples say, from the thread's start, the calls' paths from its caller. */
static struct sampled_run leaf_run(const struct lp_stack_node *nodes, uint32_t count)
{
	return (struct sampled_run){
	    .lifetime_ticks = 1000 * MS,
	    .cpu_ns = 1000 * MS,
	    .calls = {1, 1, 1},
	    .clocks = {[SAMPLED_F_LEAF] = {2, 1000 * MS, 1000 * MS, 0, 0}},
	    .nodes = nodes,
	    .node_count = count,
	    .engine = LP_ENGINE_TIMER,
	};
}

static void assert_total(const struct lp_profile *profile, const char *name, uint64_t ms)
{
	assert_in_range(function_named(profile, name)->total_ticks, ms * MS - 2, ms * MS + 2);
}

static void assert_calls(const struct sampled_run *run, uint64_t of_caller_ms)
{
	struct lp_profile profile;

	open_run(&profile, run);
	assert_total(&profile, "sampled_leaf", 1000);
	assert_total(&profile, "sampled_caller", of_caller_ms);
	assert_in_range(line_numbered(&profile, SAMPLED_CALL_OF_LEAF)->total_ticks,
			of_caller_ms * MS - 2, of_caller_ms * MS + 2);
	assert_in_range(line_numbered(&profile, SAMPLED_LEAF_FIRST)->self_ticks, 1000 * MS - 2,
			1000 * MS + 2);
	assert_nothing_is_lost(&profile);
	lp_profile_free(&profile);
}

/* Of samples and of kept calls, those below the caller and those below the thread's start. */
static const struct {
	uint64_t samples[2];
	uint64_t clocked_ms[2];
	uint64_t of_caller_ms;
} cases[] = {
    /* Not by samples. */
    {{1, 9}, {800, 200}, 800},
    /* No sample met a call from there: its lines are those of the others. */
    {{0, 10}, {800, 200}, 800},
    /* A path that no call was kept of has what is missing in those that were. */
    {{9, 1}, {950, 0}, 950},
    /* Most calls were left by longjmp(), and have no path: samples tell. */
    {{1, 9}, {400, 0}, 100},
    /* On a stack of its own a sample has no path of a call: then samples tell. */
    {{1, 9}, {1000, 0}, 100},
};

static void is_by_clock(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < COUNT(cases); i++) {
		const struct lp_stack_node nodes[] = {
		    NODE_THREAD,
		    NODE_CALL(0, mark_behind_call),
		    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_LEAF, cases[i].samples[0]),
		    NODE_LEAF(0, mark_leaf_first, SAMPLED_F_LEAF, cases[i].samples[1]),
		    NODE_CLOCK(1, SAMPLED_F_LEAF, cases[i].clocked_ms[0] * MS),
		    NODE_CLOCK(0, SAMPLED_F_LEAF, cases[i].clocked_ms[1] * MS),
		};
		const struct sampled_run run = leaf_run(nodes, COUNT(nodes));

		assert_calls(&run, cases[i].of_caller_ms);
	}
}

/* Without any, no line is known, but the caller. */
static void needs_no_samples(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_CLOCK(1, SAMPLED_F_LEAF, 800 * MS),
	    NODE_CLOCK(0, SAMPLED_F_LEAF, 200 * MS),
	};
	const struct sampled_run run = leaf_run(nodes, COUNT(nodes));
	struct lp_profile profile;

	(void)state;
	open_run(&profile, &run);
	assert_total(&profile, "sampled_leaf", 1000);
	assert_total(&profile, "sampled_caller", 800);
	assert_nothing_is_lost(&profile);
	lp_profile_free(&profile);
}

/* Calls of less than a millisecond are kept by chance: 20 stand for a little more or less. */
static void is_of_all_though_kept_by_chance(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_LEAF, 1),
	    NODE_LEAF(0, mark_leaf_first, SAMPLED_F_LEAF, 9),
	    NODE_CLOCK(1, SAMPLED_F_LEAF, 750 * MS),
	    NODE_CLOCK(0, SAMPLED_F_LEAF, 250 * MS),
	};
	struct sampled_run run = leaf_run(nodes, COUNT(nodes));
	struct lp_profile profile;

	(void)state;
	run.clocks[SAMPLED_F_LEAF].self_ticks = 1040 * MS;
	run.clocks[SAMPLED_F_LEAF].total_ticks = 1040 * MS;
	run.lifetime_ticks = 1040 * MS;
	run.cpu_ns = 1040 * MS;
	open_run(&profile, &run);
	assert_total(&profile, "sampled_caller", 780);
	lp_profile_free(&profile);
}

/* The outermost call of a function that calls itself was open as it gave its clock up, and has what
 * others ran in it: which level did the work, samples tell. */
static void is_not_by_level(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_CALL(1, mark_leaf_last),
	    NODE_CALL(2, mark_leaf_last),
	    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_LEAF, 1),
	    NODE_LEAF(3, mark_leaf_first, SAMPLED_F_LEAF, 9),
	    NODE_CLOCK(1, SAMPLED_F_LEAF, 700 * MS),
	    NODE_CLOCK(2, SAMPLED_F_LEAF, 50 * MS),
	    NODE_CLOCK(3, SAMPLED_F_LEAF, 50 * MS),
	    NODE_CLOCK(0, SAMPLED_F_LEAF, 200 * MS),
	};
	/* By depth in the tree: the program, the caller and what is called from nowhere, and so on.
	 */
	static const uint64_t self_ms[] = {0, 200, 80, 0, 720};
	const struct sampled_run run = leaf_run(nodes, COUNT(nodes));
	const struct lp_filter everything = {.function_count = 0};
	uint64_t self_ticks[COUNT(self_ms)] = {0};
	struct lp_profile profile;
	struct lp_call_tree tree;

	(void)state;
	open_run(&profile, &run);
	assert_total(&profile, "sampled_caller", 800);
	assert_nothing_is_lost(&profile);
	assert_int_equal(lp_call_tree_make(&tree, &profile, &everything), LP_OK);
	for (size_t i = 0; i < tree.count; i++) {
		assert_true(tree.nodes[i].depth < COUNT(self_ms));
		self_ticks[tree.nodes[i].depth] += tree.nodes[i].self_ticks;
	}
	for (uint32_t i = 0; i < COUNT(self_ms); i++)
		assert_in_range(self_ticks[i], self_ms[i] ? self_ms[i] * MS - 2 : 0,
				self_ms[i] * MS + 2);
	lp_call_tree_free(&tree);
	lp_profile_free(&profile);
}

/* The leaf was off CPUs for 0.6 of 1 s. Of samples, kept calls and kept waits, those below the
 * caller and those below the thread's start. */
static const struct {
	uint64_t samples[2];
	uint64_t clocked_ms[2];
	uint64_t waited_ms[2];
	uint64_t of_caller_ms;
} waits[] = {
    /* 40 ms by samples and all that it waited. */
    {{1, 9}, {0, 0}, {600, 0}, 640},
    /* What it ran has other callers than what it waited. */
    {{0, 10}, {0, 400}, {450, 150}, 450},
    {{10, 0}, {400, 0}, {150, 450}, 550},
    {{0, 0}, {400, 0}, {0, 600}, 400},
    {{0, 0}, {300, 100}, {480, 120}, 780},
    /* Of most of it nothing is known: that goes by samples, else with what ran. */
    {{1, 9}, {0, 0}, {100, 0}, 190},
    {{1, 9}, {0, 0}, {0, 300}, 70},
    {{0, 0}, {300, 100}, {0, 400}, 450},
    {{0, 0}, {300, 100}, {0, 0}, 750},
};

static void is_what_waited(void **state)
{
	static const uint64_t off_cpu[SAMPLED_FUNCTIONS] = {[SAMPLED_F_LEAF] = 600 * MS};

	(void)state;
	for (uint32_t i = 0; i < COUNT(waits); i++) {
		const struct lp_stack_node nodes[] = {
		    NODE_THREAD,
		    NODE_CALL(0, mark_behind_call),
		    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_LEAF, waits[i].samples[0]),
		    NODE_LEAF(0, mark_leaf_first, SAMPLED_F_LEAF, waits[i].samples[1]),
		    NODE_CLOCK(1, SAMPLED_F_LEAF, waits[i].clocked_ms[0] * MS),
		    NODE_CLOCK(0, SAMPLED_F_LEAF, waits[i].clocked_ms[1] * MS),
		    NODE_CLOCK_WAIT(1, SAMPLED_F_LEAF, waits[i].waited_ms[0] * MS),
		    NODE_CLOCK_WAIT(0, SAMPLED_F_LEAF, waits[i].waited_ms[1] * MS),
		};
		struct sampled_run run = leaf_run(nodes, COUNT(nodes));
		struct lp_profile profile;

		run.cpu_ns = 400 * MS;
		run.off_cpu = off_cpu;
		open_run(&profile, &run);
		assert_total(&profile, "sampled_leaf", 1000);
		assert_total(&profile, "sampled_caller", waits[i].of_caller_ms);
		assert_in_range(function_named(&profile, "sampled_leaf")->wait_ticks, 600 * MS - 2,
				600 * MS + 2);
		assert_nothing_is_lost(&profile);
		lp_profile_free(&profile);
	}
}

/* What a file says may be anything. */
static void may_be_nonsense(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_LEAF, 1),
	    NODE_CLOCK(1, SAMPLED_F_LEAF, UINT64_MAX),
	    NODE_CLOCK(0, SAMPLED_F_LEAF, UINT64_MAX),
	    NODE_CLOCK(0, -1, 1),
	    NODE_CLOCK(0, 1000, 1),
	    NODE_CLOCK(99, SAMPLED_F_LEAF, 1),
	    NODE_CLOCK(8, SAMPLED_F_LEAF, 1),
	    NODE_CLOCK_WAIT(1, SAMPLED_F_LEAF, UINT64_MAX),
	    NODE_CLOCK_WAIT(0, SAMPLED_F_LEAF, UINT64_MAX),
	    NODE_CLOCK_WAIT(0, -1, 1),
	    NODE_CLOCK_WAIT(99, 1000, 1),
	};
	const struct sampled_run run = leaf_run(nodes, COUNT(nodes));

	(void)state;
	assert_calls(&run, 1000);
}

/* In sums of runs, each with its own. */
static void is_in_sums(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_LEAF(0, mark_leaf_first, SAMPLED_F_LEAF, 10),
	    NODE_CLOCK(1, SAMPLED_F_LEAF, 800 * MS),
	    NODE_CLOCK(0, SAMPLED_F_LEAF, 200 * MS),
	};
	const struct sampled_run run = leaf_run(nodes, COUNT(nodes));
	struct lp_profile profile;

	(void)state;
	open_sum(&profile, &run, &run);
	assert_total(&profile, "sampled_caller", 1600);
	assert_nothing_is_lost(&profile);
	lp_profile_free(&profile);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(is_by_clock),
	    cmocka_unit_test(needs_no_samples),
	    cmocka_unit_test(is_of_all_though_kept_by_chance),
	    cmocka_unit_test(is_not_by_level),
	    cmocka_unit_test(is_what_waited),
	    cmocka_unit_test(may_be_nonsense),
	    cmocka_unit_test(is_in_sums),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
