/*
 * times.c: shares the measured time out over functions and lines.
 *
 * A thread's lifetime is cut into regions: the time in which one function's clock
 * was the innermost open one, and, as region 0, the time in which none was. Each
 * region's time is known by clock; samples say where in it the time went. What a
 * region has beyond the CPU time of its samples was spent in the kernel or waiting; or
 * it had no CPU, as others had them all. The kernel tells how long that was in a
 * thread's life; it befalls who runs, so regions have it as they have samples. It is no
 * time of the program's: no function and no line gets it.
 * All shares are whole ticks that add up exactly.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/call_paths.h"
#include "viewer/model/edges.h"
#include "viewer/model/shares.h"
#include "viewer/model/sites.h"
#include "viewer/model/steps.h"
#include "viewer/model/thread_samples.h"

/* A path longer than this is a loop in a damaged file: the runtime keeps 256 addresses. */
#define MOST_FRAMES 1024

/* The time of a region in a thread. */
struct region {
	uint32_t thread;      /* row */
	uint32_t function;    /* LP_NO_INDEX: none that is instrumented */
	uint64_t ticks;       /* without delay_ticks, once these are known */
	uint64_t delay_ticks; /* without a CPU */
	uint64_t samples;
	uint64_t sampled_ticks; /* to be shared out over the samples */
	uint64_t wait_ticks;    /* the rest */
	uint64_t samples_done;
};

/* A sample's path: the instrumented code on it, innermost first. */
struct path {
	struct lp_place *places;
	size_t count;
	size_t capacity;
	bool is_probe; /* it ends in a probe, which the first place is only around */
};

struct timing {
	struct lp_profile *profile;
	struct lp_sites sites;
	struct region *regions;
	size_t region_count;
	size_t region_capacity;
	struct lp_map region_numbers;
	struct path path;
	struct lp_edges edges;
	struct lp_call_paths paths;
	uint32_t *function_marks; /* number of the pass that saw the function last */
	uint32_t *line_marks;
	uint32_t pass;
};

/* ---- regions ---- */

/* The region `region` of a thread; NULL when out of memory. Valid until the next call. */
static struct region *region_at(struct timing *timing, uint32_t thread, uint64_t region)
{
	const uint64_t key =
	    lp_hash_more(lp_hash(&thread, sizeof(thread)), &region, sizeof(region));
	uint32_t *const number = lp_map_at(&timing->region_numbers, key);

	if (!number)
		return NULL;
	if (*number == LP_MAP_NONE) {
		if (timing->region_count == timing->region_capacity) {
			const size_t capacity = 2 * timing->region_capacity + 64;
			struct region *const grown = (struct region *)realloc(
			    timing->regions, capacity * sizeof(*timing->regions));

			if (!grown)
				return NULL;
			timing->regions = grown;
			timing->region_capacity = capacity;
		}
		*number = (uint32_t)timing->region_count++;
		timing->regions[*number] =
		    (struct region){.thread = thread, .function = LP_NO_INDEX};
	}
	return &timing->regions[*number];
}

/* The function with number `index` in module `module`, or LP_NO_INDEX. */
static uint32_t function_of(const struct lp_profile *profile, uint64_t module, uint64_t index)
{
	if (module >= profile->object_count || index >= profile->objects[module].variant_count)
		return LP_NO_INDEX;
	return profile->variants[profile->objects[module].first_variant + index].function;
}

static enum lp_status add_clock(struct timing *timing, uint32_t thread, uint32_t module,
				uint32_t index, const struct lp_clock *clock)
{
	struct lp_profile *const profile = timing->profile;
	const uint32_t number = function_of(profile, module, index);
	struct region *region;

	if ((clock->calls == 0 && clock->self_ticks == 0) || number == LP_NO_INDEX)
		return LP_OK;
	profile->functions[number].clock_calls += clock->calls;
	profile->functions[number].clock_self_ticks += clock->self_ticks;
	profile->functions[number].clock_total_ticks += clock->total_ticks;
	if (clock->flags & LP_CLOCK_COLLAPSED)
		profile->functions[number].clock_collapsed = true;
	region = region_at(timing, thread, LP_REGION(module, index));
	if (!region)
		return LP_MEMORY;
	region->function = number;
	region->ticks += clock->self_ticks;
	return LP_OK;
}

