/*
 * estimates.c: shares out the calls that no call site names: through pointers, or by
 * code that is not instrumented.
 *
 * Known are, of each function, how often it was called beyond the direct calls (its
 * need), and how often it called through pointers itself (its supply). Where nothing
 * was called through a pointer, all needs come from code that is not instrumented, and
 * that is exact. Else the paths of samples, waits and clocks say who called whom, and how
 * often in proportion to the time there, and types who cannot have been it; what they do
 * not say is marked all the same.
 */
#include <stdlib.h>
#include <string.h>

#include "viewer/model/edges.h"
#include "viewer/model/pointer_classes.h"
#include "viewer/model/shares.h"
#include "viewer/model/unsampled_calls.h"

struct estimate {
	struct lp_edges *edges;
	struct lp_profile *profile;
	struct lp_pointer_classes classes; /* what is left of the supplies */
	uint32_t
	    *supplier_of;  /* by call edge: whose supply its calls are of; LP_NO_INDEX: of none */
	uint64_t *needs;   /* by function: what is left of them */
	uint64_t *claimed; /* by function: the supplies of those that call it only */
	uint64_t *shared;  /* by function: ticks on paths by which its other callers called it */
	uint64_t *wanted;  /* by supplier: of its supply, by paths */
	uint64_t *only;    /* by supplier: the one that its pointers were seen to call, + 1 */
	uint64_t supply;   /* of all, at first */
	uint64_t need;     /* of all, at first */
};

/* The supplier of a call edge; NULL: the caller is not instrumented. */
static struct lp_supplier *supplier_of(const struct estimate *estimate, size_t edge)
{
	const uint32_t number = estimate->supplier_of[edge];

	return number == LP_NO_INDEX ? NULL : &estimate->classes.suppliers[number];
}

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

/* How many of the calls that nobody is known to have made can be by no pointer: by code that is
 * not instrumented. */
static uint64_t known_needs(const struct lp_function *function, uint64_t remainder)
{
	if (!(function->flags & LP_FUNCTION_POINTED_TO))
		return remainder;
	return remainder > 0 && is_main(function) ? 1 : 0;
}

static enum lp_status read_needs(struct estimate *estimate)
{
	struct lp_profile *const profile = estimate->profile;

	for (uint32_t i = 0; i < estimate->classes.supplier_count; i++)
		estimate->supply += estimate->classes.suppliers[i].supply;
	for (uint32_t i = 0; i < profile->function_count; i++) {
		const struct lp_function *const function = &profile->functions[i];
		const uint64_t remainder = estimate->edges->remainders[i];
		const uint64_t known = known_needs(function, remainder);
		const uint64_t need = remainder - known;

		if (known > 0 && add_calls(estimate, LP_NO_INDEX, i, known, true) != LP_OK)
			return LP_MEMORY;
		estimate->needs[i] = need;
		estimate->need += need;
	}
	return LP_OK;
}

/* ---- what paths say ---- */

/* More than one. */
#define SEVERAL UINT64_MAX

static void find_suppliers(struct estimate *estimate)
{
	const struct lp_profile *const profile = estimate->profile;

	for (size_t i = 0; i < profile->call_edge_count; i++) {
		const struct lp_call_edge *const edge = &profile->call_edges[i];
		const uint64_t callee = (uint64_t)edge->callee + 1;
		uint32_t *const number = &estimate->supplier_of[i];

		*number = LP_NO_INDEX;
		if (!lp_edge_is_on_paths(estimate->edges, i) || edge->caller == LP_NO_INDEX)
			continue;
		*number = lp_supplier_of(&estimate->classes, edge->caller, edge->callee);
		if (*number != LP_NO_INDEX)
			estimate->only[*number] = estimate->only[*number] == 0 ? callee : SEVERAL;
	}
}

static bool calls_only(const struct estimate *estimate, size_t edge)
{
	const uint32_t number = estimate->supplier_of[edge];

	return number != LP_NO_INDEX &&
	       estimate->only[number] == (uint64_t)estimate->profile->call_edges[edge].callee + 1;
}

static void read_paths(struct estimate *estimate)
{
	const struct lp_profile *const profile = estimate->profile;

	find_suppliers(estimate);
	for (size_t i = 0; i < profile->call_edge_count; i++) {
		const uint32_t callee = profile->call_edges[i].callee;
		const uint64_t ticks = estimate->edges->notes[i].path_ticks;

		if (!lp_edge_is_on_paths(estimate->edges, i))
			continue;
		if (calls_only(estimate, i))
			estimate->claimed[callee] += supplier_of(estimate, i)->supply;
		else
			estimate->shared[callee] += ticks;
	}
}

/* What each edge would get if supplies had no end, into `wishes`: all that a caller
 * has which calls nobody else; the others share what is left of the need. */
