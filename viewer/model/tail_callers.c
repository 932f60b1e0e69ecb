/*
 * tail_callers.c: who called, where the frame of the caller is gone and several may be it.
 *
 * How often each of them did is not known, but how often it was called on that line, or below,
 * and how often it called: each part of its calls is taken to call as often as all of them.
 */
#include "viewer/model/tail_callers.h"

#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/edges.h"
#include "viewer/model/shares.h"

#define WHOLE (UINT64_C(1) << 48)

struct lp_call_edge *lp_tail_call_at(struct lp_tail_callers *callers, const struct lp_place *outer,
				     uint32_t callee)
{
	const uint32_t what[] = {outer->function, outer->function_line, callee};
	uint32_t *const number = lp_map_at(&callers->numbers, lp_hash(what, sizeof(what)));

	if (!number)
		return NULL;
	if (*number != LP_MAP_NONE)
		return &callers->calls[*number].times;
	if (callers->count == callers->capacity) {
		const size_t capacity = 2 * callers->capacity + 16;
		struct lp_tail_call *const grown =
		    (struct lp_tail_call *)realloc(callers->calls, capacity * sizeof(*grown));

		if (!grown)
			return NULL;
		callers->calls = grown;
		callers->capacity = capacity;
	}
	*number = (uint32_t)callers->count++;
	callers->calls[*number] =
	    (struct lp_tail_call){*outer, {.caller = LP_CALLER_SEVERAL, .callee = callee}};
	return &callers->calls[*number].times;
}

/* The ways of one length from a place to a function that was called below it. */
struct ways {
	struct lp_edges *edges;
	const struct lp_call_edge *times;
	void (*found)(struct ways *ways, struct lp_call_edge *edge, double calls);
	struct lp_call_edge *first; /* edge that was found */
	bool is_one;                /* and no other */
	double all;                 /* calls by all ways */
	double before;              /* by those whose times are shared out */
	int budget;                 /* call sites that may still be looked at */
};

static void add_way(struct ways *ways, struct lp_call_edge *edge, double calls)
{
	ways->is_one = !ways->first || (ways->is_one && ways->first == edge);
	if (!ways->first)
		ways->first = edge;
	ways->all += calls;
}

/* How far ways with so many calls go among all, in WHOLE parts: exact enough for any ticks. */
static uint64_t position(const struct ways *ways, double calls)
{
	return (uint64_t)(calls / ways->all * (double)WHOLE);
}

/* What is next of a number that is shared out: the parts add up to it. */
static uint64_t part_of(const struct ways *ways, uint64_t whole, double calls)
{
	const uint64_t begin = position(ways, ways->before);

	return lp_share(whole, begin, position(ways, ways->before + calls) - begin, WHOLE);
}

/* What is below is shared out apart: or a call might have less than its own time. */
static void give_part(struct ways *ways, struct lp_call_edge *edge, double calls)
{
	const struct lp_call_edge *const times = ways->times;
	const uint64_t self = part_of(ways, times->self_ticks, calls);

	edge->self_ticks += self;
	edge->total_ticks +=
	    times->total_ticks < times->self_ticks
		? part_of(ways, times->total_ticks, calls)
		: self + part_of(ways, times->total_ticks - times->self_ticks, calls);
	edge->self_samples += part_of(ways, times->self_samples, calls);
	edge->total_samples += part_of(ways, times->total_samples, calls);
	if (!ways->is_one)
		edge->flags |= LP_CALL_GUESSED;
	ways->before += calls;
}

static void follow_sites(struct ways *ways, const struct lp_site_range *sites, double share,
			 int depth);

/* Goes on with `visits` calls of a function. */
static void follow(struct ways *ways, uint32_t from, double visits, int depth)
{
	const struct lp_profile *const profile = ways->edges->profile;
	const uint64_t ncalls = profile->functions[from].ncalls;
	const double share = ncalls > 0 ? visits / (double)ncalls : 0;
	uint32_t number;

	if (depth > 0) {
		const struct lp_site_range sites = lp_sites_in(profile, from);

		follow_sites(ways, &sites, share, depth - 1);
		return;
	}
	number = lp_map_find(&ways->edges->numbers, (uint64_t)from << 32 | ways->times->callee);
	if (number != LP_MAP_NONE && share > 0 && profile->call_edges[number].ncalls > 0)
		ways->found(ways, &profile->call_edges[number],
			    share * (double)profile->call_edges[number].ncalls);
}

static void follow_sites(struct ways *ways, const struct lp_site_range *sites, double share,
			 int depth)
{
	for (const struct lp_call_site *site = sites->begin;
	     site < sites->end && ways->budget-- > 0; site++)
		if (site->is_direct && site->count > 0 && site->callee != LP_NO_INDEX)
			follow(ways, site->callee, share * (double)site->count, depth);
}

/* By the ways with the fewest missing frames that there are. False: there are none, or too many to
 * look at. */
static bool share_by_sites(struct lp_edges *edges, const struct lp_call_edge *times,
			   const struct lp_site_range *sites)
{
	for (int depth = 0; depth < LP_MOST_TAIL_CALLS; depth++) {
		struct ways ways = {
		    .edges = edges, .times = times, .found = add_way, .budget = LP_MOST_TAIL_SITES};

		follow_sites(&ways, sites, 1, depth);
		if (ways.budget <= 0)
			return false;
		if (!ways.first)
			continue;
		ways.found = give_part;
		ways.budget = LP_MOST_TAIL_SITES;
		follow_sites(&ways, sites, 1, depth);
		return true;
	}
	return false;
}

void lp_tail_callers_share(const struct lp_tail_callers *callers, struct lp_edges *edges)
{
	for (size_t i = 0; i < callers->count; i++) {
		const struct lp_tail_call *const call = &callers->calls[i];
		const struct lp_site_range on_line = lp_sites_on_line(edges->profile, &call->outer);
		const struct lp_site_range all = lp_sites_in(edges->profile, call->outer.function);

		if (!share_by_sites(edges, &call->times, &on_line))
			share_by_sites(edges, &call->times, &all);
	}
}

void lp_tail_callers_free(struct lp_tail_callers *callers)
{
	lp_map_free(&callers->numbers);
	free(callers->calls);
	memset(callers, 0, sizeof(*callers));
}
