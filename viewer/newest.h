/* newest.h: which profile of a folder is shown when none of its is named. */
#ifndef LINEPROF_VIEWER_NEWEST_H
#define LINEPROF_VIEWER_NEWEST_H

#include <stddef.h>

/* The path of the profile in `folder` (NULL: the working directory) whose program ran last, which
 * the caller frees, and of how many; NULL if there is none, with errno 0, or if the folder cannot
 * be read, with errno set. */
char *lp_newest_profile(const char *folder, size_t *count);

#endif
