/* numbers.h: numbers as screens show them: short, with three digits that matter. */
#ifndef LINEPROF_VIEWER_SCREEN_NUMBERS_H
#define LINEPROF_VIEWER_SCREEN_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

#include "viewer/screen/grid.h"

/* All of it if it is at most `width` (>= 5) characters long, else as 12.3G. */
void lp_format_count(char *out, size_t size, int width, uint64_t count);

/* As 1.23s, 45.6ms, 789us, 0.12ns; in units of `unit_seconds` if that is not 0, as
 * 123M if there are too many of them for a column. */
void lp_format_time(char *out, size_t size, double seconds, double unit_seconds);

/* A share in percent: 99.6, 3.2, 0.04. */
void lp_format_share(char *out, size_t size, double share_pct);

/* How hot a share from 0 to 1 is: LP_STYLE_HEAT0 to HEAT4, PLAIN for 0. */
enum lp_style lp_heat_style(double share);

/* Writes a bar of `columns`, filled by `fraction` from 0 to 1. */
void lp_bar_put(struct lp_pen *pen, enum lp_style style, int columns, double fraction);

#endif
