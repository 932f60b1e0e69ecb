/*
 * held_lines.h: a line takes no more than the functions that it is in: samples show by chance what
 * is more than their clocks know.
 */
#ifndef LINEPROF_VIEWER_MODEL_HELD_LINES_H
#define LINEPROF_VIEWER_MODEL_HELD_LINES_H

#include "viewer/model/profile.h"

/* Once the times of all functions are known. LP_OK or LP_MEMORY. */
enum lp_status lp_hold_lines(struct lp_profile *profile);

#endif
