/* annotate.c: the source of each function, with hits and times beside it. */
#include <stdlib.h>
#include <string.h>

#include "viewer/model/own_lines.h"
#include "viewer/model/shared_calls.h"
#include "viewer/report/columns.h"
#include "viewer/report/reports.h"
#include "viewer/report/text.h"

/* Functions with the same source: instances of a template are shown as one. */
struct block {
	uint32_t function; /* the one that reaches furthest: the first in the order of the view */
	uint32_t first;    /* of all, in that order */
	uint32_t last;
	uint32_t instances;
	uint64_t ncalls;
	uint64_t primitive_calls;
	uint64_t self_ticks;
	uint64_t total_ticks;
	uint64_t longest_ticks; /* the most that one of them took */
	uint64_t wait_ticks;
	uint64_t unplaced_ticks;
	size_t rank;
};

/* Without filters, so many functions are shown. */
#define MOST_FUNCTIONS 20

struct annotation {
	const struct lp_view *view;
	struct lp_columns columns;
	struct block *blocks;
	size_t block_count;
	uint32_t *next; /* by function, the next one of its block; LP_NO_INDEX */
};

/* ---- blocks ---- */

static void add_to_block(struct block *block, const struct lp_profile *profile, uint32_t number)
{
	const struct lp_function *const function = &profile->functions[number];

	if (lp_view_reaches_further(profile, number, block->function))
		block->function = number;
	block->instances++;
	block->ncalls += function->ncalls;
	block->primitive_calls += function->primitive_calls;
	block->self_ticks += function->self_ticks;
	block->total_ticks += function->total_ticks;
	if (function->total_ticks > block->longest_ticks)
		block->longest_ticks = function->total_ticks;
	block->wait_ticks += function->wait_ticks;
	block->unplaced_ticks += function->unplaced_ticks;
}

/* Takes out what instances that call each other have more than once. */
static enum lp_status take_out_shared(struct annotation *annotation, const uint32_t *block_of)
{
	uint64_t *const shared = (uint64_t *)calloc(annotation->block_count + 1, sizeof(*shared));

	if (!shared || lp_shared_calls_find(annotation->view->profile, block_of, shared) != LP_OK) {
		free(shared);
		return LP_MEMORY;
	}
	for (size_t i = 0; i < annotation->block_count; i++) {
		struct block *const block = &annotation->blocks[i];
		const uint64_t most = block->total_ticks - block->longest_ticks;

		block->total_ticks -= shared[i] < most ? shared[i] : most;
	}
	free(shared);
	return LP_OK;
}

/* Makes the blocks, and fills in which block each of the functions is in. */
static enum lp_status gather_blocks(struct annotation *annotation, const uint32_t *numbers,
				    size_t count, uint32_t *block_of)
{
	const struct lp_profile *const profile = annotation->view->profile;
	struct lp_map places = {0};

	for (size_t i = 0; i < count; i++) {
		const struct lp_function *const function = &profile->functions[numbers[i]];
		uint32_t *const place =
		    lp_map_at(&places, (uint64_t)function->source << 32 | function->line);

		if (!place) {
			lp_map_free(&places);
			return LP_MEMORY;
		}
		if (*place == LP_MAP_NONE) {
			*place = (uint32_t)annotation->block_count;
			annotation->blocks[*place] =
			    (struct block){.function = numbers[i],
					   .first = numbers[i],
					   .last = numbers[i],
					   .rank = annotation->block_count++};
		}
		annotation->next[annotation->blocks[*place].last] = numbers[i];
		annotation->next[numbers[i]] = LP_NO_INDEX;
		annotation->blocks[*place].last = numbers[i];
		add_to_block(&annotation->blocks[*place], profile, numbers[i]);
		block_of[numbers[i]] = *place;
	}
	lp_map_free(&places);
	return LP_OK;
}

static enum lp_status make_blocks(struct annotation *annotation, const uint32_t *numbers,
				  size_t count)
{
	const size_t functions = annotation->view->profile->function_count;
	uint32_t *const block_of = (uint32_t *)malloc((functions + 1) * sizeof(*block_of));
	enum lp_status status = LP_MEMORY;

	annotation->blocks = (struct block *)calloc(count + 1, sizeof(*annotation->blocks));
	annotation->next = (uint32_t *)calloc(functions + 1, sizeof(*annotation->next));
	for (size_t i = 0; block_of && i < functions; i++)
		block_of[i] = LP_NO_INDEX;
	if (block_of && annotation->blocks && annotation->next)
		status = gather_blocks(annotation, numbers, count, block_of);
	if (status == LP_OK)
		status = take_out_shared(annotation, block_of);
	free(block_of);
	return status;
}

