/* page_text.h: views that are lines of text. */
#ifndef LINEPROF_VIEWER_SCREEN_PAGE_TEXT_H
#define LINEPROF_VIEWER_SCREEN_PAGE_TEXT_H

#include "viewer/screen/page.h"

typedef enum lp_status lp_page_text_writer(const struct lp_page *page, FILE *out);

/* Opens `page` on what `write` writes. What that returns, or LP_MEMORY. */
enum lp_status lp_page_text_open(struct lp_page *page, lp_page_text_writer *write);

/* The column and functions of a kind that was opened so. */
extern const struct lp_page_column lp_page_text_column;
void lp_page_text_close(struct lp_page *page);
const char *lp_page_text_of(const struct lp_page *page, uint32_t item, char *buffer,
			    size_t capacity, size_t *size);
void lp_page_text_put(const struct lp_page *page, uint32_t item, struct lp_pen *pen,
		      enum lp_style style);

#endif
