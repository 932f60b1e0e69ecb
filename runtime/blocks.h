/*
 * blocks.h: the counters and clocks of a module in a thread, and their sums.
 * All need the lock of lock.h.
 */
#ifndef LINEPROF_RUNTIME_BLOCKS_H
#define LINEPROF_RUNTIME_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/threads.h"

/*
 * Gives the thread counters, and clocks if there are any to be, for `module`.
 * Idempotent. Without room its counters are those of the static section.
 */
void lp_blocks_attach(struct lp_thread_state *thread, uint32_t module);

/* By function, an array of a "clok" section: the thread has clocks for the module. */
uint64_t *lp_blocks_clock_array(const struct lp_thread_state *thread, uint32_t module,
				enum lp_clock_array which);

/* Adds all of `from` to `sum` and clears it. The thread of `from` is gone. */
void lp_blocks_fold(struct lp_thread_state *sum, struct lp_thread_state *from);

/* Has the arrays of a row that a fork left over be written again; false if there is no room. */
bool lp_blocks_reserve(const struct lp_thread_state *thread);

/* Hides the thread's sections, of all modules, from readers, or shows them again. */
void lp_blocks_show(struct lp_thread_state *thread, bool is_shown);

/* Functions that collapsed before the thread came to the module never get a number in it. The
 * module is loaded. */
void lp_blocks_mark_collapsed(const struct lp_thread_state *thread, uint32_t module);

/* Moves what the static section counted so far to the thread's own counters. */
void lp_blocks_adopt_static(struct lp_thread_state *thread, uint32_t module);

/* Copies the static section to the profile, if it is not all zero. */
void lp_blocks_refresh_static(uint32_t module);

/* The module comes back, perhaps elsewhere: no thread counts in its static section as it
 * was. */
void lp_blocks_leave_static(uint32_t module);

/* Whether the static section may hold counts, but for those of threads without a row. */
bool lp_blocks_has_static(uint32_t module);

/* Forgets what the static section counted. */
void lp_blocks_clear_static(uint32_t module);

#endif
