/*
 * times.c: shares the measured time out over functions and lines.
 *
 * The time of each region of a thread is known by clock (clock_regions.h); samples say where
 * in it the time went, and calls that waited where that was. What is without a CPU no function and
 * no line gets.
 * All shares are whole ticks that add up exactly.
 */
#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/beyond_paths.h"
#include "viewer/model/function_times.h"
#include "viewer/model/held_lines.h"
#include "viewer/model/shares.h"
#include "viewer/model/steps.h"
#include "viewer/model/thread_samples.h"
#include "viewer/model/timing.h"

/* A path longer than this is a loop in a damaged file: the runtime keeps 256 addresses. */
#define MOST_FRAMES 1024

/* ---- samples ---- */

/* The row of the thread that a path begins at; LP_NO_INDEX if it does not. */
static uint32_t thread_of(const struct lp_timing *timing, const struct lp_stack_node *node)
{
	for (int depth = 0; node && depth < MOST_FRAMES; depth++) {
		if (node->kind == LP_STACK_THREAD)
			return lp_map_find(&timing->profile->thread_numbers, node->address);
		if (node->kind != LP_STACK_CALL && !lp_stack_is_leaf(node->kind))
			return LP_NO_INDEX;
		node = lp_sites_node(&timing->sites, node->parent);
	}
	return LP_NO_INDEX;
}

/* Calls `visit` for each address that was sampled, or where a thread waited, if the thread is one
 * of the profile. */
static enum lp_status for_each_leaf(struct lp_timing *timing,
				    enum lp_status (*visit)(struct lp_timing *timing,
							    const struct lp_stack_node *leaf,
							    struct lp_clock_region *region))
{
	for (size_t i = 0; i < timing->sites.stack_count; i++) {
		const struct lp_stack_range *const stacks = &timing->sites.stacks[i];

		for (uint32_t k = 0; k < stacks->count; k++) {
			const struct lp_stack_node *const leaf = &stacks->nodes[k];
			struct lp_clock_region *region;

			if (!lp_stack_is_leaf(leaf->kind) || leaf->count == 0)
				continue;
			timing->thread = thread_of(timing, leaf);
			if (timing->thread == LP_MAP_NONE)
				continue;
			region =
			    lp_clock_regions_at(&timing->regions, timing->thread, leaf->region);
			if (!region)
				return LP_MEMORY;
			if (visit(timing, leaf, region) != LP_OK)
				return LP_MEMORY;
		}
	}
	return LP_OK;
}

static enum lp_status count_leaf(struct lp_timing *timing, const struct lp_stack_node *leaf,
				 struct lp_clock_region *region)
{
	lp_clock_region_add_leaf(region, timing->profile, leaf);
	return LP_OK;
}

static enum lp_status add_clocked(struct lp_timing *timing, const struct lp_stack_node *leaf,
				  struct lp_clock_region *region)
{
	if (leaf->kind == LP_STACK_CLOCK)
		return lp_clocked_paths_add(&timing->clocked, region, leaf);
	if (leaf->kind == LP_STACK_CLOCK_WAIT)
		return lp_clocked_paths_add_wait(&timing->clocked, region, leaf->count);
	return LP_OK;
}

static struct lp_path_sources path_sources(struct lp_timing *timing)
{
	return (struct lp_path_sources){timing->profile, &timing->sites, &timing->ways,
					&timing->edges.callers};
}

static enum lp_status count_sample(struct lp_timing *timing, const struct lp_stack_node *leaf,
				   struct lp_clock_region *region)
{
	const struct lp_path_sources from = path_sources(timing);

	if (leaf->kind == LP_STACK_LEAF)
		lp_clocked_paths_count(&timing->clocked, &from, region, leaf);
	return LP_OK;
}

/* ---- sharing out ---- */

/* The instrumented code on the path to `leaf`, into timing->path; and the function whose clock ran,
 * if its frame is missing, as below a library's code without frame pointers. */
