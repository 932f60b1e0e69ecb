/* edges.c: the calls between functions. */
#include "viewer/model/edges.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/model/shares.h"

/* ---- rows ---- */

static bool make_room(struct lp_edges *edges)
{
	struct lp_profile *const profile = edges->profile;
	const size_t capacity = 2 * edges->capacity + 256;
	struct lp_call_edge *rows;
	struct lp_edge_note *notes;

	if (profile->call_edge_count < edges->capacity)
		return true;
	rows = (struct lp_call_edge *)realloc(profile->call_edges, capacity * sizeof(*rows));
	if (!rows)
		return false;
	profile->call_edges = rows;
	notes = (struct lp_edge_note *)realloc(edges->notes, capacity * sizeof(*notes));
	if (!notes)
		return false;
	edges->notes = notes;
	edges->capacity = capacity;
	return true;
}

struct lp_call_edge *lp_edge_at(struct lp_edges *edges, uint32_t caller, uint32_t callee)
{
	struct lp_profile *const profile = edges->profile;
	uint32_t *number;

	if (!make_room(edges))
		return NULL;
	number = lp_map_at(&edges->numbers, (uint64_t)caller << 32 | callee);
	if (!number)
		return NULL;
	if (*number == LP_MAP_NONE) {
		*number = (uint32_t)profile->call_edge_count++;
		profile->call_edges[*number] =
		    (struct lp_call_edge){.caller = caller, .callee = callee};
		edges->notes[*number] = (struct lp_edge_note){0};
	}
	return &profile->call_edges[*number];
}

static enum lp_status add_site(struct lp_edges *edges, const struct lp_call_site *site)
{
	struct lp_call_edge *edge;

	if (!site->is_direct || site->count == 0)
		return LP_OK;
	edge = lp_edge_at(edges, site->caller, site->callee);
	if (!edge)
		return LP_MEMORY;
	edge->ncalls += site->count;
	edges->notes[edge - edges->profile->call_edges].is_direct = true;
	if (site->callee != LP_NO_INDEX) {
		uint64_t *const rest = &edges->remainders[site->callee];

		/* In a killed program the call may be counted and its entry not yet. */
		*rest -= site->count < *rest ? site->count : *rest;
	}
	return LP_OK;
}

enum lp_status lp_edges_begin(struct lp_edges *edges, struct lp_profile *profile)
{
	enum lp_status status = LP_OK;

	*edges = (struct lp_edges){.profile = profile, .callers = {.profile = profile}};
	edges->remainders =
	    (uint64_t *)calloc(profile->function_count + 1, sizeof(*edges->remainders));
	edges->marks = (uint32_t *)calloc(profile->function_count + 1, sizeof(*edges->marks));
	edges->cut = (uint64_t *)calloc(profile->function_count + 1, sizeof(*edges->cut));
	if (!edges->remainders || !edges->marks || !edges->cut)
		return LP_MEMORY;
	edges->callers.unnamed = edges->remainders;
	for (size_t i = 0; i < profile->function_count; i++)
		edges->remainders[i] = profile->functions[i].ncalls;
	for (size_t i = 0; i < profile->call_site_count && status == LP_OK; i++)
		status = add_site(edges, &profile->call_sites[i]);
	return status;
}

void lp_edges_free(struct lp_edges *edges)
{
	lp_map_free(&edges->numbers);
	lp_callers_free(&edges->callers);
	lp_tail_callers_free(&edges->tail_callers);
	free(edges->notes);
	free(edges->remainders);
	free(edges->marks);
	free(edges->cut);
	memset(edges, 0, sizeof(*edges));
}

/* ---- calls on a path ---- */

static bool is_direct(const struct lp_edges *edges, uint32_t caller, uint32_t callee)
{
	const uint32_t number = lp_map_find(&edges->numbers, (uint64_t)caller << 32 | callee);

	return number != LP_MAP_NONE && edges->notes[number].is_direct;
}

/* The edge that led to `places[at]`, or what is kept of several that may have; NULL, with LP_OK, if
 * it is not known. */
static enum lp_status edge_of(struct lp_edges *edges, const struct lp_edge_path *path, size_t at,
			      struct lp_call_edge **edge)
{
	const uint32_t callee = path->places[at].function;
	uint32_t caller = LP_CALLER_OUTSIDE;

