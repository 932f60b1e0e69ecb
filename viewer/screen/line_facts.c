/* line_facts.c: error bars, branches and loops of a line. */
#include "viewer/screen/line_facts.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/counted_share.h"
#include "viewer/screen/line_columns.h"
#include "viewer/screen/numbers.h"

/* Where facts are written to, one behind the other. */
struct writer {
	FILE *out; /* borrowed */
	const char *separator;
	bool has_any;
};

static void begin_fact(struct writer *writer)
{
	if (writer->has_any)
		fputs(writer->separator, writer->out);
	writer->has_any = true;
}

static void put_fact(struct writer *writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put_fact(struct writer *writer, const char *format, ...)
{
	va_list values;

	begin_fact(writer);
	va_start(values, format);
	vfprintf(writer->out, format, values);
	va_end(values);
}

/* A part of a function's time, if it is one that can be seen. */
static void put_part(const struct lp_view *view, const char *what, uint64_t ticks,
		     struct writer *writer)
{
	const double share = lp_view_share_pct(view, ticks);

	if (share >= 0.05)
		put_fact(writer, "%s %.1f %%", what, share);
}

/* On the line of its name: where the time of the function is that none of its lines has. */
static void put_function(const struct lp_view *view, const struct lp_source_code *code,
			 uint32_t line, struct writer *writer)
{
	uint64_t wait_ticks = 0;
	uint64_t unplaced_ticks = 0;
	size_t count;
	const uint32_t *const numbers = lp_source_code_begins(code, view->profile, line, &count);

	for (size_t i = 0; i < count; i++) {
		wait_ticks += view->profile->functions[numbers[i]].wait_ticks;
		unplaced_ticks += view->profile->functions[numbers[i]].unplaced_ticks;
	}
	put_part(view, "in the kernel or waiting", wait_ticks, writer);
	put_part(view, "on lines not known", unplaced_ticks, writer);
}

static void put_time(const struct lp_context *context, const struct lp_line *line,
		     struct writer *writer)
{
	char self[80];

	lp_line_format_sure(context, line, self, sizeof(self));
	if (*self)
		put_fact(writer, "%s", self);
	else if (line->hits > 0)
		put_fact(writer, context->view->profile->lines_are_timed ? "no sample fell on it"
									 : "no times of lines");
	else if (line->flags & LP_LINE_CODE)
		put_fact(writer, "never ran");
	if (line->total_ticks > line->self_ticks)
		fprintf(writer->out, ", with calls %.1f %%",
			lp_view_share_pct(context->view, line->total_ticks));
}

/* Solves the branches of the functions with code on the lines that `marks` has. */
static enum lp_status know_branches(struct lp_line_facts *facts, const struct lp_profile *profile,
				    const bool *marks)
{
	bool *const functions = (bool *)calloc(profile->function_count + 1, sizeof(*functions));
	enum lp_status status;

	if (!functions)
		return LP_MEMORY;
	lp_lines_mark_functions(profile, marks, functions);
	status = lp_branches_find(&facts->branches, profile, functions);
	free(functions);
	return status;
}

/* Finds what is known of the line's source, unless it has. */
static enum lp_status know_source(struct lp_line_facts *facts, const struct lp_view *view,
				  uint32_t source)
{
	const struct lp_profile *const profile = view->profile;
	enum lp_status status;
	bool *marks;

	if (facts->are_known)
		return LP_OK;
	lp_line_facts_free(facts);
	marks = (bool *)calloc(profile->line_count + 1, sizeof(*marks));
	if (!marks)
		return LP_MEMORY;
	for (size_t i = lp_line_find(profile, source, 0);
	     i < profile->line_count && profile->lines[i].source == source; i++)
		marks[i] = true;
	status = lp_remarks_find(&facts->remarks, profile, marks);
	if (status == LP_OK)
		status = lp_hints_find(&facts->hints, profile, marks, view->silenced_hints);
	if (status == LP_OK)
		status = know_branches(facts, profile, marks);
	facts->are_known = status == LP_OK;
	free(marks);
	return status;
}

static void put_hints(const struct lp_line_facts *facts, uint32_t line, struct writer *writer)
{
	for (size_t i = 0; i < facts->hints.count; i++) {
		const struct lp_hint *const hint = &facts->hints.rows[i];

		if (hint->line == line)
			put_fact(writer, "%s: %s: hint: %s", hint->kind->name, hint->evidence,
				 hint->kind->advice);
	}
}

/* Whether a hint on the line rests on it, and says so. */
static bool is_evidence(const struct lp_line_facts *facts, uint32_t line, const char *text)
{
	for (size_t i = 0; i < facts->hints.count; i++)
		if (facts->hints.rows[i].line == line &&
		    strstr(facts->hints.rows[i].evidence, text))
			return true;
	return false;
}

/* A remark on the line, unless a hint has said it, or on `loop` around it, which then says where
 * that begins. */
static void put_remark(const struct lp_line_facts *facts, const struct lp_profile *profile,
		       const struct lp_remark_row *row, const struct lp_loop_row *loop,
		       struct writer *writer)
{
	static const char subject[] = "loop ";
	const size_t subject_bytes = sizeof(subject) - 1;
	char *const text = lp_remark_text(profile, row);
	const char *shown = text;

	if (!text)
		return;
	if (!loop && is_evidence(facts, row->line, text)) {
		free(text);
		return;
	}
	begin_fact(writer);
	if (loop) {
		fprintf(writer->out, "loop at %u: ", loop->line);
		if (strncmp(text, subject, subject_bytes) == 0)
			shown += subject_bytes;
	}
	fputs(shown, writer->out);
	free(text);
}

/* What the optimiser did not do comes first: there may be no room for all. Whether there was
 * anything to tell. */
static bool put_remarks(const struct lp_line_facts *facts, const struct lp_profile *profile,
			uint32_t line, bool is_missed, struct writer *writer)
{
	bool is_told = false;

	for (size_t i = 0; i < facts->remarks.count; i++) {
		const struct lp_remark_row *const row = &facts->remarks.rows[i];

		if (row->line != line || lp_remark_is_missed(row->said->kind) != is_missed)
			continue;
		put_remark(facts, profile, row, NULL, writer);
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
			     const struct lp_line *line, struct writer *writer)
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
			put_remark(facts, profile, &facts->remarks.rows[i], around, writer);
}

static void put_wait(const struct lp_view *view, const struct lp_line *line, struct writer *writer)
{
	char time[32];

	if (line->wait_ticks == 0)
		return;
	lp_format_time(time, sizeof(time), lp_view_seconds(view, line->wait_ticks), 0);
	put_fact(writer, "waited %s", time);
}

/* What the line had a GPU do. */
static void put_gpu(const struct lp_context *context, const struct lp_line *line,
		    struct writer *writer)
{
	const struct lp_gpu_line *const gpu =
	    lp_gpu_line_find(&context->view->profile->gpu, line->source, line->line);
	char time[32], bytes[32];

	if (!gpu)
		return;
	if (gpu->launches > 0)
		put_fact(writer, "%llu launches", (unsigned long long)gpu->launches);
	if (gpu->kernel_ns > 0) {
		lp_format_time(time, sizeof(time), (double)gpu->kernel_ns / 1e9, 0);
		put_fact(writer, "kernels %s", time);
	}
	if (gpu->copy_ns > 0) {
		lp_format_time(time, sizeof(time), (double)gpu->copy_ns / 1e9, 0);
		lp_format_count(bytes, sizeof(bytes), 6, gpu->copy_bytes);
		put_fact(writer, "copied %s bytes in %s", bytes, time);
	}
	if (gpu->wait_ticks > 0) {
		lp_format_time(time, sizeof(time), lp_view_seconds(context->view, gpu->wait_ticks),
			       0);
		put_fact(writer, "waited %s for it", time);
	}
}

static void format_way(char *out, size_t size, const struct lp_branch_row *row,
		       const struct lp_way *way)
{
	lp_format_counted_share(out, size, way->count, row->executions);
}

static void put_target(const struct lp_profile *profile, const struct lp_way *way,
		       struct writer *writer)
{
	if (way->line > 0)
		fprintf(writer->out, "to %u", way->line);
	else if (way->other_line > 0)
		fprintf(writer->out, "to %s:%u", profile->sources[way->other_source].shown,
			way->other_line);
	else
		fputs("elsewhere", writer->out);
}

/* A branch: how often it is taken; where there are more than two ways, how often each. Macros can
 * put many on a line: only the first of a function says of how many, the others `go_on`. */
static void put_branch(const struct lp_profile *profile, const struct lp_branches *branches,
		       const struct lp_branch_row *row, bool goes_on, struct writer *writer)
{
	const struct lp_way *const ways = &branches->ways[row->first_way];
	char share[32];

	if (!goes_on)
		begin_fact(writer);
	fputs(goes_on ? ", " : "branch ", writer->out);
	for (uint32_t i = 0; row->way_count > 2 && i < row->way_count; i++) {
		format_way(share, sizeof(share), row, &ways[i]);
		fputs(i > 0 ? ", " : "", writer->out);
		put_target(profile, &ways[i], writer);
		fprintf(writer->out, " %s %%", share);
	}
	if (row->way_count == 2) {
		format_way(share, sizeof(share), row, &ways[0]);
		fprintf(writer->out, "%s%s %%", goes_on ? "" : "taken ", share);
	}
	if (!goes_on)
		fprintf(writer->out, " of %llu", (unsigned long long)row->executions);
}

static void put_loop(const struct lp_loop_row *row, struct writer *writer)
{
	if (row->entries == 1)
		put_fact(writer, "loop entered once, %llu round%s",
			 (unsigned long long)row->iterations, row->iterations == 1 ? "" : "s");
	else if (row->entries > 0)
		put_fact(writer, "loop entered %llu times, %.1f rounds each",
			 (unsigned long long)row->entries,
			 (double)row->iterations / (double)row->entries);
}

static void put_branches(const struct lp_profile *profile, const struct lp_branches *branches,
			 const struct lp_line *line, struct writer *writer)
{
	const struct lp_branch_row *before = NULL;

	for (size_t i = 0; i < branches->row_count; i++) {
		const struct lp_branch_row *const row = &branches->rows[i];

		if (row->source != line->source || row->line != line->line || row->executions == 0)
			continue;
		put_branch(profile, branches, row, before && before->function == row->function,
			   writer);
		before = row;
	}
}

/* What is known of `line` besides its time. */
static void put_rest(struct lp_line_facts *facts, const struct lp_context *context,
		     const struct lp_line *line, struct writer *writer)
{
	const struct lp_branches *const branches = &facts->branches;

	if (know_source(facts, context->view, line->source) != LP_OK)
		return;
	put_hints(facts, line->line, writer);
	if (!put_remarks(facts, context->view->profile, line->line, true, writer))
		put_loop_remarks(facts, context->view->profile, line, writer);
	for (size_t i = 0; i < branches->loop_count; i++)
		if (branches->loops[i].source == line->source &&
		    branches->loops[i].line == line->line)
			put_loop(&branches->loops[i], writer);
	put_branches(context->view->profile, branches, line, writer);
	put_remarks(facts, context->view->profile, line->line, false, writer);
}

void lp_line_facts_write(struct lp_line_facts *facts, const struct lp_context *context,
			 const struct lp_source_code *code, uint32_t source, uint32_t line,
			 const char *separator, FILE *out)
{
	const struct lp_profile *const profile = context->view->profile;
	const size_t index = lp_line_find(profile, source, line);
	const struct lp_line *const at = &profile->lines[index];
	struct writer writer = {.out = out, .separator = separator};

	put_function(context->view, code, line, &writer);
	if (index == profile->line_count || at->source != source || at->line != line)
		return;
	put_time(context, at, &writer);
	put_wait(context->view, at, &writer);
	put_gpu(context, at, &writer);
	put_rest(facts, context, at, &writer);
}

void lp_line_facts_free(struct lp_line_facts *facts)
{
	lp_branches_free(&facts->branches);
	lp_remarks_free(&facts->remarks);
	lp_hints_free(&facts->hints);
	facts->are_known = false;
}
