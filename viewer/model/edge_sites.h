/*
 * edge_sites.h: the call sites of a profile by who is called from them, so that those of one edge
 * are found without all others of the caller.
 */
#ifndef LINEPROF_VIEWER_MODEL_EDGE_SITES_H
#define LINEPROF_VIEWER_MODEL_EDGE_SITES_H

#include "viewer/model/profile.h"

/* Starts as all zeros. */
struct lp_edge_sites {
	const struct lp_profile *profile;
	uint32_t *sites; /* numbers of those that have called: by caller, callee, source, line */
	size_t count;
};

/* LP_OK or LP_MEMORY; lp_edge_sites_free() is due in any case. */
enum lp_status lp_edge_sites_make(struct lp_edge_sites *all, const struct lp_profile *profile);

/* The sites from which `caller` has called `callee` (LP_NO_INDEX: code that is not instrumented, or
 * what is not known), `*count` of them: numbers in lp_profile.call_sites. Part of `all`. */
const uint32_t *lp_edge_sites_of(const struct lp_edge_sites *all, uint32_t caller, uint32_t callee,
				 size_t *count);

/* The next line that has direct ones of these `count` sites, from the `*site`th on, which goes
 * behind them: its source, line and the count of calls in `*place`. False: there is no more. */
bool lp_edge_sites_next_line(const struct lp_edge_sites *all, const uint32_t *sites, size_t count,
			     size_t *site, struct lp_call_site *place);

void lp_edge_sites_free(struct lp_edge_sites *all);

#endif
