/* list.c: moves a cursor. */
#include "viewer/screen/list.h"

/* The top that leaves no empty rows at the end. */
static size_t last_top(const struct lp_list *list)
{
	return list->count > list->height ? list->count - list->height : 0;
}

static void keep_on_screen(struct lp_list *list)
{
	if (list->cursor >= list->count)
		list->cursor = list->count > 0 ? list->count - 1 : 0;
	/* What fits on the screen is not known yet: whoever scrolls now may hide rows for nothing.
	 */
	if (list->height == 0)
		return;
	if (list->cursor < list->top)
		list->top = list->cursor;
	if (list->cursor >= list->top + list->height)
		list->top = list->cursor - list->height + 1;
	if (list->top > last_top(list))
		list->top = last_top(list);
}

void lp_list_set_count(struct lp_list *list, size_t count)
{
	list->count = count;
	keep_on_screen(list);
}

void lp_list_set_height(struct lp_list *list, size_t height)
{
	if (height == 0)
		height = 1;
	if (height == list->height)
		return;
	list->height = height;
	if (list->is_centred)
		lp_list_centre(list, list->cursor);
	keep_on_screen(list);
}

void lp_list_go(struct lp_list *list, size_t row)
{
	list->cursor = row;
	list->is_centred = false;
	keep_on_screen(list);
}

void lp_list_centre(struct lp_list *list, size_t row)
{
	list->cursor = row;
	list->top = row > list->height / 2 ? row - list->height / 2 : 0;
	list->is_centred = true;
	keep_on_screen(list);
}

void lp_list_scroll(struct lp_list *list, int rows)
{
	const size_t by = (size_t)(rows < 0 ? -rows : rows);

	if (list->height == 0)
		return;
	list->is_centred = false;
	if (rows < 0)
		list->top -= by < list->top ? by : list->top;
	else
		list->top = list->top + by < last_top(list) ? list->top + by : last_top(list);
	if (list->cursor < list->top)
		list->cursor = list->top;
	if (list->cursor >= list->top + list->height)
		list->cursor = list->top + list->height - 1;
	keep_on_screen(list);
}

static void step(struct lp_list *list, size_t up, size_t down)
{
	const size_t last = list->count > 0 ? list->count - 1 : 0;

	list->is_centred = false;
	if (up > 0)
		list->cursor -= up < list->cursor ? up : list->cursor;
	else
		list->cursor = down < last - list->cursor ? list->cursor + down : last;
	keep_on_screen(list);
}

bool lp_list_move(struct lp_list *list, enum lp_action action)
{
	const size_t half = list->height > 1 ? list->height / 2 : 1;

	switch (action) {
	case LP_ACTION_UP:
		step(list, 1, 0);
		return true;
	case LP_ACTION_DOWN:
		step(list, 0, 1);
		return true;
	case LP_ACTION_PAGE_UP:
		step(list, list->height, 0);
		return true;
	case LP_ACTION_PAGE_DOWN:
		step(list, 0, list->height);
		return true;
	case LP_ACTION_HALF_UP:
		step(list, half, 0);
		return true;
	case LP_ACTION_HALF_DOWN:
		step(list, 0, half);
		return true;
	case LP_ACTION_FIRST:
		lp_list_go(list, 0);
		return true;
	case LP_ACTION_LAST:
		lp_list_go(list, list->count > 0 ? list->count - 1 : 0);
		return true;
	default:
		return false;
	}
}
