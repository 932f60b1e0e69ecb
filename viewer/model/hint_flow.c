/* hint_flow.c: hints on where control goes from a line: branches, calls through pointers. */
#include "viewer/model/hinting.h"

/* How many of a hundred times it is taken. */
static double taken_pct(const struct lp_branches *branches, const struct lp_branch_row *row)
{
	return 100.0 * (double)branches->ways[row->first_way].count / (double)row->executions;
}

/* Whether it goes both ways about as often. */
static bool is_balanced(const struct lp_branches *branches, const struct lp_branch_row *row)
{
	return row->way_count == 2 && row->executions >= LP_HINT_LEAST_TIMES &&
	       taken_pct(branches, row) >= LP_HINT_LEAST_TAKEN_PCT &&
	       taken_pct(branches, row) <= LP_HINT_MOST_TAKEN_PCT;
}

static bool is_among(const struct lp_way *ways, uint32_t count, uint32_t line)
{
	for (uint32_t i = 0; i < count; i++)
		if (ways[i].line == line)
			return true;
	return false;
}

/* How much of the line's time is due to control that came this way. */
static double share_of(const struct lp_way *way, const struct lp_line *line)
{
	return line->hits > way->count ? (double)way->count / (double)line->hits : 1;
}

/* Adds the lines that the branch leads to: a processor that guessed wrong is seen waiting at the
 * branch or at what it goes on with, each kind in its own way. Not where there is more to do;
 * false then. */
static bool add_ways(const struct lp_hinting *hinting, const struct lp_branch_row *row,
		     struct lp_hint *hint)
{
	const struct lp_way *const ways = &hinting->branches.ways[row->first_way];
	double ticks = 0, samples = 0;

	for (uint32_t i = 0; i < row->way_count; i++) {
		const struct lp_line *line;

		if (ways[i].line == row->line || is_among(ways, i, ways[i].line))
			continue;
		line = lp_hinting_line(hinting, row->source, ways[i].line);
		if (line) {
			ticks += (double)lp_line_ran(line) * share_of(&ways[i], line);
			samples += (double)line->self_samples * share_of(&ways[i], line);
		}
	}
	if (ticks == 0 ||
	    lp_hinting_ps_each(hinting->profile, (uint64_t)ticks, row->executions) >
		LP_HINT_MOST_BRANCH_PS ||
	    (double)hint->ticks * 100 < ((double)hint->ticks + ticks) * LP_HINT_LEAST_OWN_PCT)
		return false;
	hint->ticks += (uint64_t)ticks;
	hint->samples += (uint64_t)samples;
	return true;
}

/* Whether the branch may be what ends a loop, which no advice on branches is for. */
static bool may_end_loop(const struct lp_branches *branches, const struct lp_branch_row *row)
{
	for (size_t i = 0; i < branches->loop_count; i++)
		if (branches->loops[i].source == row->source &&
		    branches->loops[i].line == row->line)
			return true;
	return false;
}

/* Adds a hint if the branch is worth one. In a vectorised loop there are no branches any more. */
static enum lp_status add_branch(struct lp_hinting *hinting, const struct lp_branch_row *row)
{
	const struct lp_line *line;
	struct lp_hint hint;
	double ps;
	bool has_ways;

	if (!is_balanced(&hinting->branches, row) || may_end_loop(&hinting->branches, row) ||
	    lp_hinting_loop(hinting, row->source, row->line, LP_REMARK_VECTORISED))
		return LP_OK;
	line = lp_hinting_line(hinting, row->source, row->line);
	if (!line)
		return LP_OK;
	hint = lp_hint_of(line);
	has_ways = add_ways(hinting, row, &hint);
	/* Of a line with several branches, each has all of the time: by the most of them. */
	ps = lp_hinting_ps_each(hinting->profile, hint.ticks,
				line->hits > row->executions ? line->hits : row->executions);
	if (!lp_hinting_is_hot(hinting, hint.ticks, hint.samples) || ps < LP_HINT_LEAST_BRANCH_PS ||
	    ps > LP_HINT_MOST_BRANCH_PS)
		return LP_OK;
	return lp_hinting_add(hinting, hint, "taken %.1f %% of %llu times, %.1f ns each%s",
			      taken_pct(&hinting->branches, row),
			      (unsigned long long)row->executions, ps / 1000,
			      has_ways ? " with where it leads" : "");
}

enum lp_status lp_hint_branches(struct lp_hinting *hinting)
{
	const struct lp_branches *const branches = &hinting->branches;
	enum lp_status status = LP_OK;

	for (size_t i = 0; i < branches->row_count && status == LP_OK; i++)
		status = add_branch(hinting, &branches->rows[i]);
	return status;
}

/* Whether the function calls through pointers nowhere else. */
static bool is_only_pointer(const struct lp_profile *profile, const struct lp_call_site *site)
{
	const struct lp_function *const caller = &profile->functions[site->caller];

	for (uint32_t i = 0; i < caller->site_count; i++) {
		const struct lp_call_site *const other =
		    &profile->call_sites[caller->first_site + i];

		if (other != site && !other->is_direct && other->count > 0)
			return false;
	}
	return true;
}

/* What the function called through its only pointer, if that was one function only, as far as
 * samples tell; NULL if it was several, or is not known. */