static void make_wishes(struct estimate *estimate, uint64_t *wishes)
{
	const struct lp_profile *const profile = estimate->profile;

	read_paths(estimate);
	for (size_t i = 0; i < profile->call_edge_count; i++) {
		const struct lp_call_edge *const edge = &profile->call_edges[i];
		uint64_t need;
		uint64_t claimed;

		if (!lp_edge_is_on_paths(estimate->edges, i))
			continue;
		need = estimate->needs[edge->callee];
		claimed = estimate->claimed[edge->callee];
		if (!calls_only(estimate, i))
			wishes[i] = lp_share(need > claimed ? need - claimed : 0, 0,
					     estimate->edges->notes[i].path_ticks,
					     estimate->shared[edge->callee]);
		else if (claimed <= need)
			wishes[i] = supplier_of(estimate, i)->supply;
		else
			wishes[i] = lp_share(need, 0, supplier_of(estimate, i)->supply, claimed);
		if (supplier_of(estimate, i))
			estimate->wanted[estimate->supplier_of[i]] += wishes[i];
	}
}

/* No function makes more calls than its call sites did. */
static void limit_wishes(const struct estimate *estimate, uint64_t *wishes)
{
	for (size_t i = 0; i < estimate->profile->call_edge_count; i++) {
		const struct lp_supplier *const supplier = supplier_of(estimate, i);
		const uint64_t wanted = supplier ? estimate->wanted[estimate->supplier_of[i]] : 0;

		if (supplier && wanted > supplier->supply)
			wishes[i] = lp_share(supplier->supply, 0, wishes[i], wanted);
	}
}

static void grant_wishes(struct estimate *estimate, uint64_t *wishes)
{
	const size_t count = estimate->profile->call_edge_count;

	make_wishes(estimate, wishes);
	limit_wishes(estimate, wishes);
	for (size_t i = 0; i < count; i++) {
		struct lp_call_edge *const edge = &estimate->profile->call_edges[i];

		/* What a path shows, and others have all calls of, is no exact zero. */
		if (wishes[i] == 0 && edge->ncalls > 0)
			continue;
		edge->ncalls += wishes[i];
		/* Without pointers there is nobody else. */
		if (estimate->supply > 0)
			edge->flags |= LP_CALL_ESTIMATED;
		estimate->needs[edge->callee] -= wishes[i];
		if (supplier_of(estimate, i))
			supplier_of(estimate, i)->supply -= wishes[i];
	}
}

static enum lp_status share_by_paths(struct estimate *estimate)
{
	const size_t count = estimate->profile->call_edge_count + 1;
	uint64_t *const wishes = (uint64_t *)calloc(count, sizeof(*wishes));
	uint32_t *const supplier_of = (uint32_t *)calloc(count, sizeof(*supplier_of));
	const bool worked = wishes && supplier_of;

	estimate->supplier_of = supplier_of;
	if (worked)
		grant_wishes(estimate, wishes);
	estimate->supplier_of = NULL; /* edges that are made from here on have none */
	free(supplier_of);
	free(wishes);
	return worked ? LP_OK : LP_MEMORY;
}

/* ---- all ---- */

/* Code that is not instrumented made the calls that are left, and took the others. */
static enum lp_status share_rest(struct estimate *estimate)
{
	const struct lp_pointer_classes *const classes = &estimate->classes;

	for (uint32_t i = 0; i < estimate->profile->function_count; i++)
		if (add_calls(estimate, LP_NO_INDEX, i, estimate->needs[i],
			      estimate->supply == 0) != LP_OK)
			return LP_MEMORY;
	for (uint32_t i = 0; i < classes->supplier_count; i++)
		if (add_calls(estimate, classes->suppliers[i].caller, LP_NO_INDEX,
			      classes->suppliers[i].supply, estimate->need == 0) != LP_OK)
			return LP_MEMORY;
	return LP_OK;
}

static enum lp_status share_all(struct estimate *estimate)
{
	enum lp_status status = read_needs(estimate);

	if (status == LP_OK)
		status = share_by_paths(estimate);
	if (status == LP_OK)
		status =
		    lp_share_unsampled_calls(estimate->edges, &estimate->classes, estimate->needs);
	return status == LP_OK ? share_rest(estimate) : status;
}

enum lp_status lp_edges_estimate(struct lp_edges *edges)
{
	struct estimate estimate = {.edges = edges, .profile = edges->profile};
	const enum lp_status made = lp_pointer_classes_make(&estimate.classes, edges);
	const size_t functions = edges->profile->function_count + 1;
	const size_t suppliers = (size_t)estimate.classes.supplier_count + 1;
	uint64_t *const numbers =
	    (uint64_t *)calloc(3 * functions + 2 * suppliers, sizeof(*numbers));
	enum lp_status status = LP_MEMORY;

	if (made == LP_OK && numbers) {
		estimate.needs = numbers;
		estimate.claimed = estimate.needs + functions;
		estimate.shared = estimate.claimed + functions;
		estimate.wanted = estimate.shared + functions;
		estimate.only = estimate.wanted + suppliers;
		status = share_all(&estimate);
	}
	free(numbers);
	lp_pointer_classes_free(&estimate.classes);
	return status;
}
