/*
 * pause.h: lineprof_stop() and lineprof_start(): the whole process is measured, or
 * nothing of it is.
 */
#ifndef LINEPROF_RUNTIME_PAUSE_H
#define LINEPROF_RUNTIME_PAUSE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Under the lock, with the copies of the static sections fresh. Neither does anything
 * where nothing is to do. False, with all as it was, when there is no room.
 */
bool lp_pause_begin(void);
void lp_pause_end(void);

/* The profile begins. Once, before all else here. */
void lp_pause_start(void);

/* CPU time of the process since the profile began, without that of pauses. */
uint64_t lp_pause_cpu_ns(void);

/* In a forked child: its CPU time begins anew. */
void lp_pause_fork_child(void);

#endif
