/* browser_draw.c: draws a whole screen: title, table, source below or beside it, last lines. */
#include <string.h>

#include "viewer/screen/actions.h"
#include "viewer/screen/browser_state.h"
#include "viewer/screen/numbers.h"

/* ---- title ---- */

/* Of a program that is followed. */
static const char *state_of(const struct lp_live *live)
{
	if (!live)
		return "";
	return live->state == LP_LIVE_RUNNING ? "running: "
	       : live->state == LP_LIVE_ENDED ? "ended: "
					      : "killed: ";
}

/* What stands at the end of the title: how long what ran. */
static void put_run(const struct lp_browser *browser, int row, int columns, int used)
{
	const struct lp_context *const context = browser->context;
	const struct lp_profile *const profile = context->view->profile;
	char text[160];
	char time[32];
	struct lp_pen pen;
	int size;

	lp_format_time(time, sizeof(time), lp_view_seconds(context->view, profile->lifetime_ticks),
		       0);
	snprintf(text, sizeof(text), "%s%s in %llu thread%s", state_of(context->live), time,
		 (unsigned long long)profile->info.threads_seen,
		 profile->info.threads_seen == 1 ? "" : "s");
	size = (int)strlen(text) + (int)strlen(context->name) + 4;
	if (columns - size < used + 2)
		return;
	pen = lp_pen_at((struct lp_grid *)&browser->grid, row, columns - size, columns);
	lp_pen_put_foreign(&pen, LP_STYLE_TITLE, context->name, strlen(context->name));
	lp_pen_putf(&pen, LP_STYLE_TITLE, "  %s", text);
}

static void draw_title(struct lp_browser *browser, const struct lp_layout *layout)
{
	const struct lp_page *const page = lp_browser_page(browser);
	struct lp_pen pen = lp_pen_at(&browser->grid, layout->title, 0, layout->columns);
	int used;

	lp_pen_put(&pen, LP_STYLE_TITLE, " ");
	lp_pen_put(&pen, LP_STYLE_TITLE, page->kind->question);
	lp_pen_put(&pen, LP_STYLE_TITLE, "  ");
	if (page->kind->put_subject)
		page->kind->put_subject(page, &pen);
	if (*page->filter) {
		lp_pen_put(&pen, LP_STYLE_TITLE, "  only: ");
		lp_pen_put_foreign(&pen, LP_STYLE_TITLE, page->filter, strlen(page->filter));
	}
	used = pen.column;
	lp_pen_go(&pen, LP_STYLE_TITLE, layout->columns);
	if (layout->title >= 0)
		put_run(browser, layout->title, layout->columns, used);
}

/* ---- tables ---- */

/* Marks what is searched for in the rows from `first` on. */
static void mark_found(struct lp_browser *browser, int first, int height, int left, int end)
{
	const char *const wanted =
	    browser->prompt.kind == LP_PROMPT_SEARCH ? browser->prompt.text : browser->search;

	for (int row = first; *wanted && row < first + height; row++)
		lp_grid_mark(&browser->grid, row, left, end, wanted);
}

static void draw_preview(struct lp_browser *browser, const struct lp_layout *layout)
{
	const struct lp_page *const preview = &browser->preview;
	struct lp_grid *const grid = &browser->grid;
	const int left = layout->preview_left;
	struct lp_pen pen = lp_pen_at(grid, layout->preview_title, left, layout->columns);

	if (layout->preview_height == 0)
		return;
	for (int row = layout->heads; left > 0 && row < layout->status; row++) {
		struct lp_pen edge = lp_pen_at(grid, row, left - 1, left);

		lp_pen_put(&edge, LP_STYLE_DIM, grid->is_ascii ? "|" : "│");
	}
	lp_pen_put(&pen, LP_STYLE_TITLE, " ");
	if (preview->kind)
		preview->kind->put_subject(preview, &pen);
	lp_pen_go(&pen, LP_STYLE_TITLE, layout->columns);
	if (!preview->kind) {
		pen = lp_pen_at(grid, layout->preview_first, left, layout->columns);
		lp_pen_put(&pen, LP_STYLE_DIM, " there is no source of this row");
		return;
	}
	lp_page_draw_heads(preview, grid, layout->preview_heads, left, layout->columns);
	lp_page_draw(preview, grid, layout->preview_first, left, layout->columns,
		     LP_STYLE_SELECTED_DIM);
}

