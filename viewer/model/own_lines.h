/*
 * own_lines.h: the lines of a function, or of several that are defined at one place as the
 * instances of a template are, with what of each line is theirs: a lambda has a part of the line
 * that it stands on, and its body is not of the function around it.
 */
#ifndef LINEPROF_VIEWER_MODEL_OWN_LINES_H
#define LINEPROF_VIEWER_MODEL_OWN_LINES_H

#include "viewer/model/profile.h"

/* Starts as all zeros; then lp_own_lines_free(). */
struct lp_own_lines {
	struct lp_line *rows; /* sorted by source, line */
	size_t count;
	size_t capacity;
	uint32_t source;   /* where the functions are defined */
	uint32_t line;     /* the same; 0 unknown */
	uint32_t end_line; /* of the one that ends last; 0 unknown */
};

/* Adds the lines of function `number`. LP_OK or LP_MEMORY. */
enum lp_status lp_own_lines_add(struct lp_own_lines *own, const struct lp_profile *profile,
				uint32_t number);

/* Sums up what was added; until then there is nothing to be found. */
void lp_own_lines_finish(struct lp_own_lines *own, const struct lp_profile *profile);

void lp_own_lines_free(struct lp_own_lines *own);

/* NULL: the functions have nothing of that line. */
const struct lp_line *lp_own_lines_find(const struct lp_own_lines *own, uint32_t source,
					uint32_t line);

/* Of the source where they are defined, of which there are `text_count` lines to be seen, the line
 * behind `line` that is worth a row: each up to the end of the functions, then those that are
 * theirs, as what initialises members is a constructor's. 0: there is none. */
uint32_t lp_own_lines_next(const struct lp_own_lines *own, uint32_t line, size_t text_count);

/* Whether `row` of them stands elsewhere than in that source from the functions' head on: an
 * included file has it, or `#line` names another place. */
bool lp_own_lines_is_elsewhere(const struct lp_own_lines *own, const struct lp_line *row);

#endif
