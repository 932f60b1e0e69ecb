/* test_count_means.c: means of counts that no double holds. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "viewer/model/count_means.h"

/* The first odd number that a double rounds off. */
#define LARGE 9007199254740993u

static void compares_exactly(void **state)
{
	const struct lp_count_mean one = {LARGE, 1}, less = {LARGE - 1, 1};
	const struct lp_count_mean twice = {2 * LARGE, 2}, half_less = {2 * LARGE - 1, 2};
	const struct lp_count_mean none = {0, 3}, most = {UINT64_MAX, 3};

	(void)state;
	assert_true(lp_count_mean_compare(one, less) > 0);
	assert_true(lp_count_mean_compare(less, one) < 0);
	assert_int_equal(lp_count_mean_compare(one, twice), 0);
	assert_true(lp_count_mean_compare(half_less, one) < 0);
	assert_true(lp_count_mean_compare(most, none) > 0);
	assert_true(lp_count_mean_change_pct(less, one) > 0);
	assert_true(lp_count_mean_change_pct(one, less) < 0);
	assert_true(lp_count_mean_change_pct(one, twice) == 0);
	assert_true(lp_count_mean_change_pct(none, none) == 0);
	assert_true(isinf(lp_count_mean_change_pct(none, most)));
	assert_true(lp_count_mean_change(twice, half_less) == -0.5);
}

static void writes_all_digits(void **state)
{
	char text[LP_COUNT_MEAN_TEXT];

	(void)state;
	lp_count_mean_format((struct lp_count_mean){UINT64_MAX, 1}, 0, text);
	assert_string_equal(text, "18446744073709551615");
	lp_count_mean_format((struct lp_count_mean){2 * LARGE + 1, 2}, 1, text);
	assert_string_equal(text, "9007199254740993.5");
	lp_count_mean_format((struct lp_count_mean){299, 100}, 1, text);
	assert_string_equal(text, "3.0");
	lp_count_mean_format((struct lp_count_mean){5, 3}, 3, text);
	assert_string_equal(text, "1.667");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(compares_exactly),
	    cmocka_unit_test(writes_all_digits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
