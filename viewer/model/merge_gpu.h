/* merge_gpu.h: what several profiles say of GPUs, as one. */
#ifndef LINEPROF_VIEWER_MODEL_MERGE_GPU_H
#define LINEPROF_VIEWER_MODEL_MERGE_GPU_H

#include "format/reader.h"
#include "viewer/model/image.h"

/* A profile, and how its numbers are those of the sum. */
struct lp_gpu_part {
	const struct lp_reader *reader;
	const uint32_t *modules; /* by its numbers: the number in the sum */
	uint32_t module_count;
	uint32_t first_region;     /* added to numbers of regions */
	uint64_t ticks_per_second; /* 0: those of the sum */
};

/*
 * Writes the sections of `count` profiles that are about GPUs, renumbered, and one for
 * the run and the devices. Ticks become those of `ticks_per_second`. Failures stay in
 * the image. Nothing is written where none of them has any.
 */
void lp_merge_gpu(struct lp_image *image, const struct lp_gpu_part *parts, size_t count,
		  uint64_t ticks_per_second);

#endif
