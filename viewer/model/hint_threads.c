/*
 * hint_threads.c: hints on lines that are dear in one thread and cheap in another.
 *
 * Where threads write to one cache line it goes to and fro between their processors, and each
 * write waits for it. A profile does not know addresses; but threads seldom pay the same: one
 * that runs on alone, as its work is more, pays nothing then. Where all pay the same, nothing tells
 * these waits from others.
 */
#include <stdlib.h>

#include "viewer/model/hinting.h"
#include "viewer/model/thread_hits.h"
#include "viewer/model/thread_samples.h"

/* What a line is in a thread. */
struct cost {
	const struct lp_thread *thread;
	double hits;
	double samples;
	double ps_per_sample;
};

/* The threads in which a hit of a line takes most and least. */
struct contrast {
	const struct lp_thread *dear;
	const struct lp_thread *cheap; /* NULL: there are no two to compare */
	double dear_ps;                /* a hit */
	double cheap_ps;
};

static double ps_per_hit(const struct cost *cost)
{
	return cost->samples * cost->ps_per_sample / cost->hits;
}

/* The samples that the line would have in the thread if a hit of it took so long. */
static double samples_expected(const struct cost *cost, double ps)
{
	return cost->hits * ps / cost->ps_per_sample;
}

/* What it takes differs with what is called. */
static bool has_calls(const struct lp_profile *profile, const struct lp_line *line)
{
	for (size_t i = 0; i < profile->call_site_count; i++)
		if (profile->call_sites[i].source == line->source &&
		    profile->call_sites[i].line == line->line && profile->call_sites[i].count > 0)
			return true;
	return false;
}

/* The threads of a run, from `*at` on, that tell something of the line; their number. `*at` goes
 * behind them. */
static size_t find_costs(const struct lp_profile *profile, uint32_t line, const uint64_t *hits,
			 uint32_t *at, struct cost *costs)
{
	const uint32_t run = profile->threads[*at].run;
	size_t count = 0;

	for (; *at < profile->thread_count && profile->threads[*at].run == run; ++*at) {
		const struct lp_thread_row *const row = &profile->threads[*at];

		if (row->thread->folded == 0 && row->samples > 0 &&
		    hits[*at] >= LP_HINT_LEAST_TIMES)
			costs[count++] = (struct cost){
			    row->thread, (double)hits[*at],
			    (double)lp_thread_samples_of(profile, *at, line),
			    (double)row->thread->cpu_ns * 1000 / (double)row->samples};
	}
	return count;
}

static const struct cost *dearest(const struct cost *costs, size_t count)
{
	const struct cost *dear = NULL;

	for (size_t i = 0; i < count; i++)
		if (costs[i].samples >= LP_HINT_THREAD_SAMPLES &&
		    (!dear || ps_per_hit(&costs[i]) > ps_per_hit(dear)))
			dear = &costs[i];
	return dear;
}

/* The cheapest of those in which so dear hits would have left samples; NULL: there is none. */
static const struct cost *cheapest(const struct cost *costs, size_t count, double dear_ps)
{
	const struct cost *cheap = NULL;

	for (size_t i = 0; i < count; i++)
		if (samples_expected(&costs[i], dear_ps) >= LP_HINT_THREAD_SAMPLES &&
		    (!cheap || ps_per_hit(&costs[i]) < ps_per_hit(cheap)))
			cheap = &costs[i];
	return cheap;
}

static struct contrast contrast_of(const struct cost *costs, size_t count)
{
	const struct cost *const dear = dearest(costs, count);
	const double dear_ps = dear ? ps_per_hit(dear) : 0;
	const struct cost *const cheap = cheapest(costs, count, dear_ps);

	return (struct contrast){dear ? dear->thread : NULL, cheap ? cheap->thread : NULL, dear_ps,
				 cheap ? ps_per_hit(cheap) : 0};
}

/* Whether it is worth a word. */
static bool is_large(const struct contrast *contrast)
{
	return contrast->dear_ps >= LP_HINT_THREAD_PS && contrast->cheap &&
	       contrast->dear_ps >= LP_HINT_THREAD_TIMES * contrast->cheap_ps;
}

/* Runs of a program do not wait for each other: of a sum each is looked at by itself, and the worst
 * one is told. */
static enum lp_status hint_line(struct lp_hinting *hinting, uint32_t line, const uint64_t *hits,
				struct cost *costs)
{
	const struct lp_profile *const profile = hinting->profile;
	struct contrast worst = {.dear_ps = 0};

	for (uint32_t at = 0; at < profile->thread_count;) {
		const size_t count = find_costs(profile, line, hits, &at, costs);
		const struct contrast contrast = contrast_of(costs, count);

		if (is_large(&contrast) && contrast.dear_ps > worst.dear_ps)
			worst = contrast;
	}
	if (worst.dear_ps == 0)
		return LP_OK;
	return lp_hinting_add(hinting, lp_hint_of(&profile->lines[line]),
			      "a hit takes %.1f ns in thread %u, %.1f ns in thread %u",
			      worst.dear_ps / 1000, worst.dear->tid, worst.cheap_ps / 1000,
			      worst.cheap->tid);
}

/* The lines to look at, none in a program of one thread; the caller frees them. NULL when out of
 * memory. */
static uint32_t *choose_lines(const struct lp_hinting *hinting, size_t *count)
{
	const struct lp_profile *const profile = hinting->profile;
	uint32_t *const lines = (uint32_t *)calloc(profile->line_count + 1, sizeof(*lines));

	if (lp_thread_hits_threads(profile) < 2)
		return lines;
	for (size_t i = 0; lines && i < profile->line_count; i++)
		if (hinting->marks[i] &&
		    lp_hinting_is_hot(hinting, lp_line_ran(&profile->lines[i]),
				      profile->lines[i].self_samples) &&
		    !has_calls(profile, &profile->lines[i]))
			lines[(*count)++] = (uint32_t)i;
	return lines;
}

enum lp_status lp_hint_false_sharing(struct lp_hinting *hinting)
{
	const struct lp_profile *const profile = hinting->profile;
	size_t line_count = 0;
	uint32_t *const lines = choose_lines(hinting, &line_count);
	struct cost *const costs = (struct cost *)calloc(profile->thread_count + 1, sizeof(*costs));
	uint64_t *hits = NULL;
	enum lp_status status = LP_MEMORY;

	if (lines && costs)
		status = LP_OK;
	if (status == LP_OK && line_count > 0)
		status = lp_thread_hits_find(profile, lines, line_count, &hits);
	for (size_t i = 0; i < line_count && status == LP_OK; i++)
		status = hint_line(hinting, lines[i], &hits[i * profile->thread_count], costs);
	free(hits);
	free(costs);
	free(lines);
	return status;
}
