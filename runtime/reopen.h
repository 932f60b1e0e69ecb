/*
 * reopen.h: gives functions whose calls were too short for a clock another trial.
 *
 * A program changes: what returned at once in the beginning may wait for others later,
 * and no sample sees a thread that waits.
 */
#ifndef LINEPROF_RUNTIME_REOPEN_H
#define LINEPROF_RUNTIME_REOPEN_H

#include <stdint.h>

#include "runtime/threads.h"

/*
 * At `now`, in ticks: opens the gates of some functions of modules that never go, the next ones
 * each time, if it is ten times a second or less. In the thread itself, its signal
 * handlers too. Those of other libraries stay shut: their records go with them.
 */
void lp_reopen_gates(struct lp_thread_state *thread, uint64_t now);

#endif
