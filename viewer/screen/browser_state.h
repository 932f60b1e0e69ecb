/* browser_state.h: what the files of the browser share: its views, prompt and message. */
#ifndef LINEPROF_VIEWER_SCREEN_BROWSER_STATE_H
#define LINEPROF_VIEWER_SCREEN_BROWSER_STATE_H

#include "viewer/screen/page.h"
#include "viewer/screen/prompt.h"
#include "viewer/screen/screen.h"

#define LP_PAGES_MOST 64 /* to go back to; older ones are forgotten */

/* Where the parts of the screen are; a row of -1: there is no room for it. */
struct lp_layout {
	int rows;
	int columns;
	int title;
	int heads;
	int first; /* of the table */
	int height;
	int end; /* its columns end before it */
	int preview_title;
	int preview_heads;
	int preview_first;
	int preview_height; /* 0: there is none */
	int preview_left;
	int status;
	int keys;
};

struct lp_browser {
	struct lp_context *context; /* borrowed */
	struct lp_screen *screen;   /* borrowed */
	struct lp_grid grid;
	struct lp_page pages[LP_PAGES_MOST]; /* the last one is shown; Esc goes to the one before */
	size_t page_count;
	const struct lp_page_kind *home; /* of the first view, which is always among them */
	struct lp_page preview; /* of the source; kind NULL: none yet */
	bool is_preview_moved;  /* by the mouse, off the place of the table's cursor */
	struct lp_prompt prompt;
	char search[LP_PAGE_TEXT_MOST];
	char message[256];  /* shown until the next key */
	bool is_of_reading; /* it is about the last reading of the profile: the next one ends it */
	double look_at; /* seconds of CLOCK_MONOTONIC: when a running program is looked at again */
	bool may_be_marred; /* by the last words of a program that is followed */
	bool uses_mouse;
	bool is_done;
};

struct lp_layout lp_layout_of(const struct lp_page *page, int rows, int columns);

struct lp_page *lp_browser_page(struct lp_browser *browser);

/* browser_draw.c: everything, into the grid. False when out of memory. */
bool lp_browser_draw(struct lp_browser *browser, const struct lp_layout *layout);

/* browser_act.c: does what a key asks for. */
void lp_browser_act(struct lp_browser *browser, enum lp_action action);

/* browser_live.c: how long a key may be waited for, in ms, or -1; and looks again at a running
 * program if it is time. LP_OK; LP_MEMORY, and then there may be no view left. */
int lp_browser_wait_ms(struct lp_browser *browser);
enum lp_status lp_browser_look(struct lp_browser *browser);

/* Opens a view on top. */
void lp_browser_open(struct lp_browser *browser, const struct lp_request *request);

/* browser_prompt.c: asks for a line of text, and takes keys while it does. */
void lp_browser_ask(struct lp_browser *browser, enum lp_prompt_kind kind);
void lp_browser_answer(struct lp_browser *browser, const struct lp_key *key);

/* Shows only rows with `text`; all if it is "". */
void lp_browser_filter(struct lp_browser *browser, const char *text);

/* The actions that matter in the view that is shown, most important first. */
int lp_browser_offers(const struct lp_browser *browser, enum lp_action *actions, int most);

/* Says something until the next key. */
void lp_browser_say(struct lp_browser *browser, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Says what the user should know before he believes the numbers, if there is anything. */
void lp_browser_warn(struct lp_browser *browser);

#endif
