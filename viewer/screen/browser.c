/* browser.c: the loop: draw, wait for a key, do what it says. */
#include "viewer/screen/browser.h"

#include <stdarg.h>
#include <stdlib.h>

#include "viewer/screen/browser_state.h"

/* Keys at most that are taken before what they did is shown: who holds one down wants to see it. */
#define KEYS_AT_ONCE 64

struct lp_page *lp_browser_page(struct lp_browser *browser)
{
	return &browser->pages[browser->page_count - 1];
}

void lp_browser_say(struct lp_browser *browser, const char *format, ...)
{
	va_list values;

	va_start(values, format);
	vsnprintf(browser->message, sizeof(browser->message), format, values);
	va_end(values);
	browser->is_of_reading = false;
}

static void say_nothing(struct lp_browser *browser)
{
	*browser->message = '\0';
	browser->is_of_reading = false;
}

void lp_browser_warn(struct lp_browser *browser)
{
	const struct lp_warning *first = browser->context->view->profile->warnings;

	say_nothing(browser);
	/* That it runs is why it is followed; there is nothing to be done about it. */
	while (browser->context->live && first && !first->remedy)
		first = first->next;
	if (!first)
		return;
	lp_browser_say(browser, "%s%s%s (6 shows all%s)", first->which ? first->which : "",
		       first->which ? ": " : "", first->text,
		       first->remedy ? ", and what can be done" : "");
	browser->is_of_reading = true;
}

/* The row of the table that the mouse is on; false if it is on none. */
static bool row_at(const struct lp_browser *browser, const struct lp_layout *layout,
		   const struct lp_key *key, size_t *row)
{
	const struct lp_list *const list = &browser->pages[browser->page_count - 1].list;

	if (key->row < layout->first || key->row >= layout->first + layout->height ||
	    key->column >= layout->end)
		return false;
	*row = list->top + (size_t)(key->row - layout->first);
	return *row < list->count;
}

static bool is_wheel(const struct lp_key *key)
{
	return key->code == LP_KEY_WHEEL_UP || key->code == LP_KEY_WHEEL_DOWN;
}

static void scroll(struct lp_list *list, const struct lp_key *key)
{
	lp_list_scroll(list, key->code == LP_KEY_WHEEL_UP ? -3 : 3);
}

static bool is_over_preview(const struct lp_browser *browser, const struct lp_layout *layout,
			    const struct lp_key *key)
{
	return browser->preview.kind && layout->preview_height > 0 &&
	       key->column >= layout->preview_left && key->row >= layout->preview_first &&
	       key->row < layout->preview_first + layout->preview_height;
}

/* It scrolls and has a cursor as the table has, until that moves on. */
static void take_mouse_over_preview(struct lp_browser *browser, const struct lp_layout *layout,
				    const struct lp_key *key)
{
	struct lp_page *const preview = &browser->preview;
	const size_t row = preview->list.top + (size_t)(key->row - layout->preview_first);
	struct lp_request place;

	if (is_wheel(key)) {
		scroll(&preview->list, key);
	} else if (row < preview->list.count) {
		lp_list_go(&preview->list, row);
		if (key->code == LP_KEY_DOUBLE_CLICK &&
		    preview->kind->place_of(preview, lp_page_item(preview, row), &place))
			lp_browser_open(browser, &place);
	}
	browser->is_preview_moved = true;
}

static void take_mouse(struct lp_browser *browser, const struct lp_layout *layout,
		       const struct lp_key *key)
{
	struct lp_page *const page = lp_browser_page(browser);
	size_t row;

	if (is_over_preview(browser, layout, key)) {
		take_mouse_over_preview(browser, layout, key);
	} else if (is_wheel(key)) {
		scroll(&page->list, key);
	} else if (key->row == layout->heads && key->column < layout->end) {
		lp_page_sort_by(page, lp_page_column_at(page, key->column, 0, layout->end));
	} else if (row_at(browser, layout, key, &row)) {
		lp_list_go(&page->list, row);
		if (key->code == LP_KEY_DOUBLE_CLICK)
			lp_browser_act(browser, LP_ACTION_OPEN);
	}
}

