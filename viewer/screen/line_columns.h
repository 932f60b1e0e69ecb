/* line_columns.h: the numbers of a line of source, as columns and as heat. */
#ifndef LINEPROF_VIEWER_SCREEN_LINE_COLUMNS_H
#define LINEPROF_VIEWER_SCREEN_LINE_COLUMNS_H

#include "viewer/screen/page.h"

/* Ticks, with what it called; 0 of a line without hits. */
double lp_line_per_hit(const struct lp_line *line);

/* What is measured of `line`: 0 if nothing is known. */
double lp_line_heat(const struct lp_context *context, const struct lp_line *line);

/* The hottest line of `function` in a source, LP_NO_INDEX: in any; NULL: none there ran. */
const struct lp_line *lp_line_hottest(const struct lp_context *context, uint32_t function,
				      uint32_t source);

/* The hottest one of profile->lines[first] to [end - 1] that the view's filter lets through, NULL:
 * none of them ran. LP_OK or LP_MEMORY. */
enum lp_status lp_line_hottest_chosen(const struct lp_context *context, size_t first, size_t end,
				      const struct lp_line **hottest);

/* Time on the GPU that the line asked for, in ns: kernels and copies. */
uint64_t lp_line_gpu_ns(const struct lp_context *context, const struct lp_line *line);

/* The style of a row with `line`, NULL: none is known, if the hottest one has `hottest`. */
enum lp_style lp_line_style(const struct lp_context *context, const struct lp_line *line,
			    double hottest);

/* The cells. Each writes nothing if there is nothing to say. */
void lp_line_format_hits(const struct lp_line *line, char *out, size_t size);
void lp_line_format_total(const struct lp_context *context, const struct lp_line *line, char *out,
			  size_t size);
void lp_line_format_self(const struct lp_context *context, const struct lp_line *line, char *out,
			 size_t size);
void lp_line_format_per_hit(const struct lp_context *context, const struct lp_line *line, char *out,
			    size_t size);
void lp_line_format_wait(const struct lp_context *context, const struct lp_line *line, char *out,
			 size_t size);
void lp_line_format_gpu(const struct lp_context *context, const struct lp_line *line, char *out,
			size_t size);
void lp_line_format_share(const struct lp_context *context, const struct lp_line *line, char *out,
			  size_t size);

/* Its own time, and how sure that is: "self 1.5 ±0.9 % (36 samples)". */
void lp_line_format_sure(const struct lp_context *context, const struct lp_line *line, char *out,
			 size_t size);

#endif
