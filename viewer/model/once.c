/* once.c: refuses profiles that say twice what is said once. */
#include "viewer/model/once.h"

#include <string.h>

#include "format/abi.h"
#include "viewer/model/map.h"

/* What there is one section of a kind for. The first three are how many numbers of 32 bits at a
 * section's begin tell which that is. */
enum scope { PROFILE, MODULE, MODULE_AND_THREAD, ANY };

static enum scope scope_of(enum lp_section kind)
{
	static const bool repeated[] = {
#define LP_SECTION_REPEATED(name, tag, repeated, what) [LP_SECT_##name] = (repeated),
	    LP_SECTION_LIST(LP_SECTION_REPEATED)
#undef LP_SECTION_REPEATED
		[LP_SECT_COUNT] = true,
	};

	switch (kind) {
	case LP_SECT_FUNCS:
	case LP_SECT_LINKS:
	case LP_SECT_REMARKS:
		return MODULE;
	case LP_SECT_COUNTERS:
	case LP_SECT_EXCLUDED:
	case LP_SECT_CLOCKS:
		return MODULE_AND_THREAD;
	default:
		return repeated[kind] ? ANY : PROFILE;
	}
}

enum lp_status lp_check_once(const struct lp_reader *reader, struct lp_error *error)
{
	static const char *const expected[] = {
	    [PROFILE] = "no second section of this kind",
	    [MODULE] = "no second section of this kind for the module",
	    [MODULE_AND_THREAD] = "no second section of this kind for the module and thread",
	};
	struct lp_section_at at = {0};
	struct lp_map known = {0};
	enum lp_status status = LP_OK;

	while (status == LP_OK && lp_reader_next(reader, &at)) {
		const enum scope scope = scope_of(at.kind);
		uint32_t what[] = {(uint32_t)at.kind, 0, 0};
		uint32_t *is_known;

		if (scope == ANY)
			continue;
		memcpy(&what[1], at.payload, (size_t)scope * sizeof(what[1]));
		is_known = lp_map_at(&known, lp_hash(what, sizeof(what)));
		if (!is_known)
			status = LP_MEMORY;
		else if (*is_known != LP_MAP_NONE)
			status = LP_CORRUPT;
		else
			*is_known = 0;
		if (status == LP_CORRUPT && error)
			*error = (struct lp_error){.offset_bytes = at.offset_bytes,
						   .expected = expected[scope]};
	}
	lp_map_free(&known);
	return status;
}
