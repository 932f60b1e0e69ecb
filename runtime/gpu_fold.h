/*
 * gpu_fold.h: from CUPTI's records of activity to sums: finds out which place in the
 * source asked for each piece of work, and adds it up there.
 *
 * A piece of work and the call that asked for it have one correlation number; a record
 * of its own says which place that call was at. They come in different buffers and in
 * no order, so both wait for the other; how many is bounded.
 *
 * One thread at a time.
 */
#ifndef LINEPROF_RUNTIME_GPU_FOLD_H
#define LINEPROF_RUNTIME_GPU_FOLD_H

#include <stdbool.h>

#include "runtime/gpu_collector.h"

/* Once, before all else. False: no memory. */
bool lp_gpu_fold_start(const struct lp_gpu_host *host);

/* Takes one of CUPTI's records, of any kind. */
void lp_gpu_fold(const void *record);

/* A buffer has been taken: what waited and can be placed now is. */
void lp_gpu_fold_settle(void);

/* All buffers have been: as above, and sums of the whole are brought up to now in the profile. */
void lp_gpu_fold_show(void);

/* As lp_gpu_fold_settle(), about once a second, with the sums but for memory's of the last
 * second, of which more may come: what has waited for long does so no more, so that it is in the
 * sums of a program that is looked at or killed. */
void lp_gpu_fold_second(void);

/* No more is to come of what was asked for so far: what still waits has no place. */
void lp_gpu_fold_finish(void);

#endif
