/* own_lines.c: sums up parts of lines. */
#include "viewer/model/own_lines.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/model/growth.h"

enum lp_status lp_own_lines_add(struct lp_own_lines *own, const struct lp_profile *profile,
				uint32_t number)
{
	const struct lp_function *const function = &profile->functions[number];

	own->source = function->source;
	own->line = function->line;
	if (function->end_line > own->end_line)
		own->end_line = function->end_line;
	for (uint32_t i = 0; i < function->line_count; i++) {
		const uint32_t at = function->first_line + i;
		const struct lp_function_line *const part = &profile->function_lines[at];
		const struct lp_part_time time = lp_part_time_find(&profile->part_times, at);
		struct lp_line *const rows = (struct lp_line *)lp_with_room(
		    own->rows, own->count, &own->capacity, sizeof(*rows));

		if (!rows)
			return LP_MEMORY;
		own->rows = rows;
		rows[own->count++] = (struct lp_line){
		    .source = profile->lines[part->line].source,
		    .line = profile->lines[part->line].line,
		    .flags = part->flags,
		    .self_samples = part->self_samples,
		    .hits = part->hits,
		    .self_ticks = part->self_ticks,
		    .wait_ticks = time.wait_ticks,
		    .total_ticks = time.total_ticks,
		};
	}
	return LP_OK;
}

static int compare_places(const struct lp_line *row, uint32_t source, uint32_t line)
{
	if (row->source != source)
		return row->source < source ? -1 : 1;
	return (row->line > line) - (row->line < line);
}

static int by_place(const void *left, const void *right)
{
	const struct lp_line *const b = (const struct lp_line *)right;

	return compare_places((const struct lp_line *)left, b->source, b->line);
}

static void add_row(struct lp_line *sum, const struct lp_line *row)
{
	sum->flags |= row->flags;
	sum->hits += row->hits;
	sum->self_ticks += row->self_ticks;
	sum->wait_ticks += row->wait_ticks;
	sum->total_ticks += row->total_ticks;
}

/* Instances may call each other, and then have the same time. */
static void hold_totals(struct lp_own_lines *own, const struct lp_profile *profile)
{
	for (size_t i = 0; i < own->count; i++) {
		struct lp_line *const row = &own->rows[i];
		const uint64_t most =
		    profile->lines[lp_line_find(profile, row->source, row->line)].total_ticks;

		if (row->total_ticks > most)
			row->total_ticks = most;
	}
}

void lp_own_lines_finish(struct lp_own_lines *own, const struct lp_profile *profile)
{
	size_t kept = 0;

	if (own->count > 0)
		qsort(own->rows, own->count, sizeof(*own->rows), by_place);
	for (size_t i = 0; i < own->count; i++)
		if (kept > 0 && by_place(&own->rows[kept - 1], &own->rows[i]) == 0)
			add_row(&own->rows[kept - 1], &own->rows[i]);
		else
			own->rows[kept++] = own->rows[i];
	own->count = kept;
	hold_totals(own, profile);
}

void lp_own_lines_free(struct lp_own_lines *own)
{
	free(own->rows);
	memset(own, 0, sizeof(*own));
}

/* The number of the first row at or behind a place. */
static size_t row_from(const struct lp_own_lines *own, uint32_t source, uint32_t line)
{
	size_t begin = 0;
	size_t end = own->count;

	while (begin < end) {
		const size_t middle = begin + (end - begin) / 2;

		if (compare_places(&own->rows[middle], source, line) < 0)
			begin = middle + 1;
		else
			end = middle;
	}
	return begin;
}

const struct lp_line *lp_own_lines_find(const struct lp_own_lines *own, uint32_t source,
					uint32_t line)
{
	const size_t at = row_from(own, source, line);

	return at < own->count && compare_places(&own->rows[at], source, line) == 0 ? &own->rows[at]
										    : NULL;
}

uint32_t lp_own_lines_next(const struct lp_own_lines *own, uint32_t line, size_t text_count)
{
	size_t at;

	if (line < own->end_line && line < text_count)
		return line + 1;
	at = row_from(own, own->source, line + 1);
	return at < own->count && own->rows[at].source == own->source ? own->rows[at].line : 0;
}

bool lp_own_lines_is_elsewhere(const struct lp_own_lines *own, const struct lp_line *row)
{
	return row->source != own->source || own->line == 0 || row->line < own->line;
}
