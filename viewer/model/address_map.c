/* address_map.c: which of many ranges an address is in. */
#include "viewer/model/address_map.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/model/map.h"

static int by_number(const void *left, const void *right)
{
	const uint64_t a = *(const uint64_t *)left;
	const uint64_t b = *(const uint64_t *)right;

	return (a > b) - (a < b);
}

/* How many parts begin at or before the address. */
static size_t parts_until(const struct lp_address_map *map, uint64_t address)
{
	size_t begin = 0;
	size_t end = map->count;

	while (begin < end) {
		const size_t middle = begin + (end - begin) / 2;

		if (map->begins[middle] <= address)
			begin = middle + 1;
		else
			end = middle;
	}
	return begin;
}

/* A part begins where a range does, and behind its last address. */
static void find_begins(struct lp_address_map *map, const struct lp_address_range *ranges,
			size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		map->begins[map->count++] = ranges[i].begin;
		if (ranges[i].last < UINT64_MAX)
			map->begins[map->count++] = ranges[i].last + 1;
	}
	qsort(map->begins, map->count, sizeof(*map->begins), by_number);
	for (size_t i = 0; i < map->count; i++)
		if (kept == 0 || map->begins[kept - 1] != map->begins[i])
			map->begins[kept++] = map->begins[i];
	map->count = kept;
}

/* The first part from `part` on that is nobody's; `next`: of each part that is somebody's, one
 * behind it that may be. */
static size_t first_free(size_t *next, size_t part)
{
	size_t end = part;

	while (next[end] != end)
		end = next[end];
	while (next[part] != part) {
		const size_t behind = next[part];

		next[part] = end;
		part = behind;
	}
	return end;
}

static void share_out(struct lp_address_map *map, const struct lp_address_range *ranges,
		      size_t count, size_t *next)
{
	for (size_t i = 0; i <= map->count; i++)
		next[i] = i;
	for (size_t i = 0; i < map->count; i++)
		map->owners[i] = LP_MAP_NONE;
	for (size_t i = 0; i < count; i++) {
		const size_t end = parts_until(map, ranges[i].last);
		size_t part = first_free(next, parts_until(map, ranges[i].begin) - 1);

		for (; part < end; part = first_free(next, part)) {
			map->owners[part] = (uint32_t)i;
			next[part] = part + 1;
		}
	}
}

bool lp_address_map_make(struct lp_address_map *map, const struct lp_address_range *ranges,
			 size_t count)
{
	bool is_made;
	size_t *next;

	map->begins = (uint64_t *)calloc(2 * count + 1, sizeof(*map->begins));
	map->owners = (uint32_t *)calloc(2 * count + 1, sizeof(*map->owners));
	next = (size_t *)calloc(2 * count + 1, sizeof(*next));
	is_made = map->begins && map->owners && next;
	if (is_made) {
		find_begins(map, ranges, count);
		share_out(map, ranges, count, next);
	}
	free(next);
	return is_made;
}

uint32_t lp_address_map_find(const struct lp_address_map *map, uint64_t address)
{
	const size_t parts = parts_until(map, address);

	return parts > 0 ? map->owners[parts - 1] : LP_MAP_NONE;
}

void lp_address_map_free(struct lp_address_map *map)
{
	free(map->begins);
	free(map->owners);
	memset(map, 0, sizeof(*map));
}
