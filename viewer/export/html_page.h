/*
 * html_page.h: what the parts of a page of HTML share: the page, its tables and their cells. All of
 * it writes to page->out; errors stay in that stream.
 */
#ifndef LINEPROF_VIEWER_EXPORT_HTML_PAGE_H
#define LINEPROF_VIEWER_EXPORT_HTML_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "viewer/view.h"

struct lp_html_page {
	const struct lp_view *view;
	FILE *out;
	uint32_t *functions; /* that are shown, in the order of the view */
	size_t function_count;
	size_t all_functions;
	size_t source_count; /* of the functions, the first so many have their source shown */
};

double lp_html_seconds_of(const struct lp_html_page *page, uint64_t ticks);

/* ---- html_cells.c ---- */

/* The head of a column; the last one of a table has no title. */
struct lp_html_column {
	const char *title;
	const char *class_name; /* NULL: a number that is always there */
	bool is_wait;           /* the column is there where any line waited only */
};

/* A table of the style `kind`, whose rows follow. */
void lp_html_begin_table(const struct lp_html_page *page, const char *kind,
			 const struct lp_html_column *heads);
void lp_html_end_table(const struct lp_html_page *page);

/* Says that only `shown` of `count` are in the table before, if that is so. */
void lp_html_put_left_out(const struct lp_html_page *page, size_t shown, size_t count,
			  const char *what);

void lp_html_put_count_cell(FILE *out, uint64_t count);

/* A time; a dash if there is none. `class_name` may be empty. */
void lp_html_put_time_cell(const struct lp_html_page *page, const char *class_name, uint64_t ticks);

/* What a line waited, in a column that is_wait; nothing where that is not there. */
void lp_html_put_wait_cell(const struct lp_html_page *page, uint64_t ticks);

/* The time of one of `count`; a dash if there is none. */
void lp_html_put_each_cell(const struct lp_html_page *page, uint64_t ticks, uint64_t count);

/* A share of the whole, with a bar behind it. */
void lp_html_put_share_cell(const struct lp_html_page *page, uint64_t ticks);

/* ---- parts of the page ---- */

/* html_head.c: from the beginning of the file to the beginning of its main part. */
void lp_html_put_head(const struct lp_html_page *page);

/* ---- html_source.c ---- */

/* The source of the first functions. LP_MEMORY. */
enum lp_status lp_html_put_sources(const struct lp_html_page *page);

/* The first function whose source there has a row for the line, which is one of its or of another
 * instance's; or LP_NO_INDEX. */
uint32_t lp_html_shown_around(const struct lp_html_page *page, const struct lp_line *line);

/* Writes the id of that row. */
void lp_html_put_row_id(const struct lp_html_page *page, uint32_t function, uint32_t source,
			uint32_t line);

#endif
