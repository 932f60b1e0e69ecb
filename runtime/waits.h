/*
 * waits.h: on which lines threads wait.
 *
 * Around a call of a library's function that may wait stand two probes. If the thread gave its
 * processor away meanwhile, it waited for what the call took on the clock, less its CPU time; less
 * what was waited for in calls inside of it, which come back to instrumented code, and, of long
 * ones, what the thread was ready to run for. The profile has it by call paths, as it has samples.
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

/* lp_abi_ops.leave: lp_shadow_leave(); and where control lands in a function, one below whose frame
 * `frame` is then, on the thread's own stack, the end of a wait that was left. */
void lp_wait_leave(void *frame);

/* Forgets waits of frames below the stack pointer of the calling thread, which were left. Its
 * signal handler, too. */
void lp_waits_close_left(struct lp_thread_state *thread, uintptr_t stack_pointer);

/* Counts what the calling thread has waited so far in calls that are not over. Its signal handlers,
 * too. */
void lp_waits_settle(struct lp_thread_state *thread);

/* The calling thread ends: so do the waits that it was in the middle of. */
void lp_waits_end_thread(struct lp_thread_state *thread);

/* The process ends: counts, once, what another thread, which is in the middle of a wait, has waited
 * so far. Under the lock. */
void lp_waits_close(struct lp_thread_state *thread);

/* In a forked child. */
void lp_waits_fork_child(void);

#endif
