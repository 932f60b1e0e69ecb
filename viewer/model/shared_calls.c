/* shared_calls.c: what several functions took together, which call each other. */
#include "viewer/model/shared_calls.h"

#include <stdlib.h>

static uint32_t group_of(const struct lp_call_path *path, const uint32_t *groups)
{
	return path->function == LP_NO_INDEX ? LP_NO_INDEX : groups[path->function];
}

/* The group of a path's function if another one of that has called it, and not itself: of a
 * recursion the outermost call counts, with all that it called. */
static uint32_t calling_group(const struct lp_profile *profile, const struct lp_call_path *path,
			      const uint32_t *groups)
{
	const uint32_t group = group_of(path, groups);
	const uint32_t function = path->function;
	bool is_called = false;

	while (group != LP_NO_INDEX && path->parent != LP_NO_INDEX) {
		path = &profile->call_paths[path->parent];
		if (path->function == function)
			return LP_NO_INDEX;
		is_called |= group_of(path, groups) == group;
	}
	return is_called ? group : LP_NO_INDEX;
}

enum lp_status lp_shared_calls_find(const struct lp_profile *profile, const uint32_t *groups,
				    uint64_t *shared)
{
	const size_t count = profile->call_path_count;
	uint64_t *const totals = (uint64_t *)calloc(count + 1, sizeof(*totals));

	if (!totals)
		return LP_MEMORY;
	/* Parents stand before what they call. */
	for (size_t i = count; i-- > 0;) {
		const struct lp_call_path *const path = &profile->call_paths[i];
		const uint32_t group = calling_group(profile, path, groups);

		totals[i] += path->self_ticks;
		if (path->parent != LP_NO_INDEX)
			totals[path->parent] += totals[i];
		if (group != LP_NO_INDEX)
			shared[group] += totals[i];
	}
	free(totals);
	return LP_OK;
}
