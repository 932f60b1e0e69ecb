/* test_model_off_cpu.c: where the runtime has measured how long clocks were off CPUs, that tells
 * what ran, whatever the samples met. */
#include "tests/unit/timed_fixture.h"
#include "viewer/model/invariants.h"

/* Eleven samples, ten of them in the caller. */
static const struct lp_stack_node few_nodes[] = {
    NODE_THREAD,
    NODE_CALL(0, mark_behind_call),
    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_LEAF, 1),
    NODE_LEAF(0, mark_behind_call, SAMPLED_F_CALLER, 10),
};

/* And a call of the caller's that waited. */
static const struct lp_stack_node waiting_nodes[] = {
    NODE_THREAD,
    NODE_CALL(0, mark_behind_call),
    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_LEAF, 1),
    NODE_LEAF(0, mark_behind_call, SAMPLED_F_CALLER, 10),
    NODE_WAIT(0, mark_behind_call, SAMPLED_F_CALLER, 300 * MS),
};

/* The caller took 1 s itself, and so did the leaf: off CPUs for 0.3 and 0.6 s of these. */
static const uint64_t off_cpu[SAMPLED_FUNCTIONS] = {
    [SAMPLED_F_LEAF] = 600 * MS,
    [SAMPLED_F_CALLER] = 300 * MS,
};

static struct sampled_run busy_run(uint64_t cpu_ms, uint64_t delay_ms)
{
	return (struct sampled_run){
	    .lifetime_ticks = 2000 * MS,
	    .cpu_ns = cpu_ms * MS,
	    .delay_ns = delay_ms * MS,
	    .calls = {1, 1, 1},
	    .clocks = {[SAMPLED_F_LEAF] = {1, 1000 * MS, 1000 * MS, 0, 0},
		       [SAMPLED_F_CALLER] = {1, 1000 * MS, 2000 * MS, 0, 0}},
	    .off_cpu = off_cpu,
	    .nodes = few_nodes,
	    .node_count = COUNT(few_nodes),
	    .engine = LP_ENGINE_TIMER,
	};
}

static void assert_ran(const struct lp_profile *profile, const char *name, uint64_t ran_ms,
		       uint64_t waited_ms)
{
	const struct lp_function *const function = function_named(profile, name);

	/* Parts of a tick are lost. */
	assert_in_range(function->self_ticks, (ran_ms + waited_ms) * MS - 2,
			(ran_ms + waited_ms) * MS + 2);
	assert_int_equal(function->wait_ticks, waited_ms * MS);
}

/* The same of a sum, where parts of a tick are lost of waits, too. */
static void assert_waited(const struct lp_profile *profile, const char *name, uint64_t ran_ms,
			  uint64_t waited_ms)
{
	const struct lp_function *const function = function_named(profile, name);

	assert_in_range(function->self_ticks, (ran_ms + waited_ms) * MS - 2,
			(ran_ms + waited_ms) * MS + 2);
	assert_in_range(function->wait_ticks, waited_ms * MS - 2, waited_ms * MS + 2);
}

/* By samples it would be 100 and 1000 ms. */
static void is_not_by_samples(void **state)
{
	const struct sampled_run run = busy_run(1100, 900);
	struct lp_profile profile;

	(void)state;
	open_run(&profile, &run);
	assert_in_range(profile.delay_ticks, 900 * MS - 2, 900 * MS);
	assert_ran(&profile, "sampled_leaf", 400, 0);
	assert_ran(&profile, "sampled_caller", 700, 0);
	assert_in_range(function_named(&profile, "sampled_caller")->total_ticks, 1100 * MS,
			1100 * MS + 2);
	assert_nothing_is_lost(&profile);
	lp_profile_free(&profile);
}

/* It was off CPUs though none was lacking. */
static void is_waiting(void **state)
{
	const struct sampled_run run = busy_run(1100, 0);
	struct lp_profile profile;

	(void)state;
	open_run(&profile, &run);
	assert_ran(&profile, "sampled_leaf", 400, 600);
	assert_ran(&profile, "sampled_caller", 700, 300);
	assert_nothing_is_lost(&profile);
	lp_profile_free(&profile);
}

