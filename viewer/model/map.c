/* map.c: a hash table with open addressing. */
#include "viewer/model/map.h"

#include <stdlib.h>
#include <string.h>

/* Spreads keys that differ in few bits; from MurmurHash3, in the public domain. */
static uint64_t mix(uint64_t key)
{
	key = (key ^ (key >> 33)) * UINT64_C(0xff51afd7ed558ccd);
	key = (key ^ (key >> 33)) * UINT64_C(0xc4ceb9fe1a85ec53);
	return key ^ (key >> 33);
}

/* The slot that holds `key` or is free for it. */
static struct lp_map_slot *slot_of(const struct lp_map *map, uint64_t key)
{
	size_t at = mix(key) & (map->capacity - 1);

	while (map->slots[at].value != LP_MAP_NONE && map->slots[at].key != key)
		at = (at + 1) & (map->capacity - 1);
	return &map->slots[at];
}

static int grow(struct lp_map *map)
{
	struct lp_map grown = {.capacity = map->capacity ? 2 * map->capacity : 64,
			       .count = map->count};

	grown.slots = (struct lp_map_slot *)malloc(grown.capacity * sizeof(*grown.slots));
	if (!grown.slots)
		return -1;
	memset(grown.slots, 0xff, grown.capacity * sizeof(*grown.slots));
	for (size_t i = 0; i < map->capacity; i++)
		if (map->slots[i].value != LP_MAP_NONE)
			*slot_of(&grown, map->slots[i].key) = map->slots[i];
	free(map->slots);
	*map = grown;
	return 0;
}

uint32_t *lp_map_at(struct lp_map *map, uint64_t key)
{
	struct lp_map_slot *slot;

	if (4 * (map->count + 1) > 3 * map->capacity && grow(map) < 0)
		return NULL;
	slot = slot_of(map, key);
	if (slot->value == LP_MAP_NONE) {
		slot->key = key;
		map->count++;
	}
	return &slot->value;
}

uint32_t lp_map_find(const struct lp_map *map, uint64_t key)
{
	return map->capacity ? slot_of(map, key)->value : LP_MAP_NONE;
}

void lp_map_free(struct lp_map *map)
{
	free(map->slots);
	memset(map, 0, sizeof(*map));
}
