/* safe_text.h: foreign text, character by character, so that it cannot do anything to a terminal.
 */
#ifndef LINEPROF_VIEWER_SAFE_TEXT_H
#define LINEPROF_VIEWER_SAFE_TEXT_H

#include <stddef.h>

/* How a character is shown. */
struct lp_shown {
	char text[16];  /* ended with zero */
	size_t columns; /* of a terminal that it takes; 0: it joins the one before */
};

/*
 * The character or byte that `text`, of `size` > 0 bytes, begins with: control characters
 * appear as ^X, those that turn the direction of writing as <U+202E>, bytes that are not
 * UTF-8 as \xHH. Returns how many bytes it is.
 */
size_t lp_safe_text_next(struct lp_shown *shown, const char *text, size_t size);

/* The same for source in a file, whose reader knows what a tab is: it stays one. */
size_t lp_safe_source_next(struct lp_shown *shown, const char *text, size_t size);

#endif
