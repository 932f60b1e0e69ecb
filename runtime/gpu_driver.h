/*
 * gpu_driver.h: what the collector asks of NVIDIA's driver, which is opened here: whether it has
 * begun its work, what its devices are, and to wait for them. CUPTI has records of devices too, but
 * none for a program that used the GPU before CUPTI was asked (seen with CUPTI 13.0).
 */
#ifndef LINEPROF_RUNTIME_GPU_DRIVER_H
#define LINEPROF_RUNTIME_GPU_DRIVER_H

#include <stdbool.h>

#include "format/gpu.h"

/* Once, before all else. False: no libcuda.so.1. */
bool lp_gpu_driver_open(void);

/* Whether the program has begun to use it: its exit handler is registered then. */
bool lp_gpu_driver_is_up(void);

/* Whether it has ended, as in exit handlers. */
bool lp_gpu_driver_has_gone(void);

/* The calling thread's context; NULL: it has none. */
void *lp_gpu_driver_context(void);

/* All that was asked of the GPUs is done: in the contexts that all have in common, and in
 * `context`, which may be NULL. */
void lp_gpu_driver_synchronise(void *context);

/* Fills in what `row->device` is, but no work of it; false if the driver does not say. */
bool lp_gpu_driver_describe(struct lp_gpu_device *row);

#endif
