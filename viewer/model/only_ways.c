/* only_ways.c: who called, where it can have been only one. */
#include "viewer/model/only_ways.h"

#include <stdlib.h>

#include "viewer/model/steps.h"

/* Sites on the same line are one already. */
static void add_site(struct lp_only_ways *ways, const struct lp_profile *profile,
		     const struct lp_call_site *site)
{
	if (!site->is_direct || site->callee == LP_NO_INDEX || site->count == 0 ||
	    site->count != profile->functions[site->callee].ncalls)
		return;
	ways->callers[site->callee] = (struct lp_place){
	    site->caller, lp_function_line_find(profile, site->caller, site->source, site->line)};
}

enum lp_status lp_only_ways_find(struct lp_only_ways *ways, const struct lp_profile *profile)
{
	ways->callers =
	    (struct lp_place *)calloc(profile->function_count + 1, sizeof(*ways->callers));
	if (!ways->callers)
		return LP_MEMORY;
	for (size_t i = 0; i < profile->function_count; i++)
		ways->callers[i] = (struct lp_place){LP_NO_INDEX, LP_NO_INDEX};
	for (size_t i = 0; i < profile->call_site_count; i++)
		add_site(ways, profile, &profile->call_sites[i]);
	return LP_OK;
}

void lp_only_ways_free(struct lp_only_ways *ways)
{
	free(ways->callers);
	ways->callers = NULL;
}
