/* test_model_live.c: what happens between two readings of the profile of a running program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/tools/sampled_profile.h"
#include "viewer/model/live.h"
#include "viewer/model/rates.h"

static char path[] = "/tmp/test_model_live.XXXXXX";

static void write_profile(struct builder *builder)
{
	FILE *const file = fopen(path, "wb");

	assert_non_null(file);
	builder_end(builder);
	assert_int_equal(fwrite(builder->data, 1, builder->size, file), builder->size);
	assert_int_equal(fclose(file), 0);
	free(builder->data);
}

static void add_module(struct builder *builder, uint32_t number, const char *name, uint64_t source,
		       const char *source_path, const uint64_t *counters)
{
	const struct lp_module module = {.module = number};
	struct straight_function function;

	builder_module(builder, &module, name);
	straight_function(&function, name, 10, 11, 12);
	function.file = source;
	function.table.files = &function.file;
	builder_file(builder, number, source, NULL, source_path);
	builder_funcs(builder, number, &function.table, 1);
	builder_counters(builder, number, 1, counters, 1);
}

/* A program that called its function so often; and, if `more` is not 0, that of a library that
 * it loaded, whose source comes first in the alphabet. */
static void write_run(uint64_t calls, uint64_t more, uint64_t start)
{
	const struct lp_info info = {.ticks_per_second = 1000 * MS, .end_ticks = 1000 * MS};
	const struct lp_thread thread = {.thread = 1, .tid = 1, .start_ticks = 1};
	struct builder builder;

	builder_begin(&builder, &info);
	builder_header(&builder)->state = LP_FILE_RUNNING;
	builder_header(&builder)->pid = (uint32_t)getpid();
	builder_header(&builder)->start_unix_ns += start;
	builder_thread(&builder, &thread);
	add_module(&builder, 0, "program", 77, "/src/program.c", &calls);
	if (more > 0)
		add_module(&builder, 1, "library", 88, "/src/library.c", &more);
	write_profile(&builder);
}

static uint64_t rate_at(const struct lp_live *live, uint64_t path_hash, uint32_t line)
{
	for (uint32_t i = 0; i < live->profile->source_count; i++)
		if (live->profile->sources[i].path_hash == path_hash) {
			const size_t at = lp_line_find(live->profile, i, line);

			assert_int_equal(live->profile->lines[at].line, line);
			return live->rates.hits[at];
		}
	fail_msg("no such source");
	return 0;
}

static void read_again(struct lp_live *live)
{
	struct lp_profile next;

	assert_int_equal(lp_live_read(live, &next, NULL), LP_OK);
	assert_int_equal(lp_live_take(live, &next), LP_OK);
}

static void tells_what_happened(void **state)
{
	struct lp_profile profile;
	struct lp_live live;

	(void)state;
	write_run(100, 0, 0);
	assert_int_equal(lp_live_open(&live, &profile, path, NULL), LP_OK);
	assert_int_equal(live.rates.calls[0], 100);
	assert_int_equal(rate_at(&live, 77, 11), 100);
	write_run(130, 0, 0);
	read_again(&live);
	assert_int_equal(live.rates.calls[0], 30);
	assert_int_equal(rate_at(&live, 77, 12), 30);
	assert_true(live.rates.seconds > 0);
	/* What was taken back is no growth. */
	write_run(120, 0, 0);
	read_again(&live);
	assert_int_equal(live.rates.calls[0], 0);
	lp_live_free(&live);
	lp_profile_free(&profile);
}

/* Its source changes the numbers of all others. */
static void knows_what_was_there(void **state)
{
	struct lp_profile profile;
	struct lp_live live;

	(void)state;
	write_run(100, 0, 0);
	assert_int_equal(lp_live_open(&live, &profile, path, NULL), LP_OK);
	write_run(140, 9, 0);
	read_again(&live);
	assert_false(live.is_new_run);
	assert_int_equal(live.rates.calls[0], 40);
	assert_int_equal(live.rates.calls[1], 9);
	assert_int_equal(rate_at(&live, 77, 11), 40);
	assert_int_equal(rate_at(&live, 88, 11), 9);
	lp_live_free(&live);
	lp_profile_free(&profile);
}

/* Nobody here is the process that wrote it: it was killed, or is in another container. */
static void goes_by_what_was_written_last(void **state)
{
	struct lp_profile profile;
	struct lp_live live;

	(void)state;
	write_run(100, 0, 0);
	assert_int_equal(lp_live_open(&live, &profile, path, NULL), LP_OK);
	assert_float_equal(lp_live_age(&live), 1, 1e-9);
	assert_float_equal(live.rates.seconds, 1, 1e-9);
	lp_live_free(&live);
	lp_profile_free(&profile);
}

/* When this process began, as lineprof has it in the header. */
static uint64_t own_start(void)
{
	FILE *const file = fopen("/proc/self/stat", "r");
	unsigned long long start = 0;

	assert_non_null(file);
	for (int field = 1; field < 22; field++)
		assert_int_equal(fscanf(file, "%*s"), 0);
	assert_int_equal(fscanf(file, "%llu", &start), 1);
	fclose(file);
	return start;
}

/* The profile at `path` is this process's. */
static void sign_run(void)
{
	FILE *const file = fopen(path, "r+b");
	struct lp_file_header header;

	assert_non_null(file);
	assert_int_equal(fread(&header, sizeof(header), 1, file), 1);
	header.pid_start = own_start();
	rewind(file);
	assert_int_equal(fwrite(&header, sizeof(header), 1, file), 1);
	assert_int_equal(fclose(file), 0);
}