/* By their time together; else as their first instances are sorted. */
static int by_self_time(const void *left, const void *right)
{
	const struct block *const a = (const struct block *)left;
	const struct block *const b = (const struct block *)right;

	if (a->self_ticks != b->self_ticks)
		return a->self_ticks < b->self_ticks ? 1 : -1;
	return (a->rank > b->rank) - (a->rank < b->rank);
}

static bool is_sorted_by_time(const struct lp_sort_order *order)
{
	return order->count > 0 && order->keys[0]->compare == lp_sort_key_find("time", 4)->compare;
}

/* ---- rows ---- */

static void put_row(const struct annotation *annotation, const struct lp_cells *cells,
		    const struct lp_source_text *text)
{
	const struct lp_view *const view = annotation->view;
	size_t size;
	const char *const line = lp_source_line(text, cells->line, &size);

	lp_columns_put(view, &annotation->columns, cells, size > 0);
	if (size > 0)
		lp_text_put_source(view->out, line, size, annotation->columns.text_width);
	fputc('\n', view->out);
}

/* A row below the lines, for time that none of them has. */
static void put_time_row(const struct annotation *annotation, uint64_t ticks, const char *what)
{
	const struct lp_view *const view = annotation->view;
	const struct lp_cells cells = {.total_ticks = ticks, .self_ticks = ticks};

	if (ticks == 0)
		return;
	lp_columns_put(view, &annotation->columns, &cells, true);
	fprintf(view->out, "%s\n", what);
}

/* Whether -z leaves the row out. The head of the functions stays, and what it says. */
static bool is_skipped(const struct lp_view *view, const struct lp_own_lines *own,
		       const struct lp_cells *cells)
{
	return view->skips_zero && cells->line != own->line && cells->hits == 0 &&
	       cells->total_ticks == 0;
}

/* The functions' own source, from their head on. */
static void put_lines(const struct annotation *annotation, const struct lp_own_lines *own,
		      const struct lp_source_text *text)
{
	const struct lp_view *const view = annotation->view;
	uint32_t before = own->line;
	bool is_gap = false;

	for (uint32_t number = own->line; number > 0;
	     number = lp_own_lines_next(own, number, text->line_count)) {
		const struct lp_line *const line = lp_own_lines_find(own, own->source, number);
		const struct lp_cells cells =
		    line ? lp_cells_of(view->profile, line) : (struct lp_cells){.line = number};

		is_gap |= number > before + 1 && number <= text->line_count;
		before = number;
		if (is_skipped(view, own, &cells)) {
			is_gap = true;
			continue;
		}
		if (is_gap)
			fprintf(view->out, "%*s\n", annotation->columns.widths[0], "...");
		is_gap = false;
		put_row(annotation, &cells, text);
	}
}

/* What of them stands elsewhere. `takes_all`: of files that are not wanted, too. */
static enum lp_status put_other_lines(const struct annotation *annotation,
				      const struct lp_own_lines *own, bool takes_all)
{
	const struct lp_view *const view = annotation->view;
	const struct lp_profile *const profile = view->profile;
	uint32_t source = own->source;

	for (size_t i = 0; i < own->count; i++) {
		const struct lp_line *const line = &own->rows[i];
		const struct lp_cells cells = lp_cells_of(profile, line);
		const struct lp_source_text *text;

		if (!lp_own_lines_is_elsewhere(own, line) ||
		    (!takes_all &&
		     !lp_filter_has_file(view->filter, profile->sources[line->source].path)))
			continue;
		text = lp_source_texts_at(view->texts, line->source);
		if (!text)
			return LP_MEMORY;
		if (line->source != source) {
			lp_report_put_from(view, line->source);
			source = line->source;
		}
		put_row(annotation, &cells, text);
	}
	return LP_OK;
}

/* ---- heads ---- */

static void put_calls(FILE *out, const struct block *block)
{
	fprintf(out, "called %llu", (unsigned long long)block->ncalls);
	if (block->primitive_calls != block->ncalls)
		fprintf(out, "/%llu", (unsigned long long)block->primitive_calls);
	fprintf(out, " time%s\n", block->ncalls == 1 ? "" : "s");
}

