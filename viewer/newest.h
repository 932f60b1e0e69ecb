/* newest.h: which profile of a folder is shown when none is named. */
#ifndef LINEPROF_VIEWER_NEWEST_H
#define LINEPROF_VIEWER_NEWEST_H

#include <stddef.h>

/* The profile of the working directory whose program ran last, which the caller frees, and of how
 * many; NULL if there is none. */
char *lp_newest_profile(size_t *count);

#endif
