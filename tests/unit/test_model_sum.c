/* test_model_sum.c: several profiles as one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/tools/sampled_profile.h"
#include "viewer/model/image.h"
#include "viewer/model/invariants.h"
#include "viewer/model/merge_files.h"
#include "viewer/model/profile.h"

enum { SOURCE = 11 };

struct saved {
	char path[32];
};

/* A process of its own each, as only such are summed up. */
static void save(struct saved *saved, struct builder *builder)
{
	static uint64_t started;
	int fd;

	builder_header(builder)->start_unix_ns += started++;
	strcpy(saved->path, "/tmp/test_sum.XXXXXX");
	fd = mkstemp(saved->path);
	assert_true(fd >= 0);
	builder_end(builder);
	assert_int_equal(write(fd, builder->data, builder->size), builder->size);
	close(fd);
	free(builder->data);
}

static enum lp_status open_both(struct lp_profile *profile, const struct saved *a,
				const struct saved *b, struct lp_open_failure *failure)
{
	const char *const paths[] = {a->path, b->path};

	return lp_profile_open_all(profile, paths, 2, NULL, failure);
}

/* What differs from run to run. */
struct run {
	const char *path; /* of the only module */
	unsigned char id; /* 0: none */
	uint64_t ticks_per_second;
	uint64_t scale; /* of all counters and times */
	const char *function;
	enum lp_file_state state;
	uint32_t flags;
	uint32_t thread;
	uint64_t cpu_ns;
};

static const struct run plain = {"/bin/app", 7, 1000, 1, "f", LP_FILE_FINISHED, 0, 1, 5};

static void save_run(struct saved *saved, const struct run *run)
{
	const char *const texts[] = {run->path, "/", "host", "", "app"};
	const uint64_t counters[] = {3 * run->scale, 20 * run->scale};
	const struct lp_clock clock = {3 * run->scale, 100 * run->scale, 100 * run->scale, 0, 0};
	const struct lp_info info = {
	    .start_ticks = 50,
	    .end_ticks = 50 + 300 * run->scale,
	    .ticks_per_second = run->ticks_per_second,
	    .cpu_ns = run->cpu_ns,
	    .samples_lost = 2,
	    .threads_seen = 1,
	    .threads_lost = 1,
	    .children_lost = 1,
	    .children_error = 13,
	    .clocks_lost = UINT32_C(3) << 30,
	    .flags = run->flags,
	};
	const struct lp_thread thread = {.thread = run->thread,
					 .name = "t",
					 .start_ticks = 60,
					 .end_ticks = 60 + 200 * run->scale};
	struct lp_module module = {.text_begin = 0x1000, .text_end = 0x2000};
	struct small_function small;
	struct builder builder;

	module.build_id_bytes = run->id ? 1 : 0;
	module.build_id[0] = run->id;
	builder_begin(&builder, &info);
	builder_header(&builder)->state = run->state;
	builder_text(&builder, texts, 5);
	builder_module(&builder, &module, run->path);
	builder_file(&builder, 0, SOURCE, NULL, "/src/a.c");
	small_function(&small, run->function, SOURCE, 10, NULL);
	builder_funcs(&builder, 0, &small.table, 1);
	builder_thread(&builder, &thread);
	builder_counters(&builder, 0, run->thread, counters, 2);
	builder_clocks(&builder, 0, run->thread, &clock, 1);
	save(saved, &builder);
}

static void open_runs(struct lp_profile *profile, const struct run *a, const struct run *b)
{
	struct lp_open_failure failure;
	struct saved first;
	struct saved second;

	save_run(&first, a);
	save_run(&second, b);
	assert_int_equal(open_both(profile, &first, &second, &failure), LP_OK);
	unlink(first.path);
	unlink(second.path);
}

static void has_warning(const struct lp_profile *profile, const char *text, bool wanted)
{
	bool found = false;

	for (const struct lp_warning *at = profile->warnings; at; at = at->next)
		found |= strstr(at->text, text) != NULL;
	assert_int_equal(found, wanted);
}

