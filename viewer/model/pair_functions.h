/*
 * pair_functions.h: which function of one side of a comparison is which of the other.
 */
#ifndef LINEPROF_VIEWER_MODEL_PAIR_FUNCTIONS_H
#define LINEPROF_VIEWER_MODEL_PAIR_FUNCTIONS_H

#include "viewer/model/compare.h"

/* Fills in comparison->functions, whose sources and texts are paired: those of one name in one
 * file; of several, by their lines if the text is the same, else in their order. A lambda is the
 * one on the same line, whatever its number in the name. Of what is left, lambdas in their order
 * if there are as many, and exported functions that no other is called like. LP_OK or LP_MEMORY. */
enum lp_status lp_pair_functions(struct lp_comparison *comparison);

#endif
