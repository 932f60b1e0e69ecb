/* pointer_classes.c: which functions calls through pointers may have called. */
#include "viewer/model/pointer_classes.h"

#include <stdlib.h>
#include <string.h>

/* ---- types that are one: union-find ---- */

static uint32_t class_of(const struct lp_pointer_classes *classes, uint32_t number)
{
	uint32_t *const parents = classes->parents;

	while (parents[number] != number) {
		parents[number] = parents[parents[number]];
		number = parents[number];
	}
	return number;
}

/* What has no type stays apart: it would join all. */
static void unite(struct lp_pointer_classes *classes, uint32_t a, uint32_t b)
{
	const uint32_t one = class_of(classes, a);
	const uint32_t other = class_of(classes, b);

	if (one != LP_ANY_CLASS && other != LP_ANY_CLASS)
		classes->parents[one] = other;
}

/* ---- types ---- */

static bool is_pointer_call(const struct lp_call_site *site)
{
	return !site->is_direct && site->count > 0;
}

/* The number of its type. */
static uint32_t type_of(const struct lp_pointer_classes *classes, const struct lp_call_site *site)
{
	return lp_map_find(&classes->numbers, site->type);
}

static bool add_type(struct lp_pointer_classes *classes, uint32_t type)
{
	uint32_t *const known = lp_map_at(&classes->numbers, type);

	if (known && *known == LP_MAP_NONE)
		*known = classes->class_count++;
	return known != NULL;
}

/* The types of call sites come first: those of functions only are no use to join others. */
static bool number_types(struct lp_pointer_classes *classes, const struct lp_profile *profile,
			 uint32_t *used)
{
	bool worked = add_type(classes, 0);

	for (size_t i = 0; worked && i < profile->call_site_count; i++)
		if (is_pointer_call(&profile->call_sites[i]))
			worked = add_type(classes, profile->call_sites[i].type);
	*used = classes->class_count;
	for (size_t i = 0; worked && i < profile->function_type_count; i++)
		worked = add_type(classes, profile->function_types[i].type);
	return worked;
}

static void join_types_of_functions(struct lp_pointer_classes *classes,
				    const struct lp_edges *edges, uint32_t used)
{
	const struct lp_profile *const profile = edges->profile;

	for (size_t i = 0; i < profile->function_type_count; i++) {
		const struct lp_function_type *const at = &profile->function_types[i];
		uint32_t *const known = &classes->of_function[at->function];
		const uint32_t type = lp_map_find(&classes->numbers, at->type);

		if (edges->remainders[at->function] == 0)
			continue;
		if (*known == LP_ANY_CLASS || (*known >= used && type < used))
			*known = type;
		else if (*known < used && type < used)
			unite(classes, *known, type);
	}
}

/* ---- casts ---- */

bool lp_edge_is_on_paths(const struct lp_edges *edges, size_t edge)
{
	const struct lp_edge_note *const note = &edges->notes[edge];

	return edges->profile->call_edges[edge].callee != LP_NO_INDEX && !note->is_direct &&
	       note->path_ticks > 0;
}

static bool may_call(const struct lp_pointer_classes *classes, uint32_t type, uint32_t function)
{
	const uint32_t class = class_of(classes, type);
	const uint32_t other = class_of(classes, classes->of_function[function]);

	return class == other || class == LP_ANY_CLASS || other == LP_ANY_CLASS;
}

/* So many of a function's calls are looked at for one path: a few, unless a file lies. */
enum { MOST_SITES = 4096 };

/* A path shows that `caller` called `callee`. */
static void join_types_of_call(struct lp_pointer_classes *classes, const struct lp_profile *profile,
			       uint32_t caller, uint32_t callee)
{
	const struct lp_function *const function = &profile->functions[caller];
	const uint32_t end =
	    function->first_site +
	    (function->site_count < MOST_SITES ? function->site_count : MOST_SITES);

	for (uint32_t i = function->first_site; i < end; i++)
		if (is_pointer_call(&profile->call_sites[i]) &&
		    may_call(classes, type_of(classes, &profile->call_sites[i]), callee))
			return;
	for (uint32_t i = function->first_site; i < end; i++)
		if (is_pointer_call(&profile->call_sites[i]))
			unite(classes, type_of(classes, &profile->call_sites[i]),
			      classes->of_function[callee]);
}

