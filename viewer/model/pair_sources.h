/* pair_sources.h: which source of one profile is which of another, of a build elsewhere or of
 * later. */
#ifndef LINEPROF_VIEWER_MODEL_PAIR_SOURCES_H
#define LINEPROF_VIEWER_MODEL_PAIR_SOURCES_H

#include "viewer/model/profile.h"

/* Whether both are known to have had the same text when they were compiled. */
bool lp_is_same_text(const struct lp_source *left, const struct lp_source *right);

/*
 * Writes for each source of `before` its partner in `after`, or LP_NO_INDEX, to `partners`: the one
 * with its path, of several that with its text; else of those that are left one with its text; else
 * the one whose path shares most of its end. Each has one partner at most. LP_OK or LP_MEMORY.
 */
enum lp_status lp_pair_sources(const struct lp_profile *before, const struct lp_profile *after,
			       uint32_t *partners);

#endif
