/* test_model_many.c: profiles with very much of one thing take no longer than their size asks for.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/tools/profile_builder.h"
#include "viewer/model/image.h"
#include "viewer/model/merge_files.h"
#include "viewer/model/profile.h"
#include "viewer/model/rank_sums.h"
#include "viewer/model/steps.h"

/* A fraction of a second is enough for each test; by the square of what there is, minutes are not.
 */
enum { SECONDS = 20, MANY = 100000, SOURCE = 5 };

static struct builder begin(uint32_t modules)
{
	static const char *const texts[] = {"/bin/many", "/", "host", "", "many"};
	const struct lp_info info = {.ticks_per_second = 1000, .end_ticks = 100};
	struct builder builder;

	builder_begin(&builder, &info);
	builder_text(&builder, texts, 5);
	for (uint32_t i = 0; i < modules; i++) {
		struct lp_module module = {.module = i, .text_begin = 0x1000 + 0x20 * (uint64_t)i};

		module.text_end = module.text_begin + 0x10;
		builder_module(&builder, &module, "/bin/many");
	}
	builder_file(&builder, 0, SOURCE, NULL, "/src/many.c");
	return builder;
}

static void put_function(struct builder *builder)
{
	struct small_function function;

	small_function(&function, "f", SOURCE, 10, NULL);
	builder_funcs(builder, 0, &function.table, 1);
}

static void open_in_time(struct lp_profile *profile, struct builder *builder)
{
	char path[] = "/tmp/test_many.XXXXXX";
	const int fd = mkstemp(path);

	builder_end(builder);
	assert_int_equal(write(fd, builder->data, builder->size), builder->size);
	close(fd);
	free(builder->data);
	alarm(SECONDS);
	assert_int_equal(lp_profile_open(profile, path, NULL), LP_OK);
	alarm(0);
	unlink(path);
}

/* `count` counters of module 0 in each of many threads. */
static void put_counters(struct builder *builder, uint64_t count)
{
	static const uint64_t counters[] = {1, 0};

	for (uint32_t i = 0; i < MANY; i++)
		builder_counters(builder, 0, 1 + i, counters, count);
}

static void put_links(struct builder *builder, const struct lp_link *link, uint32_t count)
{
	const struct lp_links head = {.module = 0, .count = count};

	builder_begin_section(builder, "link");
	builder_put(builder, &head, sizeof(head));
	for (uint32_t i = 0; i < count; i++)
		builder_put(builder, link, sizeof(*link));
	builder_end_section(builder);
}

/* The profile of many threads with two counters each, and as many times that link. */
static void open_linked(struct lp_profile *profile, struct lp_link link)
{
	struct builder builder = begin(1);

	put_function(&builder);
	put_links(&builder, &link, MANY);
	put_counters(&builder, 2);
	open_in_time(profile, &builder);
}

static void threads_without_the_counters_of_links(void **state)
{
	struct lp_profile profile;

	(void)state;
	open_linked(&profile, (struct lp_link){7, 8});
	assert_int_equal(profile.functions[0].ncalls, MANY);
	lp_profile_free(&profile);
}

/* A pair is added as often as it is said. */
static void links_that_are_alike(void **state)
{
	struct lp_profile profile;

	(void)state;
	open_linked(&profile, (struct lp_link){0, 1});
	assert_int_equal(profile.lines[lp_line_find(&profile, 0, 12)].hits, (uint64_t)MANY * MANY);
	lp_profile_free(&profile);
}

static void modules_and_their_counters(void **state)
{
	struct builder builder = begin(MANY);
	struct lp_profile profile;

	(void)state;
	put_function(&builder);
	put_counters(&builder, 2);
	open_in_time(&profile, &builder);
	assert_int_equal(profile.object_count, MANY);
	assert_int_equal(profile.functions[0].ncalls, MANY);
	lp_profile_free(&profile);
}

