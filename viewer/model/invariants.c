/* invariants.c: checks what the model promises against the model and the file. */
#include "viewer/model/invariants.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/model/cut_calls.h"
#include "viewer/model/flow_counts.h"
#include "viewer/model/rank_sums.h"

const char *lp_invariant_text(enum lp_invariant invariant)
{
	static const char *const texts[] = {
#define LP_INVARIANT_TEXT(name, text) text,
	    LP_INVARIANT_LIST(LP_INVARIANT_TEXT)
#undef LP_INVARIANT_TEXT
	};

	return texts[invariant];
}

/* Notes the first reason only: the others are likely to follow from it. */
__attribute__((format(printf, 4, 5))) static void note(struct lp_check *check,
						       enum lp_invariant invariant,
						       enum lp_finding finding, const char *format,
						       ...)
{
	va_list arguments;

	if (check->findings[invariant] != LP_HOLDS)
		return;
	check->findings[invariant] = finding;
	check->broken_count += finding == LP_BROKEN;
	va_start(arguments, format);
	vsnprintf(check->details[invariant], sizeof(check->details[invariant]), format, arguments);
	va_end(arguments);
}

/* Equal to a thousandth of `whole`, and to the rounding of `terms` numbers. */
static bool is_near(uint64_t left, uint64_t right, uint64_t whole, uint64_t terms)
{
	const uint64_t apart = left > right ? left - right : right - left;

	return apart <= whole / 1000 + terms;
}

static void check_lines(const struct lp_profile *profile, struct lp_check *check)
{
	for (size_t i = 0; i < profile->function_count; i++) {
		const struct lp_function *const function = &profile->functions[i];
		uint64_t sum = function->wait_ticks + function->unplaced_ticks;

		for (uint32_t k = 0; k < function->line_count; k++)
			sum += profile->function_lines[function->first_line + k].self_ticks;
		if (!is_near(sum, function->self_ticks, function->self_ticks,
			     function->line_count + 2))
			note(check, LP_INVARIANT_LINES, LP_BROKEN,
			     "%.100s: %" PRIu64 " ticks in its lines, tottime %" PRIu64,
			     function->name, sum, function->self_ticks);
	}
}

static void check_functions(const struct lp_profile *profile, struct lp_check *check)
{
	uint64_t sum = profile->outside_ticks + profile->probe_ticks;

	for (size_t i = 0; i < profile->function_count; i++)
		sum += profile->functions[i].self_ticks;
	if (profile->is_timed && !is_near(sum, profile->lifetime_ticks, profile->lifetime_ticks,
					  profile->function_count))
		note(check, LP_INVARIANT_FUNCTIONS, LP_BROKEN,
		     "%" PRIu64 " ticks in all, the threads lived %" PRIu64, sum,
		     profile->lifetime_ticks);
}

/* The rows of the processes are of when each was read alone, less what it had no CPU for: of all
 * together that can be another part of their lives, but not more than these. */
static void check_ranks(const struct lp_profile *profile, struct lp_check *check)
{
	const struct lp_rank_table table = lp_rank_table_of(profile);
	const uint64_t whole =
	    lp_ticks_ns(&profile->info, profile->lifetime_ticks + profile->delay_ticks);
	uint64_t sum = 0;

	for (size_t i = 0; i < table.rank_count; i++)
		sum += table.ranks[i].lifetime_ns;
	if (sum > whole && !is_near(sum, whole, whole, table.rank_count))
		note(check, LP_INVARIANT_RANKS, LP_BROKEN,
		     "%" PRIu64 " ns in all, the threads lived %" PRIu64, sum, whole);
}

static void check_cumulative(const struct lp_profile *profile, struct lp_check *check)
{
	const uint64_t most = profile->lifetime_ticks + profile->lifetime_ticks / 1000 + 1;

	for (size_t i = 0; i < profile->function_count; i++) {
		const struct lp_function *const function = &profile->functions[i];

		if (function->self_ticks > function->total_ticks + function->self_ticks / 1000 + 1)
			note(check, LP_INVARIANT_CUMULATIVE, LP_BROKEN,
			     "%.100s: tottime %" PRIu64 " ticks, cumtime %" PRIu64, function->name,
			     function->self_ticks, function->total_ticks);
		if (function->total_ticks > most)
			note(check, LP_INVARIANT_CUMULATIVE, LP_BROKEN,
			     "%.100s: cumtime %" PRIu64 " ticks, the threads lived %" PRIu64,
			     function->name, function->total_ticks, profile->lifetime_ticks);
	}
}