static enum lp_status read_path(struct lp_timing *timing, const struct lp_stack_node *leaf,
				const struct lp_clock_region *region)
{
	const struct lp_path_sources from = path_sources(timing);
	const enum lp_status status = lp_sampled_path_read(&timing->path, &from, leaf);

	if (status != LP_OK || region->function == LP_NO_INDEX)
		return status;
	return lp_sampled_path_add_missing(&timing->path, &from, region->function);
}

/* What a region waited, beside what is known of that: as far as only what else is on its function's
 * paths tells who called. */
static uint64_t untold_wait(const struct lp_timing *timing, const struct lp_clock_region *region)
{
	const struct lp_clocked_calls *const calls = lp_clocked_waits_of(&timing->clocked, region);

	return region->wait_ticks - (calls ? calls->told_waits : 0);
}

/* Whether neither call sites nor samples, but what it waited for tells who called the region's
 * function. */
static bool is_told_by_waits(const struct lp_timing *timing, const struct lp_clock_region *region)
{
	return region->samples == 0 && region->known > 0 && region->function != LP_NO_INDEX &&
	       !lp_clocked_calls_of(&timing->clocked, region) &&
	       timing->ways.callers[region->function].function == LP_NO_INDEX;
}

/* To the callers of the region's function on the path, so much of its time, `waited` of it in the
 * kernel or waiting. */
static enum lp_status add_to_callers(struct lp_timing *timing, const struct lp_clock_region *region,
				     uint64_t ticks, uint64_t waited)
{
	lp_timing_add_totals(timing, lp_timing_callers_of(timing, region->function),
			     region->function, ticks, 0);
	if (lp_timing_add_rest_to_paths(timing, region, ticks, waited) != LP_OK)
		return LP_MEMORY;
	return timing->path.count > 0 ? lp_timing_add_to_edges(timing, region, 0, ticks, 0) : LP_OK;
}

/* The part, `done` to `done + count` of `all`, of the region's time that has no line, to the
 * callers on the path. */
static enum lp_status share_rest(struct lp_timing *timing, const struct lp_clock_region *region,
				 uint64_t done, uint64_t count, uint64_t all)
{
	const uint64_t waited = lp_share(untold_wait(timing, region), done, count, all);
	const uint64_t ran = lp_share(region->sampled_ticks, done, count, all);

	lp_timing_add_delay(timing, region, done, count, all);
	return add_to_callers(timing, region, waited + ran, waited);
}

/* To the line of the call that waited, whose part of the region's time it is. */
static enum lp_status share_wait(struct lp_timing *timing, const struct lp_stack_node *leaf,
				 struct lp_clock_region *region)
{
	struct lp_profile *const profile = timing->profile;
	const uint64_t waited =
	    lp_share(region->known_ticks, region->known_done, leaf->count, region->known);
	const struct lp_place *place;

	if (read_path(timing, leaf, region) != LP_OK)
		return LP_MEMORY;
	if (is_told_by_waits(timing, region) &&
	    share_rest(timing, region, region->known_done, leaf->count, region->known) != LP_OK)
		return LP_MEMORY;
	region->known_done += leaf->count;
	if (timing->path.count == 0) {
		profile->outside_ticks += waited;
		profile->outside_wait_ticks += waited;
		return LP_OK;
	}
	place = &timing->path.places[0];
	profile->lines_are_timed |= place->function_line != LP_NO_INDEX;
	lp_timing_add_wait(profile, place, waited);
	lp_timing_add_totals(timing, 0, LP_NO_INDEX, waited, 0);
	if (lp_timing_add_to_paths(timing, (struct lp_path_time){waited, waited, 0}) != LP_OK)
		return LP_MEMORY;
	return lp_timing_add_to_edges(timing, region, waited, 0, 0);
}

/* To the innermost line on the path, and its callers, what ran there by so many samples, and what
 * the region's function waited. */
