/* growth.h: arrays that grow by one element at a time. */
#ifndef LINEPROF_VIEWER_MODEL_GROWTH_H
#define LINEPROF_VIEWER_MODEL_GROWTH_H

#include <stddef.h>
#include <stdlib.h>

/* `array` of `*capacity` elements, moved to where it has room for one more than `count`; NULL, and
 * `array` stays as it is, when out of memory. */
static inline void *lp_with_room(void *array, size_t count, size_t *capacity, size_t element_bytes)
{
	const size_t wanted = *capacity ? 2 * *capacity : 64;
	void *grown;

	if (count < *capacity)
		return array;
	grown = realloc(array, wanted * element_bytes);
	if (grown)
		*capacity = wanted;
	return grown;
}

#endif
