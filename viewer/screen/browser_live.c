/* browser_live.c: looks again at the profile of a running program. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "viewer/screen/browser_state.h"
#include "viewer/screen/page_renew.h"

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int lp_browser_wait_ms(struct lp_browser *browser)
{
	const struct lp_context *const context = browser->context;
	double left;

	if (!context->live)
		return -1;
	if (browser->look_at == 0)
		browser->look_at = now() + context->look_seconds;
	left = browser->look_at - now();
	return left > 0 ? (int)(left * 1000) + 1 : 0;
}

static void say_state(struct lp_browser *browser)
{
	const struct lp_live *const live = browser->context->live;
	char end[128];

	if (live->is_new_run) {
		lp_browser_say(browser, "a new run of the program began");
	} else if (live->state != LP_LIVE_RUNNING) {
		lp_live_describe_end(live, end, sizeof(end));
		lp_browser_say(browser, "the program %s: this is all of it", end);
	}
}

/* Opens again what can be; the first view always can, wherever it is, unless memory is short. */
static enum lp_status renew_pages(struct lp_browser *browser, struct lp_kept_page *kept,
				  const struct lp_renumbering *renumbering)
{
	const size_t count = browser->page_count;
	enum lp_status failed = LP_OK;

	browser->page_count = 0;
	for (size_t i = 0; i < count; i++) {
		struct lp_page *const page = &browser->pages[browser->page_count];
		const enum lp_status status = lp_page_renew(page, &kept[i], renumbering);

		if (status == LP_OK)
			browser->page_count++;
		else
			failed = status;
	}
	return browser->page_count > 0 ? LP_OK : failed;
}

/* Puts `*next` in the place of the profile, below the views. */
static enum lp_status take(struct lp_browser *browser, struct lp_profile *next)
{
	struct lp_live *const live = browser->context->live;
	struct lp_kept_page *const kept =
	    (struct lp_kept_page *)calloc(browser->page_count, sizeof(*kept));
	struct lp_kept_page preview = {.page = {.kind = NULL}};
	struct lp_renumbering renumbering = {.functions = NULL};
	enum lp_status status = kept ? LP_OK : LP_MEMORY;

	if (status == LP_OK)
		status = lp_renumbering_find(&renumbering, live->profile, next);
	if (status != LP_OK) {
		free(kept);
		lp_profile_free(next);
		return status;
	}
	for (size_t i = 0; i < browser->page_count; i++)
		kept[i] = lp_page_keep(&browser->pages[i]);
	if (browser->preview.kind)
		preview = lp_page_keep(&browser->preview);
	/* Texts are kept by the number of their source. */
	if (renumbering.functions)
		lp_source_texts_free(browser->context->view->texts);
	/* Without memory there are no rates, and their columns are blank. */
	lp_live_take(live, next);
	if (!browser->context->is_measure_chosen)
		browser->context->measure = lp_page_first_measure(live->profile);
	status = lp_view_shorten_paths(live->profile);
	if (status == LP_OK)
		status = renew_pages(browser, kept, &renumbering);
	else
		browser->page_count = 0;
	if (status == LP_OK && preview.page.kind)
		lp_page_renew(&browser->preview, &preview, &renumbering);
	lp_renumbering_free(&renumbering);
	free(kept);
	return status;
}

/* Where it has our terminal, too, the last words of a program, or a shell's about it, stand in the
 * screen. Some come when its file has said the end already: so all is drawn anew at once, and once
 * more at the next look. */
static void mend_screen(struct lp_browser *browser, bool is_again)
{
	browser->screen->redraw(browser->screen);
	browser->may_be_marred = is_again;
}

static enum lp_status look(struct lp_browser *browser)
{
	struct lp_live *const live = browser->context->live;
	const enum lp_live_state before = live->state;
	struct lp_profile next;
	struct lp_error error;
	enum lp_status status;

	if (!lp_live_has_news(live))
		return LP_OK;
	status = lp_live_read(live, &next, &error);
	if (status != LP_OK) {
		lp_browser_say(browser, "%s: %s; this was read before", browser->context->name,
			       status == LP_IO ? strerror(errno) : lp_status_text(status));
		browser->is_of_reading = true;
		return LP_OK;
	}
	status = take(browser, &next);
	if (browser->is_of_reading)
		lp_browser_warn(browser);
	if (live->is_new_run || live->state != before) {
		say_state(browser);
		mend_screen(browser, true);
	}
	return status;
}

enum lp_status lp_browser_look(struct lp_browser *browser)
{
	enum lp_status status;

	if (!browser->context->live || now() < browser->look_at)
		return LP_OK;
	if (browser->may_be_marred)
		mend_screen(browser, false);
	status = look(browser);
	browser->look_at =
	    now() + lp_live_pause(browser->context->live, browser->context->look_seconds);
	return status;
}
