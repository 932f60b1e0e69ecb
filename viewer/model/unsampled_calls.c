/*
 * unsampled_calls.c: who made the calls of which no sample tells.
 *
 * Where one caller alone can have called a function, it did. Of several, each called it as
 * often as its calls are too many for all other functions that it can have called, and the
 * function's for all others that can have called it: Fréchet's lower bound (1951, "Sur les
 * tableaux de corrélation dont les marges sont données"), need + supply - the larger sum. Both take
 * for granted that code that is not instrumented had no part in it. More than that would be a
 * guess, which named callers that never were.
 */
#include "viewer/model/unsampled_calls.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/model/shares.h"

/* What is left that a class can have called, or have been called by; those of any class, too. */
struct remainder {
	uint64_t supply;
	uint64_t need;
	uint32_t suspect_count; /* callers with something left */
	uint32_t suspect;       /* the supplier with most */
	uint32_t last;          /* of the suppliers */
	uint32_t function;      /* the one that needs most; LP_NO_INDEX: none does */
	uint64_t most_needed;   /* what that needs */
};

struct sharing {
	struct lp_edges *edges;
	struct lp_pointer_classes *classes;
	uint64_t *needs;
	struct remainder *left; /* by class */
	uint64_t *asked;        /* by supplier: of it alone */
	uint64_t *given;        /* by supplier */
};

/* ---- what is left ---- */

static void add_supplier(struct remainder *left, const struct lp_supplier *suppliers,
			 uint32_t number)
{
	const bool is_first = left->supply == 0;

	if (suppliers[number].supply == 0)
		return;
	left->supply += suppliers[number].supply;
	/* Those of one caller stand together. */
	if (is_first || suppliers[left->last].caller != suppliers[number].caller)
		left->suspect_count++;
	if (is_first || suppliers[number].supply > suppliers[left->suspect].supply)
		left->suspect = number;
	left->last = number;
}

static void add_function(struct remainder *left, uint32_t number, uint64_t need)
{
	left->need += need;
	if (need > left->most_needed) {
		left->most_needed = need;
		left->function = number;
	}
}

/* Any class may be meant by what is of none: `any`, before it is of all. */
static void add_any(struct remainder *left, const struct remainder *any,
		    const struct lp_supplier *suppliers)
{
	if (any->supply > 0) {
		left->supply += any->supply;
		/* One that calls both ways is two; then less is known than could be. */
		left->suspect_count += any->suspect_count;
		if (left->suspect_count == any->suspect_count ||
		    suppliers[any->suspect].supply > suppliers[left->suspect].supply)
			left->suspect = any->suspect;
	}
	left->need += any->need;
	if (any->most_needed > left->most_needed) {
		left->most_needed = any->most_needed;
		left->function = any->function;
	}
}

static void find_remainders(const struct sharing *sharing)
{
	const struct lp_pointer_classes *const classes = sharing->classes;
	const struct lp_supplier *const suppliers = classes->suppliers;
	struct remainder *const any = &sharing->left[LP_ANY_CLASS];

	for (uint32_t i = 0; i < classes->class_count; i++)
		sharing->left[i].function = LP_NO_INDEX;
	for (uint32_t i = 0; i < classes->supplier_count; i++)
		add_supplier(&sharing->left[suppliers[i].class], suppliers, i);
	for (uint32_t i = 0; i < sharing->edges->profile->function_count; i++)
		add_function(&sharing->left[classes->of_function[i]], i, sharing->needs[i]);
	for (uint32_t i = 0; i < classes->class_count; i++)
		if (i != LP_ANY_CLASS)
			add_any(&sharing->left[i], any, suppliers);
	*any = (struct remainder){.function = LP_NO_INDEX};
	for (uint32_t i = 0; i < classes->supplier_count; i++)
		add_supplier(any, suppliers, i);
	for (uint32_t i = 0; i < sharing->edges->profile->function_count; i++)
		add_function(any, i, sharing->needs[i]);
}

/* ---- who called ---- */

/* What is left of those that can have called `function`. */
static const struct remainder *callers_of(const struct sharing *sharing, uint32_t function)
{
	return &sharing->left[sharing->classes->of_function[function]];
}

/* What is left of those that a supplier can have called. */
static const struct remainder *callees_of(const struct sharing *sharing, uint32_t supplier)
{
	return &sharing->left[sharing->classes->suppliers[supplier].class];
}

/* How often a supplier called a function that needed `need`, at least. */
static uint64_t least_calls(const struct sharing *sharing, uint32_t supplier, uint32_t function,
			    uint64_t need)
{
	const uint64_t supply = sharing->classes->suppliers[supplier].supply;
	const uint64_t supplies = callers_of(sharing, function)->supply;
	const uint64_t needs = callees_of(sharing, supplier)->need;
	const uint64_t calls = supplies > needs ? supplies : needs;
	const uint64_t others = calls > supply ? calls - supply : 0;

	return need > others ? need - others : 0;
}

static enum lp_status give(const struct sharing *sharing, uint32_t supplier, uint32_t function,
			   uint64_t calls)
{
	const uint64_t left =
	    sharing->classes->suppliers[supplier].supply - sharing->given[supplier];
	struct lp_call_edge *edge;

	calls = calls < left ? calls : left;
	calls = calls < sharing->needs[function] ? calls : sharing->needs[function];
	if (calls == 0)
		return LP_OK;
	edge = lp_edge_at(sharing->edges, sharing->classes->suppliers[supplier].caller, function);
	if (!edge)
		return LP_MEMORY;
	edge->ncalls += calls;
	edge->flags |= LP_CALL_ESTIMATED;
	sharing->given[supplier] += calls;
	sharing->needs[function] -= calls;
	return LP_OK;
}

