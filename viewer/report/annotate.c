/* annotate.c: the source of each function, with hits and times beside it. */
#include <stdlib.h>
#include <string.h>

#include "viewer/model/source.h"
#include "viewer/report/columns.h"
#include "viewer/report/text.h"

/* Functions with the same source: instances of a template are shown as one. */
struct block {
	uint32_t function; /* the first of them, in the order of the view */
	uint32_t instances;
	uint64_t ncalls;
	uint64_t primitive_calls;
	uint64_t self_ticks;
	uint64_t total_ticks;
	uint64_t wait_ticks;
	uint64_t unplaced_ticks;
	size_t rank;
};

struct annotation {
	const struct lp_view *view;
	struct block *blocks;
	size_t block_count;
	struct lp_source_text *texts; /* by source; read when first needed */
	bool *texts_read;
};

/* ---- blocks ---- */

static void add_to_block(struct block *block, const struct lp_function *function)
{
	block->instances++;
	block->ncalls += function->ncalls;
	block->primitive_calls += function->primitive_calls;
	block->self_ticks += function->self_ticks;
	block->total_ticks += function->total_ticks;
	block->wait_ticks += function->wait_ticks;
	block->unplaced_ticks += function->unplaced_ticks;
}

static enum lp_status make_blocks(struct annotation *annotation, const uint32_t *numbers,
				  size_t count)
{
	const struct lp_profile *const profile = annotation->view->profile;
	struct lp_map places = {0};

	annotation->blocks = (struct block *)calloc(count + 1, sizeof(*annotation->blocks));
	if (!annotation->blocks)
		return LP_MEMORY;
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
			annotation->blocks[*place] = (struct block){
			    .function = numbers[i], .rank = annotation->block_count++};
		}
		add_to_block(&annotation->blocks[*place], function);
	}
	lp_map_free(&places);
	return LP_OK;
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

static const struct lp_source_text *text_of(struct annotation *annotation, uint32_t source)
{
	if (!annotation->texts_read[source]) {
		if (lp_source_read(&annotation->texts[source],
				   &annotation->view->profile->sources[source]) != LP_OK)
			return NULL;
		annotation->texts_read[source] = true;
	}
	return &annotation->texts[source];
}

static void put_row(const struct lp_view *view, const struct lp_cells *cells,
		    const struct lp_source_text *text)
{
	size_t size;
	const char *const line = lp_source_line(text, cells->line, &size);

	lp_columns_put(view, cells, size > 0);
	if (size > 0)
		lp_text_put_source(view->out, line, size);
	fputc('\n', view->out);
}

/* A row below the lines, for time that none of them has. */
static void put_time_row(const struct lp_view *view, uint64_t ticks, const char *what)
{
	const struct lp_cells cells = {.total_ticks = ticks, .self_ticks = ticks};

	if (ticks == 0)
		return;
	lp_columns_put(view, &cells, true);
	fprintf(view->out, "%s\n", what);
}

/* The last line of a function that there is anything to show of. */
static uint32_t last_line_of(const struct lp_profile *profile, const struct lp_function *function,
			     const struct lp_source_text *text)
{
	uint32_t last = function->line;

	for (uint32_t i = 0; i < function->line_count; i++) {
		const struct lp_line *const line =
		    &profile->lines[profile->function_lines[function->first_line + i].line];

		if (line->source == function->source && line->line > last)
			last = line->line;
	}
	if (function->end_line > last && function->end_line <= text->line_count)
		last = function->end_line;
	return last;
}

static void put_lines(const struct lp_view *view, const struct lp_function *function,
		      const struct lp_source_text *text)
{
	const struct lp_profile *const profile = view->profile;
	const uint32_t last = last_line_of(profile, function, text);
	size_t at = lp_line_find(profile, function->source, function->line);

	for (uint32_t number = function->line; number <= last && number > 0; number++) {
		const bool is_known = at < profile->line_count &&
				      profile->lines[at].source == function->source &&
				      profile->lines[at].line == number;
		const struct lp_cells cells = is_known ? lp_cells_of(&profile->lines[at++])
						       : (struct lp_cells){.line = number};

		put_row(view, &cells, text);
		/* Without its text a line is worth a row only if it has numbers. */
		if (number >= text->line_count && number < last)
			number = profile->lines[at].line - 1;
	}
}