static const struct lp_call_edge *only_target(const struct lp_profile *profile,
					      const struct lp_call_site *site)
{
	const struct lp_call_edge *only = NULL;

	for (size_t i = 0; i < profile->call_edge_count; i++) {
		const struct lp_call_edge *const edge = &profile->call_edges[i];

		if (edge->caller != site->caller || edge->callee == LP_NO_INDEX ||
		    !(edge->flags & LP_CALL_ESTIMATED))
			continue;
		if (only)
			return NULL;
		only = edge;
	}
	return only && only->ncalls == site->count && !(only->flags & LP_CALL_GUESSED) &&
		       lp_hinting_is_known(profile, only->total_samples)
		   ? only
		   : NULL;
}

/* Whether a call site on the line of `site` names the function. */
static bool is_named_there(const struct lp_profile *profile, const struct lp_call_site *site,
			   uint32_t function)
{
	const struct lp_function *const caller = &profile->functions[site->caller];

	for (uint32_t i = 0; i < caller->site_count; i++) {
		const struct lp_call_site *const other =
		    &profile->call_sites[caller->first_site + i];

		if (other->is_direct && other->callee == function && other->source == site->source &&
		    other->line == site->line)
			return true;
	}
	return false;
}

/* Whether samples saw the function anywhere but below the line of `site`. */
static bool is_called_elsewhere(const struct lp_profile *profile, const struct lp_call_site *site,
				size_t line, uint32_t function)
{
	for (size_t i = 0; i < profile->call_path_count; i++) {
		const struct lp_call_path *const path = &profile->call_paths[i];
		const struct lp_call_path *const from =
		    path->parent == LP_NO_INDEX ? NULL : &profile->call_paths[path->parent];

		if (path->function == function &&
		    (!from || from->function != site->caller || from->line != line))
			return true;
	}
	return false;
}

/* The function that samples saw called from the line of a call through a pointer, and from no
 * other; LP_NO_INDEX if that was none, or several. */
static uint32_t target_on_line(const struct lp_profile *profile, const struct lp_call_site *site)
{
	const size_t line = lp_line_find(profile, site->source, site->line);
	uint32_t target = LP_NO_INDEX;

	for (size_t i = 0; i < profile->call_path_count; i++) {
		const struct lp_call_path *const path = &profile->call_paths[i];
		const struct lp_call_path *const from =
		    path->parent == LP_NO_INDEX ? NULL : &profile->call_paths[path->parent];

		if (!from || from->function != site->caller || from->line != line ||
		    path->function == LP_NO_INDEX || path->function == target ||
		    is_named_there(profile, site, path->function))
			continue;
		if (target != LP_NO_INDEX)
			return LP_NO_INDEX;
		target = path->function;
	}
	return target == LP_NO_INDEX || is_called_elsewhere(profile, site, line, target)
		   ? LP_NO_INDEX
		   : target;
}

/* How often a function was called other than by call sites that name it. */
static uint64_t calls_without_name(const struct lp_profile *profile, uint32_t function)
{
	uint64_t rest = profile->functions[function].ncalls;

	for (size_t i = 0; i < profile->call_site_count; i++) {
		const struct lp_call_site *const site = &profile->call_sites[i];

		if (site->is_direct && site->callee == function)
			rest -= site->count < rest ? site->count : rest;
	}
	return rest;
}

/* The same where the function calls through several pointers: by the line, if no other place
 * called the target through one. */
static const struct lp_call_edge *only_target_of_line(const struct lp_profile *profile,
						      const struct lp_call_site *site)
{
	const uint32_t target = target_on_line(profile, site);

	if (target == LP_NO_INDEX || calls_without_name(profile, target) != site->count)
		return NULL;
	for (size_t i = 0; i < profile->call_edge_count; i++) {
		const struct lp_call_edge *const edge = &profile->call_edges[i];

		if (edge->caller == site->caller && edge->callee == target)
			return lp_hinting_is_known(profile, edge->total_samples) ? edge : NULL;
	}
	return NULL;
}

/* The line of a call through a pointer that is worth a look; else NULL. */
static const struct lp_line *line_of_site(const struct lp_hinting *hinting,
					  const struct lp_call_site *site)
{
	const struct lp_function *const caller = &hinting->profile->functions[site->caller];
	const struct lp_line *line;

	if (site->is_direct || site->count < LP_HINT_LEAST_TIMES ||
	    !lp_hinting_is_hot(hinting, caller->total_ticks, caller->total_samples))
		return NULL;
	line = lp_hinting_line(hinting, site->source, site->line);
	return line && lp_hinting_is_hot(hinting, line->total_ticks, line->total_samples) ? line
											  : NULL;
}

/* Whether a direct call, and what could be inlined then, would be felt. */
static bool is_cheap(const struct lp_profile *profile, const struct lp_call_edge *edge,
		     const struct lp_call_site *site)
{
	return lp_hinting_ps_each(profile, edge->total_ticks, site->count) <=
	       LP_HINT_MOST_TARGET_PS;
}

enum lp_status lp_hint_one_targets(struct lp_hinting *hinting)
{
	const struct lp_profile *const profile = hinting->profile;
	enum lp_status status = LP_OK;

	for (size_t i = 0; i < profile->call_site_count && status == LP_OK; i++) {
		const struct lp_call_site *const site = &profile->call_sites[i];
		const struct lp_line *const line = line_of_site(hinting, site);
		const struct lp_call_edge *const edge = !line ? NULL
							: is_only_pointer(profile, site)
							    ? only_target(profile, site)
							    : only_target_of_line(profile, site);

		if (edge && is_cheap(profile, edge, site))
			status = lp_hinting_add(hinting, lp_hint_of_calls(line),
						"%llu calls through a pointer, by samples all of "
						"%.120s",
						(unsigned long long)site->count,
						profile->functions[edge->callee].name);
	}
	return status;
}
