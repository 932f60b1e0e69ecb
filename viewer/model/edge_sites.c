/* edge_sites.c: sorts call sites by caller and callee. */
#include "viewer/model/edge_sites.h"

#include <stdlib.h>
#include <string.h>

/* Whether the site stands in front of those of `caller` and `callee` (-1), among them or behind. */
static int compare(const struct lp_call_site *site, uint32_t caller, uint32_t callee)
{
	if (site->caller != caller)
		return site->caller < caller ? -1 : 1;
	return (site->callee > callee) - (site->callee < callee);
}

/* What is equal stays in the profile's order, by source and line. */
static int by_edge(const void *left, const void *right, void *data)
{
	const struct lp_call_site *const sites = (const struct lp_call_site *)data;
	const uint32_t a = *(const uint32_t *)left;
	const uint32_t b = *(const uint32_t *)right;
	const int order = compare(&sites[a], sites[b].caller, sites[b].callee);

	return order ? order : (a > b) - (a < b);
}

enum lp_status lp_edge_sites_make(struct lp_edge_sites *all, const struct lp_profile *profile)
{
	all->profile = profile;
	all->count = 0;
	all->sites = (uint32_t *)calloc(profile->call_site_count + 1, sizeof(*all->sites));
	if (!all->sites)
		return LP_MEMORY;
	for (size_t i = 0; i < profile->call_site_count; i++)
		if (profile->call_sites[i].count > 0)
			all->sites[all->count++] = (uint32_t)i;
	qsort_r(all->sites, all->count, sizeof(*all->sites), by_edge, profile->call_sites);
	return LP_OK;
}

const uint32_t *lp_edge_sites_of(const struct lp_edge_sites *all, uint32_t caller, uint32_t callee,
				 size_t *count)
{
	const struct lp_call_site *const sites = all->profile->call_sites;
	size_t begin = 0;
	size_t end = all->count;

	while (begin < end) {
		const size_t middle = begin + (end - begin) / 2;

		if (compare(&sites[all->sites[middle]], caller, callee) < 0)
			begin = middle + 1;
		else
			end = middle;
	}
	while (end < all->count && compare(&sites[all->sites[end]], caller, callee) == 0)
		end++;
	*count = end - begin;
	return all->sites + begin;
}

bool lp_edge_sites_next_line(const struct lp_edge_sites *all, const uint32_t *sites, size_t count,
			     size_t *site, struct lp_call_site *place)
{
	place->count = 0;
	for (; *site < count; ++*site) {
		const struct lp_call_site *const at = &all->profile->call_sites[sites[*site]];

		if (!at->is_direct)
			continue;
		if (place->count > 0 && (at->source != place->source || at->line != place->line))
			break;
		place->source = at->source;
		place->line = at->line;
		place->count += at->count;
	}
	return place->count > 0;
}

void lp_edge_sites_free(struct lp_edge_sites *all)
{
	free(all->sites);
	memset(all, 0, sizeof(*all));
}
