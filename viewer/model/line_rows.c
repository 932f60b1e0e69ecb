/* line_rows.c: the rows of lines, from the parts of them that functions have. */
#include "viewer/model/line_rows.h"

#include <stdlib.h>

#include "viewer/model/radix.h"

static uint64_t place_of(const struct lp_function_line *part)
{
	return part->self_ticks << 32 | part->line;
}

/* The numbers of the parts by place, and if asked for by function first. The caller frees
 * them; NULL when out of memory. */
static struct lp_radix_item *order_of(const struct lp_profile *profile, bool is_by_function)
{
	const struct lp_function_line *const parts = profile->function_lines;
	const size_t count = profile->function_line_count;
	struct lp_radix_item *const items =
	    (struct lp_radix_item *)malloc((count + 1) * sizeof(*items));
	enum lp_status status = items ? LP_OK : LP_MEMORY;

	for (size_t i = 0; status == LP_OK && i < count; i++)
		items[i] = (struct lp_radix_item){place_of(&parts[i]), (uint32_t)i};
	if (status == LP_OK)
		status = lp_radix_sort(items, count);
	if (status == LP_OK && is_by_function) {
		for (size_t i = 0; i < count; i++)
			items[i].key = parts[items[i].index].function;
		status = lp_radix_sort(items, count);
	}
	if (status == LP_OK)
		return items;
	free(items);
	return NULL;
}

static bool is_sorted(const struct lp_profile *profile)
{
	for (size_t i = 1; i < profile->function_line_count; i++) {
		const struct lp_function_line *const before = &profile->function_lines[i - 1];
		const struct lp_function_line *const part = &profile->function_lines[i];

		if (before->function > part->function ||
		    (before->function == part->function && place_of(before) > place_of(part)))
			return false;
	}
	return true;
}

/* Moves the parts to where `items` says, in place: each circle of moves once. */
static void move_parts(struct lp_function_line *parts, struct lp_radix_item *items, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct lp_function_line first = parts[i];
		size_t at = i;

		while (items[at].index != i) {
			const size_t from = items[at].index;

			parts[at] = parts[from];
			items[at].index = (uint32_t)at;
			at = from;
		}
		if (at != i)
			parts[at] = first;
		items[at].index = (uint32_t)at;
	}
}

static enum lp_status sort_parts(struct lp_profile *profile)
{
	struct lp_radix_item *items;

	if (is_sorted(profile))
		return LP_OK;
	items = order_of(profile, true);
	if (!items)
		return LP_MEMORY;
	move_parts(profile->function_lines, items, profile->function_line_count);
	free(items);
	return LP_OK;
}

/* Sums up what a function has on one line, and gives back the room that is left. */
static void merge_parts(struct lp_profile *profile)
{
	struct lp_function_line *const parts = profile->function_lines;
	struct lp_function_line *shrunk;
	size_t kept = 0;

	for (size_t i = 0; i < profile->function_line_count; i++) {
		struct lp_function *const function = &profile->functions[parts[i].function];

		if (kept > 0 && parts[kept - 1].function == parts[i].function &&
		    place_of(&parts[kept - 1]) == place_of(&parts[i])) {
			parts[kept - 1].hits += parts[i].hits;
			parts[kept - 1].flags |= parts[i].flags;
			continue;
		}
		if (function->line_count++ == 0)
			function->first_line = (uint32_t)kept;
		parts[kept++] = parts[i];
	}
	profile->function_line_count = kept;
	shrunk = (struct lp_function_line *)realloc(parts, (kept + 1) * sizeof(*parts));
	if (shrunk)
		profile->function_lines = shrunk;
}

/* What is left of the order, in the room of itself: the numbers of the parts. */
static uint32_t *keep_indexes(struct lp_radix_item *items, size_t count)
{
	uint32_t *const indexes = (uint32_t *)(void *)items;
	uint32_t *shrunk;

	for (size_t i = 0; i < count; i++) {
		const uint32_t index = items[i].index;

		indexes[i] = index;
	}
	shrunk = (uint32_t *)realloc(indexes, (count + 1) * sizeof(*indexes));
	return shrunk ? shrunk : indexes;
}

static size_t count_places(const struct lp_radix_item *items, size_t count)
{
	size_t places = 0;

	for (size_t i = 0; i < count; i++)
		places += i == 0 || items[i - 1].key != items[i].key;
	return places;
}

static void fill_lines(struct lp_profile *profile, const uint32_t *order)
{
	for (size_t i = 0; i < profile->function_line_count; i++) {
		struct lp_function_line *const part = &profile->function_lines[order[i]];
		const struct lp_line place = {.source = (uint32_t)part->self_ticks,
					      .line = part->line};
		struct lp_line *line = &profile->lines[profile->line_count];

		if (profile->line_count > 0 && line[-1].source == place.source &&
		    line[-1].line == place.line)
			line--;
		else
			profile->lines[profile->line_count++] = place;
		line->hits += part->hits;
		line->flags |= part->flags;
		part->line = (uint32_t)(line - profile->lines);
		part->self_ticks = 0;
	}
}

enum lp_status lp_line_rows_make(struct lp_profile *profile)
{
	struct lp_radix_item *items;
	uint32_t *order;

	if (sort_parts(profile) != LP_OK)
		return LP_MEMORY;
	merge_parts(profile);
	items = order_of(profile, false);
	if (!items)
		return LP_MEMORY;
	profile->lines = (struct lp_line *)malloc(
	    (count_places(items, profile->function_line_count) + 1) * sizeof(*profile->lines));
	order = keep_indexes(items, profile->function_line_count);
	if (profile->lines)
		fill_lines(profile, order);
	free(order);
	return profile->lines ? LP_OK : LP_MEMORY;
}
