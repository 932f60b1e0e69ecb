/* timing.c: adds times to what is on a path. */
#include "viewer/model/timing.h"

#include "viewer/model/shares.h"

static struct lp_line *line_of(struct lp_profile *profile, uint32_t function_line)
{
	return &profile->lines[profile->function_lines[function_line].line];
}

/* A sum of samples stops where it does not fit: it says only what a time is worth. */
static void add_samples(uint32_t *sum, uint64_t samples)
{
	*sum = samples < UINT32_MAX - *sum ? *sum + (uint32_t)samples : UINT32_MAX;
}

void lp_timing_add_self(struct lp_profile *profile, const struct lp_place *place, uint64_t ticks,
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

/* A part's time is of no use without all of it: who calls asks at the end if there was memory. */
static void add_part_wait(struct lp_profile *profile, uint32_t part, uint64_t ticks)
{
	struct lp_part_time *const time = lp_part_time_at(&profile->part_times, part);

	if (time)
		time->wait_ticks += ticks;
}

/* Once in a pass. */
static void add_part_total(const struct lp_timing *timing, uint32_t part, uint64_t ticks)
{
	struct lp_part_time *const time = lp_part_time_at(&timing->profile->part_times, part);

	if (!time || time->pass == timing->pass)
		return;
	time->pass = timing->pass;
	time->total_ticks += ticks;
}

void lp_timing_add_wait(struct lp_profile *profile, const struct lp_place *place, uint64_t ticks)
{
	struct lp_function *const function = &profile->functions[place->function];

	if (place->function_line == LP_NO_INDEX) {
		function->self_ticks += ticks;
		function->wait_ticks += ticks;
		return;
	}
	lp_timing_add_self(profile, place, ticks, 0);
	add_part_wait(profile, place->function_line, ticks);
	line_of(profile, place->function_line)->wait_ticks += ticks;
	function->line_wait_ticks += ticks;
	profile->line_wait_ticks += ticks;
}

/* Whether `marks` show for the first time in this pass what `number` is; notes that. */
static bool is_new(const struct lp_timing *timing, uint32_t *marks, uint32_t number)
{
	const bool is_seen = marks[number] == timing->pass;

	marks[number] = timing->pass;
	return !is_seen;
}

void lp_timing_add_totals(struct lp_timing *timing, size_t first, uint32_t except, uint64_t ticks,
			  uint64_t samples)
{
	struct lp_profile *const profile = timing->profile;

	timing->pass++;
	if (except != LP_NO_INDEX)
		timing->function_marks[except] = timing->pass;
	for (size_t i = first; i < timing->path.count; i++) {
		const struct lp_place *const place = &timing->path.places[i];
		uint32_t line;

		if (is_new(timing, timing->function_marks, place->function)) {
			profile->functions[place->function].total_ticks += ticks;
			profile->functions[place->function].total_samples += samples;
		}
		if (place->function_line == LP_NO_INDEX)
			continue;
		add_part_total(timing, place->function_line, ticks);
		line = profile->function_lines[place->function_line].line;
		if (is_new(timing, timing->line_marks, line)) {
			profile->lines[line].total_ticks += ticks;
			add_samples(&profile->lines[line].total_samples, samples);
		}
	}
}

/* Where on the path the callers of `function` begin; `otherwise` if it is not there. */
static size_t callers_or(const struct lp_sampled_path *path, uint32_t function, size_t otherwise)
{
	for (size_t i = 0; i < path->count; i++)
		if (path->places[i].function == function)
			return i + 1;
	return otherwise;
}

size_t lp_timing_callers_of(const struct lp_timing *timing, uint32_t function)
{
	return callers_or(&timing->path, function, timing->path.count);
}

/* Once in a pass, however often it is on the way. False: it had it. */
static bool add_delay_to(struct lp_timing *timing, uint32_t function, uint64_t ticks)
{
	if (!is_new(timing, timing->function_marks, function))
		return false;
	timing->profile->functions[function].clock_delay_ticks += ticks;
	return true;
}

void lp_timing_add_delay(struct lp_timing *timing, const struct lp_clock_region *region,
			 uint64_t done, uint64_t count, uint64_t all)
{
	const uint64_t ticks = lp_share(region->delay_ticks - region->told_ticks, done, count, all);
	uint32_t last = region->function;

	timing->pass++;
	if (ticks == 0 || last == LP_NO_INDEX)
		return;
	add_delay_to(timing, last, ticks);
	/* What it called had no clock open: it may be one whose probe was about to read it. A frame
	 * that is not found may be anywhere. */
	for (size_t i = callers_or(&timing->path, region->function, 0); i < timing->path.count;
	     i++) {
		last = timing->path.places[i].function;
		add_delay_to(timing, last, ticks);
	}
	/* Where the path ends, as it does without samples, callers that are the only ones go on. */
	do
		last = timing->ways.functions[last];
	while (last != LP_NO_INDEX && add_delay_to(timing, last, ticks));
}

enum lp_status lp_timing_add_to_paths(struct lp_timing *timing, struct lp_path_time time)
{
	static const struct lp_place probe = {LP_NO_INDEX, LP_NO_INDEX};
	const struct lp_sampled_path *const path = &timing->path;

	return lp_call_paths_add(&timing->paths, path->is_probe ? probe : path->places[0],
				 path->places + 1, path->count - 1, time);
}

enum lp_status lp_timing_add_rest_to_paths(struct lp_timing *timing,
					   const struct lp_clock_region *region, uint64_t ticks,
					   uint64_t waited)
{
	const struct lp_place place = {region->function, LP_NO_INDEX};
	const size_t callers = lp_timing_callers_of(timing, region->function);

	if (region->function == LP_NO_INDEX || ticks == 0)
		return LP_OK;
	return lp_call_paths_add(&timing->paths, place, timing->path.places + callers,
				 timing->path.count - callers,
				 (struct lp_path_time){ticks, waited, 0});
}

enum lp_status lp_timing_add_to_edges(struct lp_timing *timing,
				      const struct lp_clock_region *region, uint64_t sampled,
				      uint64_t waited, uint64_t samples)
{
	const struct lp_edge_path path = {timing->path.places, timing->path.count};
	const size_t callers = lp_timing_callers_of(timing, region->function);

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
