/* pair_functions.c: pairs functions by name and file, then by name. */
#include "viewer/model/pair_functions.h"

#include <stdlib.h>
#include <string.h>

#include "format/abi.h"

/* ---- keys ---- */

uint64_t lp_pairing_key(const struct lp_function *function, const char *path)
{
	const uint64_t key = lp_hash(function->linkage_name, strlen(function->linkage_name));

	return lp_hash_more(key, path, strlen(path));
}

/* The path of source `source` of `profile`, as it is on the other side, `other`, if there is one
 * where it has a partner. */
static const char *path_there(const struct lp_profile *profile, uint32_t source,
			      const struct lp_profile *other, const uint32_t *partners)
{
	if (other && partners[source] != LP_NO_INDEX)
		return other->sources[partners[source]].path;
	return profile->sources[source].path;
}

enum lp_status lp_pairing_keys_enter(struct lp_map *map, const struct lp_profile *profile,
				     const struct lp_profile *other, const uint32_t *partners)
{
	for (size_t i = 0; i < profile->function_count; i++) {
		const struct lp_function *const function = &profile->functions[i];
		uint64_t key = lp_pairing_key(
		    function, path_there(profile, function->source, other, partners));
		uint32_t *index;

		while ((index = lp_map_at(map, key)) && *index != LP_MAP_NONE)
			key++;
		if (!index)
			return LP_MEMORY;
		*index = (uint32_t)i;
	}
	return LP_OK;
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

enum lp_status lp_pair_functions(struct lp_comparison *comparison)
{
	const struct lp_profile *const before = &comparison->before->sum;
	const struct lp_profile *const after = &comparison->after->sum;
	const size_t most = before->function_count + after->function_count;
	bool *const is_taken = (bool *)calloc(after->function_count + 1, sizeof(*is_taken));
	struct lp_map keys[2] = {{0}, {0}};
	enum lp_status status = LP_MEMORY;

	comparison->functions = (struct lp_pair *)calloc(most + 1, sizeof(struct lp_pair));
	if (is_taken && comparison->functions)
		status = lp_pairing_keys_enter(&keys[0], before, after, comparison->sources);
	if (status == LP_OK)
		status = lp_pairing_keys_enter(&keys[1], after, NULL, NULL);
	for (size_t i = 0; status == LP_OK && i < keys[0].capacity; i++) {
		const struct lp_map_slot *const slot = &keys[0].slots[i];
		struct lp_pair pair = {slot->value, LP_NO_INDEX};

		if (slot->value == LP_MAP_NONE)
			continue;
		pair.after = lp_map_find(&keys[1], slot->key);
		if (pair.after != LP_NO_INDEX)
			is_taken[pair.after] = true;
		comparison->functions[comparison->function_count++] = pair;
	}
	if (status == LP_OK)
		status = pair_moved(comparison, is_taken);
	for (size_t i = 0; status == LP_OK && i < after->function_count; i++)
		if (!is_taken[i])
			comparison->functions[comparison->function_count++] =
			    (struct lp_pair){LP_NO_INDEX, (uint32_t)i};
	lp_map_free(&keys[0]);
	lp_map_free(&keys[1]);
	free(is_taken);
	return status;
}
