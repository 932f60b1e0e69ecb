/* json_flow.c: branches, loops and the hits of threads as JSON. */
#include "viewer/export/json_flow.h"

#include <stdlib.h>

#include "viewer/model/branches.h"
#include "viewer/model/thread_hits.h"

/* So many lines have their hits by thread, as in lpview --threads. */
#define MOST_LINES 20

static void put_place(struct lp_json *json, uint32_t source, uint32_t line, uint32_t function,
		      uint32_t number)
{
	const struct lp_profile *const profile = json->profile;

	lp_json_file(json, source);
	lp_json_number(json, "line", line);
	lp_json_text(json, "function", profile->functions[function].name);
	lp_json_number(json, "number", number);
}

static void put_branch(struct lp_json *json, const struct lp_branches *branches,
		       const struct lp_branch_row *row)
{
	lp_json_open(json, NULL, '{');
	put_place(json, row->source, row->line, row->function, row->number);
	lp_json_number(json, "operand_line", row->operand_line);
	lp_json_number(json, "column", row->column);
	lp_json_number(json, "executions", row->executions);
	lp_json_open(json, "ways", '[');
	for (uint32_t i = 0; i < row->way_count; i++) {
		const struct lp_way *const way = &branches->ways[row->first_way + i];

		lp_json_open(json, NULL, '{');
		lp_json_number(json, "line", way->line);
		if (way->other_line > 0) {
			lp_json_text(json, "other_file",
				     json->profile->sources[way->other_source].path);
			lp_json_number(json, "other_line", way->other_line);
		}
		lp_json_bool(json, "leaves", way->leaves);
		lp_json_number(json, "count", way->count);
		lp_json_close(json, '}');
	}
	lp_json_close(json, ']');
	lp_json_close(json, '}');
}

static void put_loop(struct lp_json *json, const struct lp_branches *branches,
		     const struct lp_loop_row *row)
{
	const struct lp_branch_row *const branch =
	    row->branch != LP_NO_INDEX ? &branches->rows[row->branch] : NULL;

	lp_json_open(json, NULL, '{');
	put_place(json, row->source, row->line, row->function, row->number);
	lp_json_number(json, "operand_line", branch ? branch->operand_line : 0);
	lp_json_number(json, "column", branch ? branch->column : 0);
	lp_json_number(json, "entries", row->entries);
	lp_json_number(json, "iterations", row->iterations);
	lp_json_close(json, '}');
}

/* Finds those of the functions that have lines in the chosen files. */
static enum lp_status find(struct lp_branches *branches, const struct lp_view *view)
{
	const size_t function_count = view->profile->function_count;
	bool *const marks = (bool *)calloc(function_count + 1, sizeof(*marks));
	enum lp_status status = LP_MEMORY;
	struct lp_view wider = *view;
	uint32_t *numbers;
	size_t count;

	wider.shows_all = true;
	numbers = lp_view_functions_by_lines(&wider, &count);
	for (size_t i = 0; marks && numbers && i < count; i++)
		marks[numbers[i]] = true;
	if (marks && numbers)
		status = lp_branches_find(branches, view->profile, marks);
	free(numbers);
	free(marks);
	return status;
}

static bool is_chosen(const struct lp_view *view, uint32_t source)
{
	return lp_filter_has_file(view->filter, view->profile->sources[source].path);
}

enum lp_status lp_json_branches(struct lp_json *json, const struct lp_view *view)
{
	struct lp_branches branches = {0};
	const enum lp_status status = find(&branches, view);

	lp_json_open(json, "branches", '[');
	for (size_t i = 0; status == LP_OK && i < branches.row_count; i++)
		if (is_chosen(view, branches.rows[i].source))
			put_branch(json, &branches, &branches.rows[i]);
	lp_json_close(json, ']');
	lp_json_open(json, "loops", '[');
	for (size_t i = 0; status == LP_OK && i < branches.loop_count; i++)
		if (is_chosen(view, branches.loops[i].source))
			put_loop(json, &branches, &branches.loops[i]);
	lp_json_close(json, ']');
	lp_branches_free(&branches);
	return status;
}

static void put_line_hits(struct lp_json *json, const struct lp_line *line, const uint64_t *hits)
{
	const struct lp_profile *const profile = json->profile;

	lp_json_open(json, NULL, '{');
	lp_json_file(json, line->source);
	lp_json_number(json, "line", line->line);
	lp_json_open(json, "threads", '[');
	for (size_t i = 0; i < profile->thread_count; i++) {
		if (hits[i] == 0)
			continue;
		lp_json_open(json, NULL, '{');
		lp_json_number(json, "thread", profile->threads[i].thread->thread);
		lp_json_number(json, "hits", hits[i]);
		lp_json_close(json, '}');
	}
	lp_json_close(json, ']');
	lp_json_close(json, '}');
}

enum lp_status lp_json_thread_hits(struct lp_json *json, const struct lp_view *view)
{
	const struct lp_profile *const profile = view->profile;
	const bool has_several = lp_thread_hits_threads(profile) > 1;
	uint64_t *hits = NULL;
	size_t count = 0;
	uint32_t *const lines = lp_view_hot_lines(view, MOST_LINES, &count);
	const enum lp_status status =
	    lines ? lp_thread_hits_find(profile, lines, count, &hits) : LP_MEMORY;

	lp_json_open(json, "thread_hits", '[');
	for (size_t i = 0; status == LP_OK && has_several && i < count; i++)
		put_line_hits(json, &profile->lines[lines[i]], &hits[i * profile->thread_count]);
	lp_json_close(json, ']');
	free(hits);
	free(lines);
	return status;
}