static enum lp_status add_ran(struct lp_timing *timing, const struct lp_clock_region *region,
			      uint64_t ran, uint64_t waited, uint64_t samples)
{
	timing->profile->sampled_ticks += ran;
	if (timing->path.count == 0) {
		timing->profile->outside_ticks += ran;
		timing->profile->outside_samples += samples;
		return LP_OK;
	}
	timing->profile->lines_are_timed |= timing->path.places[0].function_line != LP_NO_INDEX;
	if (timing->path.is_probe) {
		timing->profile->probe_ticks += ran;
		timing->probe_ticks[timing->path.places[0].function] += ran;
	} else {
		lp_timing_add_self(timing->profile, &timing->path.places[0], ran, samples);
		if (lp_thread_samples_add(timing->profile, timing->thread, &timing->path.places[0],
					  samples) != LP_OK)
			return LP_MEMORY;
	}
	lp_timing_add_totals(timing, timing->path.is_probe, LP_NO_INDEX, ran, samples);
	if (region->function != LP_NO_INDEX)
		lp_timing_add_totals(timing, lp_timing_callers_of(timing, region->function),
				     region->function, waited, 0);
	if (lp_timing_add_to_paths(timing, (struct lp_path_time){ran, 0, samples}) != LP_OK)
		return LP_MEMORY;
	return lp_timing_add_to_edges(timing, region, ran, waited, samples);
}

/* To the line where the sample was, called from where other calls were that no sample has met. */
static enum lp_status share_unsampled(struct lp_timing *timing,
				      const struct lp_clock_region *region, uint64_t ticks)
{
	const struct lp_path_sources from = path_sources(timing);
	const size_t inner = lp_timing_callers_of(timing, region->function);

	while (ticks > 0) {
		uint64_t taken = ticks;
		const struct lp_clocked_path *const calls =
		    lp_clocked_paths_take_unsampled(&timing->clocked, region, &taken);

		if (!calls)
			return LP_OK;
		ticks -= taken;
		if (lp_sampled_path_of_calls(&timing->callers, &from, region->function,
					     calls->leaf) != LP_OK ||
		    lp_sampled_path_join(&timing->path, inner, &timing->callers) != LP_OK ||
		    add_ran(timing, region, taken, 0, 0) != LP_OK)
			return LP_MEMORY;
	}
	return LP_OK;
}

/* To the line where the sample was. */
static enum lp_status share_sample(struct lp_timing *timing, const struct lp_stack_node *leaf,
				   struct lp_clock_region *region)
{
	const struct lp_clocked_calls *const calls = lp_clocked_calls_of(&timing->clocked, region);
	const struct lp_path_sources from = path_sources(timing);
	const uint64_t done = region->samples_done;
	const uint64_t waited =
	    lp_share(untold_wait(timing, region), done, leaf->count, region->samples);
	const uint64_t ran =
	    calls ? lp_clocked_paths_take(&timing->clocked, &from, region, leaf)
		  : lp_share(region->sampled_ticks, done, leaf->count, region->samples);

	region->samples_done += leaf->count;
	if (read_path(timing, leaf, region) != LP_OK)
		return LP_MEMORY;
	lp_timing_add_delay(timing, region, done, leaf->count, region->samples);
	if (lp_timing_add_rest_to_paths(timing, region, waited, waited) != LP_OK ||
	    add_ran(timing, region, ran, waited, leaf->count) != LP_OK)
		return LP_MEMORY;
	if (!calls)
		return LP_OK;
	return share_unsampled(
	    timing, region, lp_share(calls->unsampled_ticks, done, leaf->count, region->samples));
}

/* To their callers, what calls took of a function that no sample was in. */
static enum lp_status share_calls(struct lp_timing *timing, const struct lp_stack_node *leaf,
				  struct lp_clock_region *region)
{
	struct lp_clocked_calls *const calls = lp_clocked_calls_of(&timing->clocked, region);
	const struct lp_path_sources from = path_sources(timing);
	const uint64_t done = calls ? calls->clocked_done : 0;

