/* beyond_paths.c: from the innermost functions outwards. */
#include "viewer/model/beyond_paths.h"

#include <stdlib.h>

/* To the least that it can be, and no further: what clocks know beyond paths may be time without
 * a CPU. */
static void raise_total(struct lp_function *function, uint64_t least)
{
	if (function->total_ticks >= least)
		return;
	function->beyond_ticks += least - function->total_ticks;
	function->total_ticks = least;
}

/* A clock has the function's probes, too, and so have samples of the line. */
static enum lp_status add_to_caller(const struct lp_beyond_paths *beyond, uint32_t function)
{
	struct lp_profile *const profile = beyond->profile;
	const struct lp_place *const caller = &beyond->ways->callers[function];
	const uint64_t ticks = profile->functions[function].total_ticks;
	const struct lp_call_edge *const edge =
	    lp_edge_at(beyond->edges, caller->function, function);
	struct lp_part_time *part;
	uint64_t shown;

	if (!edge)
		return LP_MEMORY;
	shown = edge->total_ticks + beyond->probe_ticks[function];
	if (ticks <= shown)
		return LP_OK;
	raise_total(&profile->functions[caller->function], ticks);
	if (caller->function_line == LP_NO_INDEX)
		return LP_OK;
	part = lp_part_time_at(&profile->part_times, caller->function_line);
	if (!part)
		return LP_MEMORY;
	part->total_ticks += ticks - shown;
	profile->lines[profile->function_lines[caller->function_line].line].total_ticks +=
	    ticks - shown;
	return LP_OK;
}

/* By function: how many it is the only caller of. */
static uint32_t *count_callees(const struct lp_beyond_paths *beyond)
{
	const size_t count = beyond->profile->function_count;
	uint32_t *const callees = (uint32_t *)calloc(count + 1, sizeof(*callees));

	for (size_t i = 0; callees && i < count; i++)
		if (beyond->ways->callers[i].function != LP_NO_INDEX)
			callees[beyond->ways->callers[i].function]++;
	return callees;
}

/* From `function`, of whose callees all are done, outwards as long as that holds. */
static enum lp_status
finish_from(const struct lp_beyond_paths *beyond, uint32_t *left, uint32_t function,
	    void (*finish)(const struct lp_profile *profile, struct lp_function *function))
{
	enum lp_status status = LP_OK;

	do {
		finish(beyond->profile, &beyond->profile->functions[function]);
		if (beyond->ways->callers[function].function == LP_NO_INDEX)
			return LP_OK;
		status = add_to_caller(beyond, function);
		function = beyond->ways->callers[function].function;
	} while (status == LP_OK && --left[function] == 0);
	return status;
}

enum lp_status lp_beyond_paths_add(const struct lp_beyond_paths *beyond,
				   void (*finish)(const struct lp_profile *profile,
						  struct lp_function *function))
{
	uint32_t *const callees = count_callees(beyond);
	uint32_t *const left = count_callees(beyond);
	enum lp_status status = callees && left ? LP_OK : LP_MEMORY;

	for (size_t i = 0; i < beyond->profile->function_count && status == LP_OK; i++)
		if (callees[i] == 0)
			status = finish_from(beyond, left, (uint32_t)i, finish);
	free(callees);
	free(left);
	return status;
}
