/* numbered.c: what sections of one kind number through. */
#include "viewer/model/numbered.h"

#include <stdlib.h>

#include "viewer/model/growth.h"

enum lp_status lp_numbered_add(struct lp_numbered *numbered, struct lp_numbered_part part)
{
	struct lp_numbered_part *const grown = (struct lp_numbered_part *)lp_with_room(
	    numbered->parts, numbered->count, &numbered->capacity, sizeof(*grown));

	if (!grown)
		return LP_MEMORY;
	numbered->parts = grown;
	numbered->parts[numbered->count++] = part;
	return LP_OK;
}

static int by_first(const void *left, const void *right)
{
	const struct lp_numbered_part *const a = (const struct lp_numbered_part *)left;
	const struct lp_numbered_part *const b = (const struct lp_numbered_part *)right;

	return (a->first > b->first) - (a->first < b->first);
}

void lp_numbered_sort(struct lp_numbered *numbered)
{
	if (numbered->count > 0)
		qsort(numbered->parts, numbered->count, sizeof(*numbered->parts), by_first);
}

static int is_in_part(const void *number, const void *part)
{
	const uint32_t wanted = *(const uint32_t *)number;
	const struct lp_numbered_part *const here = (const struct lp_numbered_part *)part;

	return wanted < here->first ? -1 : wanted - here->first >= here->count;
}

const struct lp_numbered_part *lp_numbered_find(const struct lp_numbered *numbered, uint32_t number)
{
	if (numbered->count == 0)
		return NULL;
	return (const struct lp_numbered_part *)bsearch(&number, numbered->parts, numbered->count,
							sizeof(*numbered->parts), is_in_part);
}

void lp_numbered_free(struct lp_numbered *numbered)
{
	free(numbered->parts);
	*numbered = (struct lp_numbered){.parts = NULL};
}
