/* side.c: opens the runs of a side, and finds what the sum has in each of them. */
#include "viewer/model/side.h"

#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/steps.h"

/* The source of a profile as the sum numbers it. */
static uint32_t source_in(const struct lp_profile *sum, const struct lp_profile *profile,
			  size_t source)
{
	return lp_map_find(&sum->source_numbers, profile->sources[source].path_hash);
}

/* What makes a function one, in all profiles of the same code. */
static uint64_t function_key(const struct lp_profile *sum, const struct lp_profile *profile,
			     const struct lp_function *function)
{
	const uint64_t place[] = {source_in(sum, profile, function->source), function->line,
				  function->flags & LP_FUNCTION_LOCAL};
	const char *const name = function->linkage_name;

	return lp_hash_more(lp_function_key(LP_NO_INDEX, name, strlen(name)), place, sizeof(place));
}

static bool find_functions(struct lp_side_run *run, const struct lp_profile *sum)
{
	struct lp_map numbers = {0};
	bool worked = true;

	run->functions = (uint32_t *)calloc(sum->function_count + 1, sizeof(*run->functions));
	for (uint32_t i = 0; i < run->profile.function_count && worked; i++) {
		uint32_t *const number = lp_map_at(
		    &numbers, function_key(sum, &run->profile, &run->profile.functions[i]));

		worked = number != NULL;
		if (number)
			*number = i;
	}
	for (size_t i = 0; i < sum->function_count && worked && run->functions; i++)
		run->functions[i] =
		    lp_map_find(&numbers, function_key(sum, sum, &sum->functions[i]));
	lp_map_free(&numbers);
	return worked && run->functions;
}

static bool find_sources(struct lp_side_run *run, const struct lp_profile *sum)
{
	run->sources = (uint32_t *)malloc((sum->source_count + 1) * sizeof(*run->sources));
	if (!run->sources)
		return false;
	for (size_t i = 0; i < sum->source_count; i++)
		run->sources[i] = LP_NO_INDEX;
	for (uint32_t i = 0; i < run->profile.source_count; i++) {
		const uint32_t number = source_in(sum, &run->profile, i);

		if (number != LP_MAP_NONE)
			run->sources[number] = i;
	}
	return true;
}

static enum lp_status open_runs(struct lp_side *side, const char *const *paths,
				struct lp_open_failure *failure)
{
	enum lp_status status = LP_OK;

	side->runs = (struct lp_side_run *)calloc(side->run_count, sizeof(*side->runs));
	if (!side->runs)
		return LP_MEMORY;
	for (size_t i = 0; i < side->run_count && status == LP_OK; i++) {
		struct lp_side_run *const run = &side->runs[i];

		status =
		    lp_profile_open_all(&run->profile, &paths[i], 1, side->texts.paths, failure);
		failure->which = i;
		if (status != LP_OK)
			memset(&run->profile, 0, sizeof(run->profile));
		else if (!find_functions(run, &side->sum) || !find_sources(run, &side->sum))
			status = LP_MEMORY;
	}
	return status;
}

static void close_runs(struct lp_side *side)
{
	for (size_t i = 0; side->runs && i < side->run_count; i++) {
		if (side->runs[i].profile.data)
			lp_profile_free(&side->runs[i].profile);
		free(side->runs[i].functions);
		free(side->runs[i].sources);
	}
	free(side->runs);
	side->runs = NULL;
}

/* What a process did, as far as is known: of which programs it is, in whatever order they were
 * merged, and whether it went on from its parent's state. Programs that the sum does not tell apart
 * are copies of one. */
static uint64_t kind_of(const struct lp_side *side, const struct lp_profile *run)
{
	uint64_t kind = run->info.flags & LP_INFO_FORKED ? 1 : 0;

	if (side->sum.program_count == 0)
		return kind;
	if (run->program_count == 0)
		return kind + lp_hash(run->program, strlen(run->program));
	for (size_t i = 0; i < run->program_count; i++)
		kind += lp_hash(run->programs[i], strlen(run->programs[i]));
	return kind;
}

/* How many profiles of the kind of number `of` there are. */
static size_t count_alike(const struct lp_side *side, size_t of)
{
	const uint64_t kind = kind_of(side, &side->runs[of].profile);
	size_t count = 0;

	for (size_t i = 0; i < side->run_count; i++)
		count += kind_of(side, &side->runs[i].profile) == kind;
	return count;
}

/* So many times all of a side was run: each kind of process is there a multiple of times. */
static size_t count_repeats(const struct lp_side *side)
{
	size_t repeats = side->run_count;

	for (size_t i = 0; i < side->run_count; i++) {
		size_t rest = count_alike(side, i);

		while (rest > 0) { /* Euclid's algorithm */
			const size_t next = repeats % rest;

			repeats = rest;
			rest = next;
		}
	}
	return repeats;
}

enum lp_status lp_side_open(struct lp_side *side, const char *const *paths, size_t count,
			    const struct lp_source_paths *source_paths,
			    struct lp_open_failure *failure)
{
	enum lp_status status;
	size_t repeats;

	memset(side, 0, sizeof(*side));
	side->run_count = count;
	side->processes = 1;
	status = lp_profile_open_all(&side->sum, paths, count, source_paths, failure);
	if (status != LP_OK)
		return status;
	side->is_open = true;
	side->texts.profile = &side->sum;
	side->texts.paths = source_paths;
	if (count == 1)
		return LP_OK;
	status = open_runs(side, paths, failure);
	if (status != LP_OK)
		return status;
	repeats = count_repeats(side);
	side->processes = count / repeats;
	if (side->processes > 1) {
		close_runs(side);
		side->run_count = repeats;
	}
	return LP_OK;
}

void lp_side_close(struct lp_side *side)
{
	close_runs(side);
	if (side->is_open) {
		lp_source_texts_free(&side->texts);
		lp_profile_free(&side->sum);
	}
}