static enum lp_status add_clocks(struct timing *timing)
{
	const struct lp_profile *const profile = timing->profile;
	struct lp_section_at at = {0};

	while (lp_reader_next(&profile->reader, &at)) {
		const struct lp_clocks *const clocks = lp_section_clocks(&at);
		uint32_t thread;

		if (at.kind != LP_SECT_CLOCKS)
			continue;
		thread = lp_map_find(&profile->thread_numbers, clocks->thread);
		if (thread == LP_MAP_NONE)
			continue;
		for (uint64_t i = 0; i < clocks->count; i++)
			if (add_clock(timing, thread, clocks->module, (uint32_t)i,
				      &lp_section_clock_values(&at)[i]) != LP_OK)
				return LP_MEMORY;
	}
	return LP_OK;
}

/* Gives each thread's region 0 what the clocks leave of its lifetime. */
static enum lp_status add_outside(struct timing *timing)
{
	struct lp_profile *const profile = timing->profile;
	const size_t clocked_count = timing->region_count;

	for (uint32_t i = 0; i < profile->thread_count; i++) {
		struct region *const region = region_at(timing, i, 0);

		if (!region)
			return LP_MEMORY;
		region->ticks = profile->threads[i].lifetime_ticks;
	}
	for (size_t i = 0; i < clocked_count; i++) {
		const struct region *const clocked = &timing->regions[i];
		struct lp_thread_row *const row = &profile->threads[clocked->thread];
		struct region *const outside = region_at(timing, clocked->thread, 0);
		const uint64_t missing =
		    clocked->ticks > outside->ticks ? clocked->ticks - outside->ticks : 0;

		/* Numbers of a live file differ in age. */
		row->lifetime_ticks += missing;
		profile->lifetime_ticks += missing;
		outside->ticks += missing;
		outside->ticks -= clocked->ticks;
	}
	return LP_OK;
}

/* ---- samples ---- */

/* The row of the thread that a path begins at; LP_NO_INDEX if it does not. */
static uint32_t thread_of(const struct timing *timing, const struct lp_stack_node *node)
{
	for (int depth = 0; node && depth < MOST_FRAMES; depth++) {
		if (node->kind == LP_STACK_THREAD)
			return lp_map_find(&timing->profile->thread_numbers, node->address);
		if (node->kind != LP_STACK_CALL && node->kind != LP_STACK_LEAF)
			return LP_NO_INDEX;
		node = lp_sites_node(&timing->sites, node->parent);
	}
	return LP_NO_INDEX;
}

/* Calls `visit` for each sampled address that belongs to a thread of the profile. */
static enum lp_status for_each_leaf(struct timing *timing,
				    enum lp_status (*visit)(struct timing *timing,
							    const struct lp_stack_node *leaf,
							    struct region *region))
{
	for (size_t i = 0; i < timing->sites.stack_count; i++) {
		const struct lp_stack_range *const stacks = &timing->sites.stacks[i];

		for (uint32_t k = 0; k < stacks->count; k++) {
			const struct lp_stack_node *const leaf = &stacks->nodes[k];
			struct region *region;
			uint32_t thread;

			if (leaf->kind != LP_STACK_LEAF || leaf->count == 0)
				continue;
			thread = thread_of(timing, leaf);
			if (thread == LP_MAP_NONE)
				continue;
			region = region_at(timing, thread, leaf->region);
			if (!region)
				return LP_MEMORY;
			if (visit(timing, leaf, region) != LP_OK)
				return LP_MEMORY;
		}
	}
	return LP_OK;
}

static enum lp_status count_leaf(struct timing *timing, const struct lp_stack_node *leaf,
				 struct region *region)
{
	struct lp_profile *const profile = timing->profile;

