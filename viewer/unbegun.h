/* unbegun.h: profiles of programs that were killed before there was anything in them. */
#ifndef LINEPROF_VIEWER_UNBEGUN_H
#define LINEPROF_VIEWER_UNBEGUN_H

#include <stddef.h>

/* Leaves those of the `count` files out of `paths` that are empty or have no code in them yet, as of
 * processes that were killed while they began, and says so in a line on stderr. Returns how many are
 * left: at least one, if there was one. */
size_t lp_leave_out_unbegun(char **paths, size_t count);

#endif
