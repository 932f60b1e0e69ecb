/*
 * gpu_calls.h: what is known of calls of CUDA, by their numbers (CUPTI's correlation ids), until
 * the work has come that they asked for. A kernel may run for as long as the program makes any
 * number of other calls: so a call with a place outlives those without.
 *
 * One thread at a time.
 */
#ifndef LINEPROF_RUNTIME_GPU_CALLS_H
#define LINEPROF_RUNTIME_GPU_CALLS_H

#include <stdbool.h>
#include <stdint.h>

struct lp_gpu_call {
	uint32_t correlation;
	bool has_work;     /* the place is known */
	bool has_api;      /* the call's own record has come: if it had a place, we would know */
	bool has_piece;    /* work of it has come; of a graph there may be more */
	uint64_t work;     /* LP_GPU_WORK() */
	uint64_t start_ns; /* 0: not known */
};

/* Once, before all else. False: no memory. */
bool lp_gpu_calls_start(void);

/* NULL: nothing is known of it, or no longer. Until the next call of lp_gpu_calls_of(). */
struct lp_gpu_call *lp_gpu_calls_find(uint32_t correlation);

/* As above; if nothing is known, a new one, for which one of long ago may be forgotten. */
struct lp_gpu_call *lp_gpu_calls_of(uint32_t correlation);

#endif
