/* test_model_compare.c: whose times of two sides are compared, and how sure a change is. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "viewer/model/compare.h"

static const struct lp_pair pair = {0, 0};

/* One run of one function on either side, which was called and timed. */
struct two {
	struct lp_function functions[2];
	struct lp_side sides[2];
	struct lp_comparison comparison;
};

static void make(struct two *two)
{
	*two = (struct two){.comparison = {.before = &two->sides[0], .after = &two->sides[1]}};
	for (int i = 0; i < 2; i++) {
		two->functions[i] = (struct lp_function){
		    .ncalls = 3, .flags = LP_FUNCTION_TIMED, .self_ticks = (uint64_t)i + 1};
		two->sides[i].run_count = 1;
		two->sides[i].sum.functions = &two->functions[i];
		two->sides[i].sum.function_count = 1;
		two->sides[i].sum.info.ticks_per_second = 1;
	}
}

static bool times(const struct two *two)
{
	return lp_compare_times_function(&two->comparison, &pair);
}

static void test_timed(void **state)
{
	struct two two;

	(void)state;
	make(&two);
	assert_true(times(&two));
	for (int side = 0; side < 2; side++) {
		/* What was not called has no clock, and took nothing. */
		make(&two);
		two.functions[side].flags = 0;
		assert_false(times(&two));
		two.functions[side].ncalls = 0;
		assert_true(times(&two));
		two.functions[side].flags = LP_FUNCTION_HIDDEN;
		assert_false(times(&two));
		/* Binaries without lines: the same on both sides. */
		make(&two);
		two.sides[side].sum.untimed_objects = 7;
		assert_false(times(&two));
		two.sides[1 - side].sum.untimed_objects = 7;
		assert_true(times(&two));
	}
}

/* Without samples nothing is sure, but for what was called on one side only. */
static void test_called_on_one_side(void **state)
{
	struct two two;

	(void)state;
	make(&two);
	assert_true(isinf(lp_compare_function(&two.comparison, &pair).interval));
	for (int side = 0; side < 2; side++) {
		make(&two);
		two.functions[side].ncalls = 0;
		assert_true(lp_compare_function(&two.comparison, &pair).interval == 0);
	}
	two.functions[0].ncalls = 0;
	assert_true(isinf(lp_compare_function(&two.comparison, &pair).interval));
	make(&two);
	assert_true(
	    lp_compare_function(&two.comparison, &(struct lp_pair){LP_NO_INDEX, 0}).interval == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_timed),
	    cmocka_unit_test(test_called_on_one_side),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