	if (leaf->region != 0)
		region->function = function_of(profile, LP_REGION_MODULE(leaf->region),
					       LP_REGION_FUNC(leaf->region));
	region->samples += leaf->count;
	profile->threads[region->thread].samples += leaf->count;
	profile->sample_count += leaf->count;
	return LP_OK;
}

/* What the clock of a thread read in one sample's CPU time; 0 without samples. */
static double ticks_per_sample(const struct timing *timing, const struct lp_thread_row *row)
{
	const double ticks_per_ns = (double)timing->profile->info.ticks_per_second / 1e9;

	return row->samples > 0 ? (double)row->thread->cpu_ns / (double)row->samples * ticks_per_ns
				: 0;
}

/* Takes out of a region in which its thread had no CPU. */
static void take_delay(const struct timing *timing, struct region *region)
{
	struct lp_profile *const profile = timing->profile;
	const struct lp_thread_row *const row = &profile->threads[region->thread];
	const double ticks_per_ns = (double)profile->info.ticks_per_second / 1e9;
	const double cpu = (double)region->samples * ticks_per_sample(timing, row);
	double delay;

	if (row->samples == 0 || (double)region->ticks <= cpu)
		return;
	delay = (double)row->thread->delay_ns * ticks_per_ns * (double)region->samples /
		(double)row->samples;
	region->delay_ticks = (uint64_t)fmin(delay, (double)region->ticks - cpu);
	region->ticks -= region->delay_ticks;
	profile->delay_ticks += region->delay_ticks;
	profile->lifetime_ticks -= region->delay_ticks;
}

/* Splits the time of a region: what its samples stand for, and waiting. */
static void split_region(const struct timing *timing, struct region *region)
{
	const struct lp_profile *const profile = timing->profile;
	const struct lp_thread_row *const row = &profile->threads[region->thread];
	const double ticks_per_ns = (double)profile->info.ticks_per_second / 1e9;
	const double period = (double)profile->info.sample_period_ns * ticks_per_ns;
	const double per_sample = ticks_per_sample(timing, row);
	const double cpu = (double)region->samples * per_sample;
	const double sigma = sqrt((double)region->samples) * per_sample;
	const double excess = (double)region->ticks - cpu;

	region->sampled_ticks = region->ticks;
	/* A thread without samples: nothing tells running from waiting, but its CPU time. */
	if (row->samples == 0 &&
	    2 * (double)row->thread->cpu_ns * ticks_per_ns > (double)row->lifetime_ticks)
		return;
	if (excess <= 3 * sigma || excess <= 0.05 * (double)region->ticks || excess <= 3 * period)
		return;
	region->sampled_ticks = (uint64_t)cpu;
	region->wait_ticks = region->ticks - region->sampled_ticks;
}

/* ---- sharing out ---- */

static enum lp_status add_to_path(struct path *path, const struct lp_place *places, size_t count)
{
	if (path->capacity - path->count < count) {
		const size_t capacity = 2 * path->capacity + count + 64;
		struct lp_place *const grown =
		    (struct lp_place *)realloc(path->places, capacity * sizeof(*path->places));

		if (!grown)
			return LP_MEMORY;
		path->places = grown;
		path->capacity = capacity;
	}
	if (count > 0)
		memcpy(path->places + path->count, places, count * sizeof(*places));
	path->count += count;
	return LP_OK;
}

/* The instrumented code on the path to `node`, into timing->path. */
static enum lp_status read_path(struct timing *timing, const struct lp_stack_node *node)
{
	timing->path.count = 0;
	timing->path.is_probe = false;
	while (node && node->kind != LP_STACK_THREAD) {
		const struct lp_site *const site = lp_site_of(
		    &timing->sites, timing->profile, node->address, node->kind == LP_STACK_LEAF);

		if (site && node->kind == LP_STACK_LEAF)
			timing->path.is_probe = site->is_probe;
		if (site && add_to_path(&timing->path, &timing->sites.places[site->first_place],
					site->place_count) != LP_OK)
			return LP_MEMORY;
		node = lp_sites_node(&timing->sites, node->parent);
	}
	return LP_OK;
}

