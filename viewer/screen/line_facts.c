/* line_facts.c: error bars, branches and loops of a line. */
#include "viewer/screen/line_facts.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/screen/numbers.h"

/* Solves the branches of the functions that the line is in, unless they are known. */
static enum lp_status know_branches(struct lp_line_facts *facts, const struct lp_profile *profile,
				    const struct lp_source_functions *functions, uint32_t line)
{
	size_t count;
	const size_t first = lp_source_functions_at(functions, profile, line, &count);
	enum lp_status status;
	bool *marks;

	if (facts->first == first + 1)
		return LP_OK;
	lp_branches_free(&facts->branches);
	facts->first = 0;
	marks = (bool *)calloc(profile->function_count + 1, sizeof(*marks));
	if (!marks)
		return LP_MEMORY;
	for (size_t i = 0; i < count; i++)
		marks[functions->numbers[first + i]] = true;
	status = lp_branches_find(&facts->branches, profile, marks);
	free(marks);
	if (status == LP_OK)
		facts->first = first + 1;
	return status;
}

static void put_time(const struct lp_context *context, const struct lp_line *line,
		     struct lp_pen *pen)
{
	const double share = lp_view_share_pct(context->view, line->self_ticks);
	const double error_pct =
	    lp_view_share_pct(context->view, 1) *
	    lp_profile_confidence_ticks(context->view->profile, line->self_samples);

	if (line->self_ticks > 0 && line->self_samples > 0)
		lp_pen_putf(pen, LP_STYLE_STATUS, "self %.1f ±%.1f %% (%llu sample%s)", share,
			    error_pct, (unsigned long long)line->self_samples,
			    line->self_samples == 1 ? "" : "s");
	else if (line->hits > 0)
		lp_pen_put(pen, LP_STYLE_STATUS,
			   context->view->profile->lines_are_timed ? "no sample fell on it"
								   : "no times of lines");
	else if (line->flags & LP_LINE_CODE)
		lp_pen_put(pen, LP_STYLE_STATUS, "never ran");
	if (line->total_ticks > line->self_ticks)
		lp_pen_putf(pen, LP_STYLE_STATUS, ", with calls %.1f %%",
			    lp_view_share_pct(context->view, line->total_ticks));
}

/* Finds the remarks and hints of the line's source, unless they are known. */
static enum lp_status know_remarks(struct lp_line_facts *facts, const struct lp_view *view,
				   uint32_t source)
{
	const struct lp_profile *const profile = view->profile;
	enum lp_status status;
	bool *marks;

	if (facts->has_remarks)
		return LP_OK;
	marks = (bool *)calloc(profile->line_count + 1, sizeof(*marks));
	if (!marks)
		return LP_MEMORY;
	for (size_t i = lp_line_find(profile, source, 0);
	     i < profile->line_count && profile->lines[i].source == source; i++)
		marks[i] = true;
	status = lp_remarks_find(&facts->remarks, profile, marks);
	if (status == LP_OK)
		status = lp_hints_find(&facts->hints, profile, marks, view->silenced_hints);
	facts->has_remarks = status == LP_OK;
	free(marks);
	return status;
}

static void put_hints(const struct lp_line_facts *facts, uint32_t line, struct lp_pen *pen)
{
	for (size_t i = 0; i < facts->hints.count; i++) {
		const struct lp_hint *const hint = &facts->hints.rows[i];

		if (hint->line != line)
			continue;
		lp_pen_putf(pen, LP_STYLE_STATUS, "; %s: ", hint->kind->name);
		lp_pen_put_foreign(pen, LP_STYLE_STATUS, hint->evidence, strlen(hint->evidence));
	}
}

