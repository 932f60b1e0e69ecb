/* view.h: what a report shows, and how. */
#ifndef LINEPROF_VIEWER_REPORT_VIEW_H
#define LINEPROF_VIEWER_REPORT_VIEW_H

#include <stdio.h>

#include "viewer/model/profile.h"
#include "viewer/model/sort.h"

struct lp_view {
	const struct lp_profile *profile; /* borrowed */
	FILE *out;                        /* borrowed; keeps its error */
	struct lp_sort_order order;       /* of functions */
	size_t limit;                     /* most functions or lines to show */
	bool shows_all;                   /* what never ran, too */
	bool has_color;
	double unit_seconds; /* of times in line tables */
};

/* Each writes a report; LP_OK or LP_MEMORY. Write errors stay in the stream. */
enum lp_status lp_report_annotate(const struct lp_view *view);
enum lp_status lp_report_functions(const struct lp_view *view);
enum lp_status lp_report_lines(const struct lp_view *view);

/* Writes what the program was and how it was measured. */
void lp_report_header(const struct lp_view *view);

/* Numbers of the functions to show, sorted; the caller frees it. Those that never
 * ran are left out unless the view shows all. NULL when out of memory. */
uint32_t *lp_view_functions(const struct lp_view *view, size_t *count);

/* `ticks` in seconds. */
double lp_view_seconds(const struct lp_view *view, uint64_t ticks);

/* `ticks` as a share of the lifetime of all threads, in percent. */
double lp_view_share_pct(const struct lp_view *view, uint64_t ticks);

/* Heat of a row: begins a colour that suits its share, and ends it. */
void lp_view_begin_heat(const struct lp_view *view, double share_pct);
void lp_view_end_heat(const struct lp_view *view);

#endif