static void two_runs_alike_are_twice_one(void **state)
{
	struct lp_profile profile;

	(void)state;
	open_runs(&profile, &plain, &plain);
	assert_int_equal(profile.run_count, 2);
	assert_int_equal(profile.object_count, 1);
	assert_int_equal(profile.function_count, 1);
	assert_int_equal(profile.source_count, 1);
	assert_int_equal(profile.functions[0].ncalls, 6);
	assert_int_equal(profile.functions[0].self_ticks, 200);
	assert_int_equal(profile.functions[0].total_ticks, 200);
	assert_true(profile.functions[0].flags & LP_FUNCTION_CLOCKED);
	assert_int_equal(profile.lines[lp_line_find(&profile, 0, 12)].hits, 40);
	assert_int_equal(profile.thread_count, 2);
	assert_int_equal(profile.lifetime_ticks, 400);
	assert_int_equal(profile.outside_ticks, 200);
	assert_int_equal(profile.info.cpu_ns, 10);
	assert_int_equal(profile.info.end_ticks - profile.info.start_ticks, 600);
	assert_int_equal(profile.info.samples_lost, 4);
	assert_int_equal(profile.info.threads_lost, 2);
	assert_int_equal(profile.info.children_lost, 2);
	assert_int_equal(profile.info.children_error, 13);
	assert_int_equal(profile.info.clocks_lost, UINT32_MAX);
	assert_int_equal(profile.info.threads_seen, 2);
	lp_profile_free(&profile);
}

/* Ticks of the second are worth half as much. */
static void clocks_are_converted(void **state)
{
	struct run fast = plain;
	struct lp_profile profile;

	(void)state;
	fast.ticks_per_second = 2000;
	fast.scale = 10;
	open_runs(&profile, &plain, &fast);
	assert_int_equal(profile.info.ticks_per_second, 1000);
	assert_int_equal(profile.functions[0].ncalls, 33);
	assert_int_equal(profile.functions[0].self_ticks, 100 + 500);
	assert_int_equal(profile.lifetime_ticks, 200 + 1000);
	assert_int_equal(profile.info.end_ticks - profile.info.start_ticks, 300 + 1500);
	lp_profile_free(&profile);
}

static void what_is_true_of_one_is_said(void **state)
{
	struct run killed = plain;
	struct run child = plain;
	struct run incomplete = plain;
	struct lp_profile profile;

	(void)state;
	killed.state = LP_FILE_RUNNING;
	open_runs(&profile, &plain, &killed);
	has_warning(&profile, "was killed", true);
	lp_profile_free(&profile);
	child.flags = LP_INFO_FORKED;
	open_runs(&profile, &plain, &child);
	has_warning(&profile, "a forked child", false);
	lp_profile_free(&profile);
	open_runs(&profile, &child, &child);
	has_warning(&profile, "a forked child", true);
	lp_profile_free(&profile);
	incomplete.flags = LP_INFO_INCOMPLETE;
	open_runs(&profile, &plain, &incomplete);
	has_warning(&profile, "could not grow", true);
	lp_profile_free(&profile);
}

/* Whether b is refused beside a, and what of it, and why. */
static void is_refused(const struct run *a, const struct run *b, const char *what, const char *why)
{
	struct lp_open_failure failure;
	struct lp_profile profile;
	struct saved first;
	struct saved second;

	save_run(&first, a);
	save_run(&second, b);
	assert_int_equal(open_both(&profile, &first, &second, &failure), LP_DIFFERENT);
	assert_int_equal(failure.which, 1);
	assert_string_equal(failure.difference.what, what);
	assert_string_equal(failure.difference.why, why);
	unlink(first.path);
	unlink(second.path);
}

static void other_builds_are_refused(void **state)
{
	struct run rebuilt = plain;
	struct run changed = plain;
	struct run copy = plain;
	struct run nameless = plain;
	struct lp_profile profile;

	(void)state;
	rebuilt.id = 8;
	is_refused(&plain, &rebuilt, plain.path, "was built anew between the runs");
	nameless.id = 0;
	changed = nameless;
	changed.function = "g";
	is_refused(&nameless, &changed, plain.path, "has other functions");
	/* The same binary elsewhere is the same program. */
	copy.path = "/home/copy";
	open_runs(&profile, &plain, &copy);
	assert_int_equal(profile.functions[0].ncalls, 6);
	lp_profile_free(&profile);
	/* Without build ids the tables tell. */
	open_runs(&profile, &nameless, &nameless);
	assert_int_equal(profile.functions[0].ncalls, 6);
	lp_profile_free(&profile);
}

static void programs_of_one_source_are_summed_up(void **state)
{
	struct run other = plain;
	struct lp_profile profile;

	(void)state;
	other.path = "/bin/other";
	other.id = 8;
	open_runs(&profile, &plain, &other);
	assert_int_equal(profile.object_count, 2);
	assert_int_equal(profile.function_count, 1);
	assert_int_equal(profile.functions[0].ncalls, 6);
	assert_int_equal(profile.lines[lp_line_find(&profile, 0, 12)].hits, 40);
	assert_int_equal(profile.program_count, 2);
	assert_string_equal(profile.programs[0], plain.path);
	assert_string_equal(profile.programs[1], other.path);
	lp_profile_free(&profile);
	open_runs(&profile, &plain, &plain);
	assert_int_equal(profile.program_count, 0);
	lp_profile_free(&profile);
}

