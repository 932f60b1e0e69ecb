/* columns.h: the columns of tables of lines. */
#ifndef LINEPROF_VIEWER_REPORT_COLUMNS_H
#define LINEPROF_VIEWER_REPORT_COLUMNS_H

#include "viewer/view.h"

/* Numbers of one row. */
struct lp_cells {
	uint32_t line; /* 0: of no line */
	bool has_hits;
	uint64_t hits;
	uint64_t total_ticks;
	uint64_t self_ticks;
	uint64_t wait_ticks; /* of these */
	const struct lp_gpu_line *gpu; /* NULL: it makes no GPU work */
};

/* The cells of `line`. */
struct lp_cells lp_cells_of(const struct lp_profile *profile, const struct lp_line *line);

#define LP_COLUMNS 13

/* How wide the columns of a table are. */
struct lp_columns {
	int widths[LP_COLUMNS]; /* 0: left out */
	size_t text_width;      /* of the text behind; 0: as long as it is */
};

/* The kinds of tables. */
enum lp_columns_kind {
	LP_COLUMNS_SOURCE, /* of a file, line by line */
	LP_COLUMNS_LIST,   /* of lines from anywhere: their numbers stand in the text */
};

/* The columns of a table that can show any lines of the view's profile. */
struct lp_columns lp_columns_fit(const struct lp_view *view, enum lp_columns_kind kind);

/* Writes the titles, and a line of `=` below; `last` is the title of the text behind. */
void lp_columns_put_titles(const struct lp_view *view, const struct lp_columns *columns,
			   const char *last);

/* Writes the row without its end: up to where the text behind begins, or, if there
 * is none, up to the last number. */
void lp_columns_put(const struct lp_view *view, const struct lp_columns *columns,
		    const struct lp_cells *cells, bool has_text);

#endif
