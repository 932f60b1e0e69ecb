/* line_rows.h: the rows of lines, from the parts of them that functions have. */
#ifndef LINEPROF_VIEWER_MODEL_LINE_ROWS_H
#define LINEPROF_VIEWER_MODEL_LINE_ROWS_H

#include "viewer/model/profile.h"

/*
 * A part of a line, in a function, before there are rows of lines: a line may come
 * several times. Its source stands where its time will be, and its number where the
 * index of its row will be.
 */
static inline struct lp_function_line lp_line_part(uint32_t function, uint32_t source,
						   uint32_t line)
{
	return (struct lp_function_line){.function = function, .line = line, .self_ticks = source};
}

/* Sorts and sums up the parts in profile->function_lines; makes profile->lines. Nothing is
 * ever twice in memory: there may be millions. LP_OK or LP_MEMORY. */
enum lp_status lp_line_rows_make(struct lp_profile *profile);

#endif
