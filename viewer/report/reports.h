/* reports.h: the reports: tables of text. */
#ifndef LINEPROF_VIEWER_REPORT_REPORTS_H
#define LINEPROF_VIEWER_REPORT_REPORTS_H

#include "viewer/view.h"

/* Each writes a report; LP_OK or LP_MEMORY. Write errors stay in the stream. */
enum lp_status lp_report_annotate(const struct lp_view *view);
enum lp_status lp_report_functions(const struct lp_view *view);
enum lp_status lp_report_callers(const struct lp_view *view);
enum lp_status lp_report_callees(const struct lp_view *view);
enum lp_status lp_report_tree(const struct lp_view *view);
enum lp_status lp_report_lines(const struct lp_view *view);
enum lp_status lp_report_files(const struct lp_view *view);
enum lp_status lp_report_threads(const struct lp_view *view);
enum lp_status lp_report_ranks(const struct lp_view *view);
enum lp_status lp_report_branches(const struct lp_view *view);
enum lp_status lp_report_remarks(const struct lp_view *view);
enum lp_status lp_report_hints(const struct lp_view *view);
enum lp_status lp_report_regions(const struct lp_view *view);
enum lp_status lp_report_steps(const struct lp_view *view);
enum lp_status lp_report_gpu(const struct lp_view *view);

/* Writes which invariants hold; LP_CONTRADICTORY when one does not. */
enum lp_status lp_report_check(const struct lp_view *view);

/* Writes what the program was and how it was measured. */
void lp_report_header(const struct lp_view *view);

/* Writes what the user should know of a profile before he believes its numbers. */
void lp_report_warnings(FILE *out, const struct lp_profile *profile);

/* Writes what rows are sorted by. */
void lp_report_order(const struct lp_view *view);

/* Writes the unit of times in a table that is not of lines, if somebody has chosen it. */
void lp_report_unit(const struct lp_view *view);

/* Writes the title of a column of such times: `what`, and the table's own `unit` if none was
 * chosen. */
void lp_report_time_title(const struct lp_view *view, const char *what, const char *unit,
			  int width);

/* Writes what the restrictions left out of the list that they were applied to. */
void lp_report_reductions(const struct lp_view *view);

/* Writes that the rows below, of a function that stands elsewhere, are of this source. */
void lp_report_put_from(const struct lp_view *view, uint32_t source);

/* Writes, below a report, how many of the sources that it asked for are missing. */
void lp_report_missing_sources(const struct lp_view *view);

/* Writes to `out`, behind `before`, that sources which a report asked for have changed, if some
 * have: lines may not be what they say. */
void lp_report_changed_sources(FILE *out, const char *before, const struct lp_view *view);

/* The same of sources that were asked for and have the path of another one, with another text: who
 * knows paths only has the lines of both in one. */
void lp_report_doubled_sources(FILE *out, const char *before, const struct lp_view *view);

#endif
