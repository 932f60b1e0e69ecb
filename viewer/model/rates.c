/* rates.c: what happened between two readings of the profile of a running program. */
#include "viewer/model/rates.h"

#include <stdlib.h>
#include <string.h>

/* A count that went down was taken back: the program was stopped, or a thread's row moved. */
static uint64_t growth(uint64_t before, uint64_t after)
{
	return after > before ? after - before : 0;
}

bool lp_rates_same_rows(const struct lp_profile *before, const struct lp_profile *after)
{
	if (before->object_count != after->object_count ||
	    before->source_count != after->source_count ||
	    before->function_count != after->function_count ||
	    before->line_count != after->line_count)
		return false;
	for (size_t i = 0; i < after->source_count; i++)
		if (before->sources[i].path_hash != after->sources[i].path_hash)
			return false;
	return true;
}

/* ---- what was what before ---- */

/* Readings of one run, as seen from the later one. */
struct pair {
	const struct lp_profile *before; /* NULL: there is none */
	const struct lp_profile *after;
	bool is_same;
	struct lp_map sources; /* index after to index before */
};

static bool begin_pair(struct pair *pair, const struct lp_profile *before,
		       const struct lp_profile *after)
{
	*pair = (struct pair){.before = before, .after = after};
	pair->is_same = before && lp_rates_same_rows(before, after);
	for (size_t i = 0; before && !pair->is_same && i < before->source_count; i++) {
		uint32_t *const place =
		    lp_map_at(&pair->sources,
			      lp_map_find(&after->source_numbers, before->sources[i].path_hash));

		if (!place)
			return false;
		*place = (uint32_t)i;
	}
	return true;
}

/* Libraries that are loaded later come behind what was there; NULL: it is new. */
static const struct lp_function *function_before(const struct pair *pair, size_t index)
{
	if (!pair->before || index >= pair->before->function_count ||
	    (!pair->is_same && strcmp(pair->before->functions[index].linkage_name,
				      pair->after->functions[index].linkage_name) != 0))
		return NULL;
	return &pair->before->functions[index];
}

static const struct lp_line *line_before(const struct pair *pair, size_t index)
{
	const struct lp_line *const line = &pair->after->lines[index];
	uint32_t source;
	size_t at;

	if (!pair->before)
		return NULL;
	if (pair->is_same)
		return &pair->before->lines[index];
	source = lp_map_find(&pair->sources, line->source);
	if (source == LP_MAP_NONE)
		return NULL;
	at = lp_line_find(pair->before, source, line->line);
	return at < pair->before->line_count && pair->before->lines[at].source == source &&
		       pair->before->lines[at].line == line->line
		   ? &pair->before->lines[at]
		   : NULL;
}

/* ---- differences ---- */

static void find_functions(struct lp_rates *rates, const struct pair *pair)
{
	static const struct lp_function nothing = {.ncalls = 0};
	uint64_t all = 0;

	for (size_t i = 0; i < pair->after->function_count; i++) {
		const struct lp_function *const now = &pair->after->functions[i];
		const struct lp_function *before = function_before(pair, i);

		if (!before)
			before = &nothing;
		rates->calls[i] = growth(before->ncalls, now->ncalls);
		rates->function_ticks[i] = growth(before->self_ticks, now->self_ticks);
		all += rates->function_ticks[i];
	}
	/* Later samples may take some time from where it was. */
	if (all > rates->ticks)
		rates->ticks = all;
}

static void find_lines(struct lp_rates *rates, const struct pair *pair)
{
	static const struct lp_line nothing = {.hits = 0};

	for (size_t i = 0; i < pair->after->line_count; i++) {
		const struct lp_line *const now = &pair->after->lines[i];
		const struct lp_line *before = line_before(pair, i);

		if (!before)
			before = &nothing;
		rates->hits[i] = growth(before->hits, now->hits);
		rates->line_ticks[i] = growth(before->self_ticks, now->self_ticks);
	}
}

static uint64_t *allocate(size_t count)
{
	return (uint64_t *)calloc(count + 1, sizeof(uint64_t));
}

enum lp_status lp_rates_find(struct lp_rates *rates, const struct lp_profile *before,
			     const struct lp_profile *after, double seconds)
{
	struct pair pair;
	bool worked = begin_pair(&pair, before, after);

	lp_rates_free(rates);
	rates->seconds = seconds;
	rates->samples = growth(before ? before->sample_count : 0, after->sample_count);
	rates->ticks = growth(before ? before->lifetime_ticks : 0, after->lifetime_ticks);
	rates->calls = allocate(after->function_count);
	rates->function_ticks = allocate(after->function_count);
	rates->hits = allocate(after->line_count);
	rates->line_ticks = allocate(after->line_count);
	worked =
	    worked && rates->calls && rates->function_ticks && rates->hits && rates->line_ticks;
	if (worked) {
		find_functions(rates, &pair);
		find_lines(rates, &pair);
	} else {
		lp_rates_free(rates);
	}
	lp_map_free(&pair.sources);
	return worked ? LP_OK : LP_MEMORY;
}

double lp_rates_per_second(const struct lp_rates *rates, uint64_t count)
{
	return rates->seconds > 0 ? (double)count / rates->seconds : 0;
}

double lp_rates_share_pct(const struct lp_rates *rates, uint64_t ticks)
{
	return rates->ticks > 0 ? 100 * (double)ticks / (double)rates->ticks : 0;
}

void lp_rates_free(struct lp_rates *rates)
{
	free(rates->calls);
	free(rates->hits);
	free(rates->function_ticks);
	free(rates->line_ticks);
	memset(rates, 0, sizeof(*rates));
}
