/* radix.h: puts millions of numbers in order, in a few passes. */
#ifndef LINEPROF_VIEWER_MODEL_RADIX_H
#define LINEPROF_VIEWER_MODEL_RADIX_H

#include <stddef.h>
#include <stdint.h>

#include "format/status.h"

/* A number, and what it is the number of. */
struct lp_radix_item {
	uint64_t key;
	uint32_t index;
};

/* Sorts by key; equal ones stay in their order. Costs a look where they are sorted
 * already. LP_OK or LP_MEMORY. */
enum lp_status lp_radix_sort(struct lp_radix_item *items, size_t count);

#endif
