/* compare.c: pairs the functions and lines of two sides. */
#include "viewer/model/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/model/pair_functions.h"
#include "viewer/model/pair_sources.h"
#include "viewer/model/pair_texts.h"

/* ---- sources and lines ---- */

/* How many lines there are from the head of the function on. */
static uint32_t length_of(const struct lp_function *function)
{
	return function->end_line > 0 ? function->end_line - function->line + 1 : UINT32_MAX;
}

/* By position: each line as far from the head of its function as it was, if that is in it. */
static void place_by_function(const struct lp_comparison *comparison, uint32_t source,
			      uint32_t first, uint32_t *places)
{
	const struct lp_profile *const before = &comparison->before->sum;
	const struct lp_profile *const after = &comparison->after->sum;

	for (size_t i = 0; i < comparison->function_count; i++) {
		const struct lp_pair pair = comparison->functions[i];
		const struct lp_function *function, *there;

		if (pair.before == LP_NO_INDEX || pair.after == LP_NO_INDEX ||
		    before->functions[pair.before].source != source)
			continue;
		function = &before->functions[pair.before];
		there = &after->functions[pair.after];
		for (uint32_t k = 0; k < function->line_count; k++) {
			const uint32_t line = before->function_lines[function->first_line + k].line;
			const uint32_t from_head = before->lines[line].line - function->line;

			if (before->lines[line].source == source &&
			    (from_head < length_of(there) || from_head >= length_of(function)))
				places[line - first] = from_head + there->line;
		}
	}
}

/* The line of `after` with code at a place, or LP_NO_INDEX. */
static uint32_t line_at(const struct lp_profile *after, uint32_t source, uint32_t line)
{
	const size_t found = line ? lp_line_find(after, source, line) : after->line_count;

	return found < after->line_count && after->lines[found].source == source &&
		       after->lines[found].line == line && after->lines[found].flags & LP_LINE_CODE
		   ? (uint32_t)found
		   : LP_NO_INDEX;
}

/* Pairs the lines from number `first` to before `end`, all of one source. */
static enum lp_status pair_source(struct lp_comparison *comparison, uint32_t source, uint32_t first,
				  uint32_t end, bool *is_taken)
{
	const struct lp_profile *const before = &comparison->before->sum;
	const struct lp_profile *const after = &comparison->after->sum;
	const uint32_t partner = comparison->sources[source];
	const bool is_by_place =
	    partner != LP_NO_INDEX && comparison->texts[source].alignment == LP_ALIGNED_POSITION;
	uint32_t *const places = (uint32_t *)calloc(end - first + 1, sizeof(*places));

	if (!places)
		return LP_MEMORY;
	if (is_by_place)
		place_by_function(comparison, source, first, places);
	for (uint32_t i = first; i < end; i++) {
		const uint32_t line = before->lines[i].line;
		struct lp_pair pair = {i, LP_NO_INDEX};

		if (!(before->lines[i].flags & LP_LINE_CODE))
			continue;
		pair.after = line_at(after, partner,
				     is_by_place ? places[i - first]
						 : lp_line_there(comparison, source, line));
		if (pair.after != LP_NO_INDEX && is_taken[pair.after])
			pair.after = LP_NO_INDEX;
		if (pair.after != LP_NO_INDEX)
			is_taken[pair.after] = true;
		comparison->lines[comparison->line_count++] = pair;
	}
	free(places);
	return LP_OK;
}

static enum lp_status pair_lines(struct lp_comparison *comparison)
{
	const struct lp_profile *const before = &comparison->before->sum;
	const struct lp_profile *const after = &comparison->after->sum;
	bool *const is_taken = (bool *)calloc(after->line_count + 1, sizeof(*is_taken));
	enum lp_status status = LP_OK;
	uint32_t line = 0;

	comparison->lines = (struct lp_pair *)calloc(before->line_count + after->line_count + 1,
						     sizeof(struct lp_pair));
	if (!is_taken || !comparison->lines)
		status = LP_MEMORY;
	for (uint32_t source = 0; status == LP_OK && source < before->source_count; source++) {
		const uint32_t first = line;

		while (line < before->line_count && before->lines[line].source == source)
			line++;
		status = pair_source(comparison, source, first, line, is_taken);
	}
	for (size_t i = 0; status == LP_OK && i < after->line_count; i++)
		if (!is_taken[i] && after->lines[i].flags & LP_LINE_CODE)
			comparison->lines[comparison->line_count++] =
			    (struct lp_pair){LP_NO_INDEX, (uint32_t)i};
	free(is_taken);
	return status;
}

enum lp_status lp_compare(struct lp_comparison *comparison, struct lp_side *before,
			  struct lp_side *after)
{
	const size_t source_count = before->sum.source_count;
	enum lp_status status = LP_MEMORY;

