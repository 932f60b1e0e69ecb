/*
 * unsampled_calls.c: who called the functions that no sample met.
 *
 * Where one supplier alone can have called a function, it did. Of several, each called it at
 * least so often as its calls are too many for all other functions, or the function's too many
 * for all other suppliers: need + supply - the calls of the class, the lower bound of Fréchet
 * (1951, "Sur les tableaux de corrélation dont les marges sont données"). Both take for granted that
 * code that is not instrumented had no part in it; more than that would be a guess, which named
 * callers that never were.
 */
#include "viewer/model/unsampled_calls.h"

#include <stdlib.h>

#include "viewer/model/shares.h"

/* What is left of a class. */
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
	const uint64_t *samples;
	struct remainder *left; /* by class; behind the last one, of all */
	uint64_t *asked;        /* by supplier: of it alone */
	uint64_t *given;        /* by supplier */
};

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

static void find_remainders(const struct sharing *sharing)
{
	const struct lp_pointer_classes *const classes = sharing->classes;
	struct remainder *const all = &sharing->left[classes->class_count];

	for (uint32_t i = 0; i <= classes->class_count; i++)
		sharing->left[i].function = LP_NO_INDEX;
	for (uint32_t i = 0; i < classes->supplier_count; i++) {
		add_supplier(&sharing->left[classes->suppliers[i].class], classes->suppliers, i);
		add_supplier(all, classes->suppliers, i);
	}
	for (uint32_t i = 0; i < sharing->edges->profile->function_count; i++) {
		add_function(&sharing->left[classes->of_function[i]], i, sharing->needs[i]);
		add_function(all, i, sharing->needs[i]);
	}
}

/* What of a class may have been called by, or have called, what is of `class`. */
static const struct remainder *partners_of(const struct sharing *sharing, uint32_t class)
{
	return &sharing->left[class == LP_ANY_CLASS ? sharing->classes->class_count : class];
}

static uint64_t more_of(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* How often a supplier called a function with `need` at least. */
static uint64_t least_calls(const struct sharing *sharing, uint32_t supplier, uint32_t class,
			    uint64_t need)
{
	const struct remainder *const left = partners_of(sharing, class);
	const struct remainder *const any = &sharing->left[LP_ANY_CLASS];
	const bool is_any = class == LP_ANY_CLASS;
	const uint64_t supply = sharing->classes->suppliers[supplier].supply;
	const uint64_t calls = more_of(left->supply + (is_any ? 0 : any->supply),
				       left->need + (is_any ? 0 : any->need));
	const uint64_t others = calls > supply ? calls - supply : 0;
	const uint64_t least = need > others ? need - others : 0;

	return least < supply ? least : supply;
}

static enum lp_status give(const struct sharing *sharing, uint32_t supplier, uint32_t function,
			   uint64_t calls)
{
	const uint64_t left =
	    sharing->classes->suppliers[supplier].supply - sharing->given[supplier];
	struct lp_call_edge *edge;

	/* More can only be asked if the sums of a damaged file have overflown. */
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

static bool is_unsampled(const struct sharing *sharing, uint32_t function)
{
	return sharing->samples[function] == 0 && sharing->needs[function] > 0;
}

/* Whose calls those of a function by its first suspect are. */
static uint32_t suspect_of(const struct sharing *sharing, uint32_t function)
{
	const struct lp_pointer_classes *const classes = sharing->classes;
	const struct remainder *const left = partners_of(sharing, classes->of_function[function]);

	return lp_supplier_of(classes, classes->suppliers[left->suspect].caller, function);
}

/* By its only suspect a function was called in proportion if that called too little for all; of
 * several, the one with most is asked. */
static uint64_t calls_by_suspect(const struct sharing *sharing, uint32_t function)
{
	const uint32_t class = sharing->classes->of_function[function];
	const struct remainder *const left = partners_of(sharing, class);
	const uint32_t suspect = suspect_of(sharing, function);
	const uint64_t need = sharing->needs[function];
	const uint64_t supply = sharing->classes->suppliers[suspect].supply;

	if (left->suspect_count > 1)
		return least_calls(sharing, suspect, class, need);
	return sharing->asked[suspect] > supply ? lp_share(supply, 0, need, sharing->asked[suspect])
						: need;
}

static bool has_suspect(const struct sharing *sharing, uint32_t function)
{
	const uint32_t class = sharing->classes->of_function[function];

	return is_unsampled(sharing, function) && partners_of(sharing, class)->suspect_count > 0;
}

static enum lp_status serve_functions(const struct sharing *sharing)
{
	const uint32_t count = (uint32_t)sharing->edges->profile->function_count;

	for (uint32_t i = 0; i < count; i++)
		if (has_suspect(sharing, i))
			sharing->asked[suspect_of(sharing, i)] += sharing->needs[i];
	for (uint32_t i = 0; i < count; i++)
		if (has_suspect(sharing, i) &&
		    give(sharing, suspect_of(sharing, i), i, calls_by_suspect(sharing, i)) != LP_OK)
			return LP_MEMORY;
	return LP_OK;
}

/* The others of several suspects, which called the one function that needs most. */
static enum lp_status serve_by_others(const struct sharing *sharing)
{
	for (uint32_t i = 0; i < sharing->classes->supplier_count; i++) {
		const uint32_t class = sharing->classes->suppliers[i].class;
		const struct remainder *const left = partners_of(sharing, class);
		const uint32_t function = left->function;

		if (left->suspect_count < 2 || left->suspect == i || function == LP_NO_INDEX ||
		    !is_unsampled(sharing, function))
			continue;
		if (give(sharing, i, function,
			 least_calls(sharing, i, class, left->most_needed)) != LP_OK)
			return LP_MEMORY;
	}
	return LP_OK;
}

enum lp_status lp_share_unsampled_calls(struct lp_edges *edges, struct lp_pointer_classes *classes,
					uint64_t *needs, const uint64_t *samples)
{
	const size_t suppliers = (size_t)classes->supplier_count + 1;
	struct sharing sharing = {
	    .edges = edges,
	    .classes = classes,
	    .needs = needs,
	    .samples = samples,
	    .left = (struct remainder *)calloc((size_t)classes->class_count + 1,
					       sizeof(*sharing.left)),
	    .asked = (uint64_t *)calloc(2 * suppliers, sizeof(*sharing.asked)),
	};
	enum lp_status status = LP_MEMORY;

	if (sharing.left && sharing.asked) {
		sharing.given = sharing.asked + suppliers;
		find_remainders(&sharing);
		status = serve_functions(&sharing);
		if (status == LP_OK)
			status = serve_by_others(&sharing);
		for (uint32_t i = 0; i < classes->supplier_count; i++)
			classes->suppliers[i].supply -= sharing.given[i];
	}
	free(sharing.left);
	free(sharing.asked);
	return status;
}
