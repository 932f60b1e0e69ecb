/*
 * screen.h: what cells are shown on and keys come from: a terminal (curses_screen.c), or
 * memory and a list of keys (memory_screen.c).
 */
#ifndef LINEPROF_VIEWER_SCREEN_SCREEN_H
#define LINEPROF_VIEWER_SCREEN_SCREEN_H

#include "viewer/screen/grid.h"
#include "viewer/screen/key.h"

struct lp_screen {
	/* Its size now, at least 1x1; may differ each time. */
	void (*ask_size)(struct lp_screen *screen, int *rows, int *columns);
	/* Shows the cells, as many of them as there is room for. */
	void (*show)(struct lp_screen *screen, const struct lp_grid *grid);
	/* Waits for a key, for at most so many ms; -1: as long as it takes. */
	struct lp_key (*read)(struct lp_screen *screen, int timeout_ms);
	/* Lets another program have the terminal, and takes it back. */
	void (*leave)(struct lp_screen *screen);
	void (*enter)(struct lp_screen *screen);
	/* Others may have written on it: all of it is shown anew the next time. */
	void (*redraw)(struct lp_screen *screen);
	/* Whether the mouse is ours; else the terminal selects text with it. */
	void (*use_mouse)(struct lp_screen *screen, bool is_used);
	bool is_ascii; /* shows no other characters */
};

#endif