static struct lp_line *line_of(struct lp_profile *profile, uint32_t function_line)
{
	return &profile->lines[profile->function_lines[function_line].line];
}

/* A sum of samples stops where it does not fit: it says only what a time is worth. */
static void add_samples(uint32_t *sum, uint64_t samples)
{
	*sum = samples < UINT32_MAX - *sum ? *sum + (uint32_t)samples : UINT32_MAX;
}

/* Adds to what the code at `place` takes itself. */
static void add_self(struct lp_profile *profile, const struct lp_place *place, uint64_t ticks,
		     uint64_t samples)
{
	struct lp_function *const function = &profile->functions[place->function];

	function->self_ticks += ticks;
	function->self_samples += samples;
	if (place->function_line == LP_NO_INDEX) {
		function->unplaced_ticks += ticks;
		return;
	}
	profile->function_lines[place->function_line].self_ticks += ticks;
	add_samples(&profile->function_lines[place->function_line].self_samples, samples);
	line_of(profile, place->function_line)->self_ticks += ticks;
	add_samples(&line_of(profile, place->function_line)->self_samples, samples);
}

/* Adds to the code on the path from number `first` outwards, to each function and
 * line once: recursion does not count twice. */
static void add_totals(struct timing *timing, size_t first, uint32_t except, uint64_t ticks,
		       uint64_t samples)
{
	struct lp_profile *const profile = timing->profile;
	const uint32_t pass = ++timing->pass;

	if (except != LP_NO_INDEX)
		timing->function_marks[except] = pass;
	for (size_t i = first; i < timing->path.count; i++) {
		const struct lp_place *const place = &timing->path.places[i];
		uint32_t line;

		if (timing->function_marks[place->function] != pass) {
			timing->function_marks[place->function] = pass;
			profile->functions[place->function].total_ticks += ticks;
			profile->functions[place->function].total_samples += samples;
		}
		if (place->function_line == LP_NO_INDEX)
			continue;
		line = profile->function_lines[place->function_line].line;
		if (timing->line_marks[line] != pass) {
			timing->line_marks[line] = pass;
			profile->lines[line].total_ticks += ticks;
			add_samples(&profile->lines[line].total_samples, samples);
		}
	}
}

/* Adds to what clocks measured in the region's function and in the code on the path. */
static void add_delay(struct timing *timing, const struct region *region, uint64_t ticks)
{
	struct lp_profile *const profile = timing->profile;
	const uint32_t pass = ++timing->pass;

	if (ticks == 0)
		return;
	if (region->function != LP_NO_INDEX) {
		timing->function_marks[region->function] = pass;
		profile->functions[region->function].clock_delay_ticks += ticks;
	}
	for (size_t i = 0; i < timing->path.count; i++) {
		const uint32_t function = timing->path.places[i].function;

		if (timing->function_marks[function] == pass)
			continue;
		timing->function_marks[function] = pass;
		profile->functions[function].clock_delay_ticks += ticks;
	}
}

/* Where on the path the callers of `function` begin. */
static size_t callers_of(const struct path *path, uint32_t function)
{
	for (size_t i = 0; i < path->count; i++)
		if (path->places[i].function == function)
			return i + 1;
	return path->count;
}

/* Time in a region that no line can be found for. */
static enum lp_status add_unplaced(struct timing *timing, const struct region *region,
				   uint64_t ticks, uint64_t samples)
{
	struct lp_profile *const profile = timing->profile;
	const struct lp_place place = {region->function, LP_NO_INDEX};

	if (region->function == LP_NO_INDEX) {
		profile->outside_ticks += ticks;
		return LP_OK;
	}
	add_self(profile, &place, ticks, samples);
	profile->functions[region->function].total_ticks += ticks;
	profile->functions[region->function].total_samples += samples;
	return lp_call_paths_add(&timing->paths, place, NULL, 0, ticks, samples);
}

