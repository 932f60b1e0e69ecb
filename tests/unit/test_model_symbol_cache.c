/* test_model_symbol_cache.c: how long what is known of sampled addresses is good. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "viewer/model/symbol_cache.h"

static const struct lp_module program = {.module = 1}, library = {.module = 2};

/* Of a leaf with so many samples, and of a call, which has none: how many are answered. Those that
 * are not get `line` for the next time. */
static size_t answered(struct lp_symbol_cache *cache, const struct lp_module *module,
		       uint64_t samples, uint32_t line)
{
	struct lp_frame frame = {"f", "f.c", 1, "f.c", line};
	struct lp_symbol_query queries[] = {{.address = 16, .is_leaf = true, .samples = samples},
					    {.address = 16}};
	struct lp_symbol_query *open[] = {&queries[0], &queries[1]};
	size_t left = 2;

	lp_symbol_cache_answer(cache, module, open, &left);
	for (size_t i = 0; i < left; i++) {
		open[i]->frames = &frame;
		open[i]->frame_count = 1;
	}
	lp_symbol_cache_keep(cache, module, open, left);
	return 2 - left;
}

/* The line that is known of the leaf. */
static uint32_t known_line(struct lp_symbol_cache *cache)
{
	struct lp_symbol_query query = {.address = 16, .is_leaf = true};
	struct lp_symbol_query *open = &query;
	size_t left = 1;

	lp_symbol_cache_answer(cache, &program, &open, &left);
	assert_int_equal(left, 0);
	return query.frames[0].line;
}

static void asked_anew_with_twice_the_samples(void **state)
{
	struct lp_symbol_cache cache = {.count = 0};

	(void)state;
	assert_int_equal(answered(&cache, &program, 10, 1), 0);
	assert_int_equal(answered(&cache, &program, 20, 2), 2);
	assert_int_equal(known_line(&cache), 1);
	assert_int_equal(answered(&cache, &program, 21, 3), 0);
	assert_int_equal(known_line(&cache), 3);
	assert_int_equal(answered(&cache, &program, 42, 4), 2);
	lp_symbol_cache_free(&cache);
}

static void each_module_by_itself(void **state)
{
	struct lp_symbol_cache cache = {.count = 0};

	(void)state;
	assert_int_equal(answered(&cache, &program, 10, 1), 0);
	assert_int_equal(answered(&cache, &library, 100, 2), 0);
	assert_int_equal(answered(&cache, &program, 20, 3), 2);
	assert_int_equal(known_line(&cache), 1);
	lp_symbol_cache_free(&cache);
}

static void calls_without_samples(void **state)
{
	struct lp_symbol_cache cache = {.count = 0};

	(void)state;
	assert_int_equal(answered(&cache, &program, 0, 1), 0);
	assert_int_equal(answered(&cache, &program, 0, 2), 2);
	assert_int_equal(answered(&cache, &program, 1, 3), 0);
	lp_symbol_cache_free(&cache);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(asked_anew_with_twice_the_samples),
	    cmocka_unit_test(each_module_by_itself),
	    cmocka_unit_test(calls_without_samples),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
