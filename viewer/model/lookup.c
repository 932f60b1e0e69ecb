/* lookup.c: finds functions, sources and lines of a profile. */
#include <string.h>

#include "format/abi.h"
#include "viewer/model/file_paths.h"
#include "viewer/model/names.h"
#include "viewer/model/steps.h"

uint64_t lp_function_key(uint32_t object, const char *linkage_name, size_t size)
{
	const size_t own = lp_name_own_bytes(linkage_name, size);
	const size_t digit = lp_name_variant_digit(linkage_name, own);
	uint64_t hash = lp_hash(&object, sizeof(object));

	if (digit == 0)
		return lp_hash_more(hash, linkage_name, own);
	hash = lp_hash_more(hash, linkage_name, digit);
	return lp_hash_more(hash, linkage_name + digit + 1, own - digit - 1);
}

uint64_t lp_namesakes_key(uint64_t function_key, uint32_t line)
{
	return lp_hash_more(function_key, &line, sizeof(line));
}

uint32_t lp_function_named(const struct lp_profile *profile, uint32_t object,
			   const char *linkage_name, size_t size)
{
	const uint32_t first =
	    lp_map_find(&profile->names, lp_function_key(object, linkage_name, size));

	return first == LP_NO_INDEX ? LP_NO_INDEX : profile->namesakes[first].function;
}

/* What is in the source whose path shares most with another one, which may be relative, or another
 * way to the file. */
struct closest {
	uint32_t found; /* LP_NO_INDEX: none, or nobody knows which */
	uint32_t source;
	uint32_t rather; /* the source that is meant if another is as close; LP_NO_INDEX: none */
	size_t common;
};

/* Of two in different sources that are as close, nobody knows which it is. */
static void consider(struct closest *closest, uint32_t what, uint32_t source, const char *path,
		     const struct lp_profile *profile)
{
	const size_t common = lp_path_common_end(profile->sources[source].path, path);

	if (common > closest->common)
		*closest = (struct closest){what, source, closest->rather, common};
	else if (common > 0 && common == closest->common && source != closest->source &&
		 closest->source != closest->rather)
		closest->found = LP_NO_INDEX;
}

uint32_t lp_function_find(const struct lp_profile *profile, uint32_t object,
			  const char *linkage_name, const char *file, uint32_t line)
{
	struct closest closest = {.found = LP_NO_INDEX, .rather = LP_NO_INDEX};
	const uint64_t key = lp_function_key(object, linkage_name, strlen(linkage_name));
	const uint32_t first = lp_map_find(&profile->names, key);
	uint32_t at;

	if (first == LP_NO_INDEX)
		return LP_NO_INDEX;
	if (profile->namesakes[first].next == LP_NO_INDEX)
		return profile->namesakes[first].function;
	at = lp_map_find(&profile->names, lp_namesakes_key(key, line));
	for (; at != LP_NO_INDEX; at = profile->namesakes[at].next_of_line) {
		const uint32_t number = profile->namesakes[at].function;

		if (!*file)
			return number;
		consider(&closest, number, profile->functions[number].source, file, profile);
	}
	return closest.found;
}

uint32_t lp_source_find(const struct lp_profile *profile, const char *path, uint32_t rather)
{
	struct closest closest = {.found = LP_NO_INDEX, .rather = rather};

	consider(&closest, rather, rather, path, profile);
	for (uint32_t i = 0; i < profile->source_count; i++) {
		if (strcmp(profile->sources[i].path, path) == 0)
			return i;
		consider(&closest, i, i, path, profile);
	}
	return closest.found;
}

/* The last of the function's lines that is not behind (source, line). */
static uint32_t line_before(const struct lp_profile *profile, const struct lp_function *function,
			    uint32_t source, uint32_t line)
{
	uint32_t begin = function->first_line;
	uint32_t end = begin + function->line_count;

	while (begin < end) {
		const uint32_t middle = begin + (end - begin) / 2;
		const struct lp_line *const at =
		    &profile->lines[profile->function_lines[middle].line];

		if (at->source < source || (at->source == source && at->line <= line))
			begin = middle + 1;
		else
			end = middle;
	}
	return begin > function->first_line ? begin - 1 : LP_NO_INDEX;
}

