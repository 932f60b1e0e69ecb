/* map.h: a hash table from 64-bit keys to 32-bit indexes. */
#ifndef LINEPROF_VIEWER_MODEL_MAP_H
#define LINEPROF_VIEWER_MODEL_MAP_H

#include <stddef.h>
#include <stdint.h>

#define LP_MAP_NONE UINT32_MAX

struct lp_map_slot {
	uint64_t key;
	uint32_t value; /* LP_MAP_NONE: the slot is free */
};

/* Starts as all zeros. */
struct lp_map {
	struct lp_map_slot *slots;
	size_t capacity; /* 0 or a power of 2 */
	size_t count;
};

/*
 * The place of the value of `key`; a new key's value is LP_MAP_NONE, and the
 * caller must set it to something else at once. Valid until the next call.
 * NULL when out of memory.
 */
uint32_t *lp_map_at(struct lp_map *map, uint64_t key);

/* The value of `key`, or LP_MAP_NONE. */
uint32_t lp_map_find(const struct lp_map *map, uint64_t key);

void lp_map_free(struct lp_map *map);

#endif
