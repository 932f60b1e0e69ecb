/*
 * settle_delays.h: a profile whose clocks have all that threads had no CPU for.
 *
 * The runtime asks the kernel what a clock's thread was ready to run for where that was long at
 * once; of the rest only the thread's sum is known, and lpview shares it out by thread
 * (clock_regions.h). Once threads are summed up, nobody can tell any more whose it was.
 */
#ifndef LINEPROF_VIEWER_MODEL_SETTLE_DELAYS_H
#define LINEPROF_VIEWER_MODEL_SETTLE_DELAYS_H

#include "viewer/model/image.h"
#include "viewer/model/profile.h"

/*
 * Writes `profile` to `image`, section by section, with what was shared out as if the runtime had
 * asked for it: in LP_CLOCK_DELAY of each clock, in LP_CLOCK_TOTAL_DELAY of those around it,
 * nothing in LP_CLOCK_UNASKED. Clocks of which it is not known how long they were off CPUs stay as
 * they are.
 *
 * LP_OK or LP_MEMORY; the caller frees image->data in both cases.
 */
enum lp_status lp_settle_delays(struct lp_image *image, const struct lp_profile *profile);

#endif
