/* layout.c: which parts of a view there is room for, and where they are. */
#include "viewer/screen/browser_state.h"

enum {
	TABLE_LEAST = 5,         /* rows of the table above the source */
	TABLE_WIDE = 110,        /* columns of the table beside it: all that it has, and names */
	WIDE = TABLE_WIDE + 100, /* from which on it stands there, with the numbers of its lines */
	HIGH = 12,               /* rows of the body from which on it stands below */
};

static void place_beside(struct lp_layout *layout, int body)
{
	const int part = layout->columns * 2 / 5;

	layout->end = part > TABLE_WIDE ? part : TABLE_WIDE;
	layout->preview_left = layout->end + 1;
	layout->preview_title = layout->heads;
	layout->preview_heads = layout->heads + 1;
	layout->preview_first = layout->heads + 2;
	layout->preview_height = body - 1;
}

static void place_below(struct lp_layout *layout, int body)
{
	const int table = body * 2 / 5 > TABLE_LEAST ? body * 2 / 5 : TABLE_LEAST;

	layout->height = table;
	layout->preview_left = 0;
	layout->preview_title = layout->first + table;
	layout->preview_heads = layout->preview_title + 1;
	layout->preview_first = layout->preview_title + 2;
	layout->preview_height = body - table - 2;
}

struct lp_layout lp_layout_of(const struct lp_page *page, int rows, int columns)
{
	struct lp_layout layout = {.rows = rows, .columns = columns, .end = columns};
	int body;

	layout.title = rows >= 2 ? 0 : -1;
	layout.heads = rows >= 5 ? 1 : -1;
	layout.first = rows >= 5 ? 2 : rows >= 2 ? 1 : 0;
	layout.keys = rows >= 6 ? rows - 1 : -1;
	layout.status = rows >= 6 ? rows - 2 : rows >= 4 ? rows - 1 : -1;
	body = (layout.status >= 0 ? layout.status : rows) - layout.first;
	layout.height = body;
	if (page->kind->has_preview && columns >= WIDE && body >= 4)
		place_beside(&layout, body);
	else if (page->kind->has_preview && body >= HIGH && columns >= 40)
		place_below(&layout, body);
	return layout;
}
