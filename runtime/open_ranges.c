/* open_ranges.c: ranges of time that one thread begins and any may end. */
#include "runtime/open_ranges.h"

#include <stddef.h>

static struct lp_open_range ranges[LP_OPEN_RANGES_MAX];
static uint32_t open_count;
static uint64_t begun_count; /* the id of the one begun last; its remainder is its place */

uint64_t lp_open_ranges_add(uint32_t name, uint64_t now_ticks)
{
	struct lp_open_range *range;
	uint64_t id;

	if (open_count == LP_OPEN_RANGES_MAX)
		return 0;
	/* Ranges that end soon leave the next place free. */
	do
		id = ++begun_count;
	while (ranges[id % LP_OPEN_RANGES_MAX].id);
	range = &ranges[id % LP_OPEN_RANGES_MAX];
	range->name = name;
	range->since_ticks = now_ticks;
	__atomic_store_n(&range->id, id, __ATOMIC_RELEASE);
	open_count++;
	return id;
}

bool lp_open_ranges_has(uint64_t id)
{
	return id && __atomic_load_n(&ranges[id % LP_OPEN_RANGES_MAX].id, __ATOMIC_ACQUIRE) == id;
}

bool lp_open_ranges_take(uint64_t id, struct lp_open_range *range)
{
	struct lp_open_range *const here = &ranges[id % LP_OPEN_RANGES_MAX];

	if (!lp_open_ranges_has(id))
		return false;
	*range = *here;
	__atomic_store_n(&here->id, 0, __ATOMIC_RELEASE);
	open_count--;
	return true;
}

struct lp_open_range *lp_open_ranges_next(struct lp_open_range *range)
{
	struct lp_open_range *at = range ? range + 1 : ranges;

	for (; at < ranges + LP_OPEN_RANGES_MAX; at++)
		if (at->id)
			return at;
	return NULL;
}
