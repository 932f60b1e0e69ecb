/* address_map.h: which of many ranges an address is in. */
#ifndef LINEPROF_VIEWER_MODEL_ADDRESS_MAP_H
#define LINEPROF_VIEWER_MODEL_ADDRESS_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lp_address_range {
	uint64_t begin;
	uint64_t last; /* is in it */
};

/* Starts as all zeros: nothing is in it. */
struct lp_address_map {
	uint64_t *begins; /* of the parts that the ranges make, sorted; each ends at the next */
	uint32_t *owners; /* by part: whose it is; LP_MAP_NONE: nobody's */
	size_t count;
};

/* Fills the map, which is empty. Where ranges overlap, as those of libraries do of which one was
 * closed, the first one has the address. False when out of memory; lp_address_map_free() is due in
 * both cases. */
bool lp_address_map_make(struct lp_address_map *map, const struct lp_address_range *ranges,
			 size_t count);

/* The number of the range; LP_MAP_NONE: it is in none. */
uint32_t lp_address_map_find(const struct lp_address_map *map, uint64_t address);

void lp_address_map_free(struct lp_address_map *map);

#endif
