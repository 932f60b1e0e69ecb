/* pair_functions.c: pairs functions by name, file and line, then by less of these. */
#include "viewer/model/pair_functions.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/model/pair_keys.h"
#include "viewer/model/unnamed.h"

/* ---- by name, file and line ---- */

/* A side, with the functions that were seen. */
struct entered {
	struct lp_keyed keyed;
	struct lp_map numbers; /* keys to numbers of functions */
};

/* Enters function `number` by its key, which it returns in `*key`; of several of one key the first
 * is the first on the other side, and so on. False when out of memory. */
static bool enter(struct entered *side, uint32_t number, uint64_t *key)
{
	uint32_t *index;

	*key = lp_pair_key(&side->keyed, &side->keyed.profile->functions[number]);
	while ((index = lp_map_at(&side->numbers, *key)) && *index != LP_MAP_NONE)
		++*key;
	if (index)
		*index = number;
	return index != NULL;
}

/* Pairs those of one key; those of `before` that have no partner in any case. */
static enum lp_status pair_by_keys(struct lp_comparison *comparison, struct entered *before,
				   struct entered *after, bool *is_taken)
{
	uint64_t key;

	for (uint32_t i = 0; i < after->keyed.profile->function_count; i++)
		if (!enter(after, i, &key))
			return LP_MEMORY;
	for (uint32_t i = 0; i < before->keyed.profile->function_count; i++) {
		struct lp_pair *const pair = &comparison->functions[comparison->function_count++];

		if (!enter(before, i, &key))
			return LP_MEMORY;
		*pair = (struct lp_pair){i, lp_map_find(&after->numbers, key)};
		if (pair->after != LP_NO_INDEX)
			is_taken[pair->after] = true;
	}
	return LP_OK;
}

/* ---- what else the compiler counted ---- */

/* A function without partner whose name has a number that the compiler counted. */
struct left {
	uint64_t key; /* without lines */
	bool is_after;
	uint32_t index; /* of the function; of one of `before`, of its pair */
};

static int by_key_and_place(const void *one, const void *other)
{
	const struct left *const a = (const struct left *)one;
	const struct left *const b = (const struct left *)other;

	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	if (a->is_after != b->is_after)
		return a->is_after ? 1 : -1;
	return (a->index > b->index) - (a->index < b->index);
}

static size_t add_left(struct left *left, size_t count, const struct lp_keyed *side,
		       uint32_t function, uint32_t index)
{
	const struct lp_function *const f = &side->profile->functions[function];
	struct lp_counted counted;

	if (!lp_counted_next(f->name, 0, &counted))
		return count;
	left[count] = (struct left){lp_pair_key_without_lines(side, f), side->is_after, index};
	return count + 1;
}

/* Of one key, where those behind `first` of the same side end. */
static size_t end_of_side(const struct left *left, size_t first, size_t count)
{
	size_t end = first;

	while (end < count && left[end].key == left[first].key &&
	       left[end].is_after == left[first].is_after)
		end++;
	return end;
}

/* Pairs them in their order if there are as many on either side, as with lines of a text that are
 * between two that are known. */
static void pair_left(struct lp_comparison *comparison, const struct left *left, size_t count,
		      bool *is_taken)
{
	size_t middle, end;

	for (size_t first = 0; first < count; first = end) {
		middle = end = end_of_side(left, first, count);
		if (end == count || left[first].is_after || left[end].key != left[first].key)
			continue;
		end = end_of_side(left, middle, count);
		for (size_t i = first; i < middle && end - middle == middle - first; i++) {
			const uint32_t after = left[i + middle - first].index;

			comparison->functions[left[i].index].after = after;
			is_taken[after] = true;
		}
	}
}

/* What has no line that both sides have: it was written anew, or a text is gone. */
static enum lp_status pair_counted(struct lp_comparison *comparison, const struct lp_keyed *before,
				   const struct lp_keyed *after, bool *is_taken)
{
	const size_t most = comparison->function_count + after->profile->function_count;
	struct left *const left = (struct left *)calloc(most + 1, sizeof(*left));
	size_t count = 0;

	if (!left)
		return LP_MEMORY;
	for (uint32_t i = 0; i < comparison->function_count; i++)
		if (comparison->functions[i].after == LP_NO_INDEX)
			count = add_left(left, count, before, comparison->functions[i].before, i);
	for (uint32_t i = 0; i < after->profile->function_count; i++)
		if (!is_taken[i])
			count = add_left(left, count, after, i, i);
	qsort(left, count, sizeof(*left), by_key_and_place);
	pair_left(comparison, left, count, is_taken);
	free(left);
	return LP_OK;
}

/* ---- what went to another file ---- */

/* In a map of names: more than one has it, or the one that had it is taken. */
#define SEVERAL (LP_MAP_NONE - 1)

/* NULL when out of memory. */
static uint32_t *place_of_name(struct lp_map *names, const struct lp_function *function)
{
	return lp_map_at(names, lp_pair_key_of_name(function));
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

/* ---- all ---- */

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
	struct entered sides[2] = {
	    {.keyed = {comparison, before, comparison->sources, false, {0}}},
	    {.keyed = {comparison, after, partners, true, {0}}},
	};
	enum lp_status status = LP_MEMORY;

	comparison->functions = (struct lp_pair *)calloc(most + 1, sizeof(struct lp_pair));
	if (is_taken && partners && comparison->functions && lp_keyed_begin(&sides[0].keyed) &&
	    lp_keyed_begin(&sides[1].keyed))
		status = pair_by_keys(comparison, &sides[0], &sides[1], is_taken);
	if (status == LP_OK)
		status = pair_counted(comparison, &sides[0].keyed, &sides[1].keyed, is_taken);
	if (status == LP_OK)
		status = pair_moved(comparison, is_taken);
	for (size_t i = 0; status == LP_OK && i < after->function_count; i++)
		if (!is_taken[i])
			comparison->functions[comparison->function_count++] =
			    (struct lp_pair){LP_NO_INDEX, (uint32_t)i};
	for (int i = 0; i < 2; i++) {
		lp_map_free(&sides[i].keyed.lambdas);
		lp_map_free(&sides[i].numbers);
	}
	free(partners);
	free(is_taken);
	return status;
}
