/* hint_flow.c: hints on where control goes from a line: branches, calls through pointers. */
#include "viewer/model/hinting.h"

/* What a hit of the line takes, in picoseconds. */
static double ps_per_hit(const struct lp_profile *profile, const struct lp_line *line)
{
	return line->hits > 0 ? (double)line->self_ticks * 1e12 /
				    (double)profile->info.ticks_per_second / (double)line->hits
			      : 0;
}

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

/* The line of a branch that is worth a hint; else NULL. In a vectorised loop there are no
 * branches any more. */
static const struct lp_line *line_of_branch(const struct lp_hinting *hinting,
					    const struct lp_branch_row *row)
{
	const struct lp_line *line;

	if (!is_balanced(&hinting->branches, row))
		return NULL;
	line = lp_hinting_line(hinting, row->source, row->line);
	return line && lp_hinting_is_hot(hinting, line->self_ticks, line->self_samples) &&
		       ps_per_hit(hinting->profile, line) >= LP_HINT_LEAST_BRANCH_PS &&
		       !lp_hinting_loop(hinting, row->source, row->line, LP_REMARK_VECTORISED)
		   ? line
		   : NULL;
}

enum lp_status lp_hint_branches(struct lp_hinting *hinting)
{
	const struct lp_branches *const branches = &hinting->branches;
	enum lp_status status = LP_OK;

	for (size_t i = 0; i < branches->row_count && status == LP_OK; i++) {
		const struct lp_branch_row *const row = &branches->rows[i];
		const struct lp_line *const line = line_of_branch(hinting, row);

		if (!line)
			continue;
		status = lp_hinting_add(
		    hinting, lp_hint_of(line), "taken %.1f %% of %llu times, %.1f ns a hit",
		    taken_pct(branches, row), (unsigned long long)row->executions,
		    ps_per_hit(hinting->profile, line) / 1000);
	}
	return status;
}

/* What the function called through pointers, if that was one function only, as far as samples
 * tell; NULL if it was several, or is not known. */
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
		       only->total_samples >= LP_HINT_LEAST_SAMPLES
		   ? only
		   : NULL;
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

/* Of functions that call through a pointer at one place: of several it is not known which
 * called whom. */
enum lp_status lp_hint_one_targets(struct lp_hinting *hinting)
{
	const struct lp_profile *const profile = hinting->profile;
	enum lp_status status = LP_OK;

	for (size_t i = 0; i < profile->call_site_count && status == LP_OK; i++) {
		const struct lp_call_site *const site = &profile->call_sites[i];
		const struct lp_line *const line = line_of_site(hinting, site);
		const struct lp_call_edge *const edge = line ? only_target(profile, site) : NULL;

		if (edge)
			status = lp_hinting_add(hinting, lp_hint_of_calls(line),
						"%llu calls through a pointer, by samples all of "
						"%.120s",
						(unsigned long long)site->count,
						profile->functions[edge->callee].name);
	}
	return status;
}
