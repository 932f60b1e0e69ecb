/* fold.h: a profile without its threads, so that the sum of many runs is no larger than one. */
#ifndef LINEPROF_VIEWER_MODEL_FOLD_H
#define LINEPROF_VIEWER_MODEL_FOLD_H

#include "format/reader.h"
#include "viewer/model/image.h"

/*
 * Writes `reader`, a sum that lp_merge() made, to `image` with all its threads summed up in
 * row 0, equal call paths and regions once, and what several runs say alike once. So its size
 * is bounded by the code that ran; what GPUs did stands there run by run, as before.
 *
 * LP_OK or LP_MEMORY; the caller frees image->data in both cases.
 */
enum lp_status lp_fold(struct lp_image *image, const struct lp_reader *reader);

#endif
