/* once.h: what a profile says once at the most. */
#ifndef LINEPROF_VIEWER_MODEL_ONCE_H
#define LINEPROF_VIEWER_MODEL_ONCE_H

#include "format/reader.h"

/* LP_CORRUPT, with `*error` filled in, if it says it twice: both would be added up, or either be
 * taken. Else LP_OK or LP_MEMORY. Not for the sum of lp_merge(), of which runs share sections. */
enum lp_status lp_check_once(const struct lp_reader *reader, struct lp_error *error);

#endif
