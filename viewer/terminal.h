/* terminal.h: what standard output is: a terminal of some width and colours, or not. */
#ifndef LINEPROF_VIEWER_TERMINAL_H
#define LINEPROF_VIEWER_TERMINAL_H

#include <stdbool.h>

/* Whether standard output is a terminal that can do more than print. */
bool lp_terminal_is_able(void);

/* Whether it has colours, and the user has nothing against them. */
bool lp_terminal_has_color(void);

/* Its columns: COLUMNS, or what the terminal says; 0 if it is none. */
int lp_terminal_width(void);

#endif
