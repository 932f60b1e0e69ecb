/* test_model_addresses.c: which range an address is in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "viewer/model/address_map.h"
#include "viewer/model/map.h"

enum { RANGES = 12, ADDRESSES = 64 };

/* The first one that has it. */
static uint32_t by_looking(const struct lp_address_range *ranges, uint32_t count, uint64_t address)
{
	for (uint32_t i = 0; i < count; i++)
		if (address >= ranges[i].begin && address <= ranges[i].last)
			return i;
	return LP_MAP_NONE;
}

/* However they lie: apart, side by side, within each other, across, the same. */
static void finds_the_first_that_has_it(void **state)
{
	(void)state;
	for (unsigned seed = 0; seed < 2000; seed++) {
		struct lp_address_range ranges[RANGES];
		struct lp_address_map map = {0};
		const uint32_t count = seed % (RANGES + 1);

		srand(seed);
		for (uint32_t i = 0; i < count; i++) {
			ranges[i].begin = (uint64_t)(rand() % ADDRESSES);
			ranges[i].last = ranges[i].begin + (uint64_t)(rand() % 20);
		}
		assert_true(lp_address_map_make(&map, ranges, count));
		for (uint64_t address = 0; address < ADDRESSES + 20; address++)
			assert_int_equal(lp_address_map_find(&map, address),
					 by_looking(ranges, count, address));
		lp_address_map_free(&map);
	}
}

static void takes_the_ends_of_the_world(void **state)
{
	static const struct lp_address_range ranges[] = {{UINT64_MAX, UINT64_MAX}, {0, UINT64_MAX}};
	struct lp_address_map map = {0};

	(void)state;
	assert_int_equal(lp_address_map_find(&map, 0), LP_MAP_NONE);
	assert_true(lp_address_map_make(&map, ranges, 2));
	assert_int_equal(lp_address_map_find(&map, 0), 1);
	assert_int_equal(lp_address_map_find(&map, UINT64_MAX - 1), 1);
	assert_int_equal(lp_address_map_find(&map, UINT64_MAX), 0);
	lp_address_map_free(&map);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(finds_the_first_that_has_it),
	    cmocka_unit_test(takes_the_ends_of_the_world),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
