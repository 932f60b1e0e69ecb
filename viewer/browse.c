/* browse.c: opens the screens on a terminal, or on any other screen. */
#include "viewer/browse.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "viewer/report/diff_table.h"
#include "viewer/report/reports.h"
#include "viewer/report/text.h"
#include "viewer/screen/browser.h"
#include "viewer/screen/curses_screen.h"
#include "viewer/terminal.h"

bool lp_wants_screens(const struct lp_options *options)
{
	return lp_has_screens() && !options->has_report && !options->format && !options->out &&
	       !options->has_no_pager && options->table_count == 0 && !options->is_summarized &&
	       !options->skips_zero && isatty(STDIN_FILENO) && lp_terminal_is_able();
}

static void put_summary(const struct lp_context *context, const struct lp_view *view)
{
	if (context->comparison) {
		lp_report_diff_head(view->out, context->comparison);
		fputs("\nThe run after:\n\n", view->out);
	}
	lp_report_header(view);
	if (view->profile->regions.count > 0)
		lp_report_regions(view);
}

static void put_gpu(const struct lp_context *context, const struct lp_view *view)
{
	(void)context;
	lp_report_gpu(view);
}

enum lp_status lp_browse_on(struct lp_screen *screen, struct lp_options *options,
			    const struct lp_browsed *browsed)
{
	struct lp_profile *const profile = browsed->profile;
	struct lp_source_texts texts = {.profile = profile, .paths = &options->source_paths};
	const struct lp_view view = {.profile = profile,
				     .order = options->order,
				     .filter = &options->filter,
				     .texts = &texts,
				     .shows_all = options->shows_all,
				     .silenced_hints = options->silenced_hints,
				     .threshold_pct = options->threshold_pct,
				     .unit_seconds = options->unit_seconds};
	struct lp_context context = {
	    .view = &view,
	    .name = browsed->name,
	    .unit_seconds = options->has_unit ? options->unit_seconds : 0,
	    .measure = lp_page_first_measure(profile),
	    .live = browsed->live,
	    .look_seconds = options->interval_seconds > 0 ? options->interval_seconds : 0.5,
	    .comparison = browsed->comparison,
	    .put_summary = put_summary,
	    .put_gpu = put_gpu,
	};
	enum lp_status status = lp_view_shorten_paths(profile);

	if (status == LP_OK)
		status = lp_browse(&context, screen);
	lp_source_texts_free(&texts);
	return status;
}

#ifdef LP_NCURSES

bool lp_has_screens(void)
{
	return true;
}

int lp_browse_terminal(struct lp_options *options, const struct lp_browsed *browsed, bool has_color)
{
	const char *why = NULL;
	struct lp_screen *const screen = lp_curses_open(has_color, &why);
	enum lp_status status;
	int ended_by;

	if (!screen) {
		fputs("lpview: TERM=", stderr);
		lp_text_put_string(stderr, getenv("TERM"));
		fprintf(stderr, ": no screens: %s\n", why);
		return -1;
	}
	status = lp_browse_on(screen, options, browsed);
	ended_by = lp_curses_close(screen);
	if (status != LP_OK)
		fprintf(stderr, "lpview: %s\n", lp_status_text(status));
	/* Who ended us shall see that it worked. */
	if (ended_by) {
		signal(ended_by, SIG_DFL);
		raise(ended_by);
	}
	return status == LP_OK ? 0 : 1;
}

#else

bool lp_has_screens(void)
{
	return false;
}

int lp_browse_terminal(struct lp_options *options, const struct lp_browsed *browsed, bool has_color)
{
	(void)options;
	(void)browsed;
	(void)has_color;
	return -1;
}

#endif
