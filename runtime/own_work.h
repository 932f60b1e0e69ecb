/*
 * own_work.h: what lineprof's own work takes where it takes long: at the beginning and the end of a
 * run and of a module, by how large the program is.
 */
#ifndef LINEPROF_RUNTIME_OWN_WORK_H
#define LINEPROF_RUNTIME_OWN_WORK_H

#include <stdint.h>

/* The calling thread's CPU time. */
uint64_t lp_own_work_begin(void);

/* Adds what the calling thread took since `begin_ns` to the run's overhead, unless the run is
 * stopped: it is not in its CPU time then. The run has begun. */
void lp_own_work_end(uint64_t begin_ns);

#endif
