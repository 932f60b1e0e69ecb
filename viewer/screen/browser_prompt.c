/* browser_prompt.c: search, filter and writing to a file: what is typed, and what comes of it. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "viewer/screen/browser_state.h"

enum {
	FILTERED_AS_TYPED = 50000, /* rows; more of them wait for Enter */
	COLUMNS_WRITTEN = 200,     /* at least, and at most; what is longer is cut */
	MOST_COLUMNS_WRITTEN = 4096,
	NAMES_TRIED = 1000,
};

static void filter(struct lp_browser *browser, const char *text)
{
	struct lp_page *const page = lp_browser_page(browser);

	snprintf(page->filter, sizeof(page->filter), "%s", text);
	if (lp_page_arrange(page) != LP_OK)
		lp_browser_say(browser, "%s", lp_status_text(LP_MEMORY));
}

void lp_browser_filter(struct lp_browser *browser, const char *text)
{
	filter(browser, text);
}

/* ---- writing ---- */

/* Draws a row, as the only one of the grid, which becomes as wide as the row is long. One that
 * comes to the last column may be cut; one of a picture always does. */
static bool draw_row(const struct lp_page *page, struct lp_grid *grid, size_t row)
{
	int columns = COLUMNS_WRITTEN;

	for (;;) {
		if (!lp_grid_clear(grid, 1, columns))
			return false;
		lp_page_draw_row(page, lp_page_item(page, row), grid, 0, 0, columns);
		if (page->kind->find || columns == MOST_COLUMNS_WRITTEN ||
		    lp_grid_row_end(grid, 0) < columns)
			return true;
		columns = columns * 2 < MOST_COLUMNS_WRITTEN ? columns * 2 : MOST_COLUMNS_WRITTEN;
	}
}

static void put_row(const struct lp_grid *grid, FILE *out)
{
	lp_grid_put_row(grid, 0, out);
	fputc('\n', out);
}

static enum lp_status write_rows(const struct lp_page *page, FILE *out)
{
	struct lp_grid grid = {.cells = NULL};
	bool is_drawn = lp_grid_clear(&grid, 1, COLUMNS_WRITTEN);

	if (is_drawn) {
		lp_page_draw_heads(page, &grid, 0, 0, COLUMNS_WRITTEN);
		put_row(&grid, out);
	}
	for (size_t row = 0; row < page->list.count && is_drawn; row++) {
		is_drawn = draw_row(page, &grid, row);
		if (is_drawn)
			put_row(&grid, out);
	}
	lp_grid_free(&grid);
	return is_drawn ? LP_OK : LP_MEMORY;
}

/* Offers a name that is not there yet: a view may be written again and again. */
static void offer_new_file(struct lp_prompt *prompt, const char *view)
{
	snprintf(prompt->text, sizeof(prompt->text), "lpview-%s.txt", view);
	for (int number = 2; number <= NAMES_TRIED && access(prompt->text, F_OK) == 0; number++)
		snprintf(prompt->text, sizeof(prompt->text), "lpview-%s-%d.txt", view, number);
}

/* Creates the file; ~/ is what shells make of it. -1 with errno set if there is one. */
static int create(const char *path)
{
	const char *const home = strncmp(path, "~/", 2) == 0 ? getenv("HOME") : NULL;
	char expanded[PATH_MAX];

	if (snprintf(expanded, sizeof(expanded), "%s%s", home ? home : "",
		     home ? path + 1 : path) >= (int)sizeof(expanded)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	return open(expanded, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

/* To a new file: one that is there may be dear to somebody. */
static void write_page(struct lp_browser *browser, const char *path)
{
	const int file = create(path);
	FILE *const out = file >= 0 ? fdopen(file, "w") : NULL;
	enum lp_status status;
	bool is_bad;

	if (!out) {
		lp_browser_say(browser, "%s: %s", path, strerror(errno));
		if (file >= 0)
			close(file);
		return;
	}
	status = write_rows(lp_browser_page(browser), out);
	is_bad = ferror(out);
	if (fclose(out) != 0 || is_bad || status != LP_OK)
		lp_browser_say(browser, "%s: could not be written", path);
	else
		lp_browser_say(browser, "written: %s", path);
}

/* ---- the prompt ---- */

void lp_browser_ask(struct lp_browser *browser, enum lp_prompt_kind kind)
{
	const struct lp_page *const page = lp_browser_page(browser);
	struct lp_prompt *const prompt = &browser->prompt;

	*prompt = (struct lp_prompt){
	    .kind = kind, .origin = page->list.cursor, .origin_part = page->part};
	if (kind == LP_PROMPT_FILTER)
		snprintf(prompt->text, sizeof(prompt->text), "%s", page->filter);
	if (kind == LP_PROMPT_WRITE)
		offer_new_file(prompt, page->kind->name);
}

static void go_to_origin(struct lp_browser *browser)
{
	struct lp_page *const page = lp_browser_page(browser);

	lp_list_go(&page->list, browser->prompt.origin);
	page->part = browser->prompt.origin_part;
}

static void search_as_typed(struct lp_browser *browser)
{
	struct lp_page *const page = lp_browser_page(browser);

	go_to_origin(browser);
	if (*browser->prompt.text &&
	    !lp_page_search(page, browser->prompt.text, browser->prompt.origin, false))
		lp_browser_say(browser, "not found");
}

/* What no row has that is there may be in one that is folded away. */
static void find_all(struct lp_browser *browser, const char *text, size_t origin)
{
	struct lp_page *const page = lp_browser_page(browser);

	if (*text && !lp_page_search(page, text, origin, false) &&
	    lp_page_reveal(page, text) != LP_OK)
		lp_browser_say(browser, "not found: %s", text);
}

static void change(struct lp_browser *browser)
{
	if (browser->prompt.kind == LP_PROMPT_SEARCH)
		search_as_typed(browser);
	else if (browser->prompt.kind == LP_PROMPT_FILTER &&
		 lp_browser_page(browser)->item_count <= FILTERED_AS_TYPED)
		filter(browser, browser->prompt.text);
}

static void finish(struct lp_browser *browser)
{
	const struct lp_prompt prompt = browser->prompt;

	browser->prompt.kind = LP_PROMPT_NONE;
	switch (prompt.kind) {
	case LP_PROMPT_SEARCH:
		memcpy(browser->search, prompt.text, sizeof(browser->search));
		find_all(browser, prompt.text, prompt.origin);
		break;
	case LP_PROMPT_FILTER:
		filter(browser, prompt.text);
		break;
	case LP_PROMPT_WRITE:
		if (*prompt.text)
			write_page(browser, prompt.text);
		break;
	case LP_PROMPT_NONE:
		break;
	}
}

static void leave(struct lp_browser *browser)
{
	const enum lp_prompt_kind kind = browser->prompt.kind;

	browser->prompt.kind = LP_PROMPT_NONE;
	if (kind == LP_PROMPT_SEARCH)
		go_to_origin(browser);
	else if (kind == LP_PROMPT_FILTER)
		filter(browser, "");
}

void lp_browser_answer(struct lp_browser *browser, const struct lp_key *key)
{
	switch (lp_prompt_take(&browser->prompt, key)) {
	case LP_PROMPT_CHANGED:
		change(browser);
		break;
	case LP_PROMPT_DONE:
		finish(browser);
		break;
	case LP_PROMPT_LEFT:
		leave(browser);
		break;
	case LP_PROMPT_IGNORED:
		break;
	}
}
