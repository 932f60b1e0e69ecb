/* calls.c: who is called from each call site. */
#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/names.h"
#include "viewer/model/steps.h"

/*
 * Several objects may have functions of one name that are not the same, of another file or text: an
 * object calls its own where the call was inlined, and may call another object's by the name, as
 * the loader takes one for all of them. Which call site does which is not in the profile, but each
 * function knows how often it was called: what is too much for an object's own goes to the others'.
 */
struct calls {
	struct lp_profile *profile;
	struct lp_map of_object; /* functions by object and name_hash */
	struct lp_map of_all;    /* by name_hash: for calls from one object into another */
	uint64_t *booked;        /* by function: calls of the sites whose callee it is */
};

static uint64_t key_of(uint32_t object, uint64_t name_hash)
{
	return lp_hash_more(lp_hash(&object, sizeof(object)), &name_hash, sizeof(name_hash));
}

/* Calls of `function` beyond those that it counted. */
static uint64_t excess_of(const struct calls *calls, uint32_t function)
{
	const uint64_t ncalls = calls->profile->functions[function].ncalls;

	return calls->booked[function] > ncalls ? calls->booked[function] - ncalls : 0;
}

/* Calls that `function` counted and no site has made. */
static uint64_t room_of(const struct calls *calls, uint32_t function)
{
	const uint64_t ncalls = calls->profile->functions[function].ncalls;

	return ncalls > calls->booked[function] ? ncalls - calls->booked[function] : 0;
}

/* ---- names ---- */

/* A name of a function that `object` has a copy of. */
typedef bool (*add_name)(struct calls *calls, uint64_t name_hash, uint32_t object,
			 uint32_t function);

/* The first function of a name stays. */
static bool add_to_object(struct calls *calls, uint64_t name_hash, uint32_t object,
			  uint32_t function)
{
	uint32_t *const place = lp_map_at(&calls->of_object, key_of(object, name_hash));

	if (!place)
		return false;
	if (*place == LP_MAP_NONE)
		*place = function;
	return true;
}

/* The one that was called most often by none of its own object's sites stays. */
static bool add_to_all(struct calls *calls, uint64_t name_hash, uint32_t object, uint32_t function)
{
	uint32_t *place;

	(void)object;
	if (calls->profile->functions[function].flags & LP_FUNCTION_LOCAL)
		return true;
	place = lp_map_at(&calls->of_all, name_hash);
	if (!place)
		return false;
	if (*place == LP_MAP_NONE || room_of(calls, function) > room_of(calls, *place))
		*place = function;
	return true;
}

/*
 * Constructors and destructors have a name for whole objects (C1, D1) and one for
 * parts of objects (C2, D2), and one body when these are the same. Adds the name that
 * a function does not have itself; what it is called by tells whether it is one.
 */
static bool add_other_name(struct calls *calls, const struct lp_namesake *known, add_name add)
{
	const struct lp_function *const function = &calls->profile->functions[known->function];
	struct lp_arena arena = {0};
	bool worked = true;
	char *name;

	if (function->flags & LP_FUNCTION_LOCAL || strncmp(function->linkage_name, "_Z", 2) != 0)
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
		worked = shown && (strcmp(shown, function->name) != 0 ||
				   add(calls, hash, known->object, known->function));
		at[1] = '2';
	}
	worked &= name != NULL;
	lp_arena_free(&arena);
	return worked;
}

/* Names that functions have themselves come first. */
static bool add_names(struct calls *calls, add_name add)
{
	const struct lp_profile *const profile = calls->profile;

	for (size_t i = 0; i < profile->variant_count; i++) {
		const struct lp_variant *const variant = &profile->variants[i];

		if (variant->function != LP_NO_INDEX &&
		    !add(calls, variant->entry->name_hash, variant->object, variant->function))
			return false;
	}
	for (size_t i = 0; i < profile->namesake_count; i++)
		if (!add_other_name(calls, &profile->namesakes[i], add))
			return false;
	return true;
}

/* ---- call sites ---- */

