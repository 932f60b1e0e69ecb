/* brief_names.h: names of C++ that fit into a row. */
#ifndef LINEPROF_VIEWER_MODEL_BRIEF_NAMES_H
#define LINEPROF_VIEWER_MODEL_BRIEF_NAMES_H

#include "viewer/model/arena.h"

/* Names in tables are no longer, if it can be done. */
enum { LP_BRIEF_NAME_MOST = 120 };

/*
 * A demangled name for tables: `name` itself, or if that is longer than LP_BRIEF_NAME_MOST bytes,
 * what is left when the innermost template arguments and parameters become `...`, as many levels of
 * them as have to: "f<std::vector<...>>(...)". Different names may become the same. Belongs to
 * `arena`, if it is not `name`; NULL when out of memory.
 */
const char *lp_name_brief(struct lp_arena *arena, const char *name);

#endif
