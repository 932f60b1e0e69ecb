/*
 * gpu_busy.h: how long a GPU was busy: the union of the times of its work, which
 * comes in no order. Bounded: the oldest times are added up for good, and what comes
 * later still for before that is counted as late.
 *
 * One thread at a time.
 */
#ifndef LINEPROF_RUNTIME_GPU_BUSY_H
#define LINEPROF_RUNTIME_GPU_BUSY_H

#include <stdbool.h>

#include "runtime/gpu_collector.h"

/* Once, before all else. */
void lp_gpu_busy_start(const struct lp_gpu_host *host);

/* Work on `device` from `begin` to `end`, a kernel or a copy or set. */
void lp_gpu_busy_add(uint32_t device, bool is_kernel, uint64_t begin, uint64_t end);

/* Brings the devices' rows up to date. */
void lp_gpu_busy_settle(void);

#endif