/* The file as it was compiled; where else it was found, and what is wrong with it. */
static void put_file(const struct lp_view *view, const struct lp_source *source,
		     const struct lp_source_text *text)
{
	const char *const trouble = lp_source_trouble(text);

	fputs("File: ", view->out);
	lp_text_put_string(view->out, source->shown);
	if (text->path && strcmp(text->path, source->path) != 0) {
		fputs(" (here: ", view->out);
		lp_text_put_path(view->out, text->path);
		fputc(')', view->out);
	}
	if (text->state == LP_SOURCE_CHANGED)
		fputs(" (changed since it was compiled)", view->out);
	else if (text->state == LP_SOURCE_MISSING && !trouble)
		fputs(" (not found)", view->out);
	else if (text->state == LP_SOURCE_MISSING)
		fprintf(view->out, " (cannot be read: %s)", trouble);
}

static void put_name(const struct lp_view *view, const struct block *block)
{
	lp_text_put_string(view->out, view->profile->functions[block->function].brief);
	if (block->instances > 1)
		fprintf(view->out, " and %u more of its source", block->instances - 1);
}

/* As in the table of functions: of those calls that its clock knows. */
static const char *part_mark(const struct lp_function *function)
{
	return function->flags & LP_FUNCTION_TIMED ? "" : ">";
}

static void put_head(const struct lp_view *view, const struct block *block,
		     const struct lp_source_text *text)
{
	const struct lp_function *const function = &view->profile->functions[block->function];

	if (lp_function_has_time(function))
		fprintf(view->out, "Total time: %s%.6f s, own time: %s%.6f s (%.1f %%)\n",
			part_mark(function), lp_view_seconds(view, block->total_ticks),
			part_mark(function), lp_view_seconds(view, block->self_ticks),
			lp_view_share_pct(view, block->self_ticks));
	else
		fputs("Total time: -\n", view->out);
	put_file(view, &view->profile->sources[function->source], text);
	fputs("\nFunction: ", view->out);
	put_name(view, block);
	fprintf(view->out, " at line %u, ", function->line);
	put_calls(view->out, block);
}

static enum lp_status find_own_lines(const struct annotation *annotation, const struct block *block,
				     struct lp_own_lines *own)
{
	const struct lp_profile *const profile = annotation->view->profile;
	enum lp_status status = LP_OK;

	for (uint32_t i = block->first; i != LP_NO_INDEX && status == LP_OK;
	     i = annotation->next[i])
		status = lp_own_lines_add(own, profile, i);
	lp_own_lines_finish(own, profile);
	return status;
}

static enum lp_status put_rows(const struct annotation *annotation, const struct block *block,
			       const struct lp_own_lines *own, const struct lp_source_text *text)
{
	const struct lp_view *const view = annotation->view;
	const bool is_wanted =
	    lp_filter_has_file(view->filter, view->profile->sources[own->source].path);
	enum lp_status status;

	lp_columns_put_titles(view, &annotation->columns, "Line Contents");
	if (is_wanted)
		put_lines(annotation, own, text);
	status = put_other_lines(annotation, own, is_wanted);
	put_time_row(annotation, block->wait_ticks, "(in the kernel or waiting)");
	put_time_row(annotation, block->unplaced_ticks, "(on lines not known)");
	fputc('\n', view->out);
	return status;
}

static enum lp_status put_block(const struct annotation *annotation, const struct block *block)
{
	const struct lp_view *const view = annotation->view;
	const struct lp_function *const function = &view->profile->functions[block->function];
	const struct lp_source_text *const text = lp_source_texts_at(view->texts, function->source);
	struct lp_own_lines own = {.rows = NULL};
	enum lp_status status = text ? find_own_lines(annotation, block, &own) : LP_MEMORY;

	if (status == LP_OK) {
		put_head(view, block, text);
		fputc('\n', view->out);
		status = put_rows(annotation, block, &own, text);
	}
	lp_own_lines_free(&own);
	return status;
}

/* What is not shown, and how to see it. */
static void put_rest(const struct annotation *annotation, size_t shown, size_t functions)
{
	const struct lp_view *const view = annotation->view;
	const size_t hidden = view->profile->function_count - functions;
	const size_t more = annotation->block_count - shown;
	uint64_t ticks = 0;

	for (size_t i = shown; i < annotation->block_count; i++)
		ticks += annotation->blocks[i].self_ticks;
	if (more > 0)
		fprintf(view->out,
			"%zu more function%s ran, with %.1f %% of the time (--limit=N, "
			"--function=RE or --all shows %s)\n",
			more, more == 1 ? "" : "s", lp_view_share_pct(view, ticks),
			more == 1 ? "it" : "them");
	if (hidden > 0 && view->filter->function_count + view->filter->file_count == 0)
		fprintf(view->out, "%zu function%s never ran (--all shows %s)\n", hidden,
			hidden == 1 ? "" : "s", hidden == 1 ? "it" : "them");
}