	*edge = NULL;
	if (at + 1 < path->count &&
	    lp_who_called(&edges->callers, &path->places[at + 1], callee, &caller) != LP_OK)
		return LP_MEMORY;
	if (caller == LP_CALLER_UNKNOWN)
		return LP_OK;
	if (caller == LP_CALLER_SEVERAL) {
		*edge = lp_tail_call_at(&edges->tail_callers, &path->places[at + 1], callee);
		return *edge ? LP_OK : LP_MEMORY;
	}
	if (caller == LP_CALLER_OUTSIDE)
		caller = LP_NO_INDEX;
	/* All its calls are accounted for by call sites that name it: the path has a gap. */
	if (edges->remainders[callee] == 0 && !is_direct(edges, caller, callee))
		return LP_OK;
	*edge = lp_edge_at(edges, caller, callee);
	return *edge ? LP_OK : LP_MEMORY;
}

enum lp_status lp_edges_add_self(struct lp_edges *edges, const struct lp_edge_path *path, size_t at,
				 uint64_t ticks, uint64_t samples)
{
	struct lp_call_edge *edge;

	if (edge_of(edges, path, at, &edge) != LP_OK)
		return LP_MEMORY;
	if (edge) {
		edge->self_ticks += ticks;
		edge->self_samples += samples;
	}
	return LP_OK;
}

/* Whether a path that ends at `callee`, which other code does not call, is cut: it was not entered
 * before calls were counted, as what forked was, nor is its code unknown, and that of its callers
 * with it. */
static bool lacks_callers(const struct lp_profile *profile, uint32_t callee)
{
	const struct lp_function *const function = &profile->functions[callee];

	return function->ncalls > 0 && !(function->flags & LP_FUNCTION_HIDDEN);
}

static void note_cut(struct lp_edges *edges, uint32_t callee, uint64_t samples)
{
	struct lp_profile *const profile = edges->profile;

	profile->cut_samples += samples;
	edges->cut[callee] += samples;
	if (edges->cut[callee] > edges->cut[profile->cut_function])
		profile->cut_function = callee;
}

enum lp_status lp_edges_add_totals(struct lp_edges *edges, const struct lp_edge_path *path,
				   size_t first, uint64_t ticks, uint64_t samples)
{
	const uint32_t pass = ++edges->pass;

	/* From the outside in: the first time that a function is met is its outermost call. */
	for (size_t i = path->count; i-- > first;) {
		const uint32_t callee = path->places[i].function;
		struct lp_call_edge *edge;

		if (edge_of(edges, path, i, &edge) != LP_OK)
			return LP_MEMORY;
		if (!edge && i + 1 == path->count && lacks_callers(edges->profile, callee))
			note_cut(edges, callee, samples);
		if (edge && edge->caller != LP_CALLER_SEVERAL)
			edges->notes[edge - edges->profile->call_edges].path_ticks += ticks;
		if (edges->marks[callee] == pass)
			continue;
		edges->marks[callee] = pass;
		if (edge) {
			edge->total_ticks += ticks;
			edge->total_samples += samples;
		}
	}
	return LP_OK;
}

/* ---- the end ---- */

static int by_callee(const void *left, const void *right)
{
	const struct lp_call_edge *const a = (const struct lp_call_edge *)left;
	const struct lp_call_edge *const b = (const struct lp_call_edge *)right;

	if (a->callee != b->callee)
		return a->callee < b->callee ? -1 : 1;
	return (a->caller > b->caller) - (a->caller < b->caller);
}

static uint64_t self_of(const struct lp_call_edge *edge)
{
	return edge->self_ticks;
}

static uint64_t total_of(const struct lp_call_edge *edge)
{
	return edge->total_ticks;
}

static uint64_t calls_of(const struct lp_call_edge *edge)
{
	return edge->ncalls;
}

/* The outermost call of a recursion comes from elsewhere. */
static uint64_t calls_from_elsewhere(const struct lp_call_edge *edge)
{
	return edge->caller == edge->callee ? 0 : edge->ncalls;
}

static uint64_t sum_of(const struct lp_call_edge *edges, size_t count,
		       uint64_t (*weight)(const struct lp_call_edge *edge))
{
	uint64_t sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += weight(&edges[i]);
	return sum;
}

/* How a time of a function is shared out over the calls of it. */
struct sharing {
	uint64_t ticks;
	uint64_t (*measured)(const struct lp_call_edge *edge);
	uint64_t (*guessed)(const struct lp_call_edge *edge);
	void (*set)(struct lp_call_edge *edge, uint64_t ticks);
};