	if (!calls || region->samples > 0)
		return LP_OK;
	calls->clocked_done += leaf->count;
	if (lp_sampled_path_of_calls(&timing->path, &from, region->function, leaf) != LP_OK)
		return LP_MEMORY;
	return share_rest(timing, region, done, leaf->count, calls->clocked);
}

/* To their callers, what calls waited of which nothing else is known. */
static enum lp_status share_waits(struct lp_timing *timing, const struct lp_stack_node *leaf,
				  struct lp_clock_region *region)
{
	struct lp_clocked_calls *const calls = lp_clocked_waits_of(&timing->clocked, region);
	const struct lp_path_sources from = path_sources(timing);
	uint64_t waited;

	if (!calls)
		return LP_OK;
	waited = lp_share(calls->told_waits, calls->waited_done, leaf->count, calls->waited);
	calls->waited_done += leaf->count;
	if (lp_sampled_path_of_calls(&timing->path, &from, region->function, leaf) != LP_OK)
		return LP_MEMORY;
	return add_to_callers(timing, region, waited, waited);
}

static enum lp_status share_leaf(struct lp_timing *timing, const struct lp_stack_node *leaf,
				 struct lp_clock_region *region)
{
	if (leaf->kind == LP_STACK_WAIT)
		return share_wait(timing, leaf, region);
	if (leaf->kind == LP_STACK_CLOCK)
		return share_calls(timing, leaf, region);
	if (leaf->kind == LP_STACK_CLOCK_WAIT)
		return share_waits(timing, leaf, region);
	return share_sample(timing, leaf, region);
}

/* No sample tells its lines apart, and hits would: but a guess is no measurement. */
static enum lp_status share_without_samples(struct lp_timing *timing,
					    const struct lp_clock_region *region)
{
	struct lp_function *const functions = timing->profile->functions;
	const struct lp_path_sources from = path_sources(timing);
	const struct lp_place place = {region->function, LP_NO_INDEX};
	const uint64_t waited = untold_wait(timing, region);
	const uint64_t ticks = region->sampled_ticks + waited;

	lp_timing_add_self(timing->profile, &place, region->sampled_ticks, 0);
	functions[region->function].total_ticks += region->wait_ticks - waited;
	if (lp_clocked_calls_of(&timing->clocked, region) || is_told_by_waits(timing, region)) {
		functions[region->function].total_ticks += ticks;
		return LP_OK;
	}
	if (lp_sampled_path_only(&timing->path, &from, region->function) != LP_OK)
		return LP_MEMORY;
	lp_timing_add_delay(timing, region, 0, 1, 1);
	for (size_t i = 0; i < timing->path.count; i++)
		functions[timing->path.places[i].function].total_ticks += ticks;
	return lp_timing_add_to_paths(timing, (struct lp_path_time){ticks, waited, 0});
}

/* The rest of what share_leaf() shares out, and regions without samples. */
static enum lp_status share_region(struct lp_timing *timing, const struct lp_clock_region *region)
{
	struct lp_profile *const profile = timing->profile;
	struct lp_function *function;

	if (region->function == LP_NO_INDEX) {
		profile->outside_ticks += region->wait_ticks;
		profile->outside_wait_ticks += region->wait_ticks;
		if (region->samples == 0)
			profile->outside_ticks += region->sampled_ticks;
		return LP_OK;
	}
	function = &profile->functions[region->function];
	function->self_ticks += region->wait_ticks;
	function->wait_ticks += region->wait_ticks;
	if (region->samples == 0)
		return share_without_samples(timing, region);
	function->total_ticks += region->wait_ticks;
	return LP_OK;
}

/* ---- all of it ---- */

