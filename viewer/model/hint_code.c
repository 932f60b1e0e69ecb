/* hint_code.c: hints on what is in the code of a line or loop. */
#include <stdio.h>
#include <string.h>

#include "viewer/model/hinting.h"

static bool is_division(uint32_t kind)
{
	return kind == LP_REMARK_DIVISION || kind == LP_REMARK_FLOAT_DIVISION ||
	       kind == LP_REMARK_SQUARE_ROOT;
}

static bool is_allocation(uint32_t kind)
{
	return kind == LP_REMARK_ALLOCATION;
}

/* Behind the last of the remarks on the same line as number `first`. */
static size_t end_of_line(const struct lp_remarks *remarks, size_t first)
{
	size_t end = first;

	while (end < remarks->count && remarks->rows[end].source == remarks->rows[first].source &&
	       remarks->rows[end].line == remarks->rows[first].line)
		end++;
	return end;
}

/* What such remarks among those from `first` to `end` say, each kind once: "integer division,
 * square root". */
static void list_kinds(const struct lp_remarks *remarks, size_t first, size_t end,
		       bool (*is_of)(uint32_t kind), char *text, size_t size)
{
	uint32_t last = 0;
	size_t used = 0;

	*text = '\0';
	for (size_t i = first; i < end; i++) {
		const uint32_t kind = remarks->rows[i].said->kind;

		if (!is_of(kind) || kind == last || used >= size)
			continue;
		used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "",
					 lp_remark_kind_of(kind)->text);
		last = kind;
	}
}

/* A line has one hint for all of them. */
static enum lp_status hint_lines(struct lp_hinting *hinting, bool (*is_of)(uint32_t kind),
				 bool (*is_wanted)(const struct lp_hinting *hinting,
						   const struct lp_line *line),
				 const char *where)
{
	const struct lp_remarks *const remarks = &hinting->remarks;
	enum lp_status status = LP_OK;
	char kinds[96];

	for (size_t i = 0, end; i < remarks->count && status == LP_OK; i = end) {
		const struct lp_remark_row *const row = &remarks->rows[i];
		const struct lp_line *const line = lp_hinting_line(hinting, row->source, row->line);

		end = end_of_line(remarks, i);
		if (!line || line->hits < LP_HINT_LEAST_TIMES ||
		    !lp_hinting_is_hot(hinting, line->self_ticks, line->self_samples))
			continue;
		list_kinds(remarks, i, end, is_of, kinds, sizeof(kinds));
		if (*kinds && (!is_wanted || is_wanted(hinting, line)))
			status = lp_hinting_add(hinting, lp_hint_of(line), "%s%s", kinds, where);
	}
	return status;
}

enum lp_status lp_hint_divisions(struct lp_hinting *hinting)
{
	return hint_lines(hinting, is_division, NULL, "");
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

enum lp_status lp_hint_allocations(struct lp_hinting *hinting)
{
	return hint_lines(hinting, is_allocation, is_in_loop, " in each round of a loop");
}

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
		const double trips =
		    row->entries > 0 ? (double)row->iterations / (double)row->entries : 0;

		if (row->said->kind != LP_REMARK_VECTORISED || row->entries < LP_HINT_LEAST_TIMES ||
		    trips >= (double)row->said->value ||
		    !lp_hinting_is_hot(hinting, row->self_ticks, row->self_samples) ||
		    !is_narrowest(hinting, row))
			continue;
		status = lp_hinting_add(hinting,
					(struct lp_hint){.source = row->source,
							 .line = row->line,
							 .ticks = row->self_ticks,
							 .samples = row->self_samples,
							 .hits = row->hits},
					"loop of %.4g trips on average, vectorised for %llu at a "
					"time",
					trips, (unsigned long long)row->said->value);
	}
	return status;
}
