/* hint_code.c: hints on what is in the code of a line or loop. */
#include <stdio.h>

#include "viewer/model/hinting.h"
#include "viewer/model/mean.h"

/* ---- how often facts of a line's code are executed ---- */

/* Whether a branch or loop is on the line, or one leads to several things that are on it: then not
 * all that is on it is executed at each of its hits. */
static bool has_choice(const struct lp_branches *branches, const struct lp_line *line)
{
	for (size_t i = 0; i < branches->loop_count; i++)
		if (branches->loops[i].source == line->source &&
		    branches->loops[i].line == line->line)
			return true;
	for (size_t i = 0; i < branches->row_count; i++) {
		const struct lp_branch_row *const row = &branches->rows[i];
		uint32_t ways_here = 0;

		if (row->source != line->source)
			continue;
		for (uint32_t k = 0; k < row->way_count; k++)
			ways_here += branches->ways[row->first_way + k].line == line->line;
		if (row->line == line->line || ways_here > 1)
			return true;
	}
	return false;
}

/* Whether a lambda begins on a line of another function, whose hits the line's are, too. */
static bool has_lambda(const struct lp_profile *profile, const struct lp_line *line)
{
	bool begins = false, goes_on = false;

	for (size_t i = 0; i < profile->function_count; i++) {
		const struct lp_function *const function = &profile->functions[i];

		if (function->source != line->source)
			continue;
		begins |= function->line == line->line;
		goes_on |= function->line < line->line && line->line <= function->end_line;
	}
	return begins && goes_on;
}

static bool is_at_each_hit(const struct lp_hinting *hinting, const struct lp_line *line)
{
	return !has_choice(&hinting->branches, line) && !has_lambda(hinting->profile, line);
}

/* Whether a loop that came round goes over the line. */
static bool is_in_loop(const struct lp_hinting *hinting, const struct lp_line *line)
{
	for (size_t i = 0; i < hinting->branches.loop_count; i++) {
		const struct lp_loop_row *const loop = &hinting->branches.loops[i];

		if (loop->source == line->source && loop->line <= line->line &&
		    line->line <= loop->last_line && loop->iterations >= LP_HINT_LEAST_TIMES)
			return true;
	}
	return false;
}

/* ---- divisions, roots, allocations ---- */

/* A line, and the remarks on it: from `first` to behind the last one, `end`. Starts as all
 * zeros. */
struct facts {
	const struct lp_line *line;
	size_t first;
	size_t end;
};

/* Moves to the next hot line with remarks; false at the end. */
static bool next_hot_line(const struct lp_hinting *hinting, struct facts *facts)
{
	const struct lp_remark_row *const rows = hinting->remarks.rows;
	const size_t count = hinting->remarks.count;

	while (facts->end < count) {
		const struct lp_remark_row *const row = &rows[facts->end];
		const struct lp_line *const line = lp_hinting_line(hinting, row->source, row->line);

		facts->line = line;
		facts->first = facts->end;
		while (facts->end < count && rows[facts->end].source == row->source &&
		       rows[facts->end].line == row->line)
			facts->end++;
		if (line && line->hits >= LP_HINT_LEAST_TIMES &&
		    lp_hinting_is_hot(hinting, line->self_ticks, line->self_samples))
			return true;
	}
	return false;
}

#define KIND(name) (UINT32_C(1) << LP_REMARK_##name)

/* Whether a remark is of one of the `kinds`, and one of the `bits` is known of it. */
static bool is_known(const struct lp_remark_row *row, uint32_t kinds, uint64_t bits)
{
	return kinds & UINT32_C(1) << row->said->kind && row->value & bits;
}

/* What such facts say, each kind once: "integer division, floating-point division". */
static void list_facts(const struct lp_hinting *hinting, const struct facts *facts, uint32_t kinds,
		       uint64_t bits, char *text, size_t size)
{
	uint32_t last = 0;
	size_t used = 0;

	*text = '\0';
	for (size_t i = facts->first; i < facts->end; i++) {
		const struct lp_remark_row *const row = &hinting->remarks.rows[i];

		if (!is_known(row, kinds, bits) || row->said->kind == last || used >= size)
			continue;
		last = row->said->kind;
		used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "",
					 lp_remark_kind_of(last)->text);
	}
}

/* Whether the line calls code that is not counted more than now and then. Some of that may be
 * inlined, and sqrt() be an instruction: only the time tells. */
