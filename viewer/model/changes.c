/* changes.c: which functions and lines of a comparison changed. */
#include "viewer/model/changes.h"

#include <math.h>
#include <stdlib.h>

/* Side `which` of a row, per run. Where its time is not known, nor is what of it is waiting. */
static void add_side(struct lp_change_row *row, int which, const struct lp_side *side,
		     uint64_t count, uint64_t wait_ticks)
{
	const uint64_t rate = side->sum.info.ticks_per_second;
	const bool is_timed = row->time.before > 0 || row->time.after > 0;

	row->counts[which] = (struct lp_count_mean){count, side->run_count};
	if (is_timed && rate > 0)
		row->waits[which] = (double)wait_ticks / (double)rate / (double)side->run_count;
}

static void add_line(struct lp_change_row *row, int which, const struct lp_side *side,
		     uint32_t number)
{
	if (number == LP_NO_INDEX)
		add_side(row, which, side, 0, 0);
	else
		add_side(row, which, side, side->sum.lines[number].hits,
			 side->sum.lines[number].wait_ticks);
}

static void add_function(struct lp_change_row *row, int which, const struct lp_side *side,
			 uint32_t number)
{
	if (number == LP_NO_INDEX)
		add_side(row, which, side, 0, 0);
	else
		add_side(row, which, side, side->sum.functions[number].ncalls,
			 side->sum.functions[number].line_wait_ticks);
}

struct lp_change_row lp_change_of_line(const struct lp_comparison *comparison,
				       const struct lp_pair *pair)
{
	struct lp_change_row row = {.pair = *pair, .time = lp_compare_line(comparison, pair)};

	add_line(&row, 0, comparison->before, pair->before);
	add_line(&row, 1, comparison->after, pair->after);
	return row;
}

struct lp_change_row lp_change_of_function(const struct lp_comparison *comparison,
					   const struct lp_pair *pair)
{
	struct lp_change_row row = {.pair = *pair, .time = lp_compare_function(comparison, pair)};

	add_function(&row, 0, comparison->before, pair->before);
	add_function(&row, 1, comparison->after, pair->after);
	return row;
}

bool lp_change_is_sure(const struct lp_change *change)
{
	return fabs(change->after - change->before) > change->interval;
}

double lp_change_pct(double before, double after)
{
	if (before == after)
		return 0;
	return before > 0 ? 100 * (after - before) / before : INFINITY;
}

static bool has_changed(const struct lp_change_row *row)
{
	return lp_count_mean_compare(row->counts[0], row->counts[1]) != 0 ||
	       lp_change_is_sure(&row->time);
}

/* How much of a change of time is sure to be one. */
static double weight_of(const struct lp_change *change)
{
	return lp_change_is_sure(change) ? fabs(change->after - change->before) : 0;
}

static int by_change(const void *left, const void *right)
{
	const struct lp_change_row *const a = (const struct lp_change_row *)left;
	const struct lp_change_row *const b = (const struct lp_change_row *)right;
	const double times[] = {weight_of(&a->time), weight_of(&b->time)};
	const double counts[] = {fabs(lp_count_mean_change(a->counts[0], a->counts[1])),
				 fabs(lp_count_mean_change(b->counts[0], b->counts[1]))};

	if (times[0] != times[1])
		return times[0] > times[1] ? -1 : 1;
	if (counts[0] != counts[1])
		return counts[0] > counts[1] ? -1 : 1;
	if (a->pair.after != b->pair.after)
		return a->pair.after < b->pair.after ? -1 : 1;
	return (a->pair.before > b->pair.before) - (a->pair.before < b->pair.before);
}

typedef struct lp_change_row change_of(const struct lp_comparison *, const struct lp_pair *);

static enum lp_status find_changed(const struct lp_comparison *comparison,
				   const struct lp_pair *pairs, size_t pair_count, change_of *make,
				   struct lp_change_rows *found)
{
	found->count = 0;
	found->rows = (struct lp_change_row *)calloc(pair_count + 1, sizeof(*found->rows));
	if (!found->rows)
		return LP_MEMORY;
	for (size_t i = 0; i < pair_count; i++) {
		found->rows[found->count] = make(comparison, &pairs[i]);
		found->count += has_changed(&found->rows[found->count]);
	}
	qsort(found->rows, found->count, sizeof(*found->rows), by_change);
	return LP_OK;
}

enum lp_status lp_changed_functions(const struct lp_comparison *comparison,
				    struct lp_change_rows *rows)
{
	return find_changed(comparison, comparison->functions, comparison->function_count,
			    lp_change_of_function, rows);
}

enum lp_status lp_changed_lines(const struct lp_comparison *comparison, struct lp_change_rows *rows)
{
	return find_changed(comparison, comparison->lines, comparison->line_count,
			    lp_change_of_line, rows);
}

void lp_change_rows_free(struct lp_change_rows *rows)
{
	free(rows->rows);
	rows->rows = NULL;
	rows->count = 0;
}