/* By its start, whatever was counted since. */
static void a_process_that_is_in_both_is_refused(void **state)
{
	struct lp_open_failure failure;
	struct lp_profile profile;
	struct saved first;

	(void)state;
	save_run(&first, &plain);
	assert_int_equal(open_both(&profile, &first, &first, &failure), LP_DIFFERENT);
	assert_int_equal(failure.which, 1);
	assert_int_equal(failure.other, 0);
	assert_string_equal(failure.difference.what, "process 4711");
	assert_string_equal(failure.difference.why, "is in both");
	unlink(first.path);
}

/* A profile of this program, loaded `higher` bytes above where it is. */
static void save_sampled(struct saved *saved, uint64_t higher, uint32_t samples)
{
	struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_CALL(0, mark_behind_call),
	    NODE_LEAF(1, mark_leaf_first, SAMPLED_F_CALLER, samples),
	    NODE_LEAF(0, mark_inlined, SAMPLED_F_CALLER, samples),
	};
	const struct sampled_run run = {
	    .lifetime_ticks = 1000 * MS,
	    .cpu_ns = 1000 * MS,
	    .calls = {7, 7, 7},
	    .clocks = {[SAMPLED_F_CALLER] = {7, 1000 * MS, 1000 * MS, 0, 0}},
	    .nodes = nodes,
	    .node_count = sizeof(nodes) / sizeof(nodes[0]),
	    .engine = LP_ENGINE_TIMER,
	};
	struct lp_section_header *header;
	struct builder builder;

	for (size_t i = 1; i < sizeof(nodes) / sizeof(nodes[0]); i++)
		nodes[i].address += higher;
	builder = sampled_profile(&run);
	for (size_t at = sizeof(struct lp_file_header); at < builder.size;
	     at += sizeof(*header) + ((header->payload_bytes + 7) & ~UINT64_C(7))) {
		header = (struct lp_section_header *)(void *)(builder.data + at);
		if (memcmp(header->tag, "modl", 4) == 0) {
			struct lp_module *const module = (struct lp_module *)(void *)(header + 1);

			module->load_bias += higher;
			module->text_begin += higher;
			module->text_end += higher;
		}
	}
	save(saved, &builder);
}

/* The kernel loads a program at another address each time. */
static void samples_are_summed_wherever_they_were(void **state)
{
	struct lp_open_failure failure;
	struct lp_profile profile;
	struct saved first;
	struct saved second;

	(void)state;
	save_sampled(&first, 0, 100);
	save_sampled(&second, 0x123456000, 300);
	assert_int_equal(open_both(&profile, &first, &second, &failure), LP_OK);
	assert_int_equal(profile.sample_count, 800);
	assert_int_equal(profile.sampled_ticks, 2000 * MS);
	for (size_t i = 0; i < profile.function_count; i++) {
		const struct lp_function *const f = &profile.functions[i];

		assert_int_equal(f->ncalls, 14);
		if (strcmp(f->name, "sampled_leaf") == 0)
			assert_int_equal(f->self_ticks, 1000 * MS);
		if (strcmp(f->name, "sampled_inlined") == 0)
			assert_int_equal(f->self_ticks, 1000 * MS);
	}
	lp_profile_free(&profile);
	unlink(first.path);
	unlink(second.path);
}

static void which_file_is_bad_is_told(void **state)
{
	const struct saved missing = {"/nowhere/to/be/found"};
	struct lp_open_failure failure;
	struct lp_profile profile;
	struct saved first;

	(void)state;
	save_run(&first, &plain);
	assert_int_equal(open_both(&profile, &first, &missing, &failure), LP_IO);
	assert_int_equal(failure.which, 1);
	unlink(first.path);
}

/* Two that can be read, and whose threads have no numbers of 32 bits together. */
static void sums_of_too_many_threads_are_refused(void **state)
{
	struct run many = plain;

	(void)state;
	many.thread = UINT32_MAX / 2;
	is_refused(&many, &many, "the sum",
		   "would have more threads, call paths or regions than it can number");
}

/* Killed: its end was last told 10 ticks after it began, when two threads had taken 40 ticks of CPU
 * time more, and a third one's clock, which is newer still, read 100. */
