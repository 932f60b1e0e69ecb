/*
 * exclusion.h: what was counted between stop and start, and is not to be seen.
 *
 * Counters go on while nothing is measured: the code does not know. So each block of
 * counters has two more arrays in the profile, `outside` and `kept`. While the
 * program is measured, what is to be seen is counters - outside; while it is stopped,
 * kept. Each array is written only while the other one is in use, and one flag in
 * the profile says which: so a program that is killed at any moment reads right.
 *
 * All need the lock of lock.h.
 */
#ifndef LINEPROF_RUNTIME_EXCLUSION_H
#define LINEPROF_RUNTIME_EXCLUSION_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/threads.h"

/* Arrays for all blocks that have none. False without room. Before the first stop. */
bool lp_exclusion_reserve(void);

/*
 * Arrays for a block of `count` counters; all zero: nothing that is counted from now
 * on is seen, until a start. The address for lp_thread_state.excluded; NULL without
 * room.
 */
uint64_t *lp_exclusion_new(uint32_t module, uint32_t thread, uint64_t count);

/* Measuring stops: remembers what there is to be seen now. */
void lp_exclusion_stop(void);

/* Measuring starts: whatever was counted since the stop is outside. */
void lp_exclusion_start(void);

/* Adds those of a block to those of another, and clears them. */
void lp_exclusion_fold(uint64_t *sum, uint64_t *from, uint64_t count);

/* Hides the section of a block's arrays from readers, or shows it again. */
void lp_exclusion_show(uint64_t *excluded, bool is_shown);

#endif
