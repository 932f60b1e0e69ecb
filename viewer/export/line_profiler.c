/* line_profiler.c: the text that Python's line_profiler prints. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/export/export_text.h"
#include "viewer/export/formats.h"
#include "viewer/model/growth.h"
#include "viewer/model/map.h"
#include "viewer/model/own_lines.h"
#include "viewer/safe_text.h"

/* The columns before the text, which grow with their widest number. */
enum { LINE, HITS, TIME, PER_HIT, SHARE, COLUMNS };

static const char *const titles[COLUMNS] = {"Line #", "Hits", "Time", "Per Hit", "% Time"};
static const int least_widths[COLUMNS] = {6, 9, 12, 8, 8};

#define CELL 32 /* bytes of a number, written */

/* A function with its lines in a source, as they are written. */
struct table {
	const struct lp_view *view;
	const struct lp_function *function;
	struct lp_own_lines own; /* of all instances */
	uint32_t source;
	const struct lp_source_text *text; /* of the source */
	uint32_t *rows;                    /* numbers of lines, rising */
	size_t row_count;
	size_t row_capacity;
	uint64_t head_ticks;  /* of the function, or all instances, that none of the lines has */
	uint64_t total_ticks; /* of all rows */
	int widths[COLUMNS];
};

static bool is_own(const struct table *table)
{
	return table->source == table->function->source;
}

static uint64_t ticks_at(const struct table *table, uint32_t number)
{
	const struct lp_line *const line = lp_own_lines_find(&table->own, table->source, number);

	return (line ? line->total_ticks : 0) +
	       (is_own(table) && number == table->function->line ? table->head_ticks : 0);
}

/* ---- rows ---- */

static enum lp_status add_row(struct table *table, uint32_t number)
{
	uint32_t *const rows = (uint32_t *)lp_with_room(table->rows, table->row_count,
							&table->row_capacity, sizeof(*rows));

	if (!rows)
		return LP_MEMORY;
	table->rows = rows;
	rows[table->row_count++] = number;
	return LP_OK;
}

static enum lp_status find_rows(struct table *table)
{
	const struct lp_own_lines *const own = &table->own;
	enum lp_status status = LP_OK;

	table->row_count = 0;
	for (size_t i = 0; i < own->count && status == LP_OK; i++)
		if (own->rows[i].source == table->source &&
		    lp_own_lines_is_elsewhere(own, &own->rows[i]))
			status = add_row(table, own->rows[i].line);
	for (uint32_t number = is_own(table) ? own->line : 0; number > 0 && status == LP_OK;
	     number = lp_own_lines_next(own, number, table->text->line_count))
		status = add_row(table, number);
	return status;
}

/* ---- text ---- */

/* Fills in the cells of a line. */
static void make_cells(const struct table *table, uint32_t number, char cells[COLUMNS][CELL])
{
	const struct lp_line *const line = lp_own_lines_find(&table->own, table->source, number);
	const bool has_hits = line && line->flags & LP_LINE_CODE;
	const uint64_t hits = has_hits ? line->hits : 0;
	const uint64_t ticks = ticks_at(table, number);
	const double time = lp_view_seconds(table->view, ticks) / table->view->unit_seconds;

	for (int i = 0; i < COLUMNS; i++)
		*cells[i] = '\0';
	snprintf(cells[LINE], CELL, "%" PRIu32, number);
	/* In line_profiler a line that never ran has no numbers. */
	if (hits == 0 && ticks == 0)
		return;
	snprintf(cells[HITS], CELL, "%" PRIu64, hits);
	snprintf(cells[TIME], CELL, "%5.1f", time);
	snprintf(cells[PER_HIT], CELL, "%5.1f", hits > 0 ? time / (double)hits : 0.0);
	if (table->total_ticks > 0)
		snprintf(cells[SHARE], CELL, "%5.1f",
			 100 * (double)ticks / (double)table->total_ticks);
}

static void measure(struct table *table)
{
	table->total_ticks = 0;
	for (size_t i = 0; i < table->row_count; i++)
		table->total_ticks += ticks_at(table, table->rows[i]);
	memcpy(table->widths, least_widths, sizeof(table->widths));
	for (size_t i = 0; i < table->row_count; i++) {
		char cells[COLUMNS][CELL];

		make_cells(table, table->rows[i], cells);
		for (int k = 0; k < COLUMNS; k++)
			if ((int)strlen(cells[k]) > table->widths[k])
				table->widths[k] = (int)strlen(cells[k]);
	}
}

static void put_titles(const struct table *table)
{
	static const char last[] = "Line Contents";
	int width = (int)strlen(last) + 1;

	for (int i = 0; i < COLUMNS; i++) {
		fprintf(table->view->out, "%*s ", table->widths[i], titles[i]);
		width += table->widths[i] + 1;
	}
	fprintf(table->view->out, " %s\n", last);
	while (width-- > 0)
		fputc('=', table->view->out);
	fputc('\n', table->view->out);
}

