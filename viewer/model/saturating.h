/* saturating.h: sums that stop at the most that fits. */
#ifndef LINEPROF_VIEWER_MODEL_SATURATING_H
#define LINEPROF_VIEWER_MODEL_SATURATING_H

#include <stdint.h>

/* Numbers of a file may be any; of what a program did none is that large, and one that is wrapped
 * around would look like one that is right. Not for counters: flow is reckoned modulo 2^64
 * (format/table_flow.c). */
static inline void lp_add_to(uint64_t *sum, uint64_t more)
{
	if (__builtin_add_overflow(*sum, more, sum))
		*sum = UINT64_MAX;
}

/* count * to / from */
static inline uint64_t lp_scaled(uint64_t count, uint64_t to, uint64_t from)
{
	const unsigned __int128 scaled = (unsigned __int128)count * to / from;

	return scaled > UINT64_MAX ? UINT64_MAX : (uint64_t)scaled;
}

#endif
