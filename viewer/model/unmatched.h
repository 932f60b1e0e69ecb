/*
 * unmatched.h: patterns that found no function.
 */
#ifndef LINEPROF_VIEWER_MODEL_UNMATCHED_H
#define LINEPROF_VIEWER_MODEL_UNMATCHED_H

#include "format/reader.h"

/* The first include= or exclude= of a unit that matched nothing in any unit compiled with it,
 * borrowed from the profile; NULL if there is none, or when out of memory. */
const char *lp_unmatched_pattern(const struct lp_reader *reader);

#endif