/* An object without lines has part of their time on other functions, whatever the others have. */
static void hide_functions(struct lp_profile *profile)
{
	for (size_t i = 0; i < profile->namesake_count; i++)
		if (profile->objects[profile->namesakes[i].object].lines_are_unknown)
			profile->functions[profile->namesakes[i].function].flags |=
			    LP_FUNCTION_HIDDEN;
}

static enum lp_status time_all(struct lp_timing *timing)
{
	struct lp_profile *const profile = timing->profile;
	struct lp_path_sources from;
	enum lp_status status = lp_sites_find(&timing->sites, profile);

	if (status != LP_OK)
		return status;
	hide_functions(profile);
	status = lp_edges_begin(&timing->edges, profile);
	if (status == LP_OK)
		status = lp_only_ways_find(&timing->ways, profile);
	if (status == LP_OK)
		status = lp_clock_regions_read(&timing->regions, profile);
	if (status == LP_OK)
		status = for_each_leaf(timing, count_leaf);
	if (status == LP_OK)
		status = lp_clock_regions_split(&timing->regions, profile);
	if (status == LP_OK)
		status = lp_clock_regions_keep_delays(&timing->regions, profile);
	if (status == LP_OK)
		status = lp_clock_regions_pool(&timing->regions, profile);
	if (status == LP_OK)
		status = for_each_leaf(timing, add_clocked);
	if (status == LP_OK)
		status = for_each_leaf(timing, count_sample);
	if (status != LP_OK)
		return status;
	from = path_sources(timing);
	lp_clocked_paths_split(&timing->clocked, &from, &timing->regions,
			       profile->info.ticks_per_second);
	status = for_each_leaf(timing, share_leaf);
	for (size_t i = 0; i < timing->regions.count && status == LP_OK; i++)
		status = share_region(timing, &timing->regions.rows[i]);
	if (status != LP_OK)
		return status;
	profile->is_timed = profile->sample_count > 0;
	status = lp_beyond_paths_add(
	    &(struct lp_beyond_paths){profile, &timing->ways, &timing->edges, timing->probe_ticks},
	    lp_function_finish_times);
	if (status == LP_OK)
		status = lp_hold_lines(profile);
	if (status != LP_OK)
		return status;
	for (size_t i = 0; i < profile->function_count; i++)
		profile->is_timed |= profile->functions[i].flags & LP_FUNCTION_TIMED ||
				     profile->functions[i].clock_calls > 0;
	/* Then nobody knows where the program was. */
	if (!profile->is_timed)
		profile->outside_ticks = profile->outside_wait_ticks = 0;
	return LP_OK;
}

static void free_all_but_edges(struct lp_timing *timing)
{
	lp_call_paths_free(&timing->paths);
	lp_only_ways_free(&timing->ways);
	lp_sites_free(&timing->sites);
	lp_clock_regions_free(&timing->regions);
	lp_clocked_paths_free(&timing->clocked);
	lp_sampled_path_free(&timing->callers);
	lp_sampled_path_free(&timing->path);
	free(timing->function_marks);
	free(timing->line_marks);
	free(timing->probe_ticks);
}

enum lp_status lp_time(struct lp_profile *profile)
{
	struct lp_timing timing = {.profile = profile, .paths = {.profile = profile}};
	enum lp_status status = LP_MEMORY;

	timing.function_marks =
	    (uint32_t *)calloc(profile->function_count + 1, sizeof(*timing.function_marks));
	timing.line_marks = (uint32_t *)calloc(profile->line_count + 1, sizeof(*timing.line_marks));
	timing.probe_ticks =
	    (uint64_t *)calloc(profile->function_count + 1, sizeof(*timing.probe_ticks));
	if (timing.function_marks && timing.line_marks && timing.probe_ticks)
		status = time_all(&timing);
	if (profile->part_times.is_short)
		status = LP_MEMORY;
	/* What calls are estimated by takes room, of which the times have had most. */
	free_all_but_edges(&timing);
	if (status == LP_OK)
		status = lp_edges_finish(&timing.edges);
	lp_edges_free(&timing.edges);
	return status;
}
