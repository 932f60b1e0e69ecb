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

/* `site` (number + 1; 0: none) got memory of `memory_kind`, CUPTI's, at `address`. */
void lp_gpu_memory_got(uint32_t site, uint32_t device, uint32_t memory_kind, uint64_t address,
		       uint64_t bytes);

/* What is at `address` was given back. */
void lp_gpu_memory_freed(uint32_t device, uint64_t address);

/* Brings who had what at the peak up to date. */
void lp_gpu_memory_settle(void);

#endif
