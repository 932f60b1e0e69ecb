/* follow.h: lpview --live: follows a running program. */
#ifndef LINEPROF_VIEWER_FOLLOW_H
#define LINEPROF_VIEWER_FOLLOW_H

#include "viewer/command_line.h"

/* Follows the program of the profile at `path`: screens on a terminal, with
 * colours if it has them; else a table an interval.
 * Returns the status for the shell. */
int lp_follow(struct lp_options *options, const char *path, bool has_color);

#endif