static void take_key(struct lp_browser *browser, const struct lp_layout *layout,
		     const struct lp_key *key)
{
	const enum lp_action action = lp_action_of(key->code);

	if (key->code == LP_KEY_NONE || key->code == LP_KEY_RESIZE)
		return;
	say_nothing(browser);
	if (key->code == LP_KEY_QUIT)
		browser->is_done = true;
	else if (browser->prompt.kind != LP_PROMPT_NONE)
		lp_browser_answer(browser, key);
	else if (key->code >= LP_KEY_CLICK && key->code <= LP_KEY_WHEEL_DOWN)
		take_mouse(browser, layout, key);
	/* What goes back step by step goes out at the top; Esc alone may be an accident. */
	else if (action == LP_ACTION_BACK && key->code == 'q' && browser->page_count == 1)
		browser->is_done = true;
	else if (action == LP_ACTION_BACK && key->code == LP_KEY_ESCAPE &&
		 *lp_browser_page(browser)->filter)
		lp_browser_filter(browser, "");
	else
		lp_browser_act(browser, action);
}

static bool is_same_place(const struct lp_request *one, const struct lp_request *other)
{
	return one->function == other->function && one->source == other->source &&
	       one->line == other->line;
}

/* Shows a place in the preview, unless the mouse has moved that since it was shown. */
static void show_place(struct lp_browser *browser, const struct lp_request *place)
{
	struct lp_page *const preview = &browser->preview;

	if (preview->kind && browser->is_preview_moved && is_same_place(&preview->subject, place))
		return;
	browser->is_preview_moved = false;
	if (preview->kind && lp_page_source_follows(preview, place))
		return;
	if (preview->kind)
		lp_page_close(preview);
	/* If that fails, there is none. */
	lp_page_open(preview, browser->context, place);
}

/* The preview follows the cursor of the table. */
static void follow(struct lp_browser *browser, const struct lp_layout *layout)
{
	struct lp_page *const page = lp_browser_page(browser);
	struct lp_page *const preview = &browser->preview;
	struct lp_request place;

	if (layout->preview_height == 0)
		return;
	if (page->list.count > 0 &&
	    page->kind->place_of(page, lp_page_item(page, page->list.cursor), &place))
		show_place(browser, &place);
	else if (preview->kind)
		lp_page_close(preview);
	if (preview->kind)
		lp_list_set_height(&preview->list, (size_t)layout->preview_height);
}

static struct lp_layout arrange(struct lp_browser *browser)
{
	struct lp_layout layout;
	int rows;
	int columns;

	browser->screen->ask_size(browser->screen, &rows, &columns);
	layout = lp_layout_of(lp_browser_page(browser), rows, columns);
	lp_list_set_height(&lp_browser_page(browser)->list, (size_t)layout.height);
	follow(browser, &layout);
	return layout;
}

/* Waits for a key, and takes with it what was typed before there was an answer: what is on the
 * screen in between nobody sees. */
static void take_keys(struct lp_browser *browser, struct lp_layout layout)
{
	struct lp_screen *const screen = browser->screen;
	struct lp_key key = screen->read(screen, lp_browser_wait_ms(browser));

	for (int taken = 1;; taken++) {
		take_key(browser, &layout, &key);
		if (browser->is_done || key.code == LP_KEY_NONE || taken == KEYS_AT_ONCE)
			return;
		layout = arrange(browser);
		key = screen->read(screen, 0);
	}
}

static enum lp_status run(struct lp_browser *browser)
{
	enum lp_status status = LP_OK;

	lp_browser_warn(browser);
	while (!browser->is_done && status == LP_OK) {
		const struct lp_layout layout = arrange(browser);

		if (!lp_browser_draw(browser, &layout))
			return LP_MEMORY;
		browser->screen->show(browser->screen, &browser->grid);
		take_keys(browser, layout);
		status = lp_browser_look(browser);
	}
	return status;
}

enum lp_status lp_browse(struct lp_context *context, struct lp_screen *screen)
{
	const struct lp_request first = {context->comparison ? &lp_page_changed_functions
							     : &lp_page_functions,
					 LP_NO_INDEX, LP_NO_INDEX, 0};
	struct lp_browser *const browser = (struct lp_browser *)calloc(1, sizeof(*browser));
	enum lp_status status;

	if (!browser)
		return LP_MEMORY;
	browser->context = context;
	browser->screen = screen;
	browser->uses_mouse = true;
	browser->home = first.kind;
	status = lp_page_open(&browser->pages[0], context, &first);
	if (status == LP_OK) {
		browser->page_count = 1;
		status = run(browser);
	}
	while (browser->page_count > 0)
		lp_page_close(&browser->pages[--browser->page_count]);
	if (browser->preview.kind)
		lp_page_close(&browser->preview);
	lp_grid_free(&browser->grid);
	free(browser);
	return status;
}
