/* test_runtime_idle.c: modules of a program that is not measured: where they count, and that their
 * probes are called no more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/idle.h"
#include "runtime/register.h"
#include "runtime/threads.h"

static uint64_t counters[64], others[64];
static intptr_t delta;

static intptr_t *delta_of_thread(void)
{
	return &delta;
}

/* The module whose counters are the first `count` there; it has its block. */
static struct lp_abi_module module_of(uint64_t *begin, size_t count)
{
	struct lp_abi_module abi = {
	    .counters_begin = begin,
	    .counters_end = begin + count,
	    .delta = (void *)(uintptr_t)delta_of_thread,
	};

	abi.handle = lp_idle_block(&abi) + 1;
	return abi;
}

/* Counts as an instrumented function does, and tells where. */
static uint64_t *count(struct lp_abi_module *abi, size_t index)
{
	uint64_t *at;

	lp_idle_ops.thread(abi);
	at = (uint64_t *)((uintptr_t)abi->counters_begin + (uintptr_t)delta) + index;
	++*at;
	return at;
}

static void test_blocks(void **state)
{
	struct lp_abi_module one = module_of(counters, 64), other = module_of(others, 64);
	/* Where one was, of another size. */
	struct lp_abi_module shorter = module_of(counters, 8), again = module_of(counters, 64);
	struct lp_abi_module empty = module_of(counters + 64, 0);

	(void)state;
	assert_int_equal(again.handle, one.handle);
	assert_int_not_equal(other.handle, one.handle);
	assert_int_not_equal(shorter.handle, one.handle);
	assert_ptr_equal(count(&one, 63), count(&again, 63));
	assert_ptr_not_equal(count(&one, 63), &counters[63]);
	assert_ptr_not_equal(count(&one, 0), count(&shorter, 0));
	assert_ptr_not_equal(count(&one, 0), count(&other, 0));
	assert_int_equal(counters[63] + counters[0] + others[0], 0);
	lp_idle_ops.thread(&empty);
	assert_int_equal(delta, 0);
}

static void test_probes(void **state)
{
	struct lp_abi_module abi = module_of(counters, 64);
	struct lp_abi_func function = {.gate = 0};
	struct lp_abi_wait_site site = {.gate = 0};
	struct lp_abi_gpu gpu = {.gate = 1};

	(void)state;
	assert_int_equal(lp_idle_ops.enter(&abi, &function, NULL), 0);
	assert_int_equal(function.gate, 1);
	lp_idle_ops.wait_begin(&abi, &site, NULL);
	assert_int_equal(site.gate, 1);
	lp_idle_ops.gpu_begin(&abi, &gpu, NULL, NULL);
	assert_int_equal(gpu.gate, 0);
}

/* Nobody asks again; and what is shut may lie where nothing can be written. */
static void test_looks(void **state)
{
	struct lp_abi_module abi = module_of(counters, 64);
	static const struct lp_abi_wait_site site = {.gate = 1};

	(void)state;
	assert_int_equal(lp_idle_ops.look(&abi), INT32_MAX);
	lp_idle_ops.wait_begin(&abi, (struct lp_abi_wait_site *)(uintptr_t)&site, NULL);
}

static void test_control(void **state)
{
	struct lp_abi_module abi = module_of(counters, 64);

	(void)state;
	for (int what = LP_CONTROL_FLUSH; what <= LP_CONTROL_SIGNAL; what++)
		assert_int_equal(lp_idle_ops.control(&abi, what), 0);
	assert_int_equal(lp_idle_ops.control(&abi, LP_CONTROL_FLUSH - 1), -1);
	assert_int_equal(lp_idle_ops.control(&abi, LP_CONTROL_SIGNAL + 1), -1);
}

/* The last ones have none, and count in place; those that have one keep it. */
static void test_too_many(void **state)
{
	static uint64_t places[LP_MODULES_MAX + 8];
	struct lp_abi_module first = module_of(places, 1), last = first;

	(void)state;
	for (size_t i = 1; i < LP_MODULES_MAX + 8; i++)
		last = module_of(places + i, 1);
	assert_int_equal(last.handle, LP_MODULES_MAX + 1);
	assert_ptr_equal(count(&last, 0), &places[LP_MODULES_MAX + 7]);
	assert_int_equal(module_of(places, 1).handle, first.handle);
	assert_ptr_not_equal(count(&first, 0), places);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_blocks),   cmocka_unit_test(test_probes),
	    cmocka_unit_test(test_looks),    cmocka_unit_test(test_control),
	    cmocka_unit_test(test_too_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
