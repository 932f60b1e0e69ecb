/* align.h: which line of one text is which line of another one, an edited copy of it. */
#ifndef LINEPROF_VIEWER_MODEL_ALIGN_H
#define LINEPROF_VIEWER_MODEL_ALIGN_H

#include "viewer/model/source.h"

/*
 * Fills `other`, by line number of `left` (left->line_count + 1 elements), with line numbers of
 * `right`; 0: the line is gone. Lines that occur once in both are the same, wherever they went;
 * so are equal neighbours of these; of what is left between two of them, as many lines on
 * either side are edited ones, in their order. No line of `right` comes twice.
 *
 * LP_OK or LP_MEMORY. Source: P. Heckel, A technique for isolating differences between files,
 * CACM 21(4), 1978.
 */
enum lp_status lp_align(const struct lp_source_text *left, const struct lp_source_text *right,
			uint32_t *other);

#endif
