/*
 * second_look.h: what a sample is charged to, where that is not simply the instruction before it.
 */
#ifndef LINEPROF_VIEWER_MODEL_SECOND_LOOK_H
#define LINEPROF_VIEWER_MODEL_SECOND_LOOK_H

#include "viewer/model/profile.h"
#include "viewer/model/symbols.h"

/*
 * Looks at those of `queries`, which lp_symbols_find() has answered from `binary`, that of
 * `object`, again:
 *
 * - that waited for another instruction than the one before (waited.h);
 * - that stand behind the end of a probe: nothing waits for the last instruction of a probe, an
 *   increment, so the sample waited for the program. One inside a probe remains the probe's;
 * - that are charged to a line which never ran. Which way control took is not always known, but
 * hits are exact. Such a sample goes to what it stands at;
 * - at the end of a function whose line ran too seldom: it is that of several, and the time is the
 *   function's own line's.
 *
 * The frames are in the arena. LP_OK or LP_MEMORY.
 */
enum lp_status lp_second_look(const struct lp_profile *profile, const struct lp_object *object,
			      const char *binary, struct lp_symbol_query *queries, size_t count,
			      struct lp_arena *arena);

#endif
