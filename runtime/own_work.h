/*
 * own_work.h: what lineprof's own work takes. Where it takes long, at the beginning and the end of
 * a run and of a module, by how large the program is, that is CPU time; where it is some
 * microseconds, by the clock.
 */
#ifndef LINEPROF_RUNTIME_OWN_WORK_H
#define LINEPROF_RUNTIME_OWN_WORK_H

#include <stdint.h>

/* The calling thread's CPU time. */
uint64_t lp_own_work_begin(void);

/* Adds what the calling thread took since `begin_ns` to the run's overhead, unless the run is
 * stopped: it is not in its CPU time then. The run has begun. */
void lp_own_work_end(uint64_t begin_ns);

/* Adds what took a few microseconds, until now: since `begin` by lp_clock_ticks(), but no more than
 * `most_ns`, as what takes longer was interrupted: the kernel gives the processor to others. And
 * `more_ticks`. Signal handlers too. */
void lp_own_work_since(uint64_t begin, uint64_t most_ns, uint64_t more_ticks);

#endif
