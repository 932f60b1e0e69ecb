/* unsampled_calls.h: who made the calls of which no sample tells, as far as numbers and types do.
 */
#ifndef LINEPROF_VIEWER_MODEL_UNSAMPLED_CALLS_H
#define LINEPROF_VIEWER_MODEL_UNSAMPLED_CALLS_H

#include "viewer/model/pointer_classes.h"

/*
 * Adds estimated calls to `edges`, and takes them from the suppliers of `classes` and from
 * `needs`, calls by function whose caller is not known yet: of what samples met, those that are too
 * many for the callers that they show. LP_OK or LP_MEMORY.
 */
enum lp_status lp_share_unsampled_calls(struct lp_edges *edges, struct lp_pointer_classes *classes,
					uint64_t *needs);

#endif
