/* perf_cost.h: what a perf sample costs on this machine: 2 us on plain hardware, 30
 * in some virtual machines. */
#ifndef LINEPROF_RUNTIME_PERF_COST_H
#define LINEPROF_RUNTIME_PERF_COST_H

#include <signal.h>
#include <stdint.h>

/*
 * Takes a few samples of the calling thread, which `signal_number` brings to
 * lp_perf_cost_handle(), and measures how long each keeps it from its work. Takes a
 * millisecond. Returns 0, or the number of the error for which perf is refused;
 * ETIME: no samples come.
 */
int lp_perf_cost_measure(int signal_number, uint64_t *cost_ns);

void lp_perf_cost_handle(int signal_number, siginfo_t *info, void *context);

#endif
