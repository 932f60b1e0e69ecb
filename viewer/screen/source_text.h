/* source_text.h: draws the text of a source, with colours. */
#ifndef LINEPROF_VIEWER_SCREEN_SOURCE_TEXT_H
#define LINEPROF_VIEWER_SCREEN_SOURCE_TEXT_H

#include "viewer/model/source.h"
#include "viewer/screen/grid.h"
#include "viewer/screen/lexer.h"

/* How lines of one source begin, as far as it is known. Starts as all zeros. */
struct lp_source_colors {
	struct lp_lexer *marks; /* of line 1 and each 256th behind it */
	size_t mark_count;
	size_t mark_capacity;
	struct lp_lexer next; /* of next_line */
	uint32_t next_line;
};

/*
 * Draws line `line` (1-based) from column `shift` on; what is left and right of the pen's room
 * is marked. With `style` PLAIN in the colours of its language. Far into a large file it is
 * guessed that no comment is open.
 */
void lp_source_text_put(struct lp_source_colors *colors, const struct lp_source_text *text,
			uint32_t line, int shift, enum lp_style style, struct lp_pen *pen);

void lp_source_colors_free(struct lp_source_colors *colors);

#endif
