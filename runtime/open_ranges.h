/*
 * open_ranges.h: ranges of time that one thread begins and any may end, as NVTX's
 * nvtxRangeStart() and nvtxRangeEnd(). A table of those that are open, with the profile's
 * time; bounded.
 *
 * Under the lock of lock.h, but for lp_open_ranges_has().
 */
#ifndef LINEPROF_RUNTIME_OPEN_RANGES_H
#define LINEPROF_RUNTIME_OPEN_RANGES_H

#include <stdbool.h>
#include <stdint.h>

enum { LP_OPEN_RANGES_MAX = 1024 };

struct lp_open_range {
	uint64_t id;   /* 0: free */
	uint32_t name; /* of a region */
	uint64_t since_ticks;
};

/* The new range's id, which no other has or had; 0: there are too many. */
uint64_t lp_open_ranges_add(uint32_t name, uint64_t now_ticks);

/* The range ends: `*range` is what it was. False: there is none. */
bool lp_open_ranges_take(uint64_t id, struct lp_open_range *range);

/* Whether that range is open. Any thread. */
bool lp_open_ranges_has(uint64_t id);

/* The next open one behind `range`; NULL: the first one, or there is none. */
struct lp_open_range *lp_open_ranges_next(struct lp_open_range *range);

#endif
