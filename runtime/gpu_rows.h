/*
 * gpu_rows.h: sums of the GPU's work in the profile: one row for all that is alike.
 * Bounded: what finds no row of its own is added to one that tells less: without its region, then
 * without its grid, its name, and last without its place.
 *
 * One thread at a time.
 */
#ifndef LINEPROF_RUNTIME_GPU_ROWS_H
#define LINEPROF_RUNTIME_GPU_ROWS_H

#include <stdbool.h>

#include "runtime/gpu_collector.h"

/* Where rows are kept. Once, before all else. False: no memory. */
bool lp_gpu_rows_start(const struct lp_gpu_host *host);

/* The number that rows name a kernel by; 0 when there is no room. `name` may be NULL. */
uint32_t lp_gpu_rows_name(const char *name);

/* The row with the key of `like`: what comes before its count. Never NULL. */
struct lp_gpu_row *lp_gpu_rows_find(const struct lp_gpu_row *like);

/* Adds a piece of work of `ns` to `row`. */
void lp_gpu_rows_add(struct lp_gpu_row *row, uint64_t ns, uint64_t bytes);

/* The device's row; NULL when there are too many. */
struct lp_gpu_device *lp_gpu_rows_device(uint32_t device);

/* The first device from the `n`-th on of which nothing is known but its work: its place in `n`, its
 * number in `device`. False: there is none. */
bool lp_gpu_rows_undescribed(uint32_t *n, uint32_t *device);

/* What the n-th device is, without its work, is as in `from`. */
void lp_gpu_rows_describe(uint32_t n, const struct lp_gpu_device *from);

/* The row of memory of that site, kind and device; NULL when there are too many. */
struct lp_gpu_memory *lp_gpu_rows_memory(uint32_t site, uint32_t device, uint32_t memory_kind);

/* All rows of memory so far, the n-th of them; NULL behind the last. */
struct lp_gpu_memory *lp_gpu_rows_memory_at(uint32_t n);

#endif
