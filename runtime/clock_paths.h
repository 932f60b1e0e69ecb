/*
 * clock_paths.h: who called the functions whose time is known by clock.
 *
 * Samples tell how much of a function's time was in calls of one function, and how much in calls of
 * another, by chance only; and by ticks, which come when the kernel has its own, not even that
 * where a program and the ticks beat time together. So when a call ends whose clock ran for long
 * itself, less what its thread was off CPUs, its path is kept with that time; and of shorter ones
 * some, by chance, each with the time that those without stand for: a Poisson process along the
 * time of clocks (Horvitz and Thompson, 1952). Of waiting there are no samples at all: where it is
 * not in calls that are known to wait (waits.h), it is kept the same way, by itself.
 */
#ifndef LINEPROF_RUNTIME_CLOCK_PATHS_H
#define LINEPROF_RUNTIME_CLOCK_PATHS_H

#include "runtime/threads.h"

/* A call of the calling thread ends now, whose frame is still there; not accounted for is nothing
 * of its time. */
void lp_clock_paths_end(struct lp_thread_state *thread, const struct lp_shadow_frame *call);

#endif
