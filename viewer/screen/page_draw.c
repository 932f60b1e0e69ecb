/* page_draw.c: draws rows of a view: columns that fit, numbers to the right, bars. */
#include <string.h>

#include "viewer/screen/numbers.h"
#include "viewer/screen/page.h"

static bool is_measured(const struct lp_page *page, const struct lp_page_column *column)
{
	return column->measure != LP_MEASURE_NONE && column->measure == page->context->measure;
}

/* Whether it is the bar of lines while that is the share of the time, which "% self" says as well.
 */
static bool is_said_twice(const struct lp_page *page, const struct lp_page_column *column)
{
	return column->kind == LP_COLUMN_BAR && page->kind->measure &&
	       page->context->measure == LP_MEASURE_SHARE;
}

enum {
	SAID_TWICE = 3, /* so many ranks earlier it goes */
	NEVER = 100     /* a rank that nothing is wide enough for */
};

static int rank_of(const struct lp_page *page, const struct lp_page_column *column)
{
	if (!lp_page_has_column(page, column))
		return NEVER;
	if (is_measured(page, column) || column - page->kind->columns == page->sort_column)
		return 0;
	return column->rank % LP_RANK_LIVE + (is_said_twice(page, column) ? SAID_TWICE : 0);
}

static int width_of(const struct lp_page *page, const struct lp_page_column *column)
{
	return column->width > 0 ? column->width : page->number_width;
}

/* The columns of this rank and below, as wide as they are together. */
static int width_up_to(const struct lp_page *page, int rank)
{
	int width = 0;

	for (int i = 0; i < page->kind->column_count; i++) {
		const struct lp_page_column *const column = &page->kind->columns[i];

		if (column->kind != LP_COLUMN_TEXT && rank_of(page, column) <= rank)
			width += width_of(page, column) + 1;
	}
	return width;
}

/* The highest rank that there is room for. */
static int fitting_rank(const struct lp_page *page, int columns)
{
	int rank = 9;

	while (rank > 0 && columns - width_up_to(page, rank) < page->kind->least_text)
		rank--;
	return rank;
}

static const char *arrow_of(const struct lp_page *page, int i, bool is_ascii)
{
	const char *const arrows[2][2] = {{"▲", "▼"}, {"^", "v"}};
	const bool is_number = page->kind->columns[i].kind == LP_COLUMN_NUMBER;

	return arrows[is_ascii][is_number != page->is_reversed];
}

/* Whether the title of the next column that is shown begins where the column does. */
static bool is_beside_title(const struct lp_page *page, int i, int rank)
{
	const struct lp_page_column *next = NULL;

	for (i++; !next && i < page->kind->column_count; i++)
		if (rank_of(page, &page->kind->columns[i]) <= rank)
			next = &page->kind->columns[i];
	if (!next || next->kind == LP_COLUMN_TEXT)
		return next;
	return next->kind == LP_COLUMN_NUMBER && (int)strlen(next->title) >= width_of(page, next);
}

/* Whether there is room for an arrow in front of the title: where that is as wide as its column, in
 * the blank before, or else, at the left edge, in the column behind if there is a blank in that. */
static bool has_room_for_arrow(const struct lp_page *page, int i, int rank, bool is_first)
{
	const struct lp_page_column *const column = &page->kind->columns[i];

	return !is_first || (int)strlen(column->title) < width_of(page, column) ||
	       !is_beside_title(page, i, rank);
}

static void draw_head(const struct lp_page *page, int i, int rank, bool is_first,
		      struct lp_pen *pen)
{
	const struct lp_page_column *const column = &page->kind->columns[i];
	const bool is_sorted = page->sort_column == i;
	const bool has_arrow = is_sorted && (column->kind == LP_COLUMN_TEXT ||
					     has_room_for_arrow(page, i, rank, is_first));
	const enum lp_style style =
	    is_sorted || is_measured(page, column) ? LP_STYLE_SORTED : LP_STYLE_HEADS;
	const int end = pen->column + width_of(page, column);
	const int size = (int)strlen(column->title) + has_arrow;

