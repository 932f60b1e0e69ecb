/*
 * gpu_regions.h: the GPU's work by region: what was asked for while it was open, in regions
 * that began in it too. Bounded: there are not more than names of regions.
 *
 * One thread at a time.
 */
#ifndef LINEPROF_RUNTIME_GPU_REGIONS_H
#define LINEPROF_RUNTIME_GPU_REGIONS_H

#include "runtime/gpu_collector.h"

/* Once, before all else. */
void lp_gpu_regions_start(const struct lp_gpu_host *host);

/* Adds work of `ns`, of a kind of rows, to all regions of the path; each once. Returns the
 * innermost one, its number + 1; 0: the path is none. */
uint32_t lp_gpu_regions_add(uint32_t path, uint32_t kind, uint64_t ns);

#endif
