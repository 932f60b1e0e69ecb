/* live_columns.h: what happens now in a program that runs: so much a second, beside the totals. */
#ifndef LINEPROF_VIEWER_SCREEN_LIVE_COLUMNS_H
#define LINEPROF_VIEWER_SCREEN_LIVE_COLUMNS_H

#include "viewer/screen/page.h"

/* Calls or hits a second, and percent of the time that was spent; 0 if nothing is known. */
struct lp_now {
	double per_second;
	double share_pct;
};

struct lp_now lp_now_of_function(const struct lp_context *context, uint32_t function);
struct lp_now lp_now_of_line(const struct lp_context *context, const struct lp_line *line);

/* The cells; of what did nothing they are blank. */
void lp_now_format_rate(struct lp_now now, char *out, size_t size);
void lp_now_format_share(struct lp_now now, char *out, size_t size);

#endif