/* A twenty-fifth of a second's work is no error of clocks; a hundredth may be. */
static void is_waiting_if_little(void **state)
{
	const uint64_t little[SAMPLED_FUNCTIONS] = {
	    [SAMPLED_F_LEAF] = 40 * MS,
	    [SAMPLED_F_CALLER] = 10 * MS,
	};
	struct sampled_run run = busy_run(1950, 0);
	struct lp_profile profile;

	(void)state;
	run.off_cpu = little;
	open_run(&profile, &run);
	assert_ran(&profile, "sampled_leaf", 960, 40);
	assert_ran(&profile, "sampled_caller", 1000, 0);
	assert_nothing_is_lost(&profile);
	lp_profile_free(&profile);
}

/* Of 0.9 s without a CPU some may be unknown, as turns too short to be asked about. */
static void is_little_beside_delay(void **state)
{
	const uint64_t ready[SAMPLED_FUNCTIONS] = {
	    [SAMPLED_F_LEAF] = 885 * MS, [SAMPLED_F_CALLER] = 900 * MS};
	const uint64_t off[SAMPLED_FUNCTIONS] = {
	    [SAMPLED_F_LEAF] = 900 * MS, [SAMPLED_F_CALLER] = 950 * MS};
	struct sampled_run run = busy_run(1150, 1785);
	struct lp_profile profile;

	(void)state;
	run.lifetime_ticks = 3000 * MS;
	run.clocks[SAMPLED_F_LEAF] = (struct lp_clock){1, 1500 * MS, 1500 * MS, 0, 0};
	run.clocks[SAMPLED_F_CALLER] = (struct lp_clock){1, 1500 * MS, 3000 * MS, 0, 0};
	run.off_cpu = off;
	run.delay = ready;
	open_run(&profile, &run);
	assert_ran(&profile, "sampled_leaf", 615, 0);
	assert_ran(&profile, "sampled_caller", 550, 50);
	assert_nothing_is_lost(&profile);
	lp_profile_free(&profile);
}

/* Off CPUs for 1.5 s, by the kernel: those that clocks have not seen were short turns. Where they
 * were, samples tell. */
static void has_short_turns(void **state)
{
	const struct sampled_run run = busy_run(500, 0);
	struct lp_profile profile;

	(void)state;
	open_run(&profile, &run);
	assert_int_equal(function_named(&profile, "sampled_leaf")->wait_ticks / MS, 954);
	assert_int_equal(function_named(&profile, "sampled_caller")->wait_ticks / MS, 545);
	lp_profile_free(&profile);
}

/* None of the samples that would tell, but 1.1 s of 2 s on CPUs. */
static void needs_no_samples(void **state)
{
	struct sampled_run run = busy_run(1100, 0);
	struct lp_profile profile;

	(void)state;
	run.node_count = 1;
	open_run(&profile, &run);
	assert_ran(&profile, "sampled_leaf", 400, 600);
	assert_ran(&profile, "sampled_caller", 700, 300);
	lp_profile_free(&profile);
}

/* Nor does it take samples to know what of that was for want of a CPU. */
static void is_no_delay_without_samples(void **state)
{
	struct sampled_run run = busy_run(1100, 900);
	struct lp_profile profile;

	(void)state;
	run.node_count = 1;
	open_run(&profile, &run);
	assert_in_range(profile.delay_ticks, 900 * MS - 2, 900 * MS);
	assert_ran(&profile, "sampled_leaf", 400, 0);
	assert_ran(&profile, "sampled_caller", 700, 0);
	assert_nothing_is_lost(&profile);
	lp_profile_free(&profile);
}

/* The caller's time off CPUs was a call that waited, though it has ten of eleven samples: what was
 * for want of a CPU is the leaf's; beyond that, it befell the caller when the call had waited. */
static void is_known_waiting_first(void **state)
{
	(void)state;
	for (uint64_t more_ms = 0; more_ms <= 100; more_ms += 100) {
		struct sampled_run run = busy_run(1100, 600 + more_ms);
		struct lp_profile profile;
		const struct lp_function *caller;

		run.nodes = waiting_nodes;
		run.node_count = COUNT(waiting_nodes);
		open_run(&profile, &run);
		caller = function_named(&profile, "sampled_caller");
		assert_in_range(profile.delay_ticks, (600 + more_ms) * MS - 2,
				(600 + more_ms) * MS);
		assert_ran(&profile, "sampled_leaf", 400, 0);
		assert_in_range(caller->self_ticks, (1000 - more_ms) * MS - 2,
				(1000 - more_ms) * MS + 2);
		assert_in_range(lp_function_waits(caller), (300 - more_ms) * MS - 2,
				(300 - more_ms) * MS + 2);
		assert_nothing_is_lost(&profile);
		lp_profile_free(&profile);
	}
}

