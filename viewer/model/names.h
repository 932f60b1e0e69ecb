/* names.h: names of functions as people write them. */
#ifndef LINEPROF_VIEWER_MODEL_NAMES_H
#define LINEPROF_VIEWER_MODEL_NAMES_H

#include "viewer/model/arena.h"

/*
 * What to call the function `linkage_name`: its demangled name (C++, Rust), else
 * `name`, else the linkage name itself. Lives in `arena`, or is one of the two.
 * NULL when out of memory.
 */
const char *lp_name_shown(struct lp_arena *arena, const char *linkage_name, const char *name);

#endif
