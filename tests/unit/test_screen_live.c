/* test_screen_live.c: what is said of what happens now. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "viewer/model/live.h"
#include "viewer/screen/live_columns.h"

static void shares_are_of_the_time(void **state)
{
	uint64_t calls[] = {10, 600}, ticks[] = {30, 10}, hits[] = {800}, line_ticks[] = {20};
	struct lp_line line = {.line = 1};
	struct lp_profile profile = {.function_count = 2, .lines = &line, .line_count = 1};
	struct lp_live live = {
	    .profile = &profile,
	    .rates = {2, calls, hits, ticks, line_ticks, 40, 0},
	};
	const struct lp_context context = {.live = &live};

	(void)state;
	assert_true(lp_now_of_function(&context, 0).per_second == 5);
	assert_true(lp_now_of_function(&context, 0).share_pct == 75);
	assert_true(lp_now_of_function(&context, 1).per_second == 300);
	assert_true(lp_now_of_function(&context, 1).share_pct == 25);
	assert_true(lp_now_of_function(&context, 2).per_second == 0);
	assert_true(lp_now_of_line(&context, &line).per_second == 400);
	assert_true(lp_now_of_line(&context, &line).share_pct == 50);
}

static void rates_are_rounded(void **state)
{
	char out[32];

	(void)state;
	lp_now_format_rate((struct lp_now){12.5, 0}, out, sizeof(out));
	assert_string_equal(out, "13");
	lp_now_format_rate((struct lp_now){9.96, 0}, out, sizeof(out));
	assert_string_equal(out, "10.0");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(shares_are_of_the_time),
	    cmocka_unit_test(rates_are_rounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
