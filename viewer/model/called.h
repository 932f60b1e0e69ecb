/*
 * called.h: which function the call in front of a return address calls, if the instruction says it:
 * on that line there may be others. Who calls last leaves no frame; the call that led there tells
 * of it all the same.
 */
#ifndef LINEPROF_VIEWER_MODEL_CALLED_H
#define LINEPROF_VIEWER_MODEL_CALLED_H

#include "viewer/model/arena.h"
#include "viewer/model/symbols.h"

/*
 * lp_symbols_find(), where each of `queries` that is no leaf gets the function that its call calls
 * directly as one more frame. Calls by pointer, and by way of a table of the linker's, name none.
 */
enum lp_status lp_symbols_find_called(const char *path, struct lp_symbol_query *queries,
				      size_t count, struct lp_arena *arena);

#endif
