/* grid.c: cells in memory, and the pen. */
#include "viewer/screen/grid.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/safe_text.h"
#include "viewer/screen/match.h"

bool lp_grid_clear(struct lp_grid *grid, int rows, int columns)
{
	const size_t count = (size_t)(rows < 1 ? 1 : rows) * (size_t)(columns < 1 ? 1 : columns);

	if (grid->rows != rows || grid->columns != columns || !grid->cells) {
		struct lp_cell *const cells =
		    (struct lp_cell *)realloc(grid->cells, count * sizeof(*cells));

		if (!cells)
			return false;
		grid->cells = cells;
		grid->rows = rows < 1 ? 1 : rows;
		grid->columns = columns < 1 ? 1 : columns;
	}
	for (size_t i = 0; i < count; i++)
		grid->cells[i] = (struct lp_cell){.text = " "};
	grid->cursor_row = -1;
	grid->is_cut = false;
	grid->can_move = false;
	return true;
}

void lp_grid_free(struct lp_grid *grid)
{
	free(grid->cells);
	grid->cells = NULL;
}

static struct lp_cell *cell_at(const struct lp_grid *grid, int row, int column)
{
	return &grid->cells[(size_t)row * (size_t)grid->columns + (size_t)column];
}

int lp_grid_row_end(const struct lp_grid *grid, int row)
{
	int end = grid->columns;

	while (end > 0 && strcmp(cell_at(grid, row, end - 1)->text, " ") == 0)
		end--;
	return end;
}

void lp_grid_put_row(const struct lp_grid *grid, int row, FILE *out)
{
	const int end = lp_grid_row_end(grid, row);

	for (int column = 0; column < end; column++)
		fputs(cell_at(grid, row, column)->text, out);
}

void lp_grid_restyle(struct lp_grid *grid, int row, int first, int end, enum lp_style style)
{
	for (int column = first < 0 ? 0 : first; column < end && column < grid->columns; column++)
		if (row >= 0 && row < grid->rows)
			cell_at(grid, row, column)->style = (unsigned char)style;
}

void lp_grid_mark(struct lp_grid *grid, int row, int first, int end, const char *wanted)
{
	if (row < 0 || row >= grid->rows)
		return;
	for (int column = first; column < end && column < grid->columns; column++) {
		char text[256] = "";
		size_t used = 0;
		int last = column;

		/* As many cells as it takes. */
		while (last < end && last < grid->columns && used < strlen(wanted) &&
		       used + sizeof(struct lp_cell) < sizeof(text)) {
			strcpy(text + used, cell_at(grid, row, last++)->text);
			used = strlen(text);
		}
		if (lp_match(text, used, wanted) == 0)
			lp_grid_restyle(grid, row, column, last, LP_STYLE_FOUND);
	}
}

struct lp_pen lp_pen_at(struct lp_grid *grid, int row, int column, int end)
{
	struct lp_pen pen = {grid, row, column < 0 ? 0 : column, end};

	if (end > grid->columns)
		pen.end = grid->columns;
	if (row < 0 || row >= grid->rows)
		pen.end = 0;
	return pen;
}

/* As snprintf() does: each cell of each screen comes here. */
static void set_text(struct lp_cell *cell, const char *text)
{
	size_t size = strlen(text);

	if (size > sizeof(cell->text) - 1)
		size = sizeof(cell->text) - 1;
	memcpy(cell->text, text, size);
	cell->text[size] = '\0';
}

/* One character, ended with zero, of so many columns. */
static void put_cell(struct lp_pen *pen, enum lp_style style, const char *text, size_t columns)
{
	struct lp_cell *cell;

	if (columns == 0) {
		cell = pen->column > 0 && pen->column <= pen->end
			   ? cell_at(pen->grid, pen->row, pen->column - 1)
			   : NULL;
		/* On a wide one it would stand on the second half. */
		if (cell && !*cell->text && pen->column > 1)
			cell--;
		if (cell && !pen->grid->is_ascii &&
		    strlen(cell->text) + strlen(text) < sizeof(cell->text))
			strcat(cell->text, text);
		return;
	}
	if (pen->column + (int)columns > pen->end) {
		/* Half a wide character cannot be shown. */
		while (pen->column < pen->end)
			*cell_at(pen->grid, pen->row, pen->column++) =
			    (struct lp_cell){" ", (unsigned char)style};
		return;
	}
	for (size_t i = 0; i < columns; i++) {
		cell = cell_at(pen->grid, pen->row, pen->column++);
		cell->style = (unsigned char)style;
		set_text(cell, i == 0 ? text : "");
		if (pen->grid->is_ascii && (unsigned char)*text >= 0x80)
			set_text(cell, "?");
	}
}

