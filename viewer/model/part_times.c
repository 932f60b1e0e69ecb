/* part_times.c: rows by number of the part. */
#include "viewer/model/part_times.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/model/growth.h"

struct lp_part_time *lp_part_time_at(struct lp_part_times *times, uint32_t part)
{
	struct lp_part_time *const rows = (struct lp_part_time *)lp_with_room(
	    times->rows, times->count, &times->capacity, sizeof(*rows));
	uint32_t *number = NULL;

	if (rows) {
		times->rows = rows;
		number = lp_map_at(&times->numbers, part);
	}
	if (!number) {
		times->is_short = true;
		return NULL;
	}
	if (*number == LP_MAP_NONE) {
		*number = (uint32_t)times->count++;
		rows[*number] = (struct lp_part_time){.part = part};
	}
	return &rows[*number];
}

struct lp_part_time lp_part_time_find(const struct lp_part_times *times, uint32_t part)
{
	const uint32_t number = lp_map_find(&times->numbers, part);

	return number == LP_MAP_NONE ? (struct lp_part_time){.part = part} : times->rows[number];
}

void lp_part_times_free(struct lp_part_times *times)
{
	lp_map_free(&times->numbers);
	free(times->rows);
	memset(times, 0, sizeof(*times));
}
