/*
 * numbered.h: what sections of one kind number through: of names, texts and the like, each section
 * has so many from its first number on. Found by bisection: merged profiles have a section or more
 * of each process.
 */
#ifndef LINEPROF_VIEWER_MODEL_NUMBERED_H
#define LINEPROF_VIEWER_MODEL_NUMBERED_H

#include <stddef.h>
#include <stdint.h>

#include "format/reader.h"

/* What one section has. */
struct lp_numbered_part {
	uint32_t first;
	uint32_t count;
	const void *values; /* of a kind that the caller knows; in the file */
};

/* Starts as all zeros; then lp_numbered_free(). */
struct lp_numbered {
	struct lp_numbered_part *parts; /* by first */
	size_t count;
	size_t capacity;
};

/* Adds a part. LP_OK or LP_MEMORY. */
enum lp_status lp_numbered_add(struct lp_numbered *numbered, struct lp_numbered_part part);

/* Once all are there. */
void lp_numbered_sort(struct lp_numbered *numbered);

/* The part that `number` is in; NULL if in none. */
const struct lp_numbered_part *lp_numbered_find(const struct lp_numbered *numbered,
						uint32_t number);

void lp_numbered_free(struct lp_numbered *numbered);

#endif