/* A remark on the line, or on `loop` around it, which then says where that begins. */
static void put_remark(const struct lp_profile *profile, const struct lp_remark_row *row,
		       const struct lp_loop_row *loop, struct lp_pen *pen)
{
	static const char subject[] = "loop ";
	const size_t subject_bytes = sizeof(subject) - 1;
	char *const text = lp_remark_text(profile, row);
	const char *shown = text;

	if (!text)
		return;
	lp_pen_put(pen, LP_STYLE_STATUS, "; ");
	if (loop) {
		lp_pen_putf(pen, LP_STYLE_STATUS, "loop at %u: ", loop->line);
		if (strncmp(text, subject, subject_bytes) == 0)
			shown += subject_bytes;
	}
	lp_pen_put_foreign(pen, LP_STYLE_STATUS, shown, strlen(shown));
	free(text);
}

/* What the optimiser did not do comes first: there may be no room for all. Whether there was
 * anything to tell. */
static bool put_remarks(const struct lp_line_facts *facts, const struct lp_profile *profile,
			uint32_t line, bool is_missed, struct lp_pen *pen)
{
	bool is_told = false;

	for (size_t i = 0; i < facts->remarks.count; i++) {
		const struct lp_remark_row *const row = &facts->remarks.rows[i];

		if (row->line != line || lp_remark_is_missed(row->said->kind) != is_missed)
			continue;
		put_remark(profile, row, NULL, pen);
		is_told = true;
	}
	return is_told;
}

static bool is_missed_of_loop(const struct lp_remark_row *row, const struct lp_loop_row *loop)
{
	return row->line == loop->line && lp_remark_is_missed(row->said->kind) &&
	       lp_remark_kind_of(row->said->kind)->about == LP_REMARK_ABOUT_LOOP;
}

static bool has_missed(const struct lp_remarks *remarks, const struct lp_loop_row *loop)
{
	for (size_t i = 0; i < remarks->count; i++)
		if (is_missed_of_loop(&remarks->rows[i], loop))
			return true;
	return false;
}

/* The optimiser's remarks on a loop stand at its first line, the time is mostly further down:
 * tells what was missed of the innermost loop around the line of which anything was. */
static void put_loop_remarks(const struct lp_line_facts *facts, const struct lp_profile *profile,
			     const struct lp_line *line, struct lp_pen *pen)
{
	const struct lp_branches *const branches = &facts->branches;
	const struct lp_loop_row *around = NULL;

	for (size_t i = 0; i < branches->loop_count; i++) {
		const struct lp_loop_row *const loop = &branches->loops[i];

		if (loop->source == line->source && loop->line < line->line &&
		    line->line <= loop->last_line && has_missed(&facts->remarks, loop))
			around = loop;
	}
	for (size_t i = 0; around && i < facts->remarks.count; i++)
		if (is_missed_of_loop(&facts->remarks.rows[i], around))
			put_remark(profile, &facts->remarks.rows[i], around, pen);
}

static void put_wait(const struct lp_view *view, const struct lp_line *line, struct lp_pen *pen)
{
	char time[32];

	if (line->wait_ticks == 0)
		return;
	lp_format_time(time, sizeof(time), lp_view_seconds(view, line->wait_ticks), 0);
	lp_pen_putf(pen, LP_STYLE_STATUS, "; waited %s", time);
}

/* What the line had a GPU do. */
static void put_gpu(const struct lp_context *context, const struct lp_line *line,
		    struct lp_pen *pen)
{
	const struct lp_gpu_line *const gpu =
	    lp_gpu_line_find(&context->view->profile->gpu, line->source, line->line);
	char time[32], bytes[32];

