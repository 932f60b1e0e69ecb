/* export_text.h: what the exports of text formats share. */
#ifndef LINEPROF_VIEWER_EXPORT_EXPORT_TEXT_H
#define LINEPROF_VIEWER_EXPORT_EXPORT_TEXT_H

#include <stdint.h>
#include <stdio.h>

#include "viewer/view.h"

/* `ticks` in ns. */
static inline uint64_t lp_export_ns(const struct lp_view *view, uint64_t ticks)
{
	const uint64_t rate = view->profile->info.ticks_per_second;

	return rate > 0 ? (uint64_t)((unsigned __int128)ticks * 1000000000 / rate) : 0;
}

/* Writes a name or path for a format that ends it at the end of the line: control
 * characters and marks that turn the direction of writing become blanks, other bytes, of
 * UTF-8 or not, stay. */
void lp_export_line(FILE *out, const char *text);

#endif
