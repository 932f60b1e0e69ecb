/* pager.h: sends long output through the user's pager. */
#ifndef LINEPROF_VIEWER_PAGER_H
#define LINEPROF_VIEWER_PAGER_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * Starts $PAGER, else `less`, and makes standard output lead into it. LESS is set to
 * FRXd for it, unless it is set: then it ends by itself when all fits on a screen, and
 * shows colours. Returns its process id; 0 if there is none: then standard output is
 * as it was.
 */
pid_t lp_pager_start(void);

/* Ends the output and waits until the user has seen enough. Nothing for 0. False if $PAGER could
 * not be run, so that the user has seen nothing. */
bool lp_pager_wait(pid_t pager);

#endif
