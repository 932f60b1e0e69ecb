/* test_model_run_life.c: how long a program ran that was killed, alone and in sums. */
#include "tests/unit/timed_fixture.h"

/* What the run's row says, too. */
enum { TOLD_MS = 100 };

static const struct lp_stack_node nodes[] = {
    NODE_THREAD,
    NODE_CALL(0, mark_behind_call),
    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_LEAF, 1),
};

static struct sampled_run killed_run(void)
{
	return (struct sampled_run){
	    .lifetime_ticks = TOLD_MS * MS,
	    .cpu_ns = 40 * MS,
	    .calls = {1, 1, 1},
	    .nodes = nodes,
	    .node_count = COUNT(nodes),
	    .engine = LP_ENGINE_TIMER,
	};
}

/* As the file is after the program was killed: of the only thread no end is known. */
static struct builder killed(const struct sampled_run *run, uint64_t process)
{
	struct builder builder = sampled_profile(run);
	struct lp_section_at at = {0};
	struct lp_error error;
	struct lp_reader reader;

	builder_header(&builder)->state = LP_FILE_RUNNING;
	builder_header(&builder)->start_unix_ns = process;
	assert_int_equal(lp_reader_open(&reader, builder.data, builder.size, &error), LP_OK);
	while (lp_reader_next(&reader, &at))
		if (at.kind == LP_SECT_THREAD)
			((struct lp_thread *)(void *)((char *)builder.data + at.offset_bytes +
						      sizeof(struct lp_section_header)))
			    ->end_ticks = 0;
	return builder;
}

static void ran_for(const struct lp_profile *profile, uint64_t ms)
{
	assert_int_equal(profile->info.end_ticks - profile->info.start_ticks, ms * MS);
}

/* Alone, twice added up by lpview, and merged. */
static void runs_for(const struct sampled_run *run, uint64_t ms)
{
	char paths[2][32] = {"/tmp/test_sum.XXXXXX", "/tmp/test_sum.XXXXXX"};
	const char *const both[] = {paths[0], paths[1]};
	struct lp_open_failure failure;
	struct lp_image image = {0};
	struct lp_profile profile;

	for (uint64_t i = 0; i < 2; i++) {
		struct builder builder = killed(run, i + 1);

		write_new(paths[i], builder.data, builder.size);
		free(builder.data);
	}
	assert_int_equal(lp_profile_open(&profile, paths[0], NULL), LP_OK);
	ran_for(&profile, ms);
	lp_profile_free(&profile);
	assert_int_equal(lp_profile_open_all(&profile, both, 2, NULL, &failure), LP_OK);
	ran_for(&profile, 2 * ms);
	lp_profile_free(&profile);
	assert_int_equal(lp_merge_files(&image, both, 2, &failure), LP_OK);
	open_data(&profile, image.data, image.size);
	ran_for(&profile, 2 * ms);
	lp_profile_free(&profile);
	free(image.data);
	unlink(paths[0]);
	unlink(paths[1]);
}

static void as_told(void **state)
{
	const struct sampled_run run = killed_run();

	(void)state;
	runs_for(&run, TOLD_MS);
}

static void no_shorter_than_a_thread_ran_and_was_ready(void **state)
{
	struct sampled_run run = killed_run();

	(void)state;
	run.delay_ns = 90 * MS;
	runs_for(&run, 40 + 90);
}

static void no_shorter_than_clocks(void **state)
{
	struct sampled_run run = killed_run();

	(void)state;
	run.clocks[SAMPLED_F_LEAF] = (struct lp_clock){1, 70 * MS, 70 * MS, 0, 0};
	run.clocks[SAMPLED_F_CALLER] = (struct lp_clock){1, 80 * MS, 150 * MS, 1, 0};
	runs_for(&run, 70 + 80);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(as_told),
	    cmocka_unit_test(no_shorter_than_a_thread_ran_and_was_ready),
	    cmocka_unit_test(no_shorter_than_clocks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
