/* calls.c: who is called from each call site. */
#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/names.h"
#include "viewer/model/steps.h"

/* The functions by the hashes that call sites name. */
struct names {
	struct lp_map of_object; /* object and name_hash */
	struct lp_map of_all;    /* name_hash: calls from one object into another */
};

static uint64_t key_of(uint32_t object, uint64_t name_hash)
{
	return lp_hash_more(lp_hash(&object, sizeof(object)), &name_hash, sizeof(name_hash));
}

/* The first function of a name stays. */
static bool add_name(struct lp_map *map, uint64_t key, uint32_t function)
{
	uint32_t *const place = lp_map_at(map, key);

	if (!place)
		return false;
	if (*place == LP_MAP_NONE)
		*place = function;
	return true;
}

/*
 * Constructors and destructors have a name for whole objects (C1, D1) and one for
 * parts of objects (C2, D2), and one body when these are the same. Adds the name that
 * a function does not have itself; what it is called by tells whether it is one.
 */
static bool add_other_name(struct names *names, const struct lp_function *function, uint32_t number)
{
	struct lp_arena arena = {0};
	bool worked = true;
	char *name;

	if (strncmp(function->linkage_name, "_Z", 2) != 0)
		return true;
	name = lp_arena_copy(&arena, function->linkage_name, strlen(function->linkage_name));
	for (char *at = name; worked && at && (at = strpbrk(at, "CD")); at++) {
		const char *shown;
		uint64_t hash;

		if (at[1] != '2')
			continue;
		at[1] = '1';
		hash = lp_hash(name, strlen(name));
		shown = lp_name_shown(&arena, name, "");
		worked = shown &&
			 (strcmp(shown, function->name) != 0 ||
			  (add_name(&names->of_object, key_of(function->object, hash), number) &&
			   add_name(&names->of_all, hash, number)));
		at[1] = '2';
	}
	worked &= name != NULL;
	lp_arena_free(&arena);
	return worked;
}

static bool add_other_names(struct names *names, const struct lp_profile *profile)
{
	for (uint32_t i = 0; i < profile->function_count; i++)
		if (!(profile->functions[i].flags & LP_FUNCTION_LOCAL) &&
		    !add_other_name(names, &profile->functions[i], i))
			return false;
	return true;
}

/* Of the copies that several objects have of a function, the loader takes one for all of
 * them: the one that ran. */
static bool add_to_all(struct names *names, const struct lp_profile *profile, uint64_t hash,
		       uint32_t function)
{
	uint32_t *const place = lp_map_at(&names->of_all, hash);

	if (!place)
		return false;
	if (*place == LP_MAP_NONE ||
	    (profile->functions[*place].ncalls == 0 && profile->functions[function].ncalls > 0))
		*place = function;
	return true;
}

static bool add_names(struct names *names, const struct lp_profile *profile)
{
	for (size_t i = 0; i < profile->variant_count; i++) {
		const struct lp_variant *const variant = &profile->variants[i];
		const uint64_t hash = variant->entry->name_hash;

		if (variant->function == LP_NO_INDEX)
			continue;
		if (!add_name(&names->of_object, key_of(variant->object, hash), variant->function))
			return false;
		if (!(profile->functions[variant->function].flags & LP_FUNCTION_LOCAL) &&
		    !add_to_all(names, profile, hash, variant->function))
			return false;
	}
	return true;
}

static void resolve(const struct names *names, const struct lp_profile *profile,
		    struct lp_call_site *site)
{
	const uint32_t object = profile->functions[site->caller].object;

	if (!site->is_direct)
		return;
	site->callee = lp_map_find(&names->of_object, key_of(object, site->callee_hash));
	if (site->callee == LP_MAP_NONE ||
	    (site->count > 0 && profile->functions[site->callee].ncalls == 0)) {
		const uint32_t other = lp_map_find(&names->of_all, site->callee_hash);

		site->callee = other != LP_MAP_NONE ? other : site->callee;
	}
}

static int by_place(const void *left, const void *right)
{
	const struct lp_call_site *const a = (const struct lp_call_site *)left;
	const struct lp_call_site *const b = (const struct lp_call_site *)right;

	if (a->caller != b->caller)
		return a->caller < b->caller ? -1 : 1;
	if (a->source != b->source)
		return a->source < b->source ? -1 : 1;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	if (a->callee_hash != b->callee_hash)
		return a->callee_hash < b->callee_hash ? -1 : 1;
	return 0;
}

/* Functions mostly come in their order; so it is rarely more than the sites of one. */
static void sort_sites(struct lp_call_site *sites, size_t count)
{
	size_t first = 0;

	for (size_t i = 1; i < count; i++)
		if (sites[i].caller < sites[i - 1].caller) {
			qsort(sites, count, sizeof(*sites), by_place);
			return;
		}
	for (size_t i = 1; i <= count; i++)
		if (i == count || sites[i].caller != sites[first].caller) {
			qsort(sites + first, i - first, sizeof(*sites), by_place);
			first = i;
		}
}

/* Sums up the sites of one callee on one line of a function, and its variants. */
static void merge(struct lp_profile *profile)
{
	struct lp_call_site *const sites = profile->call_sites;
	size_t kept = 0;

	for (size_t i = 0; i < profile->call_site_count; i++) {
		struct lp_function *const caller = &profile->functions[sites[i].caller];

		if (kept > 0 && by_place(&sites[kept - 1], &sites[i]) == 0) {
			sites[kept - 1].count += sites[i].count;
			continue;
		}
		if (caller->site_count++ == 0)
			caller->first_site = (uint32_t)kept;
		sites[kept++] = sites[i];
	}
	profile->call_site_count = kept;
}

enum lp_status lp_calls_resolve(struct lp_profile *profile)
{
	struct names names = {0};
	/* Names that functions have themselves come first. */
	const bool worked = add_names(&names, profile) && add_other_names(&names, profile);

	if (worked && profile->call_site_count > 0) {
		for (size_t i = 0; i < profile->call_site_count; i++)
			resolve(&names, profile, &profile->call_sites[i]);
		sort_sites(profile->call_sites, profile->call_site_count);
		merge(profile);
	}
	lp_map_free(&names.of_object);
	lp_map_free(&names.of_all);
	return worked ? LP_OK : LP_MEMORY;
}

uint64_t lp_function_site_calls(const struct lp_profile *profile,
				const struct lp_function *function)
{
	uint64_t sum = 0;

	for (uint32_t k = 0; k < function->caller_count; k++) {
		const struct lp_call_edge *const edge =
		    &profile->call_edges[function->first_caller + k];

		sum += edge->flags & LP_CALL_ESTIMATED ? 0 : edge->ncalls;
	}
	return sum;
}