	memset(comparison, 0, sizeof(*comparison));
	comparison->before = before;
	comparison->after = after;
	comparison->sources = (uint32_t *)calloc(source_count + 1, sizeof(*comparison->sources));
	if (comparison->sources)
		status = lp_pair_sources(&before->sum, &after->sum, comparison->sources);
	if (status == LP_OK)
		status = lp_pair_texts(comparison);
	if (status == LP_OK)
		status = lp_pair_functions(comparison);
	return status == LP_OK ? pair_lines(comparison) : status;
}

void lp_comparison_free(struct lp_comparison *comparison)
{
	for (size_t i = 0; comparison->texts && i < comparison->before->sum.source_count; i++)
		free(comparison->texts[i].lines);
	free(comparison->functions);
	free(comparison->lines);
	free(comparison->sources);
	free(comparison->texts);
}

/* ---- changes ---- */

/* Runs of one side: of a number, their mean and the variance of that. */
struct mean {
	double seconds;
	double variance;
};

static double seconds_of(const struct lp_profile *profile, double ticks)
{
	return profile->info.ticks_per_second > 0 ? ticks / (double)profile->info.ticks_per_second
						  : 0;
}

/* What a time is of. */
enum subject {
	OF_WHOLE,
	OF_FUNCTION,
	OF_LINE,
};

/* A function of the sum, in one of its runs. */
static const struct lp_function *function_in_run(const struct lp_side_run *run, uint32_t function)
{
	const uint32_t index = run->functions[function];

	return index == LP_NO_INDEX ? NULL : &run->profile.functions[index];
}

/* The same of a line. */
static const struct lp_line *line_in_run(const struct lp_side_run *run,
					 const struct lp_line *of_sum)
{
	const uint32_t source = run->sources[of_sum->source];
	const uint32_t index =
	    source == LP_NO_INDEX ? LP_NO_INDEX : line_at(&run->profile, source, of_sum->line);

	return index == LP_NO_INDEX ? NULL : &run->profile.lines[index];
}

static double run_seconds(const struct lp_side *side, size_t number, enum subject subject,
			  uint32_t index)
{
	const struct lp_side_run *const run = &side->runs[number];
	const struct lp_function *const function =
	    subject == OF_FUNCTION ? function_in_run(run, index) : NULL;
	const struct lp_line *const line =
	    subject == OF_LINE ? line_in_run(run, &side->sum.lines[index]) : NULL;

	if (subject == OF_WHOLE)
		return seconds_of(&run->profile, (double)run->profile.lifetime_ticks);
	return function ? seconds_of(&run->profile, (double)function->self_ticks)
	       : line   ? seconds_of(&run->profile, (double)line->self_ticks)
			: 0;
}

static struct mean mean_of_runs(const struct lp_side *side, enum subject subject, uint32_t index)
{
	const double count = (double)side->run_count;
	struct mean mean = {0, 0};
	double squares = 0;

	if (subject != OF_WHOLE && index == LP_NO_INDEX)
		return mean;
	for (size_t i = 0; i < side->run_count; i++)
		mean.seconds += run_seconds(side, i, subject, index) / count;
	for (size_t i = 0; i < side->run_count; i++) {
		const double off = run_seconds(side, i, subject, index) - mean.seconds;

		squares += off * off;
	}
	mean.variance = squares / (count - 1) / count;
	return mean;
}

/* 95 % of Student's t are within this many standard errors. */
static double student(size_t freedom)
{
	static const double table[] = {12.706, 4.303, 3.182, 2.776, 2.571,
				       2.447,  2.365, 2.306, 2.262, 2.228};
	const size_t count = sizeof(table) / sizeof(table[0]);

	return freedom - 1 < count ? table[freedom - 1] : freedom < 30 ? 2.1 : 2.0;
}

static struct lp_change change_of_runs(const struct lp_comparison *comparison, enum subject subject,
				       struct lp_pair pair)
{
	const struct mean left = mean_of_runs(comparison->before, subject, pair.before);
	const struct mean right = mean_of_runs(comparison->after, subject, pair.after);
	const size_t fewest = comparison->before->run_count < comparison->after->run_count
				  ? comparison->before->run_count
				  : comparison->after->run_count;

	return (struct lp_change){left.seconds, right.seconds,
				  student(fewest - 1) * sqrt(left.variance + right.variance)};
}

static double seconds_per_run(const struct lp_side *side, double ticks)
{
	return seconds_of(&side->sum, ticks) / (double)side->run_count;
}

/* What an independent sample stands for, per run: they tell nothing finer. */
static double one_sample(const struct lp_side *side)
{
	const double periods =
	    side->sum.sample_count > 0
		? (double)side->sum.sample_count / lp_profile_independent_samples(&side->sum)
		: 1;

	return periods * (double)side->sum.info.sample_period_ns / 1e9 / (double)side->run_count;
}

/* Adds a side's part of a change that rests on samples; without any, one run says nothing of how
 * far off it is. */
static double of_samples(const struct lp_side *side, uint64_t ticks, uint64_t samples,
			 double *interval)
{
	const double half =
	    side->sum.sample_count == 0
		? INFINITY
		: fmax(one_sample(side),
		       seconds_per_run(side, lp_profile_confidence_ticks(&side->sum, samples)));

	*interval = sqrt(*interval * *interval + half * half);
	return seconds_per_run(side, (double)ticks);
}