/* Code of the function that stands elsewhere: in an included file, or above it. */
static enum lp_status put_other_lines(struct annotation *annotation,
				      const struct lp_function *function)
{
	const struct lp_view *const view = annotation->view;
	const struct lp_profile *const profile = view->profile;
	uint32_t source = function->source;

	for (uint32_t i = 0; i < function->line_count; i++) {
		const struct lp_line *const line =
		    &profile->lines[profile->function_lines[function->first_line + i].line];
		const struct lp_source_text *const text = text_of(annotation, line->source);
		const struct lp_cells cells = lp_cells_of(line);

		if (!text)
			return LP_MEMORY;
		if (line->source == function->source &&
		    (function->line > 0 && line->line >= function->line))
			continue;
		if (line->source != source) {
			fputs("From ", view->out);
			lp_text_put_path(view->out, profile->sources[line->source].path);
			fputs(":\n", view->out);
			source = line->source;
		}
		put_row(view, &cells, text);
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

static void put_head(const struct lp_view *view, const struct block *block,
		     const struct lp_source_text *text)
{
	const struct lp_function *const function = &view->profile->functions[block->function];

	if (function->flags & LP_FUNCTION_TIMED)
		fprintf(view->out, "Total time: %.6f s, own time: %.6f s (%.1f %%)\n",
			lp_view_seconds(view, block->total_ticks),
			lp_view_seconds(view, block->self_ticks),
			lp_view_share_pct(view, block->self_ticks));
	else
		fputs("Total time: -\n", view->out);
	fputs("File: ", view->out);
	lp_text_put_path(view->out, view->profile->sources[function->source].path);
	fputs(text->state == LP_SOURCE_MISSING   ? " (not found)"
	      : text->state == LP_SOURCE_CHANGED ? " (changed since it was compiled)"
						 : "",
	      view->out);
	fputs("\nFunction: ", view->out);
	lp_text_put_string(view->out, function->name);
	if (block->instances > 1)
		fprintf(view->out, " and %u more of its source", block->instances - 1);
	fprintf(view->out, " at line %u, ", function->line);
	put_calls(view->out, block);
}

static enum lp_status put_block(struct annotation *annotation, const struct block *block)
{
	const struct lp_view *const view = annotation->view;
	const struct lp_function *const function = &view->profile->functions[block->function];
	const struct lp_source_text *const text = text_of(annotation, function->source);
	enum lp_status status;

	if (!text)
		return LP_MEMORY;
	put_head(view, block, text);
	fputc('\n', view->out);
	lp_columns_put_titles(view, "Line Contents");
	put_lines(view, function, text);
	status = put_other_lines(annotation, function);
	put_time_row(view, block->wait_ticks, "(in the kernel or waiting)");
	put_time_row(view, block->unplaced_ticks, "(on lines not known)");
	fputc('\n', view->out);
	return status;
}

static void put_rest(const struct lp_view *view, size_t blocks, size_t shown, size_t functions)
{
	const size_t hidden = view->profile->function_count - functions;

	if (blocks > shown)
		fprintf(view->out, "%zu more function%s ran (without --limit all are shown)\n",
			blocks - shown, blocks - shown == 1 ? "" : "s");
	if (hidden > 0)
		fprintf(view->out, "%zu function%s never ran (--all shows %s)\n", hidden,
			hidden == 1 ? "" : "s", hidden == 1 ? "it" : "them");
}

static enum lp_status put_all(struct annotation *annotation, const uint32_t *numbers, size_t count)
{
	const struct lp_view *const view = annotation->view;
	enum lp_status status = make_blocks(annotation, numbers, count);
	size_t shown;

	if (status != LP_OK)
		return status;
	shown = annotation->block_count < view->limit ? annotation->block_count : view->limit;
	if (is_sorted_by_time(&view->order))
		qsort(annotation->blocks, annotation->block_count, sizeof(*annotation->blocks),
		      by_self_time);
	fprintf(view->out, "Timer unit: %g s\n\n", view->unit_seconds);
	for (size_t i = 0; i < shown && status == LP_OK; i++)
		status = put_block(annotation, &annotation->blocks[i]);
	put_rest(view, annotation->block_count, shown, count);
	return status;
}

enum lp_status lp_report_annotate(const struct lp_view *view)
{
	const size_t sources = view->profile->source_count;
	struct annotation annotation = {.view = view};
	enum lp_status status = LP_MEMORY;
	size_t count = 0;
	uint32_t *const numbers = lp_view_functions(view, &count);

	annotation.texts = (struct lp_source_text *)calloc(sources + 1, sizeof(*annotation.texts));
	annotation.texts_read = (bool *)calloc(sources + 1, sizeof(*annotation.texts_read));
	if (numbers && annotation.texts && annotation.texts_read)
		status = put_all(&annotation, numbers, count);
	for (size_t i = 0; annotation.texts && i < sources; i++)
		lp_source_free(&annotation.texts[i]);
	free(annotation.texts);
	free(annotation.texts_read);
	free(annotation.blocks);
	free(numbers);
	return status;
}