/* Adds to the tree of calls what the innermost code on the path took. */
static enum lp_status add_to_paths(struct timing *timing, uint64_t ticks, uint64_t samples)
{
	static const struct lp_place probe = {LP_NO_INDEX, LP_NO_INDEX};
	const struct path *const path = &timing->path;

	return lp_call_paths_add(&timing->paths, path->is_probe ? probe : path->places[0],
				 path->places + 1, path->count - 1, ticks, samples);
}

/* The same for what the region's function waited. */
static enum lp_status add_wait_to_paths(struct timing *timing, const struct region *region,
					uint64_t ticks)
{
	const struct lp_place place = {region->function, LP_NO_INDEX};
	const size_t callers = callers_of(&timing->path, region->function);

	if (region->function == LP_NO_INDEX || ticks == 0)
		return LP_OK;
	return lp_call_paths_add(&timing->paths, place, timing->path.places + callers,
				 timing->path.count - callers, ticks, 0);
}

/* The same for the calls on the path. */
static enum lp_status add_to_edges(struct timing *timing, const struct region *region,
				   uint64_t sampled, uint64_t waited, uint64_t samples)
{
	const struct lp_edge_path path = {timing->path.places, timing->path.count};
	const size_t callers = callers_of(&timing->path, region->function);

	if (!timing->path.is_probe &&
	    lp_edges_add_self(&timing->edges, &path, 0, sampled, samples) != LP_OK)
		return LP_MEMORY;
	if (lp_edges_add_totals(&timing->edges, &path, timing->path.is_probe, sampled, samples) !=
	    LP_OK)
		return LP_MEMORY;
	/* The region's function is the one that waited. */
	if (waited == 0 || callers == 0 ||
	    timing->path.places[callers - 1].function != region->function)
		return LP_OK;
	if (lp_edges_add_self(&timing->edges, &path, callers - 1, waited, 0) != LP_OK)
		return LP_MEMORY;
	return lp_edges_add_totals(&timing->edges, &path, callers - 1, waited, 0);
}

static enum lp_status share_leaf(struct timing *timing, const struct lp_stack_node *leaf,
				 struct region *region)
{
	const uint64_t sampled =
	    lp_share(region->sampled_ticks, region->samples_done, leaf->count, region->samples);
	const uint64_t waited =
	    lp_share(region->wait_ticks, region->samples_done, leaf->count, region->samples);
	const uint64_t delay =
	    lp_share(region->delay_ticks, region->samples_done, leaf->count, region->samples);

	region->samples_done += leaf->count;
	if (read_path(timing, leaf) != LP_OK)
		return LP_MEMORY;
	timing->profile->sampled_ticks += sampled;
	add_delay(timing, region, delay);
	if (add_wait_to_paths(timing, region, waited) != LP_OK)
		return LP_MEMORY;
	if (timing->path.count == 0)
		return add_unplaced(timing, region, sampled, leaf->count);
	timing->profile->lines_are_timed = true;
	if (timing->path.is_probe)
		timing->profile->probe_ticks += sampled;
	else
		add_self(timing->profile, &timing->path.places[0], sampled, leaf->count);
	if (!timing->path.is_probe && lp_thread_samples_add(timing->profile, region->thread,
							    &timing->path.places[0],
							    leaf->count) != LP_OK)
		return LP_MEMORY;
	add_totals(timing, timing->path.is_probe, LP_NO_INDEX, sampled, leaf->count);
	if (region->function != LP_NO_INDEX)
		add_totals(timing, callers_of(&timing->path, region->function), region->function,
			   waited, 0);
	if (add_to_paths(timing, sampled, leaf->count) != LP_OK)
		return LP_MEMORY;
	return add_to_edges(timing, region, sampled, waited, leaf->count);
}

/* The rest of what share_leaf() shares out, and regions without samples. */
static enum lp_status share_region(struct timing *timing, const struct region *region)
{
	struct lp_profile *const profile = timing->profile;
	const struct lp_place place = {region->function, LP_NO_INDEX};
	struct lp_function *function;