static void set_self(struct lp_call_edge *edge, uint64_t ticks)
{
	edge->self_ticks = ticks;
}

static void set_total(struct lp_call_edge *edge, uint64_t ticks)
{
	edge->total_ticks = ticks;
}

/* As samples say; without them as calls say; else all to the first. */
static void share(struct lp_call_edge *edges, size_t count, const struct sharing *sharing)
{
	uint64_t (*weight)(const struct lp_call_edge *edge) = sharing->measured;
	uint64_t whole = sum_of(edges, count, weight);
	bool is_guess = false;
	uint64_t before = 0;

	if (whole == 0) {
		weight = sharing->guessed;
		whole = sum_of(edges, count, weight);
		is_guess = count > 1 && sharing->ticks > 0;
	}
	for (size_t i = 0; i < count; i++) {
		const uint64_t mine = whole > 0 ? weight(&edges[i]) : i == 0;

		if (is_guess && mine > 0 && mine < whole)
			edges[i].flags |= LP_CALL_GUESSED;
		sharing->set(&edges[i],
			     lp_share(sharing->ticks, before, mine, whole > 0 ? whole : 1));
		before += mine;
	}
}

static void add_below(struct lp_call_edge *edge, uint64_t ticks)
{
	edge->total_ticks = edge->self_ticks + ticks;
}

/* Whether a call of the function was met below another one: it has no total time then. */
static bool is_recursive(const struct lp_call_edge *edges, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (edges[i].caller == edges[i].callee ||
		    edges[i].self_ticks > edges[i].total_ticks)
			return true;
	return false;
}

/* Makes the times of the calls of `function` add up to its own. What it calls is shared out apart
 * from its own code, which may have no samples: or a call might have less than its own time. */
static void share_times(struct lp_profile *profile, const struct lp_function *function)
{
	struct lp_call_edge *const edges = profile->call_edges + function->first_caller;
	const size_t count = function->caller_count;
	const struct sharing self = {function->self_ticks, self_of, calls_of, set_self};
	const struct sharing total = {function->total_ticks, total_of, calls_from_elsewhere,
				      set_total};
	const struct sharing below = {function->total_ticks - function->self_ticks, total_of,
				      calls_of, add_below};

	if (function->total_ticks < function->self_ticks || is_recursive(edges, count)) {
		share(edges, count, &self);
		share(edges, count, &total);
		return;
	}
	for (size_t i = 0; i < count; i++)
		edges[i].total_ticks -= edges[i].self_ticks;
	share(edges, count, &self);
	share(edges, count, &below);
}

/* A function that ran has a caller, if only one that is not known. */
static enum lp_status add_missing(struct lp_edges *edges)
{
	const struct lp_profile *const profile = edges->profile;
	const size_t count = profile->call_edge_count;
	const uint32_t pass = ++edges->pass;

	for (size_t i = 0; i < count; i++)
		if (profile->call_edges[i].callee != LP_NO_INDEX)
			edges->marks[profile->call_edges[i].callee] = pass;
	for (uint32_t i = 0; i < profile->function_count; i++)
		if (edges->marks[i] != pass && profile->functions[i].total_ticks > 0 &&
		    !lp_edge_at(edges, LP_NO_INDEX, i))
			return LP_MEMORY;
	return LP_OK;
}

enum lp_status lp_edges_finish(struct lp_edges *edges)
{
	struct lp_profile *const profile = edges->profile;
	enum lp_status status = lp_edges_estimate(edges);

	if (status == LP_OK) {
		lp_tail_callers_share(&edges->tail_callers, edges);
		status = add_missing(edges);
	}
	if (status != LP_OK || profile->call_edge_count == 0)
		return status;
	qsort(profile->call_edges, profile->call_edge_count, sizeof(*profile->call_edges),
	      by_callee);
	for (size_t i = 0; i < profile->call_edge_count; i++) {
		const uint32_t callee = profile->call_edges[i].callee;

		if (callee == LP_NO_INDEX)
			continue;
		if (profile->functions[callee].caller_count++ == 0)
			profile->functions[callee].first_caller = (uint32_t)i;
	}
	for (size_t i = 0; i < profile->function_count; i++)
		share_times(profile, &profile->functions[i]);
	return LP_OK;
}
