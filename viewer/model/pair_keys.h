/*
 * pair_keys.h: what a function of one side of a comparison is known by on the other one.
 */
#ifndef LINEPROF_VIEWER_MODEL_PAIR_KEYS_H
#define LINEPROF_VIEWER_MODEL_PAIR_KEYS_H

#include "viewer/model/compare.h"
#include "viewer/model/map.h"

/* A side, and where what it has is on the other one. */
struct lp_keyed {
	const struct lp_comparison *comparison; /* its sources and texts are paired */
	const struct lp_profile *profile;
	const uint32_t *partners; /* of sources; LP_NO_INDEX: nowhere */
	bool is_after;
	struct lp_map lambdas; /* by their names: the functions that are their bodies */
};

/* Finds the lambdas. False when out of memory. lp_map_free() of them is due in any case. */
bool lp_keyed_begin(struct lp_keyed *side);

/* Of its name and its file, as several programs and libraries may have one of that name. Where the
 * text is the same, of its line, too. A number that the compiler counted in the name stands for
 * the line of what it is the number of. */
uint64_t lp_pair_key(const struct lp_keyed *side, const struct lp_function *function);

/* Of its name without such numbers. */
uint64_t lp_pair_key_of_name(const struct lp_function *function);

/* The same, and of its file. */
uint64_t lp_pair_key_without_lines(const struct lp_keyed *side, const struct lp_function *function);

#endif