	if (!gpu)
		return;
	if (gpu->launches > 0)
		lp_pen_putf(pen, LP_STYLE_STATUS, "; %llu launches",
			    (unsigned long long)gpu->launches);
	if (gpu->kernel_ns > 0) {
		lp_format_time(time, sizeof(time), (double)gpu->kernel_ns / 1e9, 0);
		lp_pen_putf(pen, LP_STYLE_STATUS, "; kernels %s", time);
	}
	if (gpu->copy_ns > 0) {
		lp_format_time(time, sizeof(time), (double)gpu->copy_ns / 1e9, 0);
		lp_format_count(bytes, sizeof(bytes), 6, gpu->copy_bytes);
		lp_pen_putf(pen, LP_STYLE_STATUS, "; copied %s bytes in %s", bytes, time);
	}
	if (gpu->wait_ticks > 0) {
		lp_format_time(time, sizeof(time), lp_view_seconds(context->view, gpu->wait_ticks),
			       0);
		lp_pen_putf(pen, LP_STYLE_STATUS, "; waited %s for it", time);
	}
}

static void format_way(char *out, size_t size, const struct lp_branch_row *row,
		       const struct lp_way *way)
{
	lp_format_share(out, size, 100 * (double)way->count / (double)row->executions);
}

/* A branch: how often it is taken; where there are more than two ways, how often each. Macros can
 * put many on a line: only the first says of how many. */
static void put_branch(const struct lp_branches *branches, const struct lp_branch_row *row,
		       size_t before, struct lp_pen *pen)
{
	const struct lp_way *const ways = &branches->ways[row->first_way];
	char share[32];

	lp_pen_put(pen, LP_STYLE_STATUS, before > 0 ? ", " : "; branch ");
	for (uint32_t i = 0; row->way_count > 2 && i < row->way_count; i++) {
		format_way(share, sizeof(share), row, &ways[i]);
		lp_pen_putf(pen, LP_STYLE_STATUS, "%sto %u %s %%", i > 0 ? ", " : "", ways[i].line,
			    share);
	}
	if (row->way_count == 2) {
		format_way(share, sizeof(share), row, &ways[0]);
		lp_pen_putf(pen, LP_STYLE_STATUS, "%s%s %%", before > 0 ? "" : "taken ", share);
	}
	if (before == 0)
		lp_pen_putf(pen, LP_STYLE_STATUS, " of %llu", (unsigned long long)row->executions);
}

static void put_loop(const struct lp_loop_row *row, struct lp_pen *pen)
{
	if (row->entries > 0)
		lp_pen_putf(pen, LP_STYLE_STATUS, "; loop entered %llu times, %.1f rounds each",
			    (unsigned long long)row->entries,
			    (double)row->iterations / (double)row->entries);
}

void lp_line_facts_put(struct lp_line_facts *facts, const struct lp_context *context,
		       const struct lp_source_functions *functions, const struct lp_line *line,
		       struct lp_pen *pen)
{
	const struct lp_branches *const branches = &facts->branches;
	size_t before = 0;
	bool is_told;

	put_time(context, line, pen);
	put_wait(context->view, line, pen);
	put_gpu(context, line, pen);
	if (know_remarks(facts, context->view, line->source) != LP_OK)
		return;
	put_hints(facts, line->line, pen);
	is_told = put_remarks(facts, context->view->profile, line->line, true, pen);
	if (know_branches(facts, context->view->profile, functions, line->line) != LP_OK)
		return;
	if (!is_told)
		put_loop_remarks(facts, context->view->profile, line, pen);
	for (size_t i = 0; i < branches->loop_count; i++)
		if (branches->loops[i].source == line->source &&
		    branches->loops[i].line == line->line)
			put_loop(&branches->loops[i], pen);
	for (size_t i = 0; i < branches->row_count; i++)
		if (branches->rows[i].source == line->source &&
		    branches->rows[i].line == line->line && branches->rows[i].executions > 0)
			put_branch(branches, &branches->rows[i], before++, pen);
	put_remarks(facts, context->view->profile, line->line, false, pen);
}

void lp_line_facts_free(struct lp_line_facts *facts)
{
	lp_branches_free(&facts->branches);
	lp_remarks_free(&facts->remarks);
	lp_hints_free(&facts->hints);
	facts->has_remarks = false;
	facts->first = 0;
}
