/* match.h: finds text as it is typed: capitals count only if there are any. */
#ifndef LINEPROF_VIEWER_SCREEN_MATCH_H
#define LINEPROF_VIEWER_SCREEN_MATCH_H

#include <stddef.h>
#include <stdint.h>

/* Where `wanted`, ended with zero, is first in `text`; SIZE_MAX: nowhere, or it is "". */
size_t lp_match(const char *text, size_t size, const char *wanted);

#endif
