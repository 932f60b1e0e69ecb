/* source_rows.h: what a view of source holds, for the files that it is made of. */
#ifndef LINEPROF_VIEWER_SCREEN_SOURCE_ROWS_H
#define LINEPROF_VIEWER_SCREEN_SOURCE_ROWS_H

#include "viewer/screen/line_calls.h"
#include "viewer/screen/line_facts.h"
#include "viewer/screen/page.h"
#include "viewer/screen/source_text.h"

/* Items below it are lines, from 0; the others calls that are unfolded below their line. */
#define LP_FIRST_CALL 0x80000000u

/* A source has one for each line: no file that a compiler reads has more. */
#define LP_SOURCE_ROWS_MOST (1u << 24)

/* A call that is shown below its line. */
struct lp_call_row {
	uint32_t line;
	bool is_last; /* of its line */
	struct lp_line_call call;
};

struct lp_source_rows {
	uint32_t source;
	const struct lp_source_text *text; /* borrowed */
	uint32_t line_count;               /* of the text, and of what has numbers behind it */
	size_t first;                      /* its lines in the profile */
	size_t end;
	struct lp_source_code code;
	struct lp_line_facts facts; /* of the line that was asked for last */
	struct lp_source_colors colors;
	bool *is_open;             /* by line; NULL: none is unfolded */
	struct lp_call_row *calls; /* what is unfolded */
	size_t call_count;
	size_t call_capacity;
};

static inline struct lp_source_rows *lp_source_rows_of(const struct lp_page *page)
{
	return (struct lp_source_rows *)page->state;
}

/* What is known of a line; NULL: nothing, or it is a call. */
const struct lp_line *lp_source_line_of(const struct lp_page *page, uint32_t item);

/* The call that an item is; NULL: it is a line. */
const struct lp_call_row *lp_source_call_of(const struct lp_page *page, uint32_t item);

/* source_columns.c */
#define LP_SOURCE_COLUMNS 12
extern const struct lp_page_column lp_source_columns[LP_SOURCE_COLUMNS];

/* source_fold.c: the view's fold(). */
enum lp_status lp_source_fold(struct lp_page *page, uint32_t *item, bool is_all, int is_open);

/* Which lines are unfolded: taken from a view that will be closed, NULL if none is, and given to
 * one that was opened, which copies it. */
bool *lp_source_take_open(struct lp_page *page, size_t *line_count);
enum lp_status lp_source_put_open(struct lp_page *page, const bool *is_open, size_t line_count);

#endif
