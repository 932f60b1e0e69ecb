/* columns.h: the columns of tables of lines. */
#ifndef LINEPROF_VIEWER_REPORT_COLUMNS_H
#define LINEPROF_VIEWER_REPORT_COLUMNS_H

#include "viewer/report/view.h"

/* Numbers of one row. */
struct lp_cells {
	uint32_t line; /* 0: of no line */
	bool has_hits;
	uint64_t hits;
	uint64_t total_ticks;
	uint64_t self_ticks;
};

/* The cells of `line`. */
struct lp_cells lp_cells_of(const struct lp_line *line);

/* Writes the titles, and a line of `=` below; `last` is the title of the text behind. */
void lp_columns_put_titles(const struct lp_view *view, const char *last);

/* Writes the row without its end: up to where the text behind begins, or, if there
 * is none, up to the last number. */
void lp_columns_put(const struct lp_view *view, const struct lp_cells *cells, bool has_text);

#endif