/* As by exec: the process lives, and has the profile no more, whose last counts are new. */
static void leaves_with_its_last_counts(void **state)
{
	struct lp_profile profile;
	struct lp_live live;
	FILE *file;
	void *mapped;

	(void)state;
	write_run(100, 0, 0);
	sign_run();
	file = fopen(path, "rb");
	assert_non_null(file);
	mapped = mmap(NULL, 1, PROT_READ, MAP_SHARED, fileno(file), 0);
	assert_ptr_not_equal(mapped, MAP_FAILED);
	fclose(file);
	assert_int_equal(lp_live_open(&live, &profile, path, NULL), LP_OK);
	write_run(120, 0, 0);
	sign_run();
	read_again(&live);
	assert_int_equal(live.state, LP_LIVE_RUNNING);
	munmap(mapped, 1);
	write_run(130, 0, 0);
	sign_run();
	read_again(&live);
	assert_int_equal(live.state, LP_LIVE_LEFT);
	assert_int_equal(live.rates.calls[0], 10);
	assert_float_equal(lp_live_age(&live), 1, 1e-9);
	lp_live_free(&live);
	lp_profile_free(&profile);
}

static void begins_anew(void **state)
{
	struct lp_profile profile;
	struct lp_live live;

	(void)state;
	write_run(100, 0, 0);
	assert_int_equal(lp_live_open(&live, &profile, path, NULL), LP_OK);
	write_run(7, 0, 1);
	read_again(&live);
	assert_true(live.is_new_run);
	assert_int_equal(live.rates.calls[0], 7);
	lp_live_free(&live);
	lp_profile_free(&profile);
}

/* Addresses that were found stay known when the binary is gone. */
static void remembers_addresses(void **state)
{
	const struct lp_stack_node nodes[] = {
	    NODE_THREAD,
	    NODE_LEAF(0, mark_leaf_first, SAMPLED_F_LEAF, 500),
	};
	struct sampled_run run = {
	    .lifetime_ticks = 1000 * MS,
	    .cpu_ns = 1000 * MS,
	    .calls = {7, 7, 7},
	    .nodes = nodes,
	    .node_count = 2,
	    .engine = LP_ENGINE_PERF,
	};
	struct lp_symbol_cache cache = {.known = NULL};
	struct lp_profile first;
	struct lp_profile second;
	struct builder builder = sampled_profile(&run);

	(void)state;
	write_profile(&builder);
	assert_int_equal(lp_profile_open_known(&first, path, &cache, NULL), LP_OK);
	assert_int_equal(cache.count, 1);
	run.path = "/nowhere";
	builder = sampled_profile(&run);
	write_profile(&builder);
	assert_int_equal(lp_profile_open_known(&second, path, &cache, NULL), LP_OK);
	assert_true(first.lines_are_timed);
	assert_true(second.lines_are_timed);
	assert_int_equal(first.functions[SAMPLED_F_LEAF].self_ticks,
			 second.functions[SAMPLED_F_LEAF].self_ticks);
	lp_profile_free(&first);
	lp_profile_free(&second);
	lp_symbol_cache_free(&cache);
}

static int begin(void **state)
{
	const int fd = mkstemp(path);

	(void)state;
	return fd < 0 ? -1 : close(fd);
}

static int end(void **state)
{
	(void)state;
	return unlink(path);
}

/* Functions that took so much, called as often. */
static void open_clocked(struct lp_profile *profile, uint64_t first_ms, uint64_t second_ms)
{
	const uint64_t all = (first_ms + second_ms) * MS;
	const struct lp_info info = {.ticks_per_second = 1000 * MS, .end_ticks = 1 + all};
	const struct lp_thread thread = {
	    .thread = 1, .tid = 1, .start_ticks = 1, .end_ticks = 1 + all};
	const uint64_t calls[] = {first_ms, second_ms}, ms[] = {first_ms * MS, second_ms * MS};
	struct builder builder;

	builder_begin(&builder, &info);
	builder_thread(&builder, &thread);
	for (uint32_t i = 0; i < 2; i++) {
		const struct lp_clock clock = {calls[i], ms[i], ms[i], 0, 0};

		add_module(&builder, i, i ? "second" : "first", 77 + i, i ? "/src/b.c" : "/src/a.c",
			   &calls[i]);
		builder_clocks(&builder, i, 1, &clock, 1);
	}
	write_profile(&builder);
	assert_int_equal(lp_profile_open(profile, path, NULL), LP_OK);
}

/* Later samples take time from where it was: what took the time meanwhile is no more than all. */
static void shares_are_of_all(void **state)
{
	struct lp_profile before, after;
	struct lp_rates rates = {0};

	(void)state;
	open_clocked(&before, 60, 40);
	open_clocked(&after, 150, 30);
	assert_int_equal(lp_rates_find(&rates, &before, &after, 1), LP_OK);
	assert_int_equal(rates.function_ticks[0], 90 * MS);
	assert_int_equal(rates.function_ticks[1], 0);
	assert_int_equal(rates.ticks, 90 * MS);
	lp_rates_free(&rates);
	lp_profile_free(&before);
	lp_profile_free(&after);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(shares_are_of_all),
	    cmocka_unit_test(tells_what_happened),
	    cmocka_unit_test(knows_what_was_there),
	    cmocka_unit_test(goes_by_what_was_written_last),
	    cmocka_unit_test(leaves_with_its_last_counts),
	    cmocka_unit_test(begins_anew),
	    cmocka_unit_test(remembers_addresses),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
