/* grid.h: the cells of a screen, in memory, and a pen that writes on one row of them. */
#ifndef LINEPROF_VIEWER_SCREEN_GRID_H
#define LINEPROF_VIEWER_SCREEN_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "viewer/screen/style.h"

/* What one column of a row shows. */
struct lp_cell {
	char text[23]; /* a character and what joins it, UTF-8; "" right of a wide one */
	unsigned char style;
};

/* Starts as all zeros; lp_grid_free() when done. */
struct lp_grid {
	struct lp_cell *cells; /* row by row */
	int rows;
	int columns;
	int cursor_row; /* where the terminal's cursor stands; -1: nowhere */
	int cursor_column;
	bool is_ascii; /* the terminal knows no more: other characters are shown as ? */
	/* Since it was cleared: */
	bool is_cut;   /* some text did not fit */
	bool can_move; /* some text stands there of which more can be left out at its beginning */
};

/* Makes it blank and of that size, at least 1x1. False when out of memory. */
bool lp_grid_clear(struct lp_grid *grid, int rows, int columns);

void lp_grid_free(struct lp_grid *grid);

/* The column behind the last of `row` that is no blank. */
int lp_grid_row_end(const struct lp_grid *grid, int row);

/* Writes the text of `row` without blanks at its end, and no end of line. */
void lp_grid_put_row(const struct lp_grid *grid, int row, FILE *out);

/* Gives `style` to the columns from `first` to before `end`. */
void lp_grid_restyle(struct lp_grid *grid, int row, int first, int end, enum lp_style style);

/* Gives style FOUND to where `wanted` is between two columns of `row`. */
void lp_grid_mark(struct lp_grid *grid, int row, int first, int end, const char *wanted);

/* Writes from `column` to before `end`; what does not fit is cut off. */
struct lp_pen {
	struct lp_grid *grid;
	int row;
	int column;
	int end;
};

/* A pen at the beginning of `row`; one outside of the grid writes nothing. */
struct lp_pen lp_pen_at(struct lp_grid *grid, int row, int column, int end);

/* Writes text of ours. */
void lp_pen_put(struct lp_pen *pen, enum lp_style style, const char *text);
void lp_pen_putf(struct lp_pen *pen, enum lp_style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes the number of a line behind its file's name, or says that it was cut: a part of it would
 * be another line. */
void lp_pen_put_line(struct lp_pen *pen, enum lp_style style, uint32_t line);

/* Writes foreign text, made safe; the last column says if it was cut. */
void lp_pen_put_foreign(struct lp_pen *pen, enum lp_style style, const char *text, size_t size);

/* The same from column `shift` of the text on. */
void lp_pen_put_shifted(struct lp_pen *pen, enum lp_style style, const char *text, size_t size,
			int shift);

/* Writes the character of foreign text that begins at `text`; returns its bytes. A tab
 * reaches to the next multiple of 8 behind column `origin`, which may be negative: what is
 * before the pen's first column is `skip`ped. */
struct lp_shift {
	int skip;   /* columns of the text yet to leave out */
	int column; /* of the text, so far */
};
size_t lp_pen_put_next(struct lp_pen *pen, enum lp_style style, const char *text, size_t size,
		       struct lp_shift *shift);

/* Goes on at `column`, with blanks up to there; nothing if it is behind. */
void lp_pen_go(struct lp_pen *pen, enum lp_style style, int column);

/* Says in the last column that text was cut. */
void lp_pen_mark_cut(struct lp_pen *pen);

/* Says that the text from column `first` to the pen is without its first `shift` columns, if that
 * is more than 0. */
void lp_pen_mark_moved(struct lp_pen *pen, int first, int shift);

#endif
