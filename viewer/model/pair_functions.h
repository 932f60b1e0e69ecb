/*
 * pair_functions.h: which function of one side of a comparison is which of the other.
 */
#ifndef LINEPROF_VIEWER_MODEL_PAIR_FUNCTIONS_H
#define LINEPROF_VIEWER_MODEL_PAIR_FUNCTIONS_H

#include "viewer/model/compare.h"

/* Fills in comparison->functions, whose sources are paired: those of one name in one file; of
 * several, by their lines if the text is the same, else in their order. Of what is left, exported
 * ones that no other is called like. LP_OK or LP_MEMORY. */
enum lp_status lp_pair_functions(struct lp_comparison *comparison);

#endif
