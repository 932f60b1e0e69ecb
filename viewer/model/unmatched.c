/* unmatched.c: patterns that found no function. */
#include "viewer/model/unmatched.h"

#include <string.h>

#include "format/abi.h"
#include "viewer/model/map.h"

/* Whether pattern number `index` has found something in the units of the section. */
static bool has_matched(const struct lp_section_at *at, size_t index)
{
	return index >= 64 || lp_section_selection(at)->matched >> index & 1;
}

static uint64_t key_of(const char *pattern)
{
	return lp_hash(pattern, strlen(pattern));
}

/* False when out of memory. */
static bool enter_matched(struct lp_map *matched, const struct lp_reader *reader)
{
	struct lp_section_at at = {0};

	while (lp_reader_next(reader, &at)) {
		const char *text = NULL;

		if (at.kind != LP_SECT_SELECTION)
			continue;
		for (size_t i = 0; (text = lp_section_next_pattern(&at, text)) != NULL; i++) {
			uint32_t *known = NULL;

			if (!has_matched(&at, i))
				continue;
			known = lp_map_at(matched, key_of(text));
			if (!known)
				return false;
			*known = 1;
		}
	}
	return true;
}

/* The first pattern that has found nothing in any unit that has it; NULL if there is none. */
static const char *first_unmatched(const struct lp_map *matched, const struct lp_reader *reader)
{
	struct lp_section_at at = {0};

	while (lp_reader_next(reader, &at)) {
		const char *text = NULL;

		if (at.kind != LP_SECT_SELECTION)
			continue;
		for (size_t i = 0; (text = lp_section_next_pattern(&at, text)) != NULL; i++)
			if (!has_matched(&at, i) &&
			    lp_map_find(matched, key_of(text)) == LP_MAP_NONE)
				return text;
	}
	return NULL;
}

const char *lp_unmatched_pattern(const struct lp_reader *reader)
{
	struct lp_map matched = {0};
	const char *text = NULL;

	if (enter_matched(&matched, reader))
		text = first_unmatched(&matched, reader);
	lp_map_free(&matched);
	return text;
}
