/* changes.h: what is not the same on both sides of a comparison, largest change first. */
#ifndef LINEPROF_VIEWER_MODEL_CHANGES_H
#define LINEPROF_VIEWER_MODEL_CHANGES_H

#include "viewer/model/compare.h"
#include "viewer/model/count_means.h"

/* A pair of functions or lines with its numbers, per run. */
struct lp_change_row {
	struct lp_pair pair;
	struct lp_change time; /* of its own */
	struct lp_count_mean counts[2]; /* hits of a line, calls of a function: before and after */
	double waits[2];                /* the same: what of that time was waiting, in seconds */
};

struct lp_change_rows {
	struct lp_change_row *rows; /* owned */
	size_t count;
};

struct lp_change_row lp_change_of_function(const struct lp_comparison *comparison,
					   const struct lp_pair *pair);
struct lp_change_row lp_change_of_line(const struct lp_comparison *comparison,
				       const struct lp_pair *pair);

/* Whether a time is another one: by more than the interval. */
bool lp_change_is_sure(const struct lp_change *change);

/* In percent of what it was; infinite if that was nothing. */
double lp_change_pct(double before, double after);

/* Fill `*rows` with the functions, or lines, that changed: most time first, either way; then
 * most counts; then in the order of the sources. LP_OK or LP_MEMORY; lp_change_rows_free(). */
enum lp_status lp_changed_functions(const struct lp_comparison *comparison,
				    struct lp_change_rows *rows);
enum lp_status lp_changed_lines(const struct lp_comparison *comparison,
				struct lp_change_rows *rows);

void lp_change_rows_free(struct lp_change_rows *rows);

#endif
