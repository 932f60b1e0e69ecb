/* memory_screen.h: a screen in memory, whose keys are given beforehand: for tests. */
#ifndef LINEPROF_VIEWER_SCREEN_MEMORY_SCREEN_H
#define LINEPROF_VIEWER_SCREEN_MEMORY_SCREEN_H

#include <stdio.h>

#include "viewer/screen/screen.h"

/*
 * The keys are words, separated by blanks and ends of lines: a name of a key; `=COLUMNSxROWS`:
 * the screen has that size from now on; `"text`: each of its characters, and _ is a blank;
 * `#` up to the end of the line: a remark; `show`: writes the text of the screen; `styles`: the
 * same and below it what is meant by each cell. At the end of the words the key is QUIT.
 */
struct lp_memory_screen {
	struct lp_screen screen;
	const char *keys; /* borrowed; what is left of them */
	FILE *out;        /* borrowed; where it is shown */
	const char *text; /* of a "text word: what is left */
	int rows;
	int columns;
	const struct lp_grid *grid; /* shown last; borrowed */
};

void lp_memory_screen_make(struct lp_memory_screen *memory, const char *keys, FILE *out);

#endif