static void put_row(const struct table *table, uint32_t number)
{
	char cells[COLUMNS][CELL];
	size_t size;
	const char *const words = lp_source_line(table->text, number, &size);

	make_cells(table, number, cells);
	for (int i = 0; i < COLUMNS; i++)
		fprintf(table->view->out, "%*s ", table->widths[i], cells[i]);
	fputc(' ', table->view->out);
	for (size_t at = 0; at < size;) {
		struct lp_shown shown;

		at += lp_safe_source_next(&shown, words + at, size - at);
		fputs(shown.text, table->view->out);
	}
	fputc('\n', table->view->out);
}

/* The table of the function's lines in a source. */
static enum lp_status put_table(struct table *table, uint32_t source)
{
	FILE *const out = table->view->out;
	enum lp_status status;

	if (!lp_filter_has_file(table->view->filter, table->view->profile->sources[source].path))
		return LP_OK;
	table->source = source;
	table->text = lp_source_texts_at(table->view->texts, source);
	status = table->text ? find_rows(table) : LP_MEMORY;
	if (status != LP_OK)
		return status;
	measure(table);
	fprintf(out, "Total time: %g s\nFile: ", lp_view_seconds(table->view, table->total_ticks));
	lp_export_line(out, table->view->profile->sources[source].path);
	fputs("\nFunction: ", out);
	lp_export_line(out, table->function->name);
	fprintf(out, " at line %" PRIu32 "\n\n",
		is_own(table) ? table->function->line : table->rows[0]);
	put_titles(table);
	for (size_t i = 0; i < table->row_count; i++)
		put_row(table, table->rows[i]);
	fputc('\n', out);
	return LP_OK;
}

/* A table is of one file: code that an included file has, or that `#line` leads to, makes more. */
static enum lp_status put_tables(struct table *table)
{
	const struct lp_own_lines *const own = &table->own;
	uint32_t source = own->source;
	enum lp_status status = put_table(table, source);

	for (size_t i = 0; i < own->count && status == LP_OK; i++) {
		if (own->rows[i].source != own->source && own->rows[i].source != source)
			status = put_table(table, own->rows[i].source);
		source = own->rows[i].source;
	}
	return status;
}

/* By place: the functions there, and their time that none of their lines has, which stands on the
 * first one. */
struct places {
	struct lp_map numbers; /* of the first function of each place */
	uint32_t *next;        /* by function, the next one of its place; LP_NO_INDEX */
	uint64_t *head_ticks;  /* by first function */
	bool *are_written;     /* the same */
};

static uint64_t place_of(const struct lp_function *function)
{
	return (uint64_t)function->source << 32 | function->line;
}

static enum lp_status add_places(struct places *places, const struct lp_profile *profile)
{
	const size_t count = profile->function_count;

	places->next = (uint32_t *)calloc(count + 1, sizeof(*places->next));
	places->head_ticks = (uint64_t *)calloc(count + 1, sizeof(*places->head_ticks));
	places->are_written = (bool *)calloc(count + 1, sizeof(bool));
	if (!places->next || !places->head_ticks || !places->are_written)
		return LP_MEMORY;
	for (uint32_t i = 0; i < count; i++) {
		const struct lp_function *const function = &profile->functions[i];
		uint32_t *const first = lp_map_at(&places->numbers, place_of(function));

		if (!first)
			return LP_MEMORY;
		places->next[i] = LP_NO_INDEX;
		if (*first == LP_MAP_NONE) {
			*first = i;
		} else {
			places->next[i] = places->next[*first];
			places->next[*first] = i;
		}
		places->head_ticks[*first] += function->wait_ticks + function->unplaced_ticks;
	}
	return LP_OK;
}

/* Instances of a template have their lines in common: one table for all. */
static enum lp_status put_function(const struct lp_view *view, uint32_t number,
				   const struct places *places)
{
	const struct lp_profile *const profile = view->profile;
	const struct lp_function *const function = &profile->functions[number];
	const uint32_t first = lp_map_find(&places->numbers, place_of(function));
	struct table table = {
	    .view = view, .function = function, .head_ticks = places->head_ticks[first]};
	enum lp_status status = LP_OK;

	if (places->are_written[first] || function->line == 0)
		return LP_OK;
	places->are_written[first] = true;
	for (uint32_t i = first; i != LP_NO_INDEX && status == LP_OK; i = places->next[i])
		status = lp_own_lines_add(&table.own, profile, i);
	lp_own_lines_finish(&table.own, profile);
	if (status == LP_OK)
		status = put_tables(&table);
	lp_own_lines_free(&table.own);
	free(table.rows);
	return status;
}

enum lp_status lp_export_line_profiler(const struct lp_view *view)
{
	struct places places = {.next = NULL};
	size_t count = 0;
	uint32_t *const numbers = lp_view_functions_by_lines(view, &count);
	enum lp_status status = numbers ? add_places(&places, view->profile) : LP_MEMORY;

	fprintf(view->out, "Timer unit: %g s\n\n", view->unit_seconds);
	for (size_t i = 0; i < count && status == LP_OK; i++)
		status = put_function(view, numbers[i], &places);
	lp_map_free(&places.numbers);
	free(places.next);
	free(places.head_ticks);
	free(places.are_written);
	free(numbers);
	return status;
}