static void save_killed(struct saved *saved)
{
	static const char *const texts[] = {"/bin/app", "/", "host", "", "app"};
	static const struct lp_clock clock = {1, 100, 100, 0, 0};
	const struct lp_info info = {
	    .start_ticks = 50, .end_ticks = 60, .ticks_per_second = 1000, .threads_seen = 3};
	struct lp_module module = {.text_begin = 0x1000, .text_end = 0x2000};
	struct small_function small;
	struct builder builder;

	builder_begin(&builder, &info);
	builder_header(&builder)->state = LP_FILE_RUNNING;
	builder_text(&builder, texts, 5);
	builder_module(&builder, &module, "/bin/app");
	builder_file(&builder, 0, SOURCE, NULL, "/src/a.c");
	small_function(&small, "f", SOURCE, 10, NULL);
	builder_funcs(&builder, 0, &small.table, 1);
	for (uint32_t i = 1; i <= 3; i++) {
		const struct lp_thread thread = {
		    .thread = i, .tid = i, .start_ticks = 50, .cpu_ns = 50000000};

		builder_thread(&builder, &thread);
	}
	builder_clocks(&builder, 0, 3, &clock, 1);
	save(saved, &builder);
}

static void lifetime_is(const struct lp_profile *profile, uint64_t ticks)
{
	struct lp_check check;

	assert_int_equal(lp_check_profile(profile, &check), LP_OK);
	assert_int_equal(check.findings[LP_INVARIANT_RANKS], LP_HOLDS);
	assert_int_equal(profile->lifetime_ticks, ticks);
}

/* As `lpview merge` makes them one. */
static void open_merged(struct lp_profile *profile, const struct saved *a, const struct saved *b)
{
	const char *const paths[] = {a->path, b->path};
	struct lp_open_failure failure;
	struct lp_image image = {0};
	struct builder builder = {0};
	struct saved merged;

	assert_int_equal(lp_merge_files(&image, paths, 2, &failure), LP_OK);
	builder.data = image.data;
	builder.size = image.size;
	save(&merged, &builder);
	assert_int_equal(lp_profile_open(profile, merged.path, NULL), LP_OK);
	unlink(merged.path);
}

static void the_killed_lived_as_long_as_alone(void **state)
{
	struct lp_open_failure failure;
	struct lp_profile profile;
	struct saved first;
	struct saved second;

	(void)state;
	save_killed(&first);
	save_killed(&second);
	assert_int_equal(lp_profile_open(&profile, first.path, NULL), LP_OK);
	lifetime_is(&profile, 200);
	/* Nor was it over before its third thread's clock was read. */
	assert_int_equal(profile.info.end_ticks, 150);
	lp_profile_free(&profile);
	assert_int_equal(open_both(&profile, &first, &second, &failure), LP_OK);
	lifetime_is(&profile, 400);
	lp_profile_free(&profile);
	open_merged(&profile, &first, &second);
	lifetime_is(&profile, 400);
	lp_profile_free(&profile);
	unlink(first.path);
	unlink(second.path);
}

/* Of files that are damaged: they may not look like a program that took no time. */
static void sums_stop_at_the_most_that_fits(void **state)
{
	struct lp_open_failure failure;
	struct lp_profile profile;
	struct saved first;
	struct saved second;
	struct run large = plain;

	(void)state;
	large.scale = UINT64_MAX / 301;
	large.cpu_ns = UINT64_C(1) << 63;
	save_run(&first, &large);
	save_run(&second, &large);
	assert_int_equal(open_both(&profile, &first, &second, &failure), LP_OK);
	assert_true(profile.info.cpu_ns == UINT64_MAX);
	assert_true(profile.info.end_ticks == UINT64_MAX);
	assert_true(profile.lifetime_ticks == UINT64_MAX);
	lp_profile_free(&profile);
	open_merged(&profile, &first, &second);
	assert_true(profile.info.cpu_ns == UINT64_MAX);
	assert_true(profile.lifetime_ticks == UINT64_MAX);
	lp_profile_free(&profile);
	unlink(first.path);
	unlink(second.path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(two_runs_alike_are_twice_one),
	    cmocka_unit_test(clocks_are_converted),
	    cmocka_unit_test(what_is_true_of_one_is_said),
	    cmocka_unit_test(other_builds_are_refused),
	    cmocka_unit_test(programs_of_one_source_are_summed_up),
	    cmocka_unit_test(a_process_that_is_in_both_is_refused),
	    cmocka_unit_test(sums_of_too_many_threads_are_refused),
	    cmocka_unit_test(the_killed_lived_as_long_as_alone),
	    cmocka_unit_test(sums_stop_at_the_most_that_fits),
	    cmocka_unit_test(samples_are_summed_wherever_they_were),
	    cmocka_unit_test(which_file_is_bad_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
