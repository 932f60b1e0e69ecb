/* only_ways.c: who called, where it can have been only one. */
#include "viewer/model/only_ways.h"

#include <stdlib.h>

#include "viewer/model/steps.h"

/* Whether it is a way by which a function is known to have been called: who resumes a coroutine is
 * not who called it. */
static bool tells_caller(const struct lp_profile *profile, const struct lp_call_site *site)
{
	return site->is_direct && site->callee != LP_NO_INDEX && site->count > 0 &&
	       !(profile->functions[site->callee].flags & LP_FUNCTION_COROUTINE);
}

/* Notes functions all of whose calls come from one other: `calls` so far, by callee. */
static enum lp_status find_functions(struct lp_only_ways *ways, const struct lp_profile *profile)
{
	uint64_t *const calls = (uint64_t *)calloc(profile->function_count + 1, sizeof(*calls));

	if (!calls)
		return LP_MEMORY;
	for (size_t i = 0; i < profile->call_site_count; i++) {
		const struct lp_call_site *const site = &profile->call_sites[i];
		uint32_t *caller;

		if (!tells_caller(profile, site) || site->caller == site->callee)
			continue;
		caller = &ways->functions[site->callee];
		if (calls[site->callee] == 0)
			*caller = site->caller;
		if (*caller == site->caller)
			calls[site->callee] += site->count;
	}
	for (size_t i = 0; i < profile->function_count; i++)
		if (calls[i] != profile->functions[i].ncalls)
			ways->functions[i] = LP_NO_INDEX;
	free(calls);
	return LP_OK;
}

/* Sites on the same line are one already. */
static void add_site(struct lp_only_ways *ways, const struct lp_profile *profile,
		     const struct lp_call_site *site)
{
	if (!tells_caller(profile, site) || site->count != profile->functions[site->callee].ncalls)
		return;
	ways->callers[site->callee] = (struct lp_place){
	    site->caller, lp_function_line_find(profile, site->caller, site->source, site->line)};
}

/* Forgets the callers in the circle that `function` is in. */
static void forget_circle(struct lp_only_ways *ways, uint32_t function)
{
	while (ways->callers[function].function != LP_NO_INDEX) {
		const uint32_t caller = ways->callers[function].function;

		ways->callers[function] = (struct lp_place){LP_NO_INDEX, LP_NO_INDEX};
		function = caller;
	}
}

/* Functions that have only each other as callers were entered before calls were counted, as in a
 * child that forked below them: which of them was first is not known. */
static enum lp_status forget_circles(struct lp_only_ways *ways, uint32_t count)
{
	uint32_t *const walks = (uint32_t *)calloc(count + 1, sizeof(*walks)); /* that came by */

	if (!walks)
		return LP_MEMORY;
	for (uint32_t first = 0; first < count; first++) {
		uint32_t function = first;

		while (function != LP_NO_INDEX && walks[function] == 0) {
			walks[function] = first + 1;
			function = ways->callers[function].function;
		}
		if (function != LP_NO_INDEX && walks[function] == first + 1)
			forget_circle(ways, function);
	}
	free(walks);
	return LP_OK;
}

enum lp_status lp_only_ways_find(struct lp_only_ways *ways, const struct lp_profile *profile)
{
	ways->callers =
	    (struct lp_place *)calloc(profile->function_count + 1, sizeof(*ways->callers));
	ways->functions =
	    (uint32_t *)malloc((profile->function_count + 1) * sizeof(*ways->functions));
	if (!ways->callers || !ways->functions)
		return LP_MEMORY;
	for (size_t i = 0; i < profile->function_count; i++) {
		ways->callers[i] = (struct lp_place){LP_NO_INDEX, LP_NO_INDEX};
		ways->functions[i] = LP_NO_INDEX;
	}
	if (find_functions(ways, profile) != LP_OK)
		return LP_MEMORY;
	for (size_t i = 0; i < profile->call_site_count; i++)
		add_site(ways, profile, &profile->call_sites[i]);
	return forget_circles(ways, (uint32_t)profile->function_count);
}

void lp_only_ways_free(struct lp_only_ways *ways)
{
	free(ways->callers);
	free(ways->functions);
	*ways = (struct lp_only_ways){0};
}