	if (region->function == LP_NO_INDEX) {
		profile->outside_ticks += region->wait_ticks;
		if (region->samples == 0)
			profile->outside_ticks += region->sampled_ticks;
		return LP_OK;
	}
	function = &profile->functions[region->function];
	function->self_ticks += region->wait_ticks;
	function->wait_ticks += region->wait_ticks;
	function->total_ticks += region->wait_ticks;
	if (region->samples > 0)
		return LP_OK;
	if (lp_call_paths_add(&timing->paths, place, NULL, 0, region->wait_ticks, 0) != LP_OK)
		return LP_MEMORY;
	/* No sample tells its lines apart, and hits would: but a guess is no measurement. */
	return add_unplaced(timing, region, region->sampled_ticks, 0);
}

/* ---- functions ---- */

/* Samples tell it apart only where their lines are known: it may be inlined. */
static void finish_function(const struct lp_profile *profile, struct lp_function *function)
{
	const bool is_sampled = profile->sample_count > 0 &&
				!profile->objects[function->object].lines_are_unknown;

	if (is_sampled || function->clock_calls > 0)
		function->flags |= LP_FUNCTION_TIMED;
	if (function->clock_calls > 0 && !function->clock_collapsed &&
	    function->clock_calls == function->ncalls) {
		function->total_ticks =
		    function->clock_total_ticks > function->clock_delay_ticks
			? function->clock_total_ticks - function->clock_delay_ticks
			: 0;
		/* Where a path is cut, it is not known whose clocks went on, too. */
		if (function->total_ticks > profile->lifetime_ticks)
			function->total_ticks = profile->lifetime_ticks;
		function->flags |= LP_FUNCTION_CLOCKED;
	}
	if (function->total_ticks < function->self_ticks)
		function->total_ticks = function->self_ticks;
}

static enum lp_status time_all(struct timing *timing)
{
	struct lp_profile *const profile = timing->profile;
	enum lp_status status = lp_sites_find(&timing->sites, profile);

	if (status == LP_OK)
		status = lp_edges_begin(&timing->edges, profile);
	if (status == LP_OK)
		status = add_clocks(timing);
	if (status == LP_OK)
		status = add_outside(timing);
	if (status == LP_OK)
		status = for_each_leaf(timing, count_leaf);
	if (status != LP_OK)
		return status;
	for (size_t i = 0; i < timing->region_count; i++) {
		take_delay(timing, &timing->regions[i]);
		split_region(timing, &timing->regions[i]);
	}
	status = for_each_leaf(timing, share_leaf);
	for (size_t i = 0; i < timing->region_count && status == LP_OK; i++)
		status = share_region(timing, &timing->regions[i]);
	if (status != LP_OK)
		return status;
	for (size_t i = 0; i < profile->function_count; i++)
		finish_function(profile, &profile->functions[i]);
	return lp_edges_finish(&timing->edges);
}

enum lp_status lp_time(struct lp_profile *profile)
{
	struct timing timing = {.profile = profile, .paths = {.profile = profile}};
	enum lp_status status = LP_MEMORY;

	timing.function_marks =
	    (uint32_t *)calloc(profile->function_count + 1, sizeof(*timing.function_marks));
	timing.line_marks = (uint32_t *)calloc(profile->line_count + 1, sizeof(*timing.line_marks));
	if (timing.function_marks && timing.line_marks)
		status = time_all(&timing);
	lp_call_paths_free(&timing.paths);
	lp_edges_free(&timing.edges);
	lp_sites_free(&timing.sites);
	lp_map_free(&timing.region_numbers);
	free(timing.regions);
	free(timing.path.places);
	free(timing.function_marks);
	free(timing.line_marks);
	return status;
}

double lp_profile_confidence_ticks(const struct lp_profile *profile, uint64_t samples)
{
	const double all = (double)profile->sample_count;
	const double share = all > 0 ? (double)samples / all : 0;

	if (all == 0 || share > 1)
		return 0;
	return 1.96 * sqrt(share * (1 - share) / all) * (double)profile->sampled_ticks;
}