/* The caller waited, in what no call is known for; the leaf had no CPU. Samples would have it the
 * other way round. */
static void is_delay_where_it_is_told(void **state)
{
	static const uint64_t delay[SAMPLED_FUNCTIONS] = {[SAMPLED_F_LEAF] = 590 * MS};
	struct sampled_run run = busy_run(1100, 600);
	struct lp_profile profile;

	(void)state;
	run.delay = delay;
	open_run(&profile, &run);
	assert_in_range(profile.delay_ticks, 600 * MS - 2, 600 * MS);
	/* Ten ms are told of none: by samples. */
	assert_in_range(function_named(&profile, "sampled_leaf")->self_ticks, 400 * MS, 410 * MS);
	assert_in_range(lp_function_waits(function_named(&profile, "sampled_caller")), 290 * MS,
			300 * MS);
	assert_nothing_is_lost(&profile);
	lp_profile_free(&profile);
}

/* Of a program that was killed the thread's row is some time old, its clocks are not. */
static void is_delay_that_the_row_lacks(void **state)
{
	static const uint64_t delay[SAMPLED_FUNCTIONS] = {
	    [SAMPLED_F_LEAF] = 590 * MS,
	    [SAMPLED_F_CALLER] = 290 * MS,
	};
	struct sampled_run run = busy_run(1100, 820);
	struct lp_profile profile;

	(void)state;
	run.delay = delay;
	open_run(&profile, &run);
	assert_int_equal(profile.delay_ticks, 880 * MS);
	assert_ran(&profile, "sampled_leaf", 410, 0);
	assert_ran(&profile, "sampled_caller", 710, 0);
	assert_nothing_is_lost(&profile);
	lp_profile_free(&profile);
}

/* Of the clocks that were open above, too, whatever paths samples have. */
static void is_delay_of_clocks_above(void **state)
{
	static const uint64_t delay[SAMPLED_FUNCTIONS] = {[SAMPLED_F_LEAF] = 600 * MS};
	static const uint64_t total[SAMPLED_FUNCTIONS] = {
	    [SAMPLED_F_LEAF] = 600 * MS, [SAMPLED_F_CALLER] = 600 * MS};
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_LEAF(0, mark_leaf_first, SAMPLED_F_LEAF, 1),
	    NODE_LEAF(0, mark_behind_call, SAMPLED_F_CALLER, 10),
	};
	struct sampled_run run = busy_run(1100, 600);
	struct lp_profile profile;

	(void)state;
	run.nodes = nodes;
	run.node_count = COUNT(nodes);
	run.delay = delay;
	open_run(&profile, &run);
	assert_int_equal(function_named(&profile, "sampled_caller")->clock_delay_ticks, 0);
	lp_profile_free(&profile);
	run.total_delay = total;
	open_run(&profile, &run);
	assert_int_equal(function_named(&profile, "sampled_leaf")->clock_delay_ticks, 600 * MS);
	assert_int_equal(function_named(&profile, "sampled_caller")->total_ticks, 1400 * MS);
	lp_profile_free(&profile);
}

/* Of the leaf the kernel was asked: it waited for all of that. So it was the caller, though it has
 * ten of eleven samples, and waited in known calls; or code without a clock. */
static const uint64_t told[SAMPLED_FUNCTIONS] = {0};
static const uint64_t unasked[SAMPLED_FUNCTIONS] = {[SAMPLED_F_CALLER] = 250 * MS};

static void is_delay_where_nobody_asked(void **state)
{
	(void)state;
	for (uint64_t delay_ms = 200; delay_ms <= 400; delay_ms += 200) {
		struct sampled_run run = busy_run(1100, delay_ms);
		const uint64_t left_ms = 300 - (delay_ms < 250 ? delay_ms : 250);
		struct lp_profile profile;

		run.delay = told;
		run.total_delay = told;
		run.unasked = unasked;
		run.nodes = waiting_nodes;
		run.node_count = COUNT(waiting_nodes);
		open_run(&profile, &run);
		assert_ran(&profile, "sampled_leaf", 400, 600);
		assert_in_range(lp_function_waits(function_named(&profile, "sampled_caller")),
				left_ms * MS - 2, left_ms * MS + 2);
		assert_nothing_is_lost(&profile);
		lp_profile_free(&profile);
	}
}

