/* who_called.c: who called, where a sampled path goes on. */
#include "viewer/model/who_called.h"

#include "format/abi.h"
#include "viewer/model/steps.h"

/* The first call site of `function` at or behind a place. */
static const struct lp_call_site *first_site(const struct lp_profile *profile,
					     const struct lp_function *function, uint32_t source,
					     uint32_t line)
{
	uint32_t begin = function->first_site;
	uint32_t end = begin + function->site_count;

	while (begin < end) {
		const uint32_t middle = begin + (end - begin) / 2;
		const struct lp_call_site *const at = &profile->call_sites[middle];

		if (at->source < source || (at->source == source && at->line < line))
			begin = middle + 1;
		else
			end = middle;
	}
	return &profile->call_sites[begin];
}

struct lp_site_range lp_sites_on_line(const struct lp_profile *profile,
				      const struct lp_place *place)
{
	const struct lp_function *const function = &profile->functions[place->function];
	const struct lp_line *line;

	if (place->function_line == LP_NO_INDEX || function->site_count == 0)
		return (struct lp_site_range){profile->call_sites, profile->call_sites};
	line = &profile->lines[profile->function_lines[place->function_line].line];
	return (struct lp_site_range){first_site(profile, function, line->source, line->line),
				      first_site(profile, function, line->source, line->line + 1)};
}

struct lp_site_range lp_sites_in(const struct lp_profile *profile, uint32_t function)
{
	const struct lp_call_site *const begin =
	    profile->call_sites + profile->functions[function].first_site;

	return (struct lp_site_range){begin, begin + profile->functions[function].site_count};
}

/* A search among the functions that were called from somewhere, and from there. */
struct search {
	const struct lp_profile *profile;
	uint32_t callee; /* the caller of which is looked for */
	/* Calls through pointers, and of foreign code, may have led to it: then they are several.
	 */
	bool heeds_unnamed;
	uint32_t found;
	int budget; /* call sites that may still be looked at */
};

/* Whether the search goes on with what was called there. */
static bool is_followed(struct search *search, const struct lp_call_site *site)
{
	search->budget--;
	if (site->count == 0)
		return false;
	if (search->heeds_unnamed && (!site->is_direct || site->callee == LP_NO_INDEX))
		search->found = LP_CALLER_SEVERAL;
	return site->callee != LP_NO_INDEX;
}

static void add_found(struct search *search, uint32_t caller)
{
	const bool is_first = search->found == LP_CALLER_UNKNOWN || search->found == caller;

	search->found = is_first ? caller : LP_CALLER_SEVERAL;
}

/* Looks among the functions that are `depth` calls below `from`. */
static void search_below(struct search *search, uint32_t from, int depth)
{
	const struct lp_function *const function = &search->profile->functions[from];
	const struct lp_call_site *const begin = search->profile->call_sites + function->first_site;

	for (uint32_t i = 0; i < function->site_count && search->budget > 0; i++) {
		if (!is_followed(search, &begin[i]))
			continue;
		if (depth > 0)
			search_below(search, begin[i].callee, depth - 1);
		else if (begin[i].callee == search->callee)
			add_found(search, from);
	}
}

/* The same of the sites' callees. */
static void search_sites(struct search *search, const struct lp_call_site *begin,
			 const struct lp_call_site *end, int depth)
{
	for (const struct lp_call_site *site = begin; site < end && search->budget > 0; site++)
		if (is_followed(search, site) && site->is_direct)
			search_below(search, site->callee, depth);
}

/* The function that one of the sites' callees is, or called, and that calls `callee`. The fewest
 * missing frames are the likeliest; where it is as few by a pointer, that may have led to it, too.
 */
static uint32_t caller_below(const struct lp_callers *callers, uint32_t callee,
			     const struct lp_site_range *sites)
{
	struct search search = {callers->profile, callee, false, LP_CALLER_UNKNOWN,
				LP_MOST_TAIL_SITES};
	int length = 0;

	for (; length < LP_MOST_TAIL_CALLS && search.found == LP_CALLER_UNKNOWN; length++)
		search_sites(&search, sites->begin, sites->end, length);
	search.heeds_unnamed = callers->unnamed[callee] > 0;
	if (search.heeds_unnamed && search.found < callers->profile->function_count)
		for (int depth = 0; depth < length; depth++)
			search_sites(&search, sites->begin, sites->end, depth);
	return search.budget > 0 ? search.found : LP_CALLER_SEVERAL;
}

/* The only function that can have called `callee`, where up to `most_depth` frames are missing
 * below the sites: of all chains of calls, of any of these lengths. */
static uint32_t only_caller_below(const struct lp_callers *callers, uint32_t callee,
				  const struct lp_site_range *sites, int most_depth)
{
	struct search search = {callers->profile, callee, callers->unnamed[callee] > 0,
				LP_CALLER_UNKNOWN, LP_MOST_TAIL_SITES};

	for (int depth = 0; depth < most_depth; depth++)
		search_sites(&search, sites->begin, sites->end, depth);
	return search.budget > 0 ? search.found : LP_CALLER_SEVERAL;
}

/* The same below a call of `called`, itself included. */
static uint32_t only_caller_below_function(const struct lp_callers *callers, uint32_t callee,
					   uint32_t called, int most_depth)
{
	struct search search = {callers->profile, callee, callers->unnamed[callee] > 0,
				LP_CALLER_UNKNOWN, LP_MOST_TAIL_SITES};

	for (int depth = 0; depth < most_depth; depth++)
		search_below(&search, called, depth);
	return search.budget > 0 ? search.found : LP_CALLER_SEVERAL;
}

