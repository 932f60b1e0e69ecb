/* complaints.h: why profiles could not be opened, in words. */
#ifndef LINEPROF_VIEWER_COMPLAINTS_H
#define LINEPROF_VIEWER_COMPLAINTS_H

#include "viewer/model/profile.h"

/* Writes to stderr, in a line and a hint if there is one, what lp_profile_open_all()
 * of `paths` returned; `error_number` is its errno. */
void lp_complain(const char *const *paths, enum lp_status status, int error_number,
		 const struct lp_open_failure *failure);

#endif