/* Nobody asked of either, and the caller waited in a known call: so it was the leaf, as far as that
 * was off CPUs. */
static void is_delay_beside_known_waits_first(void **state)
{
	(void)state;
	for (uint64_t delay_ms = 200; delay_ms <= 700; delay_ms += 500) {
		struct sampled_run run = busy_run(1100, delay_ms);
		const uint64_t of_leaf_ms = delay_ms < 600 ? delay_ms : 600;
		const uint64_t left_ms = 300 - (delay_ms - of_leaf_ms);
		struct lp_profile profile;

		run.delay = told;
		run.total_delay = told;
		run.unasked = off_cpu;
		run.nodes = waiting_nodes;
		run.node_count = COUNT(waiting_nodes);
		open_run(&profile, &run);
		assert_ran(&profile, "sampled_leaf", 400, 600 - of_leaf_ms);
		assert_in_range(lp_function_waits(function_named(&profile, "sampled_caller")),
				left_ms * MS - 2, left_ms * MS + 2);
		assert_nothing_is_lost(&profile);
		lp_profile_free(&profile);
	}
}

/* With one of before, which does not tell where nobody asked: each has what it has alone, 0.9 s
 * waiting, and as much without a CPU. */
static void is_told_of_each_in_sums(void **state)
{
	struct sampled_run run = busy_run(1100, 900);
	const struct sampled_run old = run;
	struct lp_profile profile;

	(void)state;
	run.delay = told;
	run.total_delay = told;
	run.unasked = told;
	open_sum(&profile, &run, &old);
	assert_waited(&profile, "sampled_leaf", 800, 600);
	assert_waited(&profile, "sampled_caller", 1400, 300);
	lp_profile_free(&profile);
}

/* In sums, too, of runs that are one after the other. */
static void is_delay_in_sums(void **state)
{
	static const uint64_t delay[SAMPLED_FUNCTIONS] = {[SAMPLED_F_LEAF] = 600 * MS};
	struct sampled_run run = busy_run(1100, 600);
	struct lp_profile profile;

	(void)state;
	run.delay = delay;
	open_sum(&profile, &run, &run);
	assert_ran(&profile, "sampled_leaf", 800, 0);
	assert_ran(&profile, "sampled_caller", 1400, 600);
	lp_profile_free(&profile);
}

/* What a file says may be anything. */
static void is_at_most_the_clock(void **state)
{
	static const uint64_t too_long[SAMPLED_FUNCTIONS] = {UINT64_MAX, UINT64_MAX, UINT64_MAX};
	struct sampled_run run = busy_run(1100, 0);
	struct lp_profile profile;
	struct lp_check check;

	(void)state;
	run.off_cpu = too_long;
	run.delay = too_long;
	run.total_delay = too_long;
	open_run(&profile, &run);
	assert_int_equal(profile.delay_ticks, 2000 * MS);
	assert_int_equal(function_named(&profile, "sampled_leaf")->self_ticks, 0);
	assert_nothing_is_lost(&profile);
	assert_int_equal(lp_check_profile(&profile, &check), LP_OK);
	assert_int_equal(check.findings[LP_INVARIANT_OFF_CPU], LP_BROKEN);
	lp_profile_free(&profile);
}

static void is_in_sums(void **state)
{
	const struct sampled_run run = busy_run(1100, 900);
	struct lp_profile profile;

	(void)state;
	open_sum(&profile, &run, &run);
	assert_ran(&profile, "sampled_leaf", 800, 0);
	assert_ran(&profile, "sampled_caller", 1400, 0);
	lp_profile_free(&profile);
}

/* Of one run without samples, too. */
static void is_in_sums_without_samples(void **state)
{
	const struct sampled_run run = busy_run(1100, 900);
	struct sampled_run unseen = run;
	struct lp_profile profile;

	(void)state;
	unseen.node_count = 1;
	open_sum(&profile, &run, &unseen);
	assert_in_range(profile.delay_ticks, 1800 * MS - 4, 1800 * MS);
	assert_ran(&profile, "sampled_leaf", 800, 0);
	assert_ran(&profile, "sampled_caller", 1400, 0);
	lp_profile_free(&profile);
}

