/* list.h: a cursor in rows that are too many for the screen. */
#ifndef LINEPROF_VIEWER_SCREEN_LIST_H
#define LINEPROF_VIEWER_SCREEN_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "viewer/screen/actions.h"

struct lp_list {
	size_t count;    /* of rows */
	size_t cursor;   /* 0 if there are none */
	size_t top;      /* the first row on the screen */
	size_t height;   /* rows on the screen; 0: not known yet, so nothing scrolls */
	bool is_centred; /* the cursor, and stays so when the height changes */
};

/* Sets the number of rows, or the height, which is at least 1; the cursor stays where it is if it
 * can. */
void lp_list_set_count(struct lp_list *list, size_t count);
void lp_list_set_height(struct lp_list *list, size_t height);

/* Brings the cursor to a row, and the row to the screen. */
void lp_list_go(struct lp_list *list, size_t row);

/* The same, and the row to the middle. */
void lp_list_centre(struct lp_list *list, size_t row);

/* Scrolls by `rows`; the cursor stays on the screen. */
void lp_list_scroll(struct lp_list *list, int rows);

/* Moves as the action says; false if it is none that moves. */
bool lp_list_move(struct lp_list *list, enum lp_action action);

#endif
