/*
 * gpu_ranges.h: an NVTX range around each place, domain "lineprof", for other tools
 * that listen: Nsight Systems and the like. Nothing of lineprof rests on them.
 */
#ifndef LINEPROF_RUNTIME_GPU_RANGES_H
#define LINEPROF_RUNTIME_GPU_RANGES_H

#include <stdbool.h>

#include "runtime/gpu_collector.h"

/* Returns false if no tool listens, or lineprof was built without NVTX's headers. Once. */
bool lp_gpu_ranges_start(const struct lp_gpu_host *host);

/* Around the site with this number, in one thread. Only if a tool listens. */
void lp_gpu_ranges_begin(uint32_t site);
void lp_gpu_ranges_end(void);

#endif
