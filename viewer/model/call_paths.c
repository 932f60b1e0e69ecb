/* call_paths.c: the tree of calls in which samples found the program. */
#include "viewer/model/call_paths.h"

#include <stdlib.h>

#include "format/abi.h"

static bool make_room(struct lp_call_paths *paths)
{
	struct lp_profile *const profile = paths->profile;
	const size_t capacity = 2 * paths->capacity + 256;
	struct lp_call_path *grown;

	if (profile->call_path_count < paths->capacity)
		return true;
	grown = (struct lp_call_path *)realloc(profile->call_paths, capacity * sizeof(*grown));
	if (!grown)
		return false;
	profile->call_paths = grown;
	paths->capacity = capacity;
	return true;
}

/* The path to a place that was called from `parent`, made if there is none; LP_NO_INDEX when out
 * of memory. */
static uint32_t child_of(struct lp_call_paths *paths, uint32_t parent, const struct lp_place *place)
{
	struct lp_profile *const profile = paths->profile;
	const uint32_t row = place->function_line;
	const uint32_t line = row == LP_NO_INDEX ? row : profile->function_lines[row].line;
	const uint32_t what[] = {parent, place->function, line};
	uint32_t *number;

	if (!make_room(paths))
		return LP_NO_INDEX;
	number = lp_map_at(&paths->numbers, lp_hash(what, sizeof(what)));
	if (!number)
		return LP_NO_INDEX;
	if (*number == LP_MAP_NONE) {
		*number = (uint32_t)profile->call_path_count++;
		profile->call_paths[*number] = (struct lp_call_path){
		    .parent = parent, .function = place->function, .line = line};
	}
	return *number;
}

enum lp_status lp_call_paths_add(struct lp_call_paths *paths, struct lp_place code,
				 const struct lp_place *callers, size_t caller_count,
				 struct lp_path_time time)
{
	uint32_t path = LP_NO_INDEX;

	for (size_t i = caller_count; i-- > 0;) {
		path = child_of(paths, path, &callers[i]);
		if (path == LP_NO_INDEX)
			return LP_MEMORY;
	}
	path = child_of(paths, path, &code);
	if (path == LP_NO_INDEX)
		return LP_MEMORY;
	paths->profile->call_paths[path].self_ticks += time.ticks;
	paths->profile->call_paths[path].wait_ticks += time.wait_ticks;
	paths->profile->call_paths[path].self_samples += time.samples;
	return LP_OK;
}

/* Whether the filter lets through the code of a path: of a function of such a file, or of lines
 * there.
 */
static bool has_code(const struct lp_profile *profile, const struct lp_filter *filter,
		     const struct lp_call_path *path)
{
	const struct lp_function *function;

	if (path->function == LP_NO_INDEX)
		return false;
	function = &profile->functions[path->function];
	return lp_filter_has_part(filter, profile, function,
				  path->line == LP_NO_INDEX ? function->source
							    : profile->lines[path->line].source);
}

void lp_call_paths_mark(const struct lp_profile *profile, const struct lp_filter *filter,
			bool *marks)
{
	const bool takes_all = lp_filter_takes_all(filter);

	for (size_t i = 0; i < profile->call_path_count; i++) {
		const struct lp_call_path *const path = &profile->call_paths[i];

		marks[i] = takes_all || (path->parent != LP_NO_INDEX && marks[path->parent]) ||
			   has_code(profile, filter, path);
	}
}

void lp_call_paths_free(struct lp_call_paths *paths)
{
	lp_map_free(&paths->numbers);
}
