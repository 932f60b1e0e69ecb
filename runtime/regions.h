/*
 * regions.h: the regions that a program names: a stack of the open ones in each
 * thread, and their calls and times in the profile.
 */
#ifndef LINEPROF_RUNTIME_REGIONS_H
#define LINEPROF_RUNTIME_REGIONS_H

#include "format/abi.h"
#include "runtime/threads.h"

/* lp_abi_ops.region. */
void lp_regions_call(struct lp_abi_module *module, int what, const char *name);

/* The number + 1 of the region that the calling thread is in; 0: in none. */
uint32_t lp_regions_current(void);

/* Brings the open regions' times up to now; as lp_shadow_settle(). */
void lp_regions_settle(struct lp_thread_state *thread);

/* The thread ends, or all do: what is open stays so, and no more is measured. Of the
 * calling thread, or of another at the end of the process. */
void lp_regions_close(struct lp_thread_state *thread);

/* The row serves another thread from now on. */
void lp_regions_begin_thread(struct lp_thread_state *thread);

/* Adds all of `from`, whose thread is gone, to `sum` and clears it. Under the lock. */
void lp_regions_fold(struct lp_thread_state *sum, struct lp_thread_state *from);

/* In a forked child, under the lock: all calls and times begin anew. */
void lp_regions_fork_child(void);

#endif
