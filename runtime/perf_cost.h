/* perf_cost.h: what a perf sample costs on this machine: 2 us on plain hardware, 30
 * in some virtual machines. */
#ifndef LINEPROF_RUNTIME_PERF_COST_H
#define LINEPROF_RUNTIME_PERF_COST_H

#include <signal.h>
#include <stdint.h>

/*
 * By how much the period `base_ns` is to be multiplied, `most` at most, for samples that are no
 * dearer than they may be: see lp_governor_multiple(). `*cost_ns` is what the delivery of one
 * takes. Returns NULL, or why perf is refused.
 */
const char *lp_perf_cost_multiple(int signal_number, uint64_t base_ns, unsigned most,
				  uint64_t *cost_ns, unsigned *multiple);

void lp_perf_cost_handle(int signal_number, siginfo_t *info, void *context);

#endif