/* The cumtimes of the functions that have a part of each line, added up. NULL: out of memory. */
static uint64_t *most_of_lines(const struct lp_profile *profile)
{
	uint64_t *const most = (uint64_t *)calloc(profile->line_count + 1, sizeof(*most));

	for (size_t i = 0; most && i < profile->function_count; i++) {
		const struct lp_function *const function = &profile->functions[i];

		for (uint32_t k = 0; k < function->line_count; k++)
			most[profile->function_lines[function->first_line + k].line] +=
			    function->total_ticks;
	}
	return most;
}

static enum lp_status check_line_times(const struct lp_profile *profile, struct lp_check *check)
{
	uint64_t *const most = most_of_lines(profile);

	if (!most)
		return LP_MEMORY;
	for (size_t i = 0; i < profile->line_count; i++) {
		const struct lp_line *const line = &profile->lines[i];

		if (line->total_ticks > most[i] + most[i] / 1000 + 1)
			note(check, LP_INVARIANT_LINE_TIMES, LP_BROKEN,
			     "%.100s:%" PRIu32 ": %" PRIu64
			     " ticks, its functions' cumtimes %" PRIu64,
			     profile->sources[line->source].path, line->line, line->total_ticks,
			     most[i]);
	}
	free(most);
	return LP_OK;
}

static void check_zero_hits(const struct lp_profile *profile, struct lp_check *check)
{
	for (size_t i = 0; i < profile->function_line_count; i++) {
		const struct lp_function_line *const part = &profile->function_lines[i];
		const struct lp_line *const line = &profile->lines[part->line];

		if (part->self_ticks > 0 && lp_function_line_is_passed_by(profile, part))
			note(check, LP_INVARIANT_ZERO_HITS,
			     lp_has_whole_calls(profile) ? LP_BROKEN : LP_UNTOLD,
			     "%.100s:%" PRIu32 ": %" PRIu64 " ticks in %.60s",
			     profile->sources[line->source].path, line->line, part->self_ticks,
			     profile->functions[part->function].name);
	}
}

/* What a function took by the paths. */
struct path_sum {
	uint64_t self_ticks;
	uint64_t wait_ticks;
	uint64_t total_ticks;
	uint32_t seen; /* the path that it was last met on, + 1 */
};

/* Adds the self time of paths to their functions, and to the outermost ones of those on the way. */
static void add_up_paths(const struct lp_profile *profile, struct path_sum *sums)
{
	for (uint32_t i = 0; i < profile->call_path_count; i++) {
		const struct lp_call_path *const path = &profile->call_paths[i];

		if (path->function != LP_NO_INDEX) {
			sums[path->function].self_ticks += path->self_ticks;
			sums[path->function].wait_ticks += path->wait_ticks;
		}
		for (uint32_t at = i; at != LP_NO_INDEX; at = profile->call_paths[at].parent) {
			const uint32_t function = profile->call_paths[at].function;

			if (function == LP_NO_INDEX || sums[function].seen == i + 1)
				continue;
			sums[function].seen = i + 1;
			sums[function].total_ticks += path->self_ticks;
		}
	}
}

/* By samples: a clock's cumtime is not theirs. */
static enum lp_status check_paths(const struct lp_profile *profile, struct lp_check *check)
{
	struct path_sum *const sums =
	    (struct path_sum *)calloc(profile->function_count + 1, sizeof(*sums));

	if (!sums)
		return LP_MEMORY;
	add_up_paths(profile, sums);
	for (size_t i = 0; i < profile->function_count; i++) {
		const struct lp_function *const function = &profile->functions[i];
		const struct path_sum *const sum = &sums[i];

		if (sum->self_ticks != function->self_ticks ||
		    sum->wait_ticks != lp_function_waits(function) ||
		    (!(function->flags & LP_FUNCTION_CLOCKED) &&
		     sum->total_ticks + function->beyond_ticks != function->total_ticks))
			note(check, LP_INVARIANT_PATHS, LP_BROKEN,
			     "%.100s: tottime %" PRIu64 ", waiting %" PRIu64 ", cumtime %" PRIu64
			     " ticks; by paths %" PRIu64 ", %" PRIu64 ", %" PRIu64,
			     function->name, function->self_ticks, lp_function_waits(function),
			     function->total_ticks, sum->self_ticks, sum->wait_ticks,
			     sum->total_ticks + function->beyond_ticks);
	}
	free(sums);
	return LP_OK;
}

/* ---- counts ---- */

/* Sets `*node` to the first node of `table`, which has been solved, that loses or makes
 * visits; 0: none. The outside, node 0, balances when all others do. */
static enum lp_status find_leak(const struct lp_flow *flow, const struct lp_table *table,
				uint32_t *node)
{
	uint64_t *const balance = (uint64_t *)calloc(table->node_count + 1, sizeof(*balance));

	*node = 0;
	if (!balance)
		return LP_MEMORY;
	for (size_t i = 0; i < table->edge_count; i++) {
		balance[table->edges[i].to] += flow->edge_counts[i];
		balance[table->edges[i].from] -= flow->edge_counts[i];
	}
	for (uint32_t i = 1; i < table->node_count && *node == 0; i++)
		*node = balance[i] != 0 ? i : 0;
	free(balance);
	return LP_OK;
}

