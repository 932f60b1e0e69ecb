/*
 * waits.h: on which lines threads wait.
 *
 * Around a call of a library's function that may wait stand two probes. If the thread gave its
 * processor away meanwhile, it waited for what the call took on the clock, less its CPU time; less
 * what was waited for in calls inside of it, which come back to instrumented code, and, of long
 * ones, what the thread was ready to run for. The profile has it by call paths, as it has samples.
 * A site whose calls are short is shut, and tried again from time to time.
 */
#ifndef LINEPROF_RUNTIME_WAITS_H
#define LINEPROF_RUNTIME_WAITS_H

#include "format/abi.h"
#include "runtime/threads.h"

/* lp_abi_ops.wait_begin and .wait_end. Keep errno. */
void lp_wait_begin(struct lp_abi_module *module, struct lp_abi_wait_site *site,
		   struct lp_abi_wait *wait);
void lp_wait_end(struct lp_abi_module *module, struct lp_abi_wait_site *site,
		 const struct lp_abi_wait *wait, void *frame, void *place);

/* The process ends: counts what another thread, which is in the middle of a wait, has waited so
 * far. Under the lock. */
void lp_waits_close(struct lp_thread_state *thread);

/* Opens a few of the executable's sites that were shut. Signal handlers. */
void lp_waits_reopen(void);

/* In a forked child: another thread of the parent may have been in the middle of that. */
void lp_waits_fork_child(void);

#endif