/* Of a machine whose clock ticks twice as fast, too. */
static void is_known_waiting_in_sums(void **state)
{
	const uint64_t off_cpu_then[SAMPLED_FUNCTIONS] = {
	    [SAMPLED_F_LEAF] = 2 * off_cpu[SAMPLED_F_LEAF],
	    [SAMPLED_F_CALLER] = 2 * off_cpu[SAMPLED_F_CALLER],
	};
	struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_LEAF(0, mark_behind_call, SAMPLED_F_CALLER, 10),
	    NODE_WAIT(0, mark_behind_call, SAMPLED_F_CALLER, 200 * MS),
	};
	struct lp_stack_node nodes_then[] = {nodes[0], nodes[1], nodes[2]};
	struct sampled_run run = busy_run(1100, 600);
	struct sampled_run then;
	struct lp_profile profile;

	(void)state;
	run.nodes = nodes;
	run.node_count = COUNT(nodes);
	then = run;
	then.nodes = nodes_then;
	nodes_then[2].count *= 2;
	then.ticks_per_second = 2000 * MS;
	then.lifetime_ticks *= 2;
	then.off_cpu = off_cpu_then;
	for (int i = 0; i < SAMPLED_FUNCTIONS; i++) {
		then.clocks[i].self_ticks *= 2;
		then.clocks[i].total_ticks *= 2;
	}
	open_sum(&profile, &run, &then);
	assert_in_range(function_named(&profile, "sampled_caller")->line_wait_ticks, 400 * MS - 2,
			400 * MS + 2);
	lp_profile_free(&profile);
}

/* With a profile of before: samples tell for both. */
static void is_unknown_with_an_older_one(void **state)
{
	const struct sampled_run run = busy_run(1100, 900);
	struct sampled_run old = run;
	struct lp_profile profile;

	(void)state;
	old.off_cpu = NULL;
	open_sum(&profile, &run, &old);
	assert_ran(&profile, "sampled_leaf", 200, 0);
	assert_ran(&profile, "sampled_caller", 2000, 0);
	lp_profile_free(&profile);
}

/* One of two processes had no CPU for half a second, and the other one waited: in the sum of them,
 * as in each alone. */
static void is_whose_it_was_in_sums(void **state)
{
	static const uint64_t leaf_off[SAMPLED_FUNCTIONS] = {[SAMPLED_F_LEAF] = 600 * MS};
	static const uint64_t caller_off[SAMPLED_FUNCTIONS] = {[SAMPLED_F_CALLER] = 600 * MS};
	static const uint64_t none[SAMPLED_FUNCTIONS];
	struct sampled_run busy = busy_run(1400, 500);
	struct sampled_run waiting = busy_run(1400, 0);
	struct lp_profile profile;

	(void)state;
	busy.off_cpu = busy.unasked = leaf_off;
	waiting.off_cpu = waiting.unasked = caller_off;
	busy.delay = busy.total_delay = waiting.delay = waiting.total_delay = none;
	open_sum(&profile, &busy, &waiting);
	assert_in_range(profile.delay_ticks, 500 * MS - 2, 500 * MS);
	assert_ran(&profile, "sampled_leaf", 1400, 100);
	assert_ran(&profile, "sampled_caller", 1400, 600);
	assert_in_range(function_named(&profile, "sampled_caller")->total_ticks, 3500 * MS - 2,
			3500 * MS + 2);
	assert_nothing_is_lost(&profile);
	lp_profile_free(&profile);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(is_not_by_samples),
	    cmocka_unit_test(is_waiting),
	    cmocka_unit_test(is_waiting_if_little),
	    cmocka_unit_test(is_little_beside_delay),
	    cmocka_unit_test(has_short_turns),
	    cmocka_unit_test(needs_no_samples),
	    cmocka_unit_test(is_no_delay_without_samples),
	    cmocka_unit_test(is_known_waiting_first),
	    cmocka_unit_test(is_delay_where_it_is_told),
	    cmocka_unit_test(is_delay_that_the_row_lacks),
	    cmocka_unit_test(is_delay_of_clocks_above),
	    cmocka_unit_test(is_delay_where_nobody_asked),
	    cmocka_unit_test(is_delay_beside_known_waits_first),
	    cmocka_unit_test(is_told_of_each_in_sums),
	    cmocka_unit_test(is_delay_in_sums),
	    cmocka_unit_test(is_at_most_the_clock),
	    cmocka_unit_test(is_in_sums),
	    cmocka_unit_test(is_in_sums_without_samples),
	    cmocka_unit_test(is_known_waiting_in_sums),
	    cmocka_unit_test(is_unknown_with_an_older_one),
	    cmocka_unit_test(is_whose_it_was_in_sums),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
