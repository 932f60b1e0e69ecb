/*
 * pair_functions.h: which function of one side of a comparison is which of the other.
 */
#ifndef LINEPROF_VIEWER_MODEL_PAIR_FUNCTIONS_H
#define LINEPROF_VIEWER_MODEL_PAIR_FUNCTIONS_H

#include "viewer/model/compare.h"

/* What a function is known by in another build: its linkage name, and its file's path there, as
 * several programs and libraries may have one of that name. */
uint64_t lp_pairing_key(const struct lp_function *function, const char *path);

/*
 * Enters the numbers of the profile's functions by their keys, with the paths of `other`, whose
 * sources `partners` are (lp_pair_sources()); NULL, NULL: with its own. Of several of one key the
 * first is the first of another profile's, and so on. LP_OK or LP_MEMORY.
 */
enum lp_status lp_pairing_keys_enter(struct lp_map *map, const struct lp_profile *profile,
				     const struct lp_profile *other, const uint32_t *partners);

/* Fills in comparison->functions, whose sources are paired. LP_OK or LP_MEMORY. */
enum lp_status lp_pair_functions(struct lp_comparison *comparison);

#endif
