/* frames.c: the functions at sampled addresses, from the profile or the binary. */
#include "viewer/model/frames.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/binary.h"
#include "viewer/model/by_module.h"
#include "viewer/model/called.h"
#include "viewer/model/find_binary.h"
#include "viewer/model/second_look.h"
#include "viewer/model/steps.h"
#include "viewer/model/symbol_cache.h"

bool lp_frames_are_probe(const struct lp_symbol_query *query)
{
	return query->frame_count > 0 &&
	       strcmp(query->frames[0].linkage_name, LP_SYMBOL_PROBE) == 0;
}

uint32_t lp_frame_function(const struct lp_profile *profile, const struct lp_object *object,
			   const struct lp_frame *frame)
{
	return lp_function_find(profile, (uint32_t)(object - profile->objects), frame->linkage_name,
				frame->declared_in, frame->declared_line);
}

uint32_t lp_frame_line(const struct lp_profile *profile, uint32_t function,
		       const struct lp_frame *frame)
{
	const struct lp_function *const f = &profile->functions[function];
	uint32_t source = f->source;

	if (frame->line == 0)
		return lp_function_line_find(profile, function, f->source, f->line);
	if (strcmp(profile->sources[source].path, frame->file) != 0)
		source = lp_source_find(profile, frame->file, f->source);
	if (source == LP_NO_INDEX)
		return lp_function_line_find(profile, function, f->source, f->line);
	return lp_function_line_find(profile, function, source, frame->line);
}

/* ---- from the binary ---- */

enum { GONE, UNREADABLE, NO_BINARY, CHANGED, NO_DEBUG, DAMAGED, COMPRESSED, SHARED };

/* Functions without a clock are known by the symbols of their binary. */
#define NO_TIMES "no times for its lines, and short functions' times stand with their callers"

/* What can hinder the look-up; the texts stand in packed profiles, too. */
static const struct trouble {
	const char *text;
	const char *remedy;
} troubles[] = {
    [GONE] =
	{"the binary is gone: " NO_TIMES,
	 "put it back or beside the profile, or name its folder by --source-path; `lpview pack`, "
	 "right after a run, keeps what is needed of it"},
    [UNREADABLE] = {"the binary cannot be read: " NO_TIMES, "look at its permissions"},
    [NO_BINARY] = {"is no binary any more: " NO_TIMES, "put the binary that ran there"},
    [CHANGED] =
	{"the binary has changed since it ran: " NO_TIMES,
	 "record again; `lpview pack`, right after a run, keeps what is needed of the binary"},
    [NO_DEBUG] =
	{"has no debug information: no times for its lines",
	 "compile without -g0 and do not strip it, or keep the file with its debug information"},
    [DAMAGED] = {"has damaged debug information: some lines have no times", NULL},
    [COMPRESSED] = {"has debug information that is compressed by zstd, which lpview cannot read: "
		    "no times for its lines",
		    "link with -gz=zlib or without -gz, or: objcopy --decompress-debug-sections"},
    [SHARED] = {"shares debug information with a file that is gone (dwz -m): no times for lines of "
		"inlined functions",
		"put it where `readelf --string-dump=.gnu_debugaltlink` names it"},
};

const char *lp_frames_remedy(const char *trouble)
{
	for (size_t i = 0; i < sizeof(troubles) / sizeof(troubles[0]); i++)
		if (strcmp(trouble, troubles[i].text) == 0)
			return troubles[i].remedy;
	return NULL;
}

/* Why the file at the object's path is not what ran, if looking at it gave `status` and, with
 * LP_IO, `error_number`. */
static const struct trouble *change_of(enum lp_status status, int error_number)
{
	if (status == LP_IO)
		return &troubles[error_number == ENOENT ? GONE : UNREADABLE];
	return &troubles[status == LP_DIFFERENT ? CHANGED : NO_BINARY];
}

/* Why the debug information does not help, if looking there gave `status`. */
static const struct trouble *trouble_of_debug(const char *path, enum lp_status status)
{
	if (lp_binary_debug_is_zstd(path))
		return &troubles[COMPRESSED];
	if (status == LP_IO)
		return &troubles[SHARED];
	return &troubles[status == LP_NOT_FOUND ? NO_DEBUG : DAMAGED];
}

static enum lp_status find_in_binary(const struct lp_profile *profile,
				     const struct lp_object *object,
				     struct lp_symbol_query *queries, size_t count,
				     struct lp_arena *arena, const char **trouble)
{
	enum lp_status status;
	char *const binary = lp_find_binary(profile, object, &status);

	if (status == LP_MEMORY)
		return LP_MEMORY;
	if (!binary) {
		*trouble = change_of(status, errno)->text;
		return LP_OK;
	}
	status = lp_symbols_find_called(binary, queries, count, arena);
	if (status != LP_OK && status != LP_MEMORY)
		*trouble = trouble_of_debug(binary, status)->text;
	if (status != LP_MEMORY)
		status = lp_second_look(profile, object, binary, queries, count, arena);
	free(binary);
	return status;
}

