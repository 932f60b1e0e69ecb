/*
 * lifecycle.h: the profile's beginning, its refreshing and its end: start, exit,
 * fork.
 */
#ifndef LINEPROF_RUNTIME_LIFECYCLE_H
#define LINEPROF_RUNTIME_LIFECYCLE_H

#include <stdbool.h>

#include "format/abi.h"
#include "format/layout.h"
#include "runtime/threads.h"

/* In the profile. Valid once lp_lifecycle_start() was successful. */
extern struct lp_info *lp_run;

/* Begins the profile. Once, under the lock. False: nothing can be measured. */
bool lp_lifecycle_start(void);

/* Whether the run is the calling process's: not in a child that nobody told us of, by a bare
 * clone(), which has its parent's file. */
bool lp_lifecycle_is_ours(void);

/* Brings the calling thread's times and the run's up to now. Signal handlers too. */
void lp_lifecycle_refresh_thread(struct lp_thread_state *thread);

/* The same for the calling thread, which has a row and is not in a sample. */
void lp_lifecycle_refresh_caller(void);

/* The program's next iteration begins; a schedule may stop or start the measuring there.
 * Any thread. */
void lp_lifecycle_step(void);

/* Begins the schedule that the program asks for: wait, warmup, active, repeat. One that
 * makes no sense is said and ignored; that of LINEPROF_SCHEDULE goes before. Any thread. */
void lp_lifecycle_schedule(const int *numbers);

/* lp_abi_ops.control. */
int lp_lifecycle_control(struct lp_abi_module *module, int what);

#endif