/* A character as it is shown, which may be several. */
static void put_shown(struct lp_pen *pen, enum lp_style style, const struct lp_shown *shown)
{
	const bool is_plain = pen->grid->is_ascii && !strcmp(shown->text, "±");
	const char *at = is_plain ? "+-" : shown->text;

	if ((unsigned char)*at >= 0x80) {
		put_cell(pen, style, at, shown->columns);
		return;
	}
	for (; *at; at++) {
		const char one[2] = {*at, '\0'};

		put_cell(pen, style, one, 1);
	}
}

void lp_pen_put(struct lp_pen *pen, enum lp_style style, const char *text)
{
	const size_t size = strlen(text);
	struct lp_shown shown;

	for (size_t at = 0; at < size && pen->column < pen->end;) {
		at += lp_safe_text_next(&shown, text + at, size - at);
		put_shown(pen, style, &shown);
	}
}

void lp_pen_putf(struct lp_pen *pen, enum lp_style style, const char *format, ...)
{
	char text[512];
	va_list values;

	va_start(values, format);
	vsnprintf(text, sizeof(text), format, values);
	va_end(values);
	lp_pen_put(pen, style, text);
}

size_t lp_pen_put_next(struct lp_pen *pen, enum lp_style style, const char *text, size_t size,
		       struct lp_shift *shift)
{
	struct lp_shown shown = {.text = " ", .columns = 1};
	size_t length = 1;
	int times = 1;

	if (*text == '\t')
		times = 8 - shift->column % 8;
	else
		length = lp_safe_text_next(&shown, text, size);
	shift->column += times * (int)shown.columns;
	for (; times > 0; times--) {
		if (shift->skip >= (int)shown.columns && shift->skip > 0) {
			shift->skip -= (int)shown.columns;
			continue;
		}
		/* Of one that is half to the left, blanks are left. */
		if (shift->skip > 0) {
			shown = (struct lp_shown){.text = " ", .columns = 1};
			shift->skip = 0;
		}
		put_shown(pen, style, &shown);
	}
	return length;
}

/* From column `shift` of the text on. */
static void put_text(struct lp_pen *pen, enum lp_style style, const char *text, size_t size,
		     int shift)
{
	struct lp_shift left = {shift, 0};
	size_t at = 0;

	while (at < size && pen->column < pen->end)
		at += lp_pen_put_next(pen, style, text + at, size - at, &left);
	if (at < size)
		lp_pen_mark_cut(pen);
}

void lp_pen_put_shifted(struct lp_pen *pen, enum lp_style style, const char *text, size_t size,
			int shift)
{
	const int first = pen->column;

	put_text(pen, style, text, size, shift);
	if (size > 0)
		lp_pen_mark_moved(pen, first, shift);
}

void lp_pen_put_foreign(struct lp_pen *pen, enum lp_style style, const char *text, size_t size)
{
	put_text(pen, style, text, size, 0);
}

void lp_pen_go(struct lp_pen *pen, enum lp_style style, int column)
{
	while (pen->column < column && pen->column < pen->end)
		put_cell(pen, style, " ", 1);
}

/* Puts a mark into a column. */
static void put_mark(struct lp_pen *pen, int column, const char *mark)
{
	struct lp_cell *cell;

	if (column < 0 || column >= pen->end)
		return;
	cell = cell_at(pen->grid, pen->row, column);
	/* The other half of a wide character goes, too. */
	if (!*cell->text && column > 0)
		set_text(&cell[-1], " ");
	set_text(cell, mark);
	cell->style = LP_STYLE_DIM;
}

void lp_pen_mark_cut(struct lp_pen *pen)
{
	put_mark(pen, pen->end - 1, ">");
	pen->grid->is_cut = true;
}

void lp_pen_mark_moved(struct lp_pen *pen, int first, int shift)
{
	pen->grid->can_move |= pen->column > first;
	if (shift == 0)
		return;
	/* Where nothing is left of it, the mark is. */
	lp_pen_go(pen, LP_STYLE_PLAIN, first + 1);
	put_mark(pen, first, "<");
}

void lp_pen_put_line(struct lp_pen *pen, enum lp_style style, uint32_t line)
{
	char text[16];
	const int size = snprintf(text, sizeof(text), ":%u", line);

	if (size <= pen->end - pen->column) {
		lp_pen_put(pen, style, text);
		return;
	}
	lp_pen_go(pen, style, pen->end);
	lp_pen_mark_cut(pen);
}