static enum lp_status check_variant(const struct lp_profile *profile, struct lp_flow *flow,
				    const struct lp_variant *variant, struct lp_check *check)
{
	struct lp_table table;
	struct lp_error error;
	uint32_t node = 0;
	enum lp_status status =
	    lp_table_decode(&table, variant->table, variant->entry->table_bytes, &error);

	if (status != LP_OK)
		return status;
	if (table.flags & LP_TABLE_SUSPENDS) {
		lp_table_free(&table);
		return LP_OK;
	}
	status = lp_flow_solve(flow, variant->entry, &table);
	if (status == LP_OK)
		status = find_leak(flow, &table, &node);
	if (status == LP_OK && node > 0)
		note(check, LP_INVARIANT_FLOW, LP_BROKEN, "%.100s: part %" PRIu32 " of %" PRIu32,
		     profile->functions[variant->function].name, node, table.node_count - 1);
	lp_table_free(&table);
	return status;
}

static enum lp_status check_flow(const struct lp_profile *profile, struct lp_check *check)
{
	struct lp_flow flow = {0};
	enum lp_status status = LP_OK;

	for (uint32_t i = 0; i < profile->object_count && status == LP_OK; i++) {
		const struct lp_object *const object = &profile->objects[i];

		status = lp_flow_sum(&flow, profile, i);
		for (uint32_t k = 0; k < object->variant_count && status == LP_OK; k++) {
			const struct lp_variant *const variant =
			    &profile->variants[object->first_variant + k];

			if (lp_flow_has_run(&flow, variant->entry))
				status = check_variant(profile, &flow, variant, check);
		}
	}
	lp_flow_free(&flow);
	return status;
}

/* What a function has by its callers. */
struct caller_sum {
	uint64_t ncalls;
	uint64_t self_ticks;
	uint64_t total_ticks;
};

static struct caller_sum sum_of_callers(const struct lp_profile *profile,
					const struct lp_function *function)
{
	struct caller_sum sum = {0};

	for (uint32_t k = 0; k < function->caller_count; k++) {
		const struct lp_call_edge *const edge =
		    &profile->call_edges[function->first_caller + k];

		sum.ncalls += edge->ncalls;
		sum.self_ticks += edge->self_ticks;
		sum.total_ticks += edge->total_ticks;
	}
	return sum;
}

static bool have_callers_times(const struct lp_function *function, const struct caller_sum *sum)
{
	return is_near(sum->self_ticks, function->self_ticks, function->self_ticks,
		       function->caller_count) &&
	       is_near(sum->total_ticks, function->total_ticks, function->total_ticks,
		       function->caller_count);
}

static void check_calls(const struct lp_profile *profile, struct lp_check *check)
{
	/* No time comes of calls that were cut. */
	const bool are_cut = lp_has_cut_calls(&profile->reader);
	const enum lp_finding finding = are_cut ? LP_UNTOLD : LP_BROKEN;
	const char *const why = are_cut ? "threads ran on at the end or a stop: " : "";

	for (size_t i = 0; i < profile->function_count; i++) {
		const struct lp_function *const function = &profile->functions[i];
		const struct caller_sum sum = sum_of_callers(profile, function);
		const bool have_times = have_callers_times(function, &sum);
		const uint64_t direct = lp_function_site_calls(profile, function);

		if (direct > function->ncalls)
			note(check, LP_INVARIANT_CALLS, finding,
			     "%s%.100s: called %" PRIu64 " times, its call sites ran %" PRIu64, why,
			     function->name, function->ncalls, direct);
		if (sum.ncalls != function->ncalls || !have_times)
			note(check, LP_INVARIANT_CALLERS, have_times ? finding : LP_BROKEN,
			     "%s%.60s: %" PRIu64 " calls, %" PRIu64 " and %" PRIu64
			     " ticks; by callers %" PRIu64 ", %" PRIu64 ", %" PRIu64,
			     have_times ? why : "", function->name, function->ncalls,
			     function->self_ticks, function->total_ticks, sum.ncalls,
			     sum.self_ticks, sum.total_ticks);
	}
}

/* ---- what the runtime wrote ---- */

/* Whether the thread has ended, and is not one that exit() cut short. */
static bool has_ended(const struct lp_profile *profile, uint32_t number)
{
	const uint32_t row = lp_map_find(&profile->thread_numbers, number);

	return row != LP_MAP_NONE && profile->threads[row].thread->end_ticks > 0 &&
	       profile->threads[row].thread->tid != profile->reader.header->pid;
}

