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

/*
 * Where in a demangled name the part begins that a place of `most` bytes should show: without what
 * it returns and the outer scopes, as many as have to go for the rest to fit up to its template
 * arguments and parameters; where nothing does, the innermost. "geo::Scene::draw(int)" in 12 bytes
 * is "Scene::draw(int)". What says nothing alone, as `operator()` or a lambda's number, keeps its
 * scope.
 */
const char *lp_name_inner(const char *name, size_t most);

#endif
