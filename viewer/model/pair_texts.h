/*
 * pair_texts.h: which line of a source of one side of a comparison is which of its partner, by
 * their texts.
 */
#ifndef LINEPROF_VIEWER_MODEL_PAIR_TEXTS_H
#define LINEPROF_VIEWER_MODEL_PAIR_TEXTS_H

#include "viewer/model/compare.h"

/* Fills in comparison->texts, whose sources are paired. LP_OK or LP_MEMORY. */
enum lp_status lp_pair_texts(struct lp_comparison *comparison);

/* The line of `after` that a line of source `source` of `before` is; 0: it is gone, or nobody
 * knows. */
uint32_t lp_line_there(const struct lp_comparison *comparison, uint32_t source, uint32_t line);

#endif
