/*
 * gpu_probes.h: the places that make a GPU work: their table in the profile, and what
 * is done when control comes to one.
 */
#ifndef LINEPROF_RUNTIME_GPU_PROBES_H
#define LINEPROF_RUNTIME_GPU_PROBES_H

#include <stdbool.h>
#include <stdint.h>

#include "format/abi.h"

/* lp_abi_ops.gpu_begin, gpu_end and gpu_close. */
void lp_gpu_begin(struct lp_abi_module *module, struct lp_abi_gpu *gpu,
		  struct lp_abi_gpu_site *site, void *frame);
void lp_gpu_end(void *frame);
void lp_gpu_close(struct lp_abi_gpu_site *site, void *frame);

/* Control lands in the calling thread's function of `frame`, by an exception or longjmp(): what was
 * called from there is over. */
void lp_gpu_land(uintptr_t frame);

/* Waits for the GPU and brings its part of the profile up to date. Not under the lock:
 * CUPTI's threads may want it. `is_last`: the program ends. */
void lp_gpu_flush(bool is_last);

/* In a forked child: a GPU that the parent used is not the child's. Under the lock. */
void lp_gpu_fork_child(void);

#endif
