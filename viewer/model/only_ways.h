/*
 * only_ways.h: the functions that all calls of a function come from, where one line has made
 * them all. What clocks measured in the function is known to be below that line, without samples
 * too.
 */
#ifndef LINEPROF_VIEWER_MODEL_ONLY_WAYS_H
#define LINEPROF_VIEWER_MODEL_ONLY_WAYS_H

#include "viewer/model/sites.h"

struct lp_only_ways {
	/* By function; .function LP_NO_INDEX: several, or not known. They lead in no circle. */
	struct lp_place *callers;
	/* The function that has made all calls, be it on several lines; LP_NO_INDEX. These may lead
	 * in a circle. */
	uint32_t *functions;
};

/* Needs the profile's call sites, and its lines. LP_OK or LP_MEMORY; in both cases
 * lp_only_ways_free() is due. */
enum lp_status lp_only_ways_find(struct lp_only_ways *ways, const struct lp_profile *profile);

void lp_only_ways_free(struct lp_only_ways *ways);

#endif
