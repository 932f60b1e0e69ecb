/*
 * thread_timer.h: a timer of one thread's CPU time. The kernel looks at these at its
 * tick, while the thread runs, and sends the signal on its way back to user mode; so
 * no sleep or wait is interrupted. System calls only.
 */
#ifndef LINEPROF_RUNTIME_THREAD_TIMER_H
#define LINEPROF_RUNTIME_THREAD_TIMER_H

#include <stdint.h>

#include "runtime/threads.h"

/* The tick of most kernels, and what they make of shorter intervals. */
#define LP_TICK_NS 4000000

/* Has `signal_number` sent to the thread every `interval_ns` of its CPU time; while the
 * measuring is stopped, only after lp_thread_timer_resume(). The first signal comes at any time up
 * to `interval_ns` from now, each as likely. These two and what follows: of any live thread. */
void lp_thread_timer_start(struct lp_thread_state *thread, int signal_number, uint64_t interval_ns);

void lp_thread_timer_stop(struct lp_thread_state *thread);

void lp_thread_timer_pause(struct lp_thread_state *thread);
void lp_thread_timer_resume(struct lp_thread_state *thread, uint64_t interval_ns);

/* Has periods of `interval_ns` begin anew. Signal handlers of the thread. */
void lp_thread_timer_restart(const struct lp_thread_state *thread, uint64_t interval_ns);

/* A random number in 1 .. `most_ns`. */
uint64_t lp_thread_timer_draw_ns(const struct lp_thread_state *thread, uint64_t most_ns);

#endif
