/* export_text.h: what the exports of text formats share. */
#ifndef LINEPROF_VIEWER_EXPORT_EXPORT_TEXT_H
#define LINEPROF_VIEWER_EXPORT_EXPORT_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "viewer/view.h"

/* `ticks` in ns. */
static inline uint64_t lp_export_ns(const struct lp_view *view, uint64_t ticks)
{
	const uint64_t rate = view->profile->info.ticks_per_second;

	return rate > 0 ? (uint64_t)((unsigned __int128)ticks * 1000000000 / rate) : 0;
}

static inline bool lp_export_is_control(char c)
{
	return (unsigned char)c < ' ' || c == 0x7f;
}

/* Writes a name or path for a format that ends it at the end of the line: control
 * characters become blanks. */
static inline void lp_export_line(FILE *out, const char *text)
{
	for (; *text; text++)
		fputc(lp_export_is_control(*text) ? ' ' : *text, out);
}

#endif