static int by_total_time(const void *left, const void *right)
{
	const struct block *const a = (const struct block *)left;
	const struct block *const b = (const struct block *)right;

	if (a->total_ticks != b->total_ticks)
		return a->total_ticks < b->total_ticks ? -1 : 1;
	return (a->rank < b->rank) - (a->rank > b->rank);
}

/* Their total times, as line_profiler has them: the longest last, where one looks. */
static void put_summary(const struct annotation *annotation, size_t shown)
{
	const struct lp_view *const view = annotation->view;

	qsort(annotation->blocks, shown, sizeof(*annotation->blocks), by_total_time);
	for (size_t i = 0; i < shown; i++) {
		const struct block *const block = &annotation->blocks[i];
		const struct lp_function *const function =
		    &view->profile->functions[block->function];
		char total[32] = "-";

		if (lp_function_has_time(function))
			snprintf(total, sizeof(total), "%s%.2f", part_mark(function),
				 lp_view_seconds(view, block->total_ticks));
		fprintf(view->out, "%6s seconds - ", total);
		lp_text_put_string(view->out, view->profile->sources[function->source].shown);
		fprintf(view->out, ":%u - ", function->line);
		put_name(view, block);
		fputc('\n', view->out);
	}
	if (shown > 0)
		fputc('\n', view->out);
}

/* Each instance's is one of the block's names. */
static enum lp_status block_names(const void *data, uint32_t row, size_t which, char **name)
{
	const struct annotation *const annotation = (const struct annotation *)data;
	uint32_t at = annotation->blocks[row].first;

	*name = NULL;
	while (which-- > 0 && at != LP_NO_INDEX)
		at = annotation->next[at];
	if (at == LP_NO_INDEX)
		return LP_OK;
	*name = lp_view_function_name(annotation->view, at);
	return *name ? LP_OK : LP_MEMORY;
}

/* Brings those that the restrictions let through to the front; `*shown` is their
 * number. */
static enum lp_status choose_blocks(struct annotation *annotation, size_t *shown)
{
	const size_t count = annotation->block_count;
	const struct lp_filter *const filter = annotation->view->filter;
	uint32_t *const rows = (uint32_t *)calloc(count + 1, sizeof(*rows));
	enum lp_status status = LP_MEMORY;

	for (size_t i = 0; rows && i < count; i++)
		rows[i] = (uint32_t)i;
	*shown = count;
	if (rows)
		status = lp_filter_restrict_any(annotation->view->filter, rows, shown, block_names,
						annotation);
	/* They are in order, so each comes from behind its new place. */
	for (size_t i = 0; status == LP_OK && i < *shown; i++) {
		const struct block chosen = annotation->blocks[rows[i]];

		memmove(&annotation->blocks[i + 1], &annotation->blocks[i],
			(rows[i] - i) * sizeof(chosen));
		annotation->blocks[i] = chosen;
	}
	if (!lp_filter_is_set(filter) && !annotation->view->shows_all && *shown > MOST_FUNCTIONS)
		*shown = MOST_FUNCTIONS;
	free(rows);
	return status;
}

static enum lp_status put_all(struct annotation *annotation, const uint32_t *numbers, size_t count)
{
	const struct lp_view *const view = annotation->view;
	enum lp_status status = make_blocks(annotation, numbers, count);
	size_t shown = 0;

	if (status == LP_OK && is_sorted_by_time(&view->order))
		qsort(annotation->blocks, annotation->block_count, sizeof(*annotation->blocks),
		      by_self_time);
	if (status == LP_OK)
		status = choose_blocks(annotation, &shown);
	annotation->columns = lp_columns_fit(view, LP_COLUMNS_SOURCE);
	fprintf(view->out, "Timer unit: %g s\n\n", view->unit_seconds);
	for (size_t i = 0; i < shown && status == LP_OK; i++)
		status = put_block(annotation, &annotation->blocks[i]);
	if (view->is_summarized && status == LP_OK)
		put_summary(annotation, shown);
	if (shown == 0 && status == LP_OK)
		fputs("no function to show\n", view->out);
	put_rest(annotation, shown, count);
	return status;
}

enum lp_status lp_report_annotate(const struct lp_view *view)
{
	struct annotation annotation = {.view = view};
	size_t count = 0;
	uint32_t *const numbers = lp_view_functions_with_lines(view, &count);
	const enum lp_status status = numbers ? put_all(&annotation, numbers, count) : LP_MEMORY;

	free(annotation.blocks);
	free(annotation.next);
	free(numbers);
	return status;
}
