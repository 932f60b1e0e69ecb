/* test_runtime_open_waits.c: the stack of waits, which handlers use in between. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/open_waits.h"

static void begin(struct lp_open_waits *open, uintptr_t frame)
{
	const struct lp_open_wait wait = {
	    .begun = {.start_ticks = frame}, .frame = frame, .is_on_stack = true};

	lp_open_waits_push(open, &wait);
}

/* Stacks grow downwards. */
static void ends_from_the_inside(void **state)
{
	struct lp_open_waits open = {0};

	(void)state;
	begin(&open, 300);
	begin(&open, 200);
	begin(&open, 100);
	assert_null(lp_open_waits_below(&open, 99));
	assert_int_equal(lp_open_waits_below(&open, 250)->frame, 100);
	/* With that of 200, those inside. */
	lp_open_waits_end(&open, lp_open_waits_of(&open, 200));
	assert_int_equal(open.depth, 1);
	assert_int_equal(open.waits[0].begun.start_ticks, 300);
	assert_null(lp_open_waits_of(&open, 200));
}

/* While one that an exception left is being counted, a sample's handler ends all that are dead. */
static void ends_once(void **state)
{
	struct lp_open_waits open = {0};
	const struct lp_open_wait *left;

	(void)state;
	begin(&open, 300);
	begin(&open, 200);
	left = lp_open_waits_below(&open, 250);
	lp_open_waits_end(&open, lp_open_waits_below(&open, 250));
	lp_open_waits_end(&open, left);
	assert_int_equal(open.depth, 1);
	lp_open_waits_end(&open, &open.waits[0]);
	lp_open_waits_end(&open, left);
	assert_int_equal(open.depth, 0);
}

static void keeps_the_outer_ones_and_the_innermost(void **state)
{
	struct lp_open_waits open = {0};

	(void)state;
	for (uintptr_t frame = 900; frame > 100; frame -= 100)
		begin(&open, frame);
	assert_int_equal(open.depth, LP_OPEN_WAITS);
	assert_int_equal(open.waits[0].frame, 900);
	assert_int_equal(open.waits[LP_OPEN_WAITS - 1].frame, 200);
	assert_int_equal(open.waits[LP_OPEN_WAITS - 1].begun.start_ticks, 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(ends_from_the_inside),
	    cmocka_unit_test(ends_once),
	    cmocka_unit_test(keeps_the_outer_ones_and_the_innermost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
