/* test_model_delay.c: in which functions a thread had no processor, and that nobody gets that time.
 */
#include "tests/unit/timed_fixture.h"
#include "viewer/model/image.h"
#include "viewer/model/merge_files.h"

/* A run with 600 ms of CPU time, in which the leaf was called once, by the caller. In ms. */
struct busy {
	uint64_t lifetime;
	uint64_t delay;  /* without a processor */
	uint64_t leaf;   /* by its clock */
	uint64_t caller; /* itself, by its clock; 0: it has none */
};

static void open_busy(struct lp_profile *profile, const struct busy *busy,
		      const struct lp_stack_node *nodes, uint32_t node_count)
{
	struct sampled_run run = {
	    .lifetime_ticks = busy->lifetime * MS,
	    .cpu_ns = 600 * MS,
	    .delay_ns = busy->delay * MS,
	    .calls = {1, 1, 1},
	    .clocks = {[SAMPLED_F_LEAF] = {1, busy->leaf * MS, busy->leaf * MS, 0, 0}},
	    .nodes = nodes,
	    .node_count = node_count,
	    .engine = LP_ENGINE_TIMER,
	};

	if (busy->caller > 0)
		run.clocks[SAMPLED_F_CALLER] =
		    (struct lp_clock){1, busy->caller * MS, (busy->leaf + busy->caller) * MS, 0, 0};
	open_timed(profile, &run);
}

static void assert_times(const struct lp_profile *profile, const char *name, uint64_t self_ms,
			 uint64_t total_ms)
{
	assert_int_equal(function_named(profile, name)->self_ticks, self_ms * MS);
	assert_int_equal(function_named(profile, name)->total_ticks, total_ms * MS);
}

/* 2 s by clock, 0.6 s of them CPU time and 1 s in a queue for it, which nobody gets;
 * the caller's clock has seen all of it, too. */
static void is_left_out(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_LEAF, 450),
	    NODE_LEAF(0, mark_behind_call, SAMPLED_F_CALLER, 150),
	};
	struct lp_profile profile;

	(void)state;
	open_busy(&profile, &(struct busy){2000, 1000, 1600, 400}, nodes, COUNT(nodes));
	assert_int_equal(profile.delay_ticks, 1000 * MS);
	assert_int_equal(profile.lifetime_ticks, 1000 * MS);
	assert_times(&profile, "sampled_leaf", 850, 850);
	assert_int_equal(function_named(&profile, "sampled_leaf")->wait_ticks, 400 * MS);
	assert_times(&profile, "sampled_caller", 150, 1000);
	lp_profile_free(&profile);
}

/* A path that is cut does not name the callers: they cannot be longer than the whole. */
static void is_below_cut_paths(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_LEAF(0, mark_leaf_first, SAMPLED_F_LEAF, 600),
	};
	struct lp_profile profile;

	(void)state;
	open_busy(&profile, &(struct busy){2000, 1000, 1800, 200}, nodes, COUNT(nodes));
	assert_int_equal(profile.lifetime_ticks, 1000 * MS);
	assert_int_equal(function_named(&profile, "sampled_leaf")->total_ticks, 800 * MS);
	assert_int_equal(function_named(&profile, "sampled_caller")->total_ticks, 1000 * MS);
	lp_profile_free(&profile);
}

/* What a region cannot have been without, as it ran, is not taken from it. */
static void is_at_most_what_is_left(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_LEAF(0, mark_leaf_first, SAMPLED_F_LEAF, 600),
	};
	struct lp_profile profile;

	(void)state;
	open_busy(&profile, &(struct busy){700, 9000, 700, 0}, nodes, COUNT(nodes));
	assert_int_equal(profile.delay_ticks, 100 * MS);
	assert_int_equal(function_named(&profile, "sampled_leaf")->total_ticks, 600 * MS);
	lp_profile_free(&profile);
}

/* What one region has no room for, as few samples say roughly where it was, is another's. */
static void goes_where_there_is_room(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_LEAF, 3),
	    NODE_LEAF(0, mark_behind_call, SAMPLED_F_CALLER, 3),
	};
	struct lp_profile profile;

	(void)state;
	open_busy(&profile, &(struct busy){1600, 1000, 700, 900}, nodes, COUNT(nodes));
	assert_int_equal(profile.delay_ticks, 1000 * MS);
	assert_int_equal(profile.lifetime_ticks, 600 * MS);
	assert_times(&profile, "sampled_leaf", 300, 300);
	assert_times(&profile, "sampled_caller", 300, 600);
	lp_profile_free(&profile);
}