	if (column->kind == LP_COLUMN_NUMBER)
		lp_pen_go(pen, LP_STYLE_HEADS, end - size);
	if (has_arrow && column->kind != LP_COLUMN_TEXT)
		lp_pen_put(pen, style, arrow_of(page, i, pen->grid->is_ascii));
	lp_pen_put(pen, style, column->title);
	if (has_arrow && column->kind == LP_COLUMN_TEXT)
		lp_pen_put(pen, style, arrow_of(page, i, pen->grid->is_ascii));
	if (column->kind != LP_COLUMN_TEXT)
		lp_pen_go(pen, LP_STYLE_HEADS, end + 1);
}

void lp_page_draw_heads(const struct lp_page *page, struct lp_grid *grid, int row, int left,
			int end)
{
	const int rank = fitting_rank(page, end - left);
	struct lp_pen pen = lp_pen_at(grid, row, left, end);

	for (int i = 0; i < page->kind->column_count; i++)
		if (rank_of(page, &page->kind->columns[i]) <= rank)
			draw_head(page, i, rank, pen.column == left, &pen);
	lp_pen_go(&pen, LP_STYLE_HEADS, end);
}

bool lp_page_shows_column(const struct lp_page *page, int column, int columns)
{
	return rank_of(page, &page->kind->columns[column]) <= fitting_rank(page, columns);
}

int lp_page_column_at(const struct lp_page *page, int at, int left, int end)
{
	const int rank = fitting_rank(page, end - left);

	for (int i = 0; i < page->kind->column_count; i++) {
		const struct lp_page_column *const column = &page->kind->columns[i];

		if (rank_of(page, column) > rank)
			continue;
		left += column->kind == LP_COLUMN_TEXT ? end : width_of(page, column) + 1;
		if (at < left)
			return i;
	}
	return -1;
}

static void draw_number(const struct lp_page *page, const struct lp_page_column *column,
			uint32_t item, struct lp_pen *pen, enum lp_style style)
{
	const int end = pen->column + width_of(page, column);
	char text[64] = "";

	column->format(page, item, text, sizeof(text));
	lp_pen_go(pen, LP_STYLE_PLAIN, end - (int)strlen(text));
	lp_pen_put(pen, style, text);
	lp_pen_go(pen, LP_STYLE_PLAIN, end);
}

void lp_page_draw_row(const struct lp_page *page, uint32_t item, struct lp_grid *grid, int row,
		      int left, int end)
{
	const struct lp_page_kind *const kind = page->kind;
	const int rank = fitting_rank(page, end - left);
	const enum lp_style style = kind->style_of ? kind->style_of(page, item) : LP_STYLE_PLAIN;
	struct lp_pen pen = lp_pen_at(grid, row, left, end);

	for (int i = 0; i < kind->column_count; i++) {
		const struct lp_page_column *const column = &kind->columns[i];

		if (rank_of(page, column) > rank)
			continue;
		if (column->kind == LP_COLUMN_NUMBER)
			draw_number(page, column, item, &pen, style);
		else if (column->kind == LP_COLUMN_BAR)
			lp_bar_put(&pen, style, width_of(page, column),
				   page->hottest > 0 ? kind->heat_of(page, item) / page->hottest
						     : 0);
		else
			kind->put_text(page, item, &pen,
				       style == LP_STYLE_DIM ? LP_STYLE_DIM : LP_STYLE_PLAIN);
		lp_pen_go(&pen, LP_STYLE_PLAIN, pen.column + 1);
	}
}

void lp_page_draw(const struct lp_page *page, struct lp_grid *grid, int first, int left, int end,
		  enum lp_style selected)
{
	const struct lp_list *const list = &page->list;

	for (size_t i = 0; i < list->height && list->top + i < list->count; i++) {
		const uint32_t item = lp_page_item(page, list->top + i);
		const int row = first + (int)i;
		int begin = left;
		int last = end;

		lp_page_draw_row(page, item, grid, row, left, end);
		if (list->top + i != list->cursor)
			continue;
		if (page->kind->span_of)
			page->kind->span_of(page, item, left, end, &begin, &last);
		lp_grid_restyle(grid, row, begin, last, selected);
	}
}

bool lp_page_can_shift(const struct lp_page *page, int columns)
{
	struct lp_grid grid = {.cells = NULL};
	bool can_shift = false;

	if (lp_grid_clear(&grid, (int)page->list.height, columns)) {
		lp_page_draw(page, &grid, 0, 0, columns, LP_STYLE_SELECTED);
		can_shift = grid.is_cut && grid.can_move;
	}
	lp_grid_free(&grid);
	return can_shift;
}