/* Whether somebody can have made the calls of `function` that are left. */
static bool has_suspect(const struct sharing *sharing, uint32_t function)
{
	return sharing->needs[function] > 0 && callers_of(sharing, function)->suspect_count > 0;
}

/* Whether one caller alone can have called `function`. Of a function with a type that nobody's
 * calls have it is not enough that somebody calls what has none: libraries call such functions
 * back. */
static bool has_only_suspect(const struct sharing *sharing, uint32_t function)
{
	const struct lp_pointer_classes *const classes = sharing->classes;
	const struct remainder *const left = callers_of(sharing, function);

	return left->suspect_count == 1 &&
	       (classes->of_function[function] == LP_ANY_CLASS ||
		classes->suppliers[left->suspect].class != LP_ANY_CLASS);
}

/* Its only suspect called a function as often as it was called or, if it called too little for all,
 * in proportion; of several the one that called most is asked. */
static uint64_t calls_by_suspect(const struct sharing *sharing, uint32_t function)
{
	const struct remainder *const left = callers_of(sharing, function);
	const uint64_t supply = sharing->classes->suppliers[left->suspect].supply;
	const uint64_t need = sharing->needs[function];
	const uint64_t asked = sharing->asked[left->suspect];

	if (!has_only_suspect(sharing, function))
		return least_calls(sharing, left->suspect, function, need);
	return asked > supply ? lp_share(supply, 0, need, asked) : need;
}

/* Whether `function` is one of those, with a type that is known or without, that are served. */
static bool is_served(const struct sharing *sharing, uint32_t function, bool is_typed)
{
	return (sharing->classes->of_function[function] != LP_ANY_CLASS) == is_typed &&
	       has_suspect(sharing, function);
}

static enum lp_status serve(const struct sharing *sharing, bool is_typed)
{
	const uint32_t count = (uint32_t)sharing->edges->profile->function_count;

	for (uint32_t i = 0; i < count; i++)
		if (is_served(sharing, i, is_typed))
			sharing->asked[callers_of(sharing, i)->suspect] += sharing->needs[i];
	for (uint32_t i = 0; i < count; i++)
		if (is_served(sharing, i, is_typed) &&
		    give(sharing, callers_of(sharing, i)->suspect, i,
			 calls_by_suspect(sharing, i)) != LP_OK)
			return LP_MEMORY;
	return LP_OK;
}

static enum lp_status serve_typed(const struct sharing *sharing)
{
	return serve(sharing, true);
}

static enum lp_status serve_untyped(const struct sharing *sharing)
{
	return serve(sharing, false);
}

/* By the others of several suspects, the function that needs most. */
static enum lp_status serve_by_others(const struct sharing *sharing)
{
	for (uint32_t i = 0; i < sharing->classes->supplier_count; i++) {
		const struct remainder *const left = callees_of(sharing, i);

		if (left->function != LP_NO_INDEX && has_suspect(sharing, left->function) &&
		    give(sharing, i, left->function,
			 least_calls(sharing, i, left->function, left->most_needed)) != LP_OK)
			return LP_MEMORY;
	}
	return LP_OK;
}

/* Begins with what is left, and takes from it what was given. */
static enum lp_status take_turn(const struct sharing *sharing,
				enum lp_status (*turn)(const struct sharing *))
{
	const struct lp_pointer_classes *const classes = sharing->classes;
	enum lp_status status;

	memset(sharing->left, 0, classes->class_count * sizeof(*sharing->left));
	memset(sharing->asked, 0, classes->supplier_count * sizeof(*sharing->asked));
	memset(sharing->given, 0, classes->supplier_count * sizeof(*sharing->given));
	find_remainders(sharing);
	status = turn(sharing);
	for (uint32_t i = 0; i < classes->supplier_count; i++)
		classes->suppliers[i].supply -= sharing->given[i];
	return status;
}

enum lp_status lp_share_unsampled_calls(struct lp_edges *edges, struct lp_pointer_classes *classes,
					uint64_t *needs)
{
	/* What has no type may have been called by those who had to call what has one. */
	enum lp_status (*const turns[])(const struct sharing *) = {serve_typed, serve_untyped,
								   serve_by_others};
	const size_t suppliers = (size_t)classes->supplier_count + 1;
	struct sharing sharing = {
	    .edges = edges,
	    .classes = classes,
	    .needs = needs,
	    .left = (struct remainder *)calloc(classes->class_count, sizeof(*sharing.left)),
	    .asked = (uint64_t *)calloc(2 * suppliers, sizeof(*sharing.asked)),
	};
	enum lp_status status = sharing.left && sharing.asked ? LP_OK : LP_MEMORY;

	sharing.given = status == LP_OK ? sharing.asked + suppliers : NULL;
	for (size_t i = 0; status == LP_OK && i < sizeof(turns) / sizeof(*turns); i++)
		status = take_turn(&sharing, turns[i]);
	free(sharing.left);
	free(sharing.asked);
	return status;
}