/* What the call sites in a range tell about a call of `callee` from there. */
static uint32_t caller_by_sites(const struct lp_callers *callers, uint32_t caller, uint32_t callee,
				const struct lp_site_range *sites)
{
	bool calls_out = false;
	uint32_t below;

	for (const struct lp_call_site *site = sites->begin; site < sites->end; site++)
		if (site->count > 0 && (site->callee == callee || !site->is_direct))
			return caller;
		else if (site->count > 0 && site->callee == LP_NO_INDEX)
			calls_out = true;
	below = caller_below(callers, callee, sites);
	return below == LP_CALLER_UNKNOWN && calls_out ? LP_CALLER_OUTSIDE : below;
}

/* What the line that `outer` stands at tells; then, what its whole function tells. */
static uint32_t caller_by_place(const struct lp_callers *callers, const struct lp_place *outer,
				uint32_t callee)
{
	const struct lp_site_range on_line = lp_sites_on_line(callers->profile, outer);
	const struct lp_site_range all = lp_sites_in(callers->profile, outer->function);
	uint32_t found;

	if (all.begin == all.end)
		return LP_CALLER_UNKNOWN;
	found = caller_by_sites(callers, outer->function, callee, &on_line);
	return found == LP_CALLER_UNKNOWN ? caller_by_sites(callers, outer->function, callee, &all)
					  : found;
}

enum lp_status lp_who_called(struct lp_callers *callers, const struct lp_place *outer,
			     uint32_t callee, uint32_t *caller)
{
	const uint32_t what[] = {outer->function, outer->function_line, callee};
	uint32_t *const known = lp_map_at(&callers->known, lp_hash(what, sizeof(what)));

	if (!known)
		return LP_MEMORY;
	if (*known == LP_MAP_NONE)
		*known = caller_by_place(callers, outer, callee);
	*caller = *known;
	return LP_OK;
}

struct lp_place lp_call_place(const struct lp_profile *profile, uint32_t caller, uint32_t callee)
{
	const struct lp_function *const function = &profile->functions[caller];
	const struct lp_call_site *const sites = profile->call_sites + function->first_site;
	const struct lp_call_site *only = NULL;

	if (function->site_count > LP_MOST_TAIL_SITES)
		return (struct lp_place){caller, LP_NO_INDEX};
	for (uint32_t i = 0; i < function->site_count; i++) {
		if (sites[i].count == 0 || sites[i].callee != callee)
			continue;
		if (only)
			return (struct lp_place){caller, LP_NO_INDEX};
		only = &sites[i];
	}
	return (struct lp_place){
	    caller,
	    only ? lp_function_line_find(profile, caller, only->source, only->line) : LP_NO_INDEX};
}

bool lp_has_called(const struct lp_profile *profile, uint32_t function)
{
	const struct lp_site_range all = lp_sites_in(profile, function);

	for (const struct lp_call_site *site = all.begin; site < all.end; site++)
		if (site->count > 0)
			return true;
	return false;
}

/* As lp_missing_caller(), without the line, where one of the calls on the line led there. */
static uint32_t caller_below_line(const struct lp_callers *callers,
				  const struct lp_missing_frame *missing, int most_depth)
{
	const struct lp_site_range on_line = lp_sites_on_line(callers->profile, &missing->outer);

	if (on_line.end - on_line.begin > LP_MOST_TAIL_SITES)
		return LP_CALLER_UNKNOWN;
	for (const struct lp_call_site *site = on_line.begin; site < on_line.end; site++)
		if (site->count > 0 && site->callee == missing->callee)
			return LP_CALLER_UNKNOWN; /* nothing is missing */
	return only_caller_below(callers, missing->callee, &on_line, most_depth);
}

/* As lp_missing_caller(), without the line. */
static uint32_t missing_caller(const struct lp_callers *callers,
			       const struct lp_missing_frame *missing)
{
	const struct lp_profile *const profile = callers->profile;
	const int most_depth = missing->is_leaf ? 1 : LP_MOST_TAIL_CALLS;
	uint32_t found;

	if (profile->functions[missing->callee].flags & LP_FUNCTION_COROUTINE)
		return LP_CALLER_UNKNOWN;
	found =
	    missing->called == LP_NO_INDEX
		? caller_below_line(callers, missing, most_depth)
		: only_caller_below_function(callers, missing->callee, missing->called, most_depth);
	return found < profile->function_count ? found : LP_CALLER_UNKNOWN;
}

enum lp_status lp_missing_caller(struct lp_callers *callers, const struct lp_missing_frame *missing,
				 struct lp_place *caller)
{
	const uint32_t what[] = {missing->outer.function, missing->outer.function_line,
				 missing->called, missing->callee, missing->is_leaf};
	uint32_t *const known = lp_map_at(&callers->missing, lp_hash(what, sizeof(what)));

	if (!known)
		return LP_MEMORY;
	if (*known == LP_MAP_NONE)
		*known = missing_caller(callers, missing);
	*caller = *known == LP_CALLER_UNKNOWN
		      ? (struct lp_place){LP_NO_INDEX, LP_NO_INDEX}
		      : lp_call_place(callers->profile, *known, missing->callee);
	return LP_OK;
}

void lp_callers_free(struct lp_callers *callers)
{
	lp_map_free(&callers->known);
	lp_map_free(&callers->missing);
}
