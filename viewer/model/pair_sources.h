/* pair_sources.h: which source of one profile is which of another, of a build elsewhere or of
 * later. */
#ifndef LINEPROF_VIEWER_MODEL_PAIR_SOURCES_H
#define LINEPROF_VIEWER_MODEL_PAIR_SOURCES_H

#include "viewer/model/profile.h"

/*
 * Writes for each source of `before` its partner in `after`, or LP_NO_INDEX, to `partners`: the one
 * with its path, else of those that are left the one whose path shares most of its end. Each has
 * one partner at most. LP_OK or LP_MEMORY.
 */
enum lp_status lp_pair_sources(const struct lp_profile *before, const struct lp_profile *after,
			       uint32_t *partners);

#endif
