/*
 * estimates.c: shares out the calls that no call site names: through pointers, or by
 * code that is not instrumented.
 *
 * Known are, of each function, how often it was called beyond the direct calls (its
 * need), and how often it called through pointers itself (its supply). Where nothing
 * was called through a pointer, all needs come from code that is not instrumented, and
 * that is exact. Else the samples' paths say who called whom, and how often in
 * proportion; what they do not say is marked all the same.
 */
#include <stdlib.h>
#include <string.h>

#include "viewer/model/edges.h"
#include "viewer/model/shares.h"

struct estimate {
	struct lp_edges *edges;
	struct lp_profile *profile;
	uint64_t *needs;    /* by function: what is left of them */
	uint64_t *supplies; /* by function: what is left of them */
	uint64_t *weights;  /* by function: samples in which it was called not directly */
	uint64_t *wanted;   /* by function: of its supply, by samples */
	uint64_t *only;     /* by function: the one that its pointers were seen to call, + 1 */
	uint64_t *claimed;  /* by function: the supplies of those that call it only */
	uint64_t *shared;   /* by function: samples of its other callers */
	uint64_t supply;    /* of all, at first */
	uint64_t need;      /* of all, at first */
};

static enum lp_status add_calls(struct estimate *estimate, uint32_t caller, uint32_t callee,
				uint64_t calls, bool is_exact)
{
	struct lp_call_edge *edge;

	if (calls == 0)
		return LP_OK;
	edge = lp_edge_at(estimate->edges, caller, callee);
	if (!edge)
		return LP_MEMORY;
	edge->ncalls += calls;
	if (!is_exact)
		edge->flags |= LP_CALL_ESTIMATED;
	return LP_OK;
}

/* The start-up code calls main() once. */
static bool is_main(const struct lp_function *function)
{
	return strcmp(function->linkage_name, "main") == 0 &&
	       !(function->flags & LP_FUNCTION_LOCAL);
}

static enum lp_status read_needs(struct estimate *estimate)
{
	struct lp_profile *const profile = estimate->profile;

	for (size_t i = 0; i < profile->call_site_count; i++)
		if (!profile->call_sites[i].is_direct) {
			estimate->supplies[profile->call_sites[i].caller] +=
			    profile->call_sites[i].count;
			estimate->supply += profile->call_sites[i].count;
		}
	for (uint32_t i = 0; i < profile->function_count; i++) {
		uint64_t need = estimate->edges->remainders[i];

		if (need > 0 && is_main(&profile->functions[i])) {
			need--;
			if (add_calls(estimate, LP_NO_INDEX, i, 1, true) != LP_OK)
				return LP_MEMORY;
		}
		estimate->needs[i] = need;
		estimate->need += need;
	}
	return LP_OK;
}

/* ---- what samples say ---- */

/* Whether samples show the calls of an edge that are not direct. A function may call
 * another in both ways: then its samples are of direct calls. */
static bool is_sampled(const struct estimate *estimate, size_t edge)
{
	const struct lp_edge_note *const note = &estimate->edges->notes[edge];

	return estimate->profile->call_edges[edge].callee != LP_NO_INDEX && !note->is_direct &&
	       note->path_samples > 0;
}

/* More than one. */
#define SEVERAL UINT64_MAX

static void find_only_callees(struct estimate *estimate)
{
	const struct lp_profile *const profile = estimate->profile;

	for (size_t i = 0; i < profile->call_edge_count; i++) {
		const struct lp_call_edge *const edge = &profile->call_edges[i];
		const uint64_t callee = (uint64_t)edge->callee + 1;

		if (!is_sampled(estimate, i) || edge->caller == LP_NO_INDEX)
			continue;
		estimate->only[edge->caller] = estimate->only[edge->caller] == 0 ? callee : SEVERAL;
	}
}

static bool calls_only(const struct estimate *estimate, const struct lp_call_edge *edge)
{
	return edge->caller != LP_NO_INDEX &&
	       estimate->only[edge->caller] == (uint64_t)edge->callee + 1;
}

static void read_samples(struct estimate *estimate)
{
	const struct lp_profile *const profile = estimate->profile;

	find_only_callees(estimate);
	for (size_t i = 0; i < profile->call_edge_count; i++) {
		const struct lp_call_edge *const edge = &profile->call_edges[i];
		const uint64_t samples = estimate->edges->notes[i].path_samples;

		if (!is_sampled(estimate, i))
			continue;
		estimate->weights[edge->callee] += samples;
		if (calls_only(estimate, edge))
			estimate->claimed[edge->callee] += estimate->supplies[edge->caller];
		else
			estimate->shared[edge->callee] += samples;
	}
}

/* What each edge would get if supplies had no end, into `wishes`: all that a caller
 * has which calls nobody else; the others share what is left of the need. */