/* ---- from the profile, as `lpview pack` left it ---- */

static const struct lp_symbol_address *find_address(const struct lp_section_at *at,
						    const struct lp_symbol_query *query)
{
	const struct lp_symbol_address *const addresses = lp_section_symbol_addresses(at);
	uint32_t begin = 0;
	uint32_t end = lp_section_symbols(at)->address_count;

	while (begin < end) {
		const uint32_t middle = begin + (end - begin) / 2;
		const struct lp_symbol_address *const here = &addresses[middle];

		if (here->address == query->address && here->is_leaf == query->is_leaf)
			return here;
		if (here->address < query->address ||
		    (here->address == query->address && here->is_leaf < query->is_leaf))
			begin = middle + 1;
		else
			end = middle;
	}
	return NULL;
}

static enum lp_status answer(const struct lp_section_at *at, const struct lp_symbol_address *from,
			     struct lp_symbol_query *query, struct lp_arena *arena)
{
	const struct lp_symbol_frame *const frames = lp_section_symbol_frames(at);
	const char *const strings = lp_section_symbol_strings(at);
	const uint32_t count = from->frame_count + from->called_count;

	query->frame_count = from->frame_count;
	query->called_count = from->called_count;
	query->frames = (struct lp_frame *)lp_arena_allocate(arena, count * sizeof(*query->frames));
	if (!query->frames)
		return LP_MEMORY;
	for (uint32_t i = 0; i < count; i++) {
		const struct lp_symbol_frame *const frame = &frames[from->first_frame + i];

		query->frames[i] = (struct lp_frame){
		    .linkage_name = strings + frame->linkage_name,
		    .declared_in = strings + frame->declared_in,
		    .declared_line = frame->declared_line,
		    .file = strings + frame->file,
		    .line = frame->line,
		};
	}
	return LP_OK;
}

/* Answers what one section can of the `*left` queries of `open`; those that it cannot
 * stay there. */
static enum lp_status find_in_section(const struct lp_section_at *at, struct lp_symbol_query **open,
				      size_t *left, struct lp_arena *arena)
{
	size_t kept = 0;

	for (size_t i = 0; i < *left; i++) {
		const struct lp_symbol_address *const from = find_address(at, open[i]);

		if (!from)
			open[kept++] = open[i];
		else if (answer(at, from, open[i], arena) != LP_OK)
			return LP_MEMORY;
	}
	*left = kept;
	return LP_OK;
}

/* The same for all sections of a module. */
static enum lp_status find_in_profile(const struct lp_profile *profile, uint32_t module,
				      struct lp_symbol_query **open, size_t *left,
				      struct lp_arena *arena, const char **trouble)
{
	size_t count;
	const struct lp_module_section *const sections =
	    lp_by_module_find(profile, LP_SECT_SYMBOLS, module, &count);
	enum lp_status status = LP_OK;

	for (size_t i = 0; i < count && status == LP_OK && *left > 0; i++) {
		const struct lp_section_at *const at = &sections[i].at;
		const uint32_t troubled = lp_section_symbols(at)->trouble;

		status = find_in_section(at, open, left, arena);
		if (troubled)
			*trouble = lp_section_symbol_strings(at) + troubled;
	}
	return status;
}

/* Answers the queries in `open` from the binary. */
static enum lp_status find_rest(const struct lp_profile *profile, const struct lp_object *object,
				struct lp_symbol_query **open, size_t left, struct lp_arena *arena,
				const char **trouble)
{
	struct lp_symbol_query *const rest = (struct lp_symbol_query *)calloc(left, sizeof(*rest));
	enum lp_status status;

	if (!rest)
		return LP_MEMORY;
	for (size_t i = 0; i < left; i++)
		rest[i] = *open[i];
	status = find_in_binary(profile, object, rest, left, arena, trouble);
	for (size_t i = 0; i < left; i++)
		*open[i] = rest[i];
	free(rest);
	return status;
}

enum lp_status lp_frames_find(const struct lp_profile *profile, const struct lp_object *object,
			      struct lp_symbol_query *queries, size_t count, struct lp_arena *arena,
			      const char **trouble)
{
	struct lp_symbol_query **const open =
	    (struct lp_symbol_query **)calloc(count + 1, sizeof(struct lp_symbol_query *));
	enum lp_status status;
	size_t left = count;

	*trouble = NULL;
	if (!open)
		return LP_MEMORY;
	for (size_t i = 0; i < count; i++)
		open[i] = &queries[i];
	status = find_in_profile(profile, object->module->module, open, &left, arena, trouble);
	if (profile->symbols)
		lp_symbol_cache_answer(profile->symbols, object->module, open, &left);
	if (status == LP_OK && left > 0)
		status = find_rest(profile, object, open, left, arena, trouble);
	/* With trouble it is no answer: it may pass, and shall be told again. */
	if (status == LP_OK && profile->symbols && !*trouble)
		lp_symbol_cache_keep(profile->symbols, object->module, open, left);
	free((void *)open);
	return status;
}
