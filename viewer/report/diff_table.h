/* diff_table.h: what changed between two sides, as text; and whether it is too much. */
#ifndef LINEPROF_VIEWER_REPORT_DIFF_TABLE_H
#define LINEPROF_VIEWER_REPORT_DIFF_TABLE_H

#include <stdio.h>

#include "viewer/model/compare.h"

#define LP_DIFF_ROWS 20

/* Writes which runs are on each side, what to know of them, and the change of the whole. */
void lp_report_diff_head(FILE *out, const struct lp_comparison *comparison);

/* Writes the functions and the lines that changed most, `most` of each. LP_OK, LP_MEMORY. */
enum lp_status lp_report_diff(FILE *out, struct lp_comparison *comparison, size_t most);

/* How much may change, in percent of what it was; < 0: any amount. */
struct lp_limits {
	double hits; /* of each line, and calls of each function */
	double time; /* of the whole, and of each function with a hundredth of it or more */
};

/* Writes a line for whatever is over its limit, and a summary; whether anything was, or nothing
 * could be compared. Lines that have no counterpart on the other side are judged together: by how
 * much all hits change, in percent, which may be one where the limit is less. */
bool lp_report_gate(FILE *out, const struct lp_comparison *comparison,
		    const struct lp_limits *limits);

#endif
