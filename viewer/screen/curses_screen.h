/* curses_screen.h: the screen on a terminal. */
#ifndef LINEPROF_VIEWER_SCREEN_CURSES_SCREEN_H
#define LINEPROF_VIEWER_SCREEN_CURSES_SCREEN_H

#include "viewer/screen/screen.h"

/*
 * Takes the terminal of standard input and output. Returns the screen, of which there is one;
 * NULL if it cannot be done, and `*why`, static, says it: then the terminal is as it was.
 */
struct lp_screen *lp_curses_open(bool has_color, const char **why);

/* Gives the terminal back as it was; returns the signal that wanted us to end, or 0. */
int lp_curses_close(struct lp_screen *screen);

#endif