static void join_types_of_paths(struct lp_pointer_classes *classes, const struct lp_edges *edges)
{
	const struct lp_profile *const profile = edges->profile;

	for (size_t i = 0; i < profile->call_edge_count; i++)
		if (lp_edge_is_on_paths(edges, i) && profile->call_edges[i].caller != LP_NO_INDEX)
			join_types_of_call(classes, profile, profile->call_edges[i].caller,
					   profile->call_edges[i].callee);
}

/* ---- suppliers ---- */

static uint64_t key_of(uint32_t caller, uint32_t class)
{
	return (uint64_t)caller << 32 | class;
}

static bool add_supply(struct lp_pointer_classes *classes, const struct lp_call_site *site)
{
	const uint32_t class = class_of(classes, type_of(classes, site));
	uint32_t *const number = lp_map_at(&classes->by_class, key_of(site->caller, class));
	uint32_t *const largest = &classes->largest[site->caller];

	if (!number)
		return false;
	if (*number == LP_MAP_NONE) {
		*number = classes->supplier_count++;
		classes->suppliers[*number] =
		    (struct lp_supplier){.caller = site->caller, .class = class};
	}
	classes->suppliers[*number].supply += site->count;
	if (*largest == LP_NO_INDEX ||
	    classes->suppliers[*number].supply > classes->suppliers[*largest].supply)
		*largest = *number;
	return true;
}

/* The call sites stand in the order of their callers. */
static bool make_suppliers(struct lp_pointer_classes *classes, const struct lp_profile *profile)
{
	for (uint32_t i = 0; i < profile->function_count; i++) {
		classes->of_function[i] = class_of(classes, classes->of_function[i]);
		classes->largest[i] = LP_NO_INDEX;
	}
	for (size_t i = 0; i < profile->call_site_count; i++)
		if (is_pointer_call(&profile->call_sites[i]) &&
		    !add_supply(classes, &profile->call_sites[i]))
			return false;
	return true;
}

uint32_t lp_supplier_of(const struct lp_pointer_classes *classes, uint32_t caller, uint32_t callee)
{
	const uint32_t class = classes->of_function[callee];
	uint32_t number = lp_map_find(&classes->by_class, key_of(caller, class));

	if (number == LP_MAP_NONE && class != LP_ANY_CLASS)
		number = lp_map_find(&classes->by_class, key_of(caller, LP_ANY_CLASS));
	if (number == LP_MAP_NONE && class == LP_ANY_CLASS)
		number = classes->largest[caller];
	return number == LP_MAP_NONE ? LP_NO_INDEX : number;
}

enum lp_status lp_pointer_classes_make(struct lp_pointer_classes *classes,
				       const struct lp_edges *edges)
{
	const struct lp_profile *const profile = edges->profile;
	const size_t functions = profile->function_count + 1;
	uint32_t used;

	memset(classes, 0, sizeof(*classes));
	if (!number_types(classes, profile, &used))
		return LP_MEMORY;
	classes->parents = (uint32_t *)malloc(classes->class_count * sizeof(*classes->parents));
	classes->of_function = (uint32_t *)calloc(functions, sizeof(*classes->of_function));
	classes->largest = (uint32_t *)calloc(functions, sizeof(*classes->largest));
	classes->suppliers =
	    (struct lp_supplier *)calloc(profile->call_site_count + 1, sizeof(*classes->suppliers));
	if (!classes->parents || !classes->of_function || !classes->largest || !classes->suppliers)
		return LP_MEMORY;
	for (uint32_t i = 0; i < classes->class_count; i++)
		classes->parents[i] = i;
	join_types_of_functions(classes, edges, used);
	join_types_of_paths(classes, edges);
	return make_suppliers(classes, profile) ? LP_OK : LP_MEMORY;
}

void lp_pointer_classes_free(struct lp_pointer_classes *classes)
{
	lp_map_free(&classes->numbers);
	lp_map_free(&classes->by_class);
	free(classes->parents);
	free(classes->of_function);
	free(classes->largest);
	free(classes->suppliers);
	memset(classes, 0, sizeof(*classes));
}
