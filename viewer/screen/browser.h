/* browser.h: the views on a screen: keys in, cells out, until the user has seen enough. */
#ifndef LINEPROF_VIEWER_SCREEN_BROWSER_H
#define LINEPROF_VIEWER_SCREEN_BROWSER_H

#include "viewer/screen/page.h"
#include "viewer/screen/screen.h"

/*
 * Shows the profile of `context`, which is used and changed, on `screen` until the user quits.
 *
 * Returns LP_OK; LP_MEMORY or LP_CORRUPT if not even the first view could be opened: later ones
 * say so on the screen.
 */
enum lp_status lp_browse(struct lp_context *context, struct lp_screen *screen);

#endif
