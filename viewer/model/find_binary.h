/* find_binary.h: the binaries that ran, wherever they are now. */
#ifndef LINEPROF_VIEWER_MODEL_FIND_BINARY_H
#define LINEPROF_VIEWER_MODEL_FIND_BINARY_H

#include "viewer/model/profile.h"

/*
 * The file with the build id of `object`: at the path at which it ran, where `profile->moved` says
 * that paths are now, or beside one of the profiles. The caller frees it. NULL if it is at none of
 * these.
 *
 * `*status` says of the one at its path: LP_OK, LP_IO (with errno), LP_NOT_FOUND if it is no
 * binary, or LP_DIFFERENT if it has another build id; LP_MEMORY: nobody could look on.
 */
char *lp_find_binary(const struct lp_profile *profile, const struct lp_object *object,
		     enum lp_status *status);

#endif
