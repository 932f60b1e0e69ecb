/* callpath.h: where a signal found a thread, and the calls that led there. */
#ifndef LINEPROF_RUNTIME_CALLPATH_H
#define LINEPROF_RUNTIME_CALLPATH_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/threads.h"

/*
 * Writes to thread->path where `context` (ucontext_t *) was interrupted, then the
 * return addresses of its callers in instrumented code, innermost first; at most
 * LP_PATH_DEPTH, the innermost ones; with LINEPROF_PATHS=off only that which led out
 * of instrumented code. Returns how many, at least 1. Reads nothing
 * but the calling thread's own stack. Signal handlers.
 */
size_t lp_callpath_walk(struct lp_thread_state *thread, const void *context);

/*
 * The same from a call in instrumented code that returns to `place`, in the function whose frame,
 * as its frame pointer has it, is at `frame`; to `path`, which has room for LP_PATH_DEPTH.
 */
size_t lp_callpath_walk_from(struct lp_thread_state *thread, uintptr_t place, uintptr_t frame,
			     uintptr_t *path);

/* The return addresses of a function whose frame, as its frame pointer has it, is at `frame`: the
 * first one also where it is in code that is not instrumented. */
size_t lp_callpath_walk_callers(struct lp_thread_state *thread, uintptr_t frame, uintptr_t *path);

/* Where the stack ended in `context`. */
uintptr_t lp_callpath_stack_pointer(const void *context);

#endif
