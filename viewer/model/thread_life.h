/* thread_life.h: how long a thread lived. */
#ifndef LINEPROF_VIEWER_MODEL_THREAD_LIFE_H
#define LINEPROF_VIEWER_MODEL_THREAD_LIFE_H

#include "format/reader.h"

/* By its row, in ticks of the profile, of one that lives until the profile's end. Its clocks may
 * know of more. */
uint64_t lp_thread_life_ticks(const struct lp_reader *reader, const struct lp_thread *thread);

#endif
