/* test_gpu_calls.c: work finds its call, however many others were made meanwhile. */
#include "tests/unit/gpu_fixture.h"

enum { MANY = 1 << 18 };

/* As a program that asks all the time whether the GPU is done: those calls have no place. */
static void test_asked_for(void **state)
{
	(void)state;
	call(1, 7);
	for (uint32_t c = 2; c < 8 * MANY; c++)
		api(c, c);
	kernel(1, "long", 1, 1001, 2000);
	lp_gpu_fold_show();
	assert_int_equal(rows[0].site, 7);
	assert_int_equal(rows[0].delay_ns, 1000);
}

/* Short work in another stream; and what asks for none, though it has a place. */
static void test_beside_short_work(void **state)
{
	(void)state;
	call(1, 7);
	for (uint32_t c = 2; c < MANY; c++) {
		call(c, 8);
		if (c % 8)
			kernel(c, "short", 1, c, c + 1);
	}
	kernel(1, "long", 1, 1001, 2000);
	lp_gpu_fold_show();
	assert_int_equal(rows[1].site, 7);
	assert_int_equal(rows[1].delays, 1);
}

/* The first kernel of a graph is done long before its last. */
static void test_graph_beside_others(void **state)
{
	(void)state;
	call(1, 7);
	kernel(1, "first", 1, 10, 20);
	for (uint32_t c = 2; c < 8 * MANY; c++)
		api(c, c);
	kernel(1, "last", 1, 20, 2000);
	lp_gpu_fold_show();
	assert_int_equal(rows[0].site, 7);
	assert_int_equal(rows[1].site, 7);
}

/* A call that takes as long: its own record is the last. */
static void test_long_call(void **state)
{
	(void)state;
	place(1, 7);
	for (uint32_t c = 2; c < MANY; c++)
		api(c, c);
	copy(1, 64, 30, 40);
	api(1, 20);
	lp_gpu_fold_show();
	assert_int_equal(rows[0].site, 7);
	assert_int_equal(rows[0].delay_ns, 10);
}

/* Far more than are kept: the last ones have their places. */
static void test_forgotten(void **state)
{
	(void)state;
	for (uint32_t c = 1; c <= 2 * MANY; c++)
		call(c, 7);
	for (uint32_t c = 2 * MANY; c > 2 * MANY - MANY / 2; c--)
		kernel(c, "k", 1, 1, 2);
	assert_int_equal(rows[0].site, 7);
	assert_int_equal(rows[0].count, MANY / 2);
	assert_int_equal(run.unplaced, 0);
}

/* Work whose call nobody knows is in the sums before the end: the program may be killed. */
static void test_not_kept_waiting(void **state)
{
	(void)state;
	kernel(1, "k", 1, 10, 20);
	lp_gpu_fold_second();
	assert_null(rows);
	for (int i = 0; i < 30; i++)
		lp_gpu_fold_second();
	assert_int_equal(rows[0].count, 1);
	assert_int_equal(rows[0].site, 0);
	assert_int_equal(devices[0].busy_ns, 10);
	assert_int_equal(run.unplaced, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(test_asked_for, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_beside_short_work, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_graph_beside_others, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_long_call, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_forgotten, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_not_kept_waiting, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
