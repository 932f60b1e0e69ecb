/*
 * off_cpu.h: how long a thread was not on a CPU, between two events of its clocks.
 *
 * Function clocks are of wall time. What of it a thread ran, its samples tell by chance only, and
 * on a busy machine where the kernel has its ticks. So the kernel is asked for the thread's CPU time
 * whenever its clocks had no event for a while: nobody waits for a CPU much shorter. In between it
 * is taken to have run.
 */
#ifndef LINEPROF_RUNTIME_OFF_CPU_H
#define LINEPROF_RUNTIME_OFF_CPU_H

#include <stdint.h>

#include "runtime/threads.h"

/* Events at such a distance need not come here: less than LP_OFF_CPU_LEAST_NS on any machine. */
#define LP_OFF_CPU_TICKS_LEAST 100000

/* Asking takes up to 2 us: 1 % of that. */
#define LP_OFF_CPU_LEAST_NS 200000

/* A thread begins, in a forked child too, or its profile goes on. */
void lp_off_cpu_begin(struct lp_thread_state *thread, uint64_t now);

/* Ticks of the last `elapsed`, until `now`, in which the thread was not on a CPU. Signal handlers
 * too; another thread's at the end of the process. */
uint64_t lp_off_cpu_ticks(struct lp_thread_state *thread, uint64_t now, uint64_t elapsed);

#endif
