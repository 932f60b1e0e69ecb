/*
 * in_step.h: programs that keep time with the timer that samples them.
 */
#ifndef LINEPROF_VIEWER_MODEL_IN_STEP_H
#define LINEPROF_VIEWER_MODEL_IN_STEP_H

#include "viewer/model/profile.h"

/* The line at which `profile`'s program waits once in a period that is a multiple or a small part
 * of the one between samples by the timer; NULL if there is none. The timer strikes at the
 * kernel's tick, so what such a program does is met at the same one to four places in all of its
 * run: shares may be off by any amount, whatever the number of samples says.
 *
 * The period, in `*period_ns`, is the run's by the line's hits: of a loop for all of the run. It is
 * told only where these are so many that a period by chance would hardly fit. */
const struct lp_line *lp_in_step(const struct lp_profile *profile, double *period_ns);

#endif
