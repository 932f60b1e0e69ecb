/* pair_functions.c: pairs functions by name and file, then by name. */
#include "viewer/model/pair_functions.h"

#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/pair_sources.h"

/* ---- keys ---- */

/* A side, and where its sources are on the other one. */
struct keyed {
	const struct lp_profile *profile;
	const struct lp_profile *other;
	const uint32_t *partners; /* by source; LP_NO_INDEX: nowhere */
	bool is_after;
	struct lp_map numbers; /* keys to numbers of functions */
};

/* What a function is known by on the other side: its name and its file, as several programs and
 * libraries may have one of that name. Where the text is the same, its line, too. */
static uint64_t key_of(const struct keyed *side, const struct lp_function *function)
{
	const uint32_t partner = side->partners[function->source];
	const bool is_same =
	    partner != LP_NO_INDEX && lp_is_same_text(&side->profile->sources[function->source],
						      &side->other->sources[partner]);
	const uint32_t place[] = {side->is_after ? function->source : partner,
				  is_same ? function->line : 0};
	const char *const name = function->linkage_name;

	return lp_hash_more(lp_hash(name, strlen(name)), place, sizeof(place));
}

/* Enters function `number` by its key, which it returns in `*key`; of several of one key the first
 * is the first on the other side, and so on. False when out of memory. */
static bool enter(struct keyed *side, uint32_t number, uint64_t *key)
{
	uint32_t *index;

	*key = key_of(side, &side->profile->functions[number]);
	while ((index = lp_map_at(&side->numbers, *key)) && *index != LP_MAP_NONE)
		++*key;
	if (index)
		*index = number;
	return index != NULL;
}

/* ---- pairs ---- */

/* In a map of names: more than one has it, or the one that had it is taken. */
#define SEVERAL (LP_MAP_NONE - 1)

/* NULL when out of memory. */
static uint32_t *place_of_name(struct lp_map *names, const struct lp_function *function)
{
	return lp_map_at(names, lp_hash(function->linkage_name, strlen(function->linkage_name)));
}

/* Of what is left, an exported function may have gone to another file: by its name, if no other one
 * that is left has it. */
static enum lp_status pair_moved(struct lp_comparison *comparison, bool *is_taken)
{
	const struct lp_profile *const before = &comparison->before->sum;
	const struct lp_profile *const after = &comparison->after->sum;
	struct lp_map names = {0};
	enum lp_status status = LP_OK;

	for (uint32_t i = 0; i < after->function_count && status == LP_OK; i++) {
		const struct lp_function *const function = &after->functions[i];
		uint32_t *index;

		if (is_taken[i] || function->flags & LP_FUNCTION_LOCAL)
			continue;
		index = place_of_name(&names, function);
		if (!index)
			status = LP_MEMORY;
		else
			*index = *index == LP_MAP_NONE ? i : SEVERAL;
	}
	for (size_t i = 0; i < comparison->function_count && status == LP_OK; i++) {
		struct lp_pair *const pair = &comparison->functions[i];
		const struct lp_function *function;
		uint32_t *index;

		if (pair->after != LP_NO_INDEX)
			continue;
		function = &before->functions[pair->before];
		index = place_of_name(&names, function);
		if (!index)
			status = LP_MEMORY;
		if (!index || *index == LP_MAP_NONE || *index == SEVERAL ||
		    function->flags & LP_FUNCTION_LOCAL)
			continue;
		pair->after = *index;
		is_taken[*index] = true;
		*index = SEVERAL;
	}
	lp_map_free(&names);
	return status;
}

/* Pairs those of one key; those of `before` that have no partner in any case. */
static enum lp_status pair_by_keys(struct lp_comparison *comparison, struct keyed *before,
				   struct keyed *after, bool *is_taken)
{
	uint64_t key;

	for (uint32_t i = 0; i < after->profile->function_count; i++)
		if (!enter(after, i, &key))
			return LP_MEMORY;
	for (uint32_t i = 0; i < before->profile->function_count; i++) {
		struct lp_pair *const pair = &comparison->functions[comparison->function_count++];

		if (!enter(before, i, &key))
			return LP_MEMORY;
		*pair = (struct lp_pair){i, lp_map_find(&after->numbers, key)};
		if (pair->after != LP_NO_INDEX)
			is_taken[pair->after] = true;
	}
	return LP_OK;
}

/* By source of `after`: that of `before`, or LP_NO_INDEX; the caller frees it. */
static uint32_t *partners_of_after(const struct lp_comparison *comparison)
{
	const size_t count = comparison->after->sum.source_count;
	uint32_t *const partners = (uint32_t *)malloc((count + 1) * sizeof(*partners));

	if (!partners)
		return NULL;
	memset(partners, 0xff, count * sizeof(*partners));
	for (uint32_t i = 0; i < comparison->before->sum.source_count; i++)
		if (comparison->sources[i] != LP_NO_INDEX)
			partners[comparison->sources[i]] = i;
	return partners;
}

enum lp_status lp_pair_functions(struct lp_comparison *comparison)
{
	const struct lp_profile *const before = &comparison->before->sum;
	const struct lp_profile *const after = &comparison->after->sum;
	const size_t most = before->function_count + after->function_count;
	bool *const is_taken = (bool *)calloc(after->function_count + 1, sizeof(*is_taken));
	uint32_t *const partners = partners_of_after(comparison);
	struct keyed sides[2] = {{before, after, comparison->sources, false, {0}},
				 {after, before, partners, true, {0}}};
	enum lp_status status = LP_MEMORY;

	comparison->functions = (struct lp_pair *)calloc(most + 1, sizeof(struct lp_pair));
	if (is_taken && partners && comparison->functions)
		status = pair_by_keys(comparison, &sides[0], &sides[1], is_taken);
	if (status == LP_OK)
		status = pair_moved(comparison, is_taken);
	for (size_t i = 0; status == LP_OK && i < after->function_count; i++)
		if (!is_taken[i])
			comparison->functions[comparison->function_count++] =
			    (struct lp_pair){LP_NO_INDEX, (uint32_t)i};
	lp_map_free(&sides[0].numbers);
	lp_map_free(&sides[1].numbers);
	free(partners);
	free(is_taken);
	return status;
}
