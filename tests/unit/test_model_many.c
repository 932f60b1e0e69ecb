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
#include "viewer/model/profile.h"

/* A fraction of a second is enough for each test; by the square of what there is, minutes are not.
 */
enum { SECONDS = 20, MANY = 100000, SOURCE = 5 };

static struct builder begin(uint32_t modules)
{
	static const char *const texts[] = {"/bin/many", "/", "host", "", "many"};
	const struct lp_info info = {.ticks_per_second = 1000, .end_ticks = 100};
	struct small_function function;
	struct builder builder;

	builder_begin(&builder, &info);
	builder_text(&builder, texts, 5);
	for (uint32_t i = 0; i < modules; i++) {
		struct lp_module module = {.module = i, .text_begin = 0x1000 + 0x20 * (uint64_t)i};

		module.text_end = module.text_begin + 0x10;
		builder_module(&builder, &module, "/bin/many");
	}
	builder_file(&builder, 0, SOURCE, NULL, "/src/many.c");
	small_function(&function, "f", SOURCE, 10, NULL);
	builder_funcs(&builder, 0, &function.table, 1);
	return builder;
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

static void threads_without_the_counters_of_links(void **state)
{
	static const struct lp_link link = {7, 8};
	struct builder builder = begin(1);
	struct lp_profile profile;

	(void)state;
	put_links(&builder, &link, MANY);
	put_counters(&builder, 2);
	open_in_time(&profile, &builder);
	assert_int_equal(profile.functions[0].ncalls, MANY);
	lp_profile_free(&profile);
}

/* A pair is added as often as it is said. */
static void links_that_are_alike(void **state)
{
	static const struct lp_link link = {0, 1};
	struct builder builder = begin(1);
	struct lp_profile profile;

	(void)state;
	put_links(&builder, &link, MANY);
	put_counters(&builder, 2);
	open_in_time(&profile, &builder);
	assert_int_equal(profile.lines[lp_line_find(&profile, 0, 12)].hits, (uint64_t)MANY * MANY);
	lp_profile_free(&profile);
}

static void modules_and_their_counters(void **state)
{
	struct builder builder = begin(MANY);
	struct lp_profile profile;

	(void)state;
	put_counters(&builder, 2);
	open_in_time(&profile, &builder);
	assert_int_equal(profile.object_count, MANY);
	assert_int_equal(profile.functions[0].ncalls, MANY);
	lp_profile_free(&profile);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(threads_without_the_counters_of_links),
	    cmocka_unit_test(links_that_are_alike),
	    cmocka_unit_test(modules_and_their_counters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
