/* page_renew.h: a view of numbers that are others now: the same rows, cursor and order. */
#ifndef LINEPROF_VIEWER_SCREEN_PAGE_RENEW_H
#define LINEPROF_VIEWER_SCREEN_PAGE_RENEW_H

#include "viewer/screen/page.h"

/* What a profile that is read again calls what had another number. */
struct lp_renumbering {
	uint32_t *functions; /* by number before; NULL: all are as before */
	uint32_t *sources;
	size_t function_count;
	size_t source_count;
};

/* LP_OK or LP_MEMORY. */
enum lp_status lp_renumbering_find(struct lp_renumbering *renumbering,
				   const struct lp_profile *before, const struct lp_profile *after);
void lp_renumbering_free(struct lp_renumbering *renumbering);

/* What is kept of a page while its profile changes. */
struct lp_kept_page {
	struct lp_page page;     /* closed: without items, rows and state */
	struct lp_request place; /* of its cursor; kind NULL: it has none */
	uint32_t item;
	size_t cursor;
	size_t above;  /* rows on the screen above the cursor */
	bool *is_open; /* lines of a source that are unfolded; NULL: none */
	size_t line_count;
	uint64_t key;   /* of its cursor, if the kind has keys */
	uint64_t *keys; /* what the kind keeps; NULL: nothing */
	size_t key_count;
};

/* Closes a page, and notes where it stood. */
struct lp_kept_page lp_page_keep(struct lp_page *page);

/* Opens it again. On failure (LP_MEMORY, or LP_NOT_FOUND: what it was about is gone) there is
 * nothing to close. */
enum lp_status lp_page_renew(struct lp_page *page, struct lp_kept_page *kept,
			     const struct lp_renumbering *renumbering);

#endif