/* As `init` of each file of a large program. */
static void static_functions_of_one_name(void **state)
{
	struct small_function *const small = (struct small_function *)calloc(MANY, sizeof(*small));
	struct lp_table *const tables = (struct lp_table *)calloc(MANY, sizeof(*tables));
	struct builder builder = begin(1);
	struct lp_profile profile;

	(void)state;
	assert_true(small && tables);
	for (uint32_t i = 0; i < MANY; i++) {
		small_function(&small[i], "init", SOURCE, 10 * (1 + i), NULL);
		tables[i] = small[i].table;
		tables[i].flags |= LP_TABLE_LOCAL;
	}
	builder_funcs(&builder, 0, tables, MANY);
	free(tables);
	free(small);
	open_in_time(&profile, &builder);
	assert_int_equal(profile.function_count, MANY);
	alarm(SECONDS);
	for (uint32_t i = 0; i < MANY; i++) {
		const uint32_t number =
		    lp_function_find(&profile, 0, "init", "/src/many.c", 10 * (1 + i));

		assert_int_equal(profile.functions[number].line, 10 * (1 + i));
	}
	alarm(0);
	lp_profile_free(&profile);
}

/* ---- programs ---- */

enum { PROGRAMS = 4000 };

static char programs_folder[] = "/tmp/test_many.XXXXXX";
static char program_paths[PROGRAMS][64];
static const char *paths_of_programs[PROGRAMS];

/* A run of program `number`, with a sample, under the name of one. */
static void save_program_as(uint32_t number, uint32_t named)
{
	static const uint64_t counters[] = {1, 2};
	const struct lp_info info = {.ticks_per_second = 1000,
				     .end_ticks = 100,
				     .engine = LP_ENGINE_TIMER,
				     .sample_period_ns = 1000000,
				     .samples_taken = 1};
	const struct lp_thread thread = {.thread = 1, .tid = 1, .start_ticks = 1, .end_ticks = 100};
	const struct lp_stack_node nodes[] = {
	    {.kind = LP_STACK_THREAD, .address = 1},
	    {.kind = LP_STACK_LEAF, .address = 0x1010, .count = 1},
	};
	struct lp_module module = {
	    .text_begin = 0x1000, .text_end = 0x2000, .build_id_bytes = sizeof(number)};
	const char *texts[] = {"", "/", "host", "", "many"};
	struct small_function function;
	struct builder builder;
	char name[32];
	FILE *file;

	snprintf(name, sizeof(name), "/bin/many%u", (unsigned)named);
	texts[0] = name;
	memcpy(module.build_id, &number, sizeof(number));
	builder_begin(&builder, &info);
	builder_header(&builder)->pid = 1 + number;
	builder_text(&builder, texts, 5);
	builder_module(&builder, &module, name);
	builder_file(&builder, 0, SOURCE, NULL, "/src/many.c");
	small_function(&function, name + 5, SOURCE, 10 + number, NULL);
	builder_funcs(&builder, 0, &function.table, 1);
	builder_thread(&builder, &thread);
	builder_counters(&builder, 0, 1, counters, 2);
	builder_stacks(&builder, nodes, 2);
	builder_symbols(&builder, 0, 0x1010, true, name + 5, "/src/many.c", 10 + number);
	builder_end(&builder);
	snprintf(program_paths[number], sizeof(program_paths[number]), "%s/%u", programs_folder,
		 (unsigned)number);
	paths_of_programs[number] = program_paths[number];
	file = fopen(program_paths[number], "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(builder.data, 1, builder.size, file), builder.size);
	fclose(file);
	free(builder.data);
}

static int save_programs(void **state)
{
	(void)state;
	assert_non_null(mkdtemp(programs_folder));
	for (uint32_t i = 0; i < PROGRAMS; i++)
		save_program_as(i, i);
	return 0;
}

static int remove_programs(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < PROGRAMS; i++)
		unlink(program_paths[i]);
	return rmdir(programs_folder);
}

static void has_all_programs(const struct lp_profile *profile)
{
	assert_int_equal(profile->object_count, PROGRAMS);
	assert_int_equal(profile->function_count, PROGRAMS);
	assert_int_equal(profile->call_count, PROGRAMS);
	assert_int_equal(profile->sample_count, PROGRAMS);
	for (size_t i = 0; i < PROGRAMS; i++)
		assert_int_equal(profile->functions[i].self_samples, 1);
}