/* What is shown in place of rows if there are none. */
static void draw_nothing(struct lp_browser *browser, const struct lp_layout *layout)
{
	struct lp_pen pen = lp_pen_at(&browser->grid, layout->first, 0, layout->end);

	lp_pen_put(&pen, LP_STYLE_DIM,
		   *lp_browser_page(browser)->filter ? "no row has this text; Esc shows all again"
		   : lp_filter_is_set(browser->context->view->filter)
		       ? "nothing to show: the options leave nothing"
		       : "nothing to show");
}

/* ---- last lines ---- */

static void draw_status(struct lp_browser *browser, const struct lp_layout *layout)
{
	struct lp_page *const page = lp_browser_page(browser);
	struct lp_pen pen = lp_pen_at(&browser->grid, layout->status, 0, layout->columns);

	if (*browser->message)
		lp_pen_put_foreign(&pen, LP_STYLE_WARNING, browser->message,
				   strlen(browser->message));
	else if (page->kind->put_status && page->list.count > 0)
		page->kind->put_status(page, lp_page_item(page, page->list.cursor), &pen);
	lp_pen_go(&pen, LP_STYLE_STATUS, layout->columns);
}

static void draw_prompt(struct lp_browser *browser, int row, int columns)
{
	static const char *const titles[] = {"", "/", "only rows with: ", "write to: "};
	const struct lp_prompt *const prompt = &browser->prompt;
	struct lp_pen pen = lp_pen_at(&browser->grid, row, 0, columns);

	lp_pen_put(&pen, LP_STYLE_PROMPT, titles[prompt->kind]);
	lp_pen_put_foreign(&pen, LP_STYLE_PROMPT, prompt->text, strlen(prompt->text));
	browser->grid.cursor_row = row;
	browser->grid.cursor_column = pen.column < columns ? pen.column : columns - 1;
	lp_pen_go(&pen, LP_STYLE_PROMPT, columns);
}

/* How many columns a key takes in the last line. */
static int key_width(enum lp_action action)
{
	return (int)(lp_action_key_size(action) + strlen(lp_actions[action].label)) + 3;
}

static void put_key(struct lp_pen *pen, enum lp_action action)
{
	const struct lp_action_row *const row = &lp_actions[action];

	lp_pen_putf(pen, LP_STYLE_KEY, "%.*s", (int)lp_action_key_size(action), row->keys);
	lp_pen_putf(pen, LP_STYLE_HINT, " %s  ", row->label);
}

/* The keys that matter here, most important first, as many as fit. The one that lists them all
 * always does. */
static void draw_keys(struct lp_browser *browser, const struct lp_layout *layout)
{
	enum lp_action actions[16];
	const int count = lp_browser_offers(browser, actions, 16);
	struct lp_pen pen = lp_pen_at(&browser->grid, layout->keys, 0, layout->columns);
	int kept = key_width(LP_ACTION_HELP);

	for (int i = 0; i < count; i++) {
		if (actions[i] == LP_ACTION_HELP)
			kept = 0;
		if (pen.column + key_width(actions[i]) + kept > layout->columns)
			break;
		put_key(&pen, actions[i]);
	}
	if (kept > 0)
		put_key(&pen, LP_ACTION_HELP);
	lp_pen_go(&pen, LP_STYLE_HINT, layout->columns);
}

bool lp_browser_draw(struct lp_browser *browser, const struct lp_layout *layout)
{
	struct lp_page *const page = lp_browser_page(browser);
	struct lp_grid *const grid = &browser->grid;
	const int last = layout->keys >= 0 ? layout->keys : layout->rows - 1;

	grid->is_ascii = browser->screen->is_ascii;
	if (!lp_grid_clear(grid, layout->rows, layout->columns))
		return false;
	draw_title(browser, layout);
	if (layout->heads >= 0)
		lp_page_draw_heads(page, grid, layout->heads, 0, layout->end);
	lp_page_draw(page, grid, layout->first, 0, layout->end, LP_STYLE_SELECTED);
	if (page->list.count == 0)
		draw_nothing(browser, layout);
	mark_found(browser, layout->first, layout->height, 0, layout->end);
	draw_preview(browser, layout);
	if (layout->status >= 0)
		draw_status(browser, layout);
	if (browser->prompt.kind != LP_PROMPT_NONE)
		draw_prompt(browser, last, layout->columns);
	else if (layout->keys >= 0)
		draw_keys(browser, layout);
	return true;
}