static void check_closed(const struct lp_section_at *at, struct lp_check *check)
{
	const struct lp_clock *const clocks = lp_section_clock_values(at);

	for (uint64_t i = 0; i < lp_section_clocks(at)->count; i++)
		if (clocks[i].active > 0)
			note(check, LP_INVARIANT_CLOCKS, LP_BROKEN,
			     "%" PRIu32 " open calls of function %" PRIu64 " of module %" PRIu32,
			     clocks[i].active, i, lp_section_clocks(at)->module);
}

/* Sums of runs are rounded. */
static void check_part(const struct lp_section_at *at, struct lp_check *check, uint64_t function,
		       const char *what, uint64_t part, uint64_t whole)
{
	if (part > whole + whole / 1000 + 1)
		note(check, LP_INVARIANT_OFF_CPU, LP_BROKEN,
		     "%s%" PRIu64 " ticks of %" PRIu64 ", function %" PRIu64 " of module %" PRIu32,
		     what, part, whole, function, lp_section_clocks(at)->module);
}

static void check_off_cpu(const struct lp_section_at *at, struct lp_check *check)
{
	const struct lp_clock *const clocks = lp_section_clock_values(at);
	const uint64_t *const off_cpu = lp_section_clock_array(at, LP_CLOCK_OFF_CPU);
	const uint64_t *const delay = lp_section_clock_array(at, LP_CLOCK_DELAY);
	const uint64_t *const total_delay = lp_section_clock_array(at, LP_CLOCK_TOTAL_DELAY);

	for (uint64_t i = 0; i < lp_section_clocks(at)->count; i++) {
		if (off_cpu)
			check_part(at, check, i, "", off_cpu[i], clocks[i].self_ticks);
		if (delay)
			check_part(at, check, i, "ready to run for ", delay[i], off_cpu[i]);
		/* Of open calls total_ticks is of a little before. */
		if (total_delay && clocks[i].active == 0)
			check_part(at, check, i, "with what it called, ready to run for ",
				   total_delay[i], clocks[i].total_ticks);
	}
}

static void check_clocks(const struct lp_profile *profile, struct lp_check *check)
{
	struct lp_section_at at = {0};

	while (lp_reader_next(&profile->reader, &at)) {
		if (at.kind != LP_SECT_CLOCKS)
			continue;
		check_off_cpu(&at, check);
		if (has_ended(profile, lp_section_clocks(&at)->thread))
			check_closed(&at, check);
	}
}

static void check_samples(const struct lp_profile *profile, struct lp_check *check)
{
	const struct lp_info *const info = &profile->info;

	if (profile->sample_count != info->samples_taken)
		note(check, LP_INVARIANT_SAMPLES, LP_BROKEN, "%" PRIu64 " taken, %" PRIu64 " kept",
		     info->samples_taken, profile->sample_count);
	if (info->sample_squares < info->samples_taken)
		note(check, LP_INVARIANT_SAMPLES, LP_BROKEN,
		     "%" PRIu64 " taken, the sum of their squares is %" PRIu64, info->samples_taken,
		     info->sample_squares);
}

enum lp_status lp_check_profile(const struct lp_profile *profile, struct lp_check *check)
{
	enum lp_status status;

	memset(check, 0, sizeof(*check));
	if (lp_profile_begins_inside(profile))
		note(check, LP_INVARIANT_FLOW, LP_UNTOLD,
		     "it was measured from the middle of a function on");
	if (profile->info.flags & LP_INFO_INCOMPLETE)
		for (int i = LP_INVARIANT_FLOW; i < LP_INVARIANT_COUNT; i++)
			note(check, (enum lp_invariant)i, LP_UNTOLD, "the file could not grow");
	if (profile->calls_are_missing)
		for (int i = LP_INVARIANT_CALLS; i <= LP_INVARIANT_CALLERS; i++)
			note(check, (enum lp_invariant)i, LP_UNTOLD,
			     "the linker kept copies of functions that do not count, or LLVM left "
			     "out new and delete");
	/* Of a program that runs or was killed, numbers are of different moments. */
	if (profile->reader.header->state != LP_FILE_FINISHED)
		for (int i = LP_INVARIANT_FLOW; i < LP_INVARIANT_COUNT; i++)
			note(check, (enum lp_invariant)i, LP_UNTOLD,
			     "the program did not end by exit");
	check_lines(profile, check);
	check_functions(profile, check);
	check_ranks(profile, check);
	check_cumulative(profile, check);
	check_zero_hits(profile, check);
	status = check_line_times(profile, check);
	if (status == LP_OK)
		status = check_paths(profile, check);
	if (status == LP_OK)
		status = check_flow(profile, check);
	check_calls(profile, check);
	check_clocks(profile, check);
	check_samples(profile, check);
	return status;
}
