/*
 * thread_samples.h: the samples of each line in each thread.
 */
#ifndef LINEPROF_VIEWER_MODEL_THREAD_SAMPLES_H
#define LINEPROF_VIEWER_MODEL_THREAD_SAMPLES_H

#include "viewer/model/sites.h"

/* Adds to those of a thread (index in lp_profile.threads) on the line of `place`, if that has
 * one. LP_OK or LP_MEMORY. */
enum lp_status lp_thread_samples_add(struct lp_profile *profile, uint32_t thread,
				     const struct lp_place *place, uint64_t samples);

/* Those of a line (index in lp_profile.lines) in a thread; the most that fits if more. */
uint32_t lp_thread_samples_of(const struct lp_profile *profile, uint32_t thread, uint32_t line);

#endif
