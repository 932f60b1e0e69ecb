/*
 * gpu_memory.h: which memory of GPUs is in use, and who got it. Bounded: what is not
 * remembered when it is given back is counted as lost.
 *
 * One thread at a time.
 */
#ifndef LINEPROF_RUNTIME_GPU_MEMORY_H
#define LINEPROF_RUNTIME_GPU_MEMORY_H

#include <stdbool.h>

#include "runtime/gpu_collector.h"

/* Once, before all else. False: no memory. */
bool lp_gpu_memory_start(const struct lp_gpu_host *host);

/* At `time_ns` `site` (number + 1; 0: none) got memory of `memory_kind`, CUPTI's, at `address`. */
void lp_gpu_memory_got(uint64_t time_ns, uint32_t site, uint32_t device, uint32_t memory_kind,
		       uint64_t address, uint64_t bytes);

/* What is at `address` was given back. */
void lp_gpu_memory_freed(uint64_t time_ns, uint32_t device, uint64_t address);

/* Brings sums up to date, in the order of time: with what was before `before_ns` and, unless all
 * has come, has been there at the last settling already, so that all before it has come. */
void lp_gpu_memory_settle(bool has_all, uint64_t before_ns);

#endif