static void make_wishes(struct estimate *estimate, uint64_t *wishes)
{
	const struct lp_profile *const profile = estimate->profile;

	read_samples(estimate);
	for (size_t i = 0; i < profile->call_edge_count; i++) {
		const struct lp_call_edge *const edge = &profile->call_edges[i];
		uint64_t need;
		uint64_t claimed;

		if (!is_sampled(estimate, i))
			continue;
		need = estimate->needs[edge->callee];
		claimed = estimate->claimed[edge->callee];
		if (!calls_only(estimate, edge))
			wishes[i] = lp_share(need > claimed ? need - claimed : 0, 0,
					     estimate->edges->notes[i].path_samples,
					     estimate->shared[edge->callee]);
		else if (claimed <= need)
			wishes[i] = estimate->supplies[edge->caller];
		else
			wishes[i] = lp_share(need, 0, estimate->supplies[edge->caller], claimed);
		if (edge->caller != LP_NO_INDEX)
			estimate->wanted[edge->caller] += wishes[i];
	}
}

/* No function makes more calls than its call sites did. */
static void limit_wishes(const struct estimate *estimate, uint64_t *wishes)
{
	for (size_t i = 0; i < estimate->profile->call_edge_count; i++) {
		const uint32_t caller = estimate->profile->call_edges[i].caller;

		if (wishes[i] > 0 && caller != LP_NO_INDEX &&
		    estimate->wanted[caller] > estimate->supplies[caller])
			wishes[i] = lp_share(estimate->supplies[caller], 0, wishes[i],
					     estimate->wanted[caller]);
	}
}

static enum lp_status share_by_samples(struct estimate *estimate)
{
	const size_t count = estimate->profile->call_edge_count;
	uint64_t *const wishes = (uint64_t *)calloc(count + 1, sizeof(*wishes));

	if (!wishes)
		return LP_MEMORY;
	make_wishes(estimate, wishes);
	limit_wishes(estimate, wishes);
	for (size_t i = 0; i < count; i++) {
		struct lp_call_edge *const edge = &estimate->profile->call_edges[i];

		if (wishes[i] == 0)
			continue;
		edge->ncalls += wishes[i];
		/* Without pointers there is nobody else. */
		if (estimate->supply > 0)
			edge->flags |= LP_CALL_ESTIMATED;
		estimate->needs[edge->callee] -= wishes[i];
		if (edge->caller != LP_NO_INDEX)
			estimate->supplies[edge->caller] -= wishes[i];
	}
	free(wishes);
	return LP_OK;
}

/* ---- what they do not say ---- */

/* The caller that has a supply left, if it is one; with several a guess would name callers that
 * never were. */
static uint32_t only_suspect(const struct estimate *estimate)
{
	uint32_t found = LP_NO_INDEX;

	for (uint32_t i = 0; i < estimate->profile->function_count; i++) {
		if (estimate->supplies[i] == 0)
			continue;
		if (found != LP_NO_INDEX)
			return LP_NO_INDEX;
		found = i;
	}
	return found;
}

/* Functions that no sample met. */
static enum lp_status share_blindly(struct estimate *estimate)
{
	const uint32_t caller = only_suspect(estimate);
	const uint64_t supply = caller == LP_NO_INDEX ? 0 : estimate->supplies[caller];
	uint64_t need = 0;

	for (size_t i = 0; i < estimate->profile->function_count; i++)
		need += estimate->weights[i] == 0 ? estimate->needs[i] : 0;
	for (uint32_t i = 0; supply > 0 && i < estimate->profile->function_count; i++) {
		const uint64_t mine = estimate->weights[i] == 0 ? estimate->needs[i] : 0;
		const uint64_t calls = need > supply ? lp_share(supply, 0, mine, need) : mine;

		if (add_calls(estimate, caller, i, calls, false) != LP_OK)
			return LP_MEMORY;
		estimate->supplies[caller] -= calls;
		estimate->needs[i] -= calls;
	}
	return LP_OK;
}

/* Code that is not instrumented made the calls that are left, and took the others. */
static enum lp_status share_rest(struct estimate *estimate)
{
	for (uint32_t i = 0; i < estimate->profile->function_count; i++)
		if (add_calls(estimate, LP_NO_INDEX, i, estimate->needs[i],
			      estimate->supply == 0) != LP_OK ||
		    add_calls(estimate, i, LP_NO_INDEX, estimate->supplies[i],
			      estimate->need == 0) != LP_OK)
			return LP_MEMORY;
	return LP_OK;
}

enum lp_status lp_edges_estimate(struct lp_edges *edges)
{
	const size_t count = edges->profile->function_count + 1;
	struct estimate estimate = {.edges = edges, .profile = edges->profile};
	enum lp_status status = LP_MEMORY;
	uint64_t *const numbers = (uint64_t *)calloc(7 * count, sizeof(*numbers));

	if (!numbers)
		return LP_MEMORY;
	estimate.needs = numbers;
	estimate.supplies = numbers + count;
	estimate.weights = numbers + 2 * count;
	estimate.wanted = numbers + 3 * count;
	estimate.only = numbers + 4 * count;
	estimate.claimed = numbers + 5 * count;
	estimate.shared = numbers + 6 * count;
	status = read_needs(&estimate);
	if (status == LP_OK)
		status = share_by_samples(&estimate);
	if (status == LP_OK)
		status = share_blindly(&estimate);
	if (status == LP_OK)
		status = share_rest(&estimate);
	free(numbers);
	return status;
}
