/* names.h: names of functions as people write them. */
#ifndef LINEPROF_VIEWER_MODEL_NAMES_H
#define LINEPROF_VIEWER_MODEL_NAMES_H

#include <stddef.h>

#include "viewer/model/arena.h"

/*
 * What to call the function `linkage_name`: its demangled name (C++, Rust), else `name`,
 * both shortened as short_names.h says, else the linkage name itself. Lives in `arena`, or is that.
 * NULL when out of memory.
 */
const char *lp_name_shown(struct lp_arena *arena, const char *linkage_name, const char *name);

/*
 * Where in `linkage_name` the digit stands that tells the variants of a constructor
 * or destructor from each other (C1 and C2, D0 to D2: Itanium C++ ABI, 5.1.4.3): the
 * source has one for all. An offset in bytes; 0 for all other names. `linkage_name`
 * need not end with zero.
 */
size_t lp_name_variant_digit(const char *linkage_name, size_t size);

/*
 * How many of the `size` bytes of `linkage_name` are the function's own: what is behind, as
 * ".resume", tells the parts of a coroutine from each other (clang from 20 on, in its debug
 * information).
 */
size_t lp_name_own_bytes(const char *linkage_name, size_t size);

#endif