static void book(struct calls *calls, struct lp_call_site *site, uint32_t callee)
{
	site->callee = callee;
	if (callee != LP_MAP_NONE)
		calls->booked[callee] += site->count;
}

static void book_own(struct calls *calls, struct lp_call_site *site)
{
	if (site->is_direct)
		book(calls, site,
		     lp_map_find(&calls->of_object, key_of(site->object, site->callee_hash)));
}

static void book_others(struct calls *calls, struct lp_call_site *site)
{
	if (site->is_direct && site->callee == LP_MAP_NONE)
		book(calls, site, lp_map_find(&calls->of_all, site->callee_hash));
}

/* Sites that are all of what is too much, then those that are some of it, then parts of one. */
enum booking_pass { ALL_OF_IT, SOME_OF_IT, PART_OF_SITE, BOOKING_PASSES };

/* Leaves the site number `at` all but `count` of its calls: these get a site of their own. */
static bool split(struct lp_profile *profile, size_t at, uint64_t count, uint32_t callee)
{
	struct lp_call_site *const sites = (struct lp_call_site *)realloc(
	    profile->call_sites, (profile->call_site_count + 1) * sizeof(*sites));

	if (!sites)
		return false;
	profile->call_sites = sites;
	sites[profile->call_site_count] = sites[at];
	sites[profile->call_site_count].count = count;
	sites[profile->call_site_count++].callee = callee;
	sites[at].count -= count;
	return true;
}

static bool rebook(struct calls *calls, size_t at, enum booking_pass pass)
{
	struct lp_call_site *const site = &calls->profile->call_sites[at];
	const uint32_t callee = site->callee;
	uint64_t count, room;
	uint32_t other;

	if (!site->is_direct || site->count == 0 || callee == LP_MAP_NONE)
		return true;
	count = excess_of(calls, callee);
	if (count == 0 || (calls->profile->functions[callee].flags & LP_FUNCTION_LOCAL))
		return true;
	other = lp_map_find(&calls->of_all, site->callee_hash);
	if (other == LP_MAP_NONE || other == callee)
		return true;
	room = room_of(calls, other);
	count = count < room ? count : room;
	if (pass == ALL_OF_IT && site->count != count)
		return true;
	if (pass == SOME_OF_IT && site->count > count)
		return true;
	count = count < site->count ? count : site->count;
	calls->booked[callee] -= count;
	calls->booked[other] += count;
	if (count == site->count)
		site->callee = other;
	return count == site->count || count == 0 || split(calls->profile, at, count, other);
}

static bool rebook_all(struct calls *calls)
{
	const size_t count = calls->profile->call_site_count; /* without those that are split off */

	for (int pass = 0; pass < BOOKING_PASSES; pass++)
		for (size_t i = 0; i < count; i++)
			if (!rebook(calls, i, (enum booking_pass)pass))
				return false;
	return true;
}

static bool book_all(struct calls *calls)
{
	struct lp_profile *const profile = calls->profile;

	if (!add_names(calls, add_to_object))
		return false;
	for (size_t i = 0; i < profile->call_site_count; i++)
		book_own(calls, &profile->call_sites[i]);
	if (!add_names(calls, add_to_all))
		return false;
	for (size_t i = 0; i < profile->call_site_count; i++)
		book_others(calls, &profile->call_sites[i]);
	return rebook_all(calls);
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
	if (a->callee != b->callee)
		return a->callee < b->callee ? -1 : 1;
	if (a->type != b->type)
		return a->type < b->type ? -1 : 1;
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

/* Sums up the sites of one callee, or one type, on one line of a function, and its variants. */
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
	struct calls calls = {.profile = profile};
	bool worked;

	if (profile->call_site_count == 0)
		return LP_OK;
	calls.booked = (uint64_t *)calloc(profile->function_count, sizeof(*calls.booked));
	worked = calls.booked && book_all(&calls);
	if (worked) {
		sort_sites(profile->call_sites, profile->call_site_count);
		merge(profile);
	}
	lp_map_free(&calls.of_object);
	lp_map_free(&calls.of_all);
	free(calls.booked);
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