static bool calls_out(const struct lp_profile *profile, const struct lp_line *line)
{
	uint64_t count = 0;

	for (size_t i = 0; i < profile->call_site_count; i++) {
		const struct lp_call_site *const site = &profile->call_sites[i];

		if (site->line == line->line && site->source == line->source && site->is_direct &&
		    site->callee == LP_NO_INDEX)
			count += site->count;
	}
	return count > line->hits / LP_HINT_SELDOM_PART;
}

/* Whether what the line calls takes most of its time. */
static bool is_time_of_others(const struct lp_profile *profile, const struct lp_line *line)
{
	return lp_hinting_ps_each(profile, line->self_ticks, line->hits) > LP_HINT_MOST_FACT_PS &&
	       calls_out(profile, line);
}

/* A line has one hint for all facts of such kinds. */
static enum lp_status hint_facts(struct lp_hinting *hinting, uint32_t kinds)
{
	struct facts facts = {0};
	enum lp_status status = LP_OK;
	char text[96];

	while (status == LP_OK && next_hot_line(hinting, &facts)) {
		const uint64_t own =
		    is_at_each_hit(hinting, facts.line) ? LP_REMARK_OWN_CODE : 0;

		list_facts(hinting, &facts, kinds, LP_REMARK_EACH_ROUND | own, text, sizeof(text));
		if (*text && !is_time_of_others(hinting->profile, facts.line))
			status = lp_hinting_add(hinting, lp_hint_of(facts.line), "%s", text);
	}
	return status;
}

enum lp_status lp_hint_divisions(struct lp_hinting *hinting)
{
	return hint_facts(hinting, KIND(DIVISION) | KIND(FLOAT_DIVISION));
}

enum lp_status lp_hint_square_roots(struct lp_hinting *hinting)
{
	return hint_facts(hinting, KIND(SQUARE_ROOT));
}

static bool allocates(const struct lp_hinting *hinting, const struct facts *facts, uint64_t bit)
{
	for (size_t i = facts->first; i < facts->end; i++)
		if (is_known(&hinting->remarks.rows[i], KIND(ALLOCATION), bit))
			return true;
	return false;
}

enum lp_status lp_hint_allocations(struct lp_hinting *hinting)
{
	struct facts facts = {0};
	enum lp_status status = LP_OK;

	while (status == LP_OK && next_hot_line(hinting, &facts)) {
		if (allocates(hinting, &facts, LP_REMARK_EACH_ROUND))
			status = lp_hinting_add(hinting, lp_hint_of(facts.line),
						"allocation in each round of a loop");
		else if (allocates(hinting, &facts, LP_REMARK_OWN_CODE) &&
			 is_in_loop(hinting, facts.line) && is_at_each_hit(hinting, facts.line))
			status = lp_hinting_add(hinting, lp_hint_of(facts.line),
						"allocation in a loop");
	}
	return status;
}

/* ---- loops ---- */

/* Vectors of several widths: the hint is about the narrowest. */
static bool is_narrowest(const struct lp_hinting *hinting, const struct lp_remark_row *row)
{
	const struct lp_remark_row *const other =
	    lp_hinting_loop(hinting, row->source, row->line, LP_REMARK_VECTORISED);

	return !other || other == row || row->line != other->line;
}

enum lp_status lp_hint_short_loops(struct lp_hinting *hinting)
{
	enum lp_status status = LP_OK;

	for (size_t i = 0; i < hinting->remarks.count && status == LP_OK; i++) {
		const struct lp_remark_row *const row = &hinting->remarks.rows[i];
		char trips[LP_MEAN_BYTES];

		if (row->said->kind != LP_REMARK_VECTORISED || row->entries < LP_HINT_LEAST_TIMES ||
		    (double)row->iterations >= (double)row->said->value * (double)row->entries ||
		    !lp_hinting_is_hot(hinting, row->self_ticks, row->self_samples) ||
		    !is_narrowest(hinting, row))
			continue;
		lp_mean_format(trips, sizeof(trips), row->iterations, row->entries);
		status = lp_hinting_add(hinting,
					(struct lp_hint){.source = row->source,
							 .line = row->line,
							 .ticks = row->self_ticks,
							 .samples = row->self_samples,
							 .hits = row->hits},
					"loop of %s trips on average, vectorised for %llu at a time",
					trips, (unsigned long long)row->said->value);
	}
	return status;
}
