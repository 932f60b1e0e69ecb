/* run_threads.h: which threads of a profile were in one process: a sum has those of several. */
#ifndef LINEPROF_VIEWER_MODEL_RUN_THREADS_H
#define LINEPROF_VIEWER_MODEL_RUN_THREADS_H

#include "viewer/model/profile.h"

/* Notes in `profile`, before it is loaded, of which of `count` profiles, which it is the sum of or
 * is itself, each of its threads is, and how many one process had at most. LP_OK or LP_MEMORY. */
enum lp_status lp_run_threads_note(struct lp_profile *profile, const struct lp_reader *readers,
				   size_t count);

#endif
