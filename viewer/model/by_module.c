/* by_module.c: the sections of each module, without a look at those of all. */
#include "viewer/model/by_module.h"

#include <stdlib.h>
#include <string.h>

static bool is_noted(enum lp_section kind)
{
	return kind == LP_SECT_COUNTERS || kind == LP_SECT_SYMBOLS;
}

static int order_of(const struct lp_module_section *a, enum lp_section kind, uint32_t module)
{
	if (a->at.kind != kind)
		return a->at.kind < kind ? -1 : 1;
	return (a->module > module) - (a->module < module);
}

static int by_kind_and_module(const void *left, const void *right)
{
	const struct lp_module_section *const a = (const struct lp_module_section *)left;
	const struct lp_module_section *const b = (const struct lp_module_section *)right;
	const int order = order_of(a, b->at.kind, b->module);

	return order ? order
		     : (a->at.offset_bytes > b->at.offset_bytes) -
			   (a->at.offset_bytes < b->at.offset_bytes);
}

enum lp_status lp_by_module_note(struct lp_profile *profile)
{
	struct lp_section_at at = {0};
	size_t count = 0;

	while (lp_reader_next(&profile->reader, &at))
		count += is_noted(at.kind);
	profile->module_sections =
	    (struct lp_module_section *)calloc(count + 1, sizeof(*profile->module_sections));
	if (!profile->module_sections)
		return LP_MEMORY;
	memset(&at, 0, sizeof(at));
	while (lp_reader_next(&profile->reader, &at)) {
		struct lp_module_section *const section =
		    &profile->module_sections[profile->module_section_count];

		if (!is_noted(at.kind))
			continue;
		section->at = at;
		/* The heads of both begin with it. */
		memcpy(&section->module, at.payload, sizeof(section->module));
		profile->module_section_count++;
	}
	qsort(profile->module_sections, profile->module_section_count,
	      sizeof(*profile->module_sections), by_kind_and_module);
	return LP_OK;
}

/* The first one that is not before the others of a kind and module. */
static size_t first_from(const struct lp_profile *profile, enum lp_section kind, uint32_t module)
{
	size_t begin = 0;
	size_t end = profile->module_section_count;

	while (begin < end) {
		const size_t middle = begin + (end - begin) / 2;

		if (order_of(&profile->module_sections[middle], kind, module) < 0)
			begin = middle + 1;
		else
			end = middle;
	}
	return begin;
}

const struct lp_module_section *lp_by_module_find(const struct lp_profile *profile,
						  enum lp_section kind, uint32_t module,
						  size_t *count)
{
	const size_t first = first_from(profile, kind, module);
	size_t end = first;

	while (end < profile->module_section_count &&
	       order_of(&profile->module_sections[end], kind, module) == 0)
		end++;
	*count = end - first;
	return profile->module_sections + first;
}
