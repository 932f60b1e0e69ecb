/* browse.h: lpview's screens, for a profile that is open. */
#ifndef LINEPROF_VIEWER_BROWSE_H
#define LINEPROF_VIEWER_BROWSE_H

#include "viewer/command_line.h"
#include "viewer/model/compare.h"
#include "viewer/model/live.h"
#include "viewer/screen/screen.h"

/* Whether the options leave it to us how to show the profile, and there is a terminal to show it on
 * and to type on. */
bool lp_wants_screens(const struct lp_options *options);

/* What is shown; all of it borrowed. */
struct lp_browsed {
	struct lp_profile *profile;
	const char *name;                       /* that the screens call it by */
	struct lp_live *live;                   /* NULL, or puts later readings into `profile` */
	const struct lp_comparison *comparison; /* NULL, or what `profile` is the side after of */
};

/* Shows it on `screen` until the user quits. LP_OK, LP_MEMORY or LP_CORRUPT. */
enum lp_status lp_browse_on(struct lp_screen *screen, struct lp_options *options,
			    const struct lp_browsed *browsed);

/* The same on the terminal. Returns the status for the shell; -1 if the terminal is not able to,
 * which it says on stderr, or lpview was built without ncurses. */
int lp_browse_terminal(struct lp_options *options, const struct lp_browsed *browsed,
		       bool has_color);

/* Whether there are screens in this lpview. */
bool lp_has_screens(void);

#endif