/* A function that calls the kernel, at whose end others get the processor, runs for no sample. */
static void goes_where_no_sample_is(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_LEAF(0, mark_behind_call, SAMPLED_F_CALLER, 6),
	};
	struct lp_profile profile;

	(void)state;
	open_busy(&profile, &(struct busy){1800, 1000, 1000, 800}, nodes, COUNT(nodes));
	assert_int_equal(profile.delay_ticks, 1000 * MS);
	assert_times(&profile, "sampled_leaf", 200, 200);
	assert_times(&profile, "sampled_caller", 600, 800);
	lp_profile_free(&profile);
}

/* A sample in a function whose probe has not read the clock yet is its caller's, and so is what the
 * thread had no processor for. */
static void is_not_of_a_clock_that_was_not_open(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_CALLER, 1),
	    NODE_LEAF(0, mark_behind_call, SAMPLED_F_CALLER, 599),
	};
	struct lp_profile profile;

	(void)state;
	open_busy(&profile, &(struct busy){10610, 10000, 10, 10600}, nodes, COUNT(nodes));
	assert_int_equal(profile.delay_ticks, 10000 * MS);
	assert_true(function_named(&profile, "sampled_leaf")->flags & LP_FUNCTION_CLOCKED);
	assert_int_equal(function_named(&profile, "sampled_leaf")->clock_delay_ticks, 0);
	lp_profile_free(&profile);
}

/* Another process's, as it started at another time. */
static void write_run(char *path, const struct sampled_run *run, uint64_t start)
{
	struct builder builder = sampled_profile(run);

	builder_header(&builder)->start_unix_ns = start;
	write_new(path, builder.data, builder.size);
	free(builder.data);
}

/* Of a process without samples nothing tells where it was; in a merged profile those of another one
 * tell no more. */
static void is_not_placed_by_others(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_LEAF(0, mark_behind_call, SAMPLED_F_CALLER, 100),
	};
	const struct sampled_run sampled = {
	    .lifetime_ticks = 200 * MS,
	    .cpu_ns = 100 * MS,
	    .delay_ns = 40 * MS,
	    .calls = {1, 1, 1},
	    .clocks = {[SAMPLED_F_CALLER] = {1, 200 * MS, 200 * MS, 0, 0}},
	    .nodes = nodes,
	    .node_count = COUNT(nodes),
	    .engine = LP_ENGINE_TIMER,
	};
	struct sampled_run quick = sampled;
	char paths[2][32] = {"/tmp/test_delay.XXXXXX", "/tmp/test_delay.XXXXXX"};
	const char *const both[] = {paths[0], paths[1]};
	struct lp_open_failure failure;
	struct lp_image image = {0};
	struct lp_profile profile;

	(void)state;
	quick.node_count = 1;
	quick.cpu_ns = 2 * MS;
	quick.lifetime_ticks = 100 * MS;
	quick.delay_ns = 90 * MS;
	quick.clocks[SAMPLED_F_CALLER] = (struct lp_clock){1, 100 * MS, 100 * MS, 0, 0};
	write_run(paths[0], &sampled, 1);
	write_run(paths[1], &quick, 2);
	assert_int_equal(lp_merge_files(&image, both, 2, &failure), LP_OK);
	unlink(paths[0]);
	unlink(paths[1]);
	open_data(&profile, image.data, image.size);
	free(image.data);
	assert_int_equal(profile.delay_ticks, 40 * MS);
	assert_int_equal(profile.lifetime_ticks, 260 * MS);
	lp_profile_free(&profile);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(is_left_out),
	    cmocka_unit_test(is_below_cut_paths),
	    cmocka_unit_test(is_at_most_what_is_left),
	    cmocka_unit_test(goes_where_there_is_room),
	    cmocka_unit_test(goes_where_no_sample_is),
	    cmocka_unit_test(is_not_of_a_clock_that_was_not_open),
	    cmocka_unit_test(is_not_placed_by_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
