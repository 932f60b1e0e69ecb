/* merge_files.h: any number of profiles of one program as one, in bounded memory. */
#ifndef LINEPROF_VIEWER_MODEL_MERGE_FILES_H
#define LINEPROF_VIEWER_MODEL_MERGE_FILES_H

#include "viewer/model/profile.h"

/*
 * Writes the sum of the profiles `paths`, `count` of them (at least one), to `image`, without
 * their threads but with how much lines and functions differ between them. One profile is in
 * memory at a time, beside the sums of one to the next power of 2 of them. Takes time by what they
 * all have, and by the logarithm of their number. A process that is in two of them is LP_DIFFERENT.
 *
 * LP_OK; else what lp_profile_open_all() returns, with `*failure` filled in. The caller frees
 * image->data in all cases.
 */
enum lp_status lp_merge_files(struct lp_image *image, const char *const *paths, size_t count,
			      struct lp_open_failure *failure);

#endif