static void the_sum_of_many_programs(void **state)
{
	struct lp_open_failure failure;
	struct lp_profile profile;

	(void)state;
	alarm(SECONDS);
	assert_int_equal(lp_profile_open_all(&profile, paths_of_programs, PROGRAMS, NULL, &failure),
			 LP_OK);
	alarm(0);
	has_all_programs(&profile);
	lp_profile_free(&profile);
}

static void many_programs_in_one_file(void **state)
{
	struct lp_open_failure failure;
	struct lp_image image = {0};
	struct lp_rank_table table;
	struct builder builder = {0};
	struct lp_profile profile;

	(void)state;
	alarm(SECONDS);
	assert_int_equal(lp_merge_files(&image, paths_of_programs, PROGRAMS, &failure), LP_OK);
	alarm(0);
	builder.data = image.data;
	builder.size = image.size;
	open_in_time(&profile, &builder);
	has_all_programs(&profile);
	table = lp_rank_table_of(&profile);
	assert_int_equal(table.rank_count, PROGRAMS);
	/* Each function ran in one process, and not in those before and behind it. */
	for (size_t i = 0; i < table.spread_count; i++) {
		const struct lp_rank_range *const calls = &table.spreads[i].counts;

		if (table.spreads[i].name_hash == 0)
			continue;
		assert_int_equal(table.spreads[i].ranks, 1);
		assert_int_equal(calls->min, 0);
		assert_int_equal(calls->min_rank, calls->max_rank == 0);
	}
	lp_profile_free(&profile);
}

/* Of how many lines and functions numbers of a process are added up. */
static size_t entries_of(uint64_t entered)
{
	const uint64_t counters[] = {entered, 0};
	struct builder builder = begin(1);
	struct lp_rank_sums sums = {0};
	struct lp_profile profile;
	size_t count;

	put_function(&builder);
	builder_counters(&builder, 0, 1, counters, 2);
	open_in_time(&profile, &builder);
	assert_true(profile.line_count > 0);
	assert_int_equal(lp_rank_sums_add(&sums, &profile, "p.lprof"), LP_OK);
	count = sums.entry_count;
	lp_rank_sums_free(&sums);
	lp_profile_free(&profile);
	return count;
}

/* Of a large program each process runs a small part. */
static void what_a_process_did_not_run_costs_nothing(void **state)
{
	(void)state;
	assert_int_equal(entries_of(0), 0);
	assert_in_range(entries_of(1), 2, 6);
}

/* Though it is compared first with the sum of others, and in a sum of others. */
static void one_that_was_built_anew_is_named(void **state)
{
	enum { SOME = 40, REBUILT = 21, NAMESAKE = 3 };
	const char *paths[SOME];
	struct lp_open_failure failure;
	struct lp_image image = {0};

	(void)state;
	memcpy((void *)paths, (const void *)paths_of_programs, sizeof(paths));
	save_program_as(REBUILT, NAMESAKE);
	assert_int_equal(lp_merge_files(&image, paths, SOME, &failure), LP_DIFFERENT);
	assert_int_equal(failure.which, REBUILT);
	assert_string_equal(failure.difference.what, "/bin/many3");
	assert_string_equal(failure.difference.why, "was built anew between the runs");
	free(image.data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(threads_without_the_counters_of_links),
	    cmocka_unit_test(links_that_are_alike),
	    cmocka_unit_test(modules_and_their_counters),
	    cmocka_unit_test(static_functions_of_one_name),
	    cmocka_unit_test(the_sum_of_many_programs),
	    cmocka_unit_test(many_programs_in_one_file),
	    cmocka_unit_test(what_a_process_did_not_run_costs_nothing),
	    cmocka_unit_test(one_that_was_built_anew_is_named),
	};

	return cmocka_run_group_tests(tests, save_programs, remove_programs);
}
