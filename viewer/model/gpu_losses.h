/* gpu_losses.h: what the profile of GPUs lacks, in words. */
#ifndef LINEPROF_VIEWER_MODEL_GPU_LOSSES_H
#define LINEPROF_VIEWER_MODEL_GPU_LOSSES_H

#include "viewer/model/profile.h"

/* A warning for each kind of record that is not where it belongs. After lp_gpu_sums(). LP_OK or
 * LP_MEMORY. */
enum lp_status lp_gpu_losses_warn(struct lp_profile *profile);

#endif