static bool has_runs(const struct lp_comparison *comparison)
{
	return comparison->before->runs && comparison->after->runs;
}

/* The whole rests on clocks: a single run says nothing of how far off it is. */
struct lp_change lp_compare_total(const struct lp_comparison *comparison)
{
	const struct lp_side *const before = comparison->before;
	const struct lp_side *const after = comparison->after;

	if (has_runs(comparison))
		return change_of_runs(comparison, OF_WHOLE,
				      (struct lp_pair){LP_NO_INDEX, LP_NO_INDEX});
	return (struct lp_change){seconds_per_run(before, (double)before->sum.lifetime_ticks),
				  seconds_per_run(after, (double)after->sum.lifetime_ticks), 0};
}

/* Whether the same binaries have no lines in all runs of both sides, mostly none. Samples in such
 * ones count for the callers, in other binaries, too. */
static bool are_as_readable(const struct lp_comparison *comparison)
{
	const uint64_t untimed = comparison->before->sum.untimed_objects;
	const struct lp_side *const sides[] = {comparison->before, comparison->after};

	for (size_t i = 0; i < 2; i++) {
		for (size_t run = 0; sides[i]->runs && run < sides[i]->run_count; run++)
			if (sides[i]->runs[run].profile.untimed_objects != untimed)
				return false;
		if (sides[i]->sum.untimed_objects != untimed)
			return false;
	}
	return true;
}

/* Whether its time is its own: without lines, inlined functions are their callers'. */
static bool is_timed(const struct lp_function *function)
{
	return (function->ncalls == 0 || function->flags & LP_FUNCTION_TIMED) &&
	       !(function->flags & LP_FUNCTION_HIDDEN);
}

/* The same, in every run of a side that has the function. */
static bool times_function(const struct lp_side *side, uint32_t index)
{
	if (index == LP_NO_INDEX)
		return true;
	for (size_t i = 0; side->runs && i < side->run_count; i++) {
		const struct lp_function *const function = function_in_run(&side->runs[i], index);

		if (function && !is_timed(function))
			return false;
	}
	return is_timed(&side->sum.functions[index]);
}

bool lp_compare_times_function(const struct lp_comparison *comparison, const struct lp_pair *pair)
{
	return are_as_readable(comparison) && times_function(comparison->before, pair->before) &&
	       times_function(comparison->after, pair->after);
}

/* What was not called took nothing: beside that any time is a change. */
static bool was_called(const struct lp_function *functions, uint32_t function)
{
	return function != LP_NO_INDEX && functions[function].ncalls > 0;
}

struct lp_change lp_compare_function(const struct lp_comparison *comparison,
				     const struct lp_pair *pair)
{
	const struct lp_function *const before = comparison->before->sum.functions;
	const struct lp_function *const after = comparison->after->sum.functions;
	struct lp_change change = {0, 0, 0};

	if (!lp_compare_times_function(comparison, pair))
		return change;
	if (has_runs(comparison))
		return change_of_runs(comparison, OF_FUNCTION, *pair);
	if (pair->before != LP_NO_INDEX)
		change.before = of_samples(comparison->before, before[pair->before].self_ticks,
					   before[pair->before].self_samples, &change.interval);
	if (pair->after != LP_NO_INDEX)
		change.after = of_samples(comparison->after, after[pair->after].self_ticks,
					  after[pair->after].self_samples, &change.interval);
	if (isinf(change.interval) &&
	    was_called(before, pair->before) != was_called(after, pair->after))
		change.interval = 0;
	return change;
}

/* Whether lines have times in every run of a side. */
static bool times_lines(const struct lp_side *side)
{
	for (size_t i = 0; side->runs && i < side->run_count; i++)
		if (!side->runs[i].profile.lines_are_timed)
			return false;
	return side->sum.lines_are_timed;
}

struct lp_change lp_compare_line(const struct lp_comparison *comparison, const struct lp_pair *pair)
{
	const struct lp_line *const before = comparison->before->sum.lines;
	const struct lp_line *const after = comparison->after->sum.lines;
	struct lp_change change = {0, 0, 0};

	if (!comparison->before->sum.lines_are_timed || !comparison->after->sum.lines_are_timed ||
	    !are_as_readable(comparison))
		return change;
	if (has_runs(comparison) && times_lines(comparison->before) &&
	    times_lines(comparison->after)) {
		change = change_of_runs(comparison, OF_LINE, *pair);
		change.interval = fmax(change.interval, hypot(one_sample(comparison->before),
							      one_sample(comparison->after)));
		return change;
	}
	if (pair->before != LP_NO_INDEX)
		change.before = of_samples(comparison->before, before[pair->before].self_ticks,
					   before[pair->before].self_samples, &change.interval);
	if (pair->after != LP_NO_INDEX)
		change.after = of_samples(comparison->after, after[pair->after].self_ticks,
					  after[pair->after].self_samples, &change.interval);
	return change;
}
