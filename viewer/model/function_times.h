/* function_times.h: a function's times, once lines and calls have theirs. */
#ifndef LINEPROF_VIEWER_MODEL_FUNCTION_TIMES_H
#define LINEPROF_VIEWER_MODEL_FUNCTION_TIMES_H

#include "viewer/model/profile.h"

/* Chooses the function's cumtime: its clock's where that has seen all its calls, else what paths
 * have; and whether it is timed at all. */
void lp_function_finish_times(const struct lp_profile *profile, struct lp_function *function);

#endif
