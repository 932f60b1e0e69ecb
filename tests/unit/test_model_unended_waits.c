/* test_model_unended_waits.c: what threads wait in calls that had not ended when the program was
 * seen last. */
#include "tests/unit/timed_fixture.h"

/* When the call began; the run begins at 1. */
enum { BEGAN_MS = 1200 };

static const struct lp_stack_node nodes[] = {
    NODE_THREAD,
    NODE_CALL(0, mark_behind_call),
    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_LEAF, 1),
    {.kind = LP_STACK_OPEN_WAIT,
     .parent = 0,
     .address = (uintptr_t)mark_behind_call,
     .region = LP_REGION(0, SAMPLED_F_CALLER),
     .count = 1 + BEGAN_MS * MS},
};

/* The caller's clock was open, and read 1 s; the leaf's is over. */
static struct sampled_run waiting_run(void)
{
	static const uint64_t off_cpu[SAMPLED_FUNCTIONS];

	return (struct sampled_run){
	    .lifetime_ticks = 2000 * MS,
	    .cpu_ns = 1200 * MS,
	    .calls = {1, 1, 1},
	    .clocks = {[SAMPLED_F_LEAF] = {1, 200 * MS, 200 * MS, 0, 0},
		       [SAMPLED_F_CALLER] = {1, 1000 * MS, 1200 * MS, 1, 0}},
	    .off_cpu = off_cpu,
	    .nodes = nodes,
	    .node_count = COUNT(nodes),
	    .engine = LP_ENGINE_TIMER,
	};
}

/* The thread's row in what was built. */
static struct lp_thread *thread_in(struct builder *builder)
{
	struct lp_section_at at = {0};
	struct lp_error error;
	struct lp_reader reader;

	assert_int_equal(lp_reader_open(&reader, builder->data, builder->size, &error), LP_OK);
	while (lp_reader_next(&reader, &at))
		if (at.kind == LP_SECT_THREAD)
			return (struct lp_thread *)(void *)((char *)builder->data +
							    at.offset_bytes +
							    sizeof(struct lp_section_header));
	fail();
	return NULL;
}

/* As the file is while the program runs, or after it was killed. */
static void open_running(struct lp_profile *profile, const struct sampled_run *run, bool has_ended)
{
	struct builder builder = sampled_profile(run);

	builder_header(&builder)->state = LP_FILE_RUNNING;
	if (!has_ended)
		thread_in(&builder)->end_ticks = 0;
	open_data(profile, builder.data, builder.size);
	free(builder.data);
}

static void caller_waits(const struct lp_profile *profile, uint64_t ran_ms, uint64_t ms)
{
	const struct lp_function *const caller = function_named(profile, "sampled_caller");

	assert_in_range(lp_function_waits(caller), ms * MS - (ms > 0) * 2, ms * MS);
	assert_in_range(caller->self_ticks, (ran_ms + ms) * MS - 2, (ran_ms + ms) * MS);
	assert_in_range(caller->total_ticks, (200 + ran_ms + ms) * MS - 2,
			(200 + ran_ms + ms) * MS);
	assert_in_range(profile->outside_ticks, (1800 - ran_ms - ms) * MS,
			(1800 - ran_ms - ms) * MS + 2);
	assert_nothing_is_lost(profile);
}

static void waits_until_now(void **state)
{
	const struct sampled_run run = waiting_run();
	struct lp_profile profile;

	(void)state;
	open_running(&profile, &run, false);
	caller_waits(&profile, 1000, 2000 - BEGAN_MS);
	lp_profile_free(&profile);
}

/* As behind a call that a jump has left: clocks have gone on. */
static void waits_no_longer_than_clocks_leave(void **state)
{
	struct sampled_run run = waiting_run();
	struct lp_profile profile;

	(void)state;
	run.clocks[SAMPLED_F_CALLER] = (struct lp_clock){1, 1700 * MS, 1900 * MS, 1, 0};
	run.cpu_ns = 1900 * MS;
	open_running(&profile, &run, false);
	caller_waits(&profile, 1700, 100);
	lp_profile_free(&profile);
}

static void has_ended(void **state)
{
	const struct sampled_run run = waiting_run();
	struct lp_profile profile;

	(void)state;
	open_running(&profile, &run, true);
	caller_waits(&profile, 1000, 0);
	lp_profile_free(&profile);
	open_run(&profile, &run);
	caller_waits(&profile, 1000, 0);
	lp_profile_free(&profile);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(waits_until_now),
	    cmocka_unit_test(waits_no_longer_than_clocks_leave),
	    cmocka_unit_test(has_ended),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
