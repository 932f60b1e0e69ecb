/* shares.h: shares a whole number out so that the parts add up to it. */
#ifndef LINEPROF_VIEWER_MODEL_SHARES_H
#define LINEPROF_VIEWER_MODEL_SHARES_H

#include <stdint.h>

/* The part that `count` of `total` get of `whole`, when `before` have been
 * served; of a total of 0, as a sum in a damaged file can be, nothing. */
static inline uint64_t lp_share(uint64_t whole, uint64_t before, uint64_t count, uint64_t total)
{
	typedef unsigned __int128 wide;

	if (total == 0)
		return 0;
	return (uint64_t)((wide)whole * ((wide)before + count) / total) -
	       (uint64_t)((wide)whole * before / total);
}

#endif