const struct lp_line *lp_function_elsewhere(const struct lp_profile *profile,
					    const struct lp_function *function, uint32_t *at)
{
	while (*at < function->line_count) {
		const uint32_t number =
		    profile->function_lines[function->first_line + (*at)++].line;
		const struct lp_line *const line = &profile->lines[number];

		if (line->source != function->source || function->line == 0 ||
		    line->line < function->line)
			return line;
	}
	return NULL;
}

uint32_t lp_function_line_find(const struct lp_profile *profile, uint32_t function, uint32_t source,
			       uint32_t line)
{
	const struct lp_function *const f = &profile->functions[function];
	uint32_t found = line_before(profile, f, source, line);

	if (found != LP_NO_INDEX &&
	    profile->lines[profile->function_lines[found].line].source == source)
		return found;
	found = line_before(profile, f, f->source, f->line);
	if (found != LP_NO_INDEX)
		return found;
	return f->line_count > 0 ? f->first_line : LP_NO_INDEX;
}

size_t lp_line_find(const struct lp_profile *profile, uint32_t source, uint32_t line)
{
	size_t begin = 0;
	size_t end = profile->line_count;

	while (begin < end) {
		const size_t middle = begin + (end - begin) / 2;
		const struct lp_line *const at = &profile->lines[middle];

		if (at->source < source || (at->source == source && at->line < line))
			begin = middle + 1;
		else
			end = middle;
	}
	return begin;
}

const struct lp_step *lp_profile_steps(const struct lp_profile *profile, uint32_t *count)
{
	struct lp_section_at at = {0};

	while (lp_reader_next(&profile->reader, &at))
		if (at.kind == LP_SECT_STEPS) {
			*count = lp_section_steps(&at)->count;
			return lp_section_step_values(&at);
		}
	return NULL;
}

const char *lp_step_phase(const struct lp_step *step)
{
	static const char *const names[] = {
#define LP_PHASE_NAME(name, text) text,
	    LP_PHASE_LIST(LP_PHASE_NAME)
#undef LP_PHASE_NAME
	};

	return step->phase < sizeof names / sizeof *names ? names[step->phase] : "unknown";
}

bool lp_function_ran(const struct lp_profile *profile, const struct lp_function *function)
{
	const struct lp_function_line *const lines = profile->function_lines;
	const size_t end = (size_t)function->first_line + function->line_count;

	if (function->ncalls > 0 || function->self_ticks > 0)
		return true;
	for (size_t i = function->first_line; i < end; i++)
		if (lines[i].hits > 0)
			return true;
	return false;
}

bool lp_function_line_is_passed_by(const struct lp_profile *profile,
				   const struct lp_function_line *part)
{
	const struct lp_function *const function = &profile->functions[part->function];

	return (part->flags & (LP_LINE_CODE | LP_LINE_UNSEEN)) == LP_LINE_CODE && part->hits == 0 &&
	       function->ncalls > 0 && !(function->flags & LP_FUNCTION_APPROXIMATE);
}

/* Whether a function has more of its line than another one: time, else hits. */
static bool has_more(const struct lp_function_line *part, const struct lp_function_line *than)
{
	if (part->self_ticks != than->self_ticks)
		return part->self_ticks > than->self_ticks;
	return part->hits > than->hits;
}

uint32_t lp_line_function(const struct lp_profile *profile, uint32_t line)
{
	const struct lp_function_line *most = NULL;

	for (size_t i = 0; i < profile->function_line_count; i++) {
		const struct lp_function_line *const part = &profile->function_lines[i];

		if (part->line == line && (!most || has_more(part, most)))
			most = part;
	}
	return most ? most->function : LP_NO_INDEX;
}

void lp_lines_mark_functions(const struct lp_profile *profile, const bool *lines, bool *functions)
{
	for (size_t i = 0; i < profile->function_line_count; i++)
		if (lines[profile->function_lines[i].line])
			functions[profile->function_lines[i].function] = true;
}
