/* page_text.h: views that are lines of text. */
#ifndef LINEPROF_VIEWER_SCREEN_PAGE_TEXT_H
#define LINEPROF_VIEWER_SCREEN_PAGE_TEXT_H

#include "viewer/screen/page.h"

/* Opens `page` on `text`, of `size` bytes, which it frees. LP_OK or LP_MEMORY. */
enum lp_status lp_page_text_open(struct lp_page *page, char *text, size_t size);

/* Functions of a kind that was opened so. */
void lp_page_text_close(struct lp_page *page);
const char *lp_page_text_of(const struct lp_page *page, uint32_t item, char *buffer,
			    size_t capacity, size_t *size);
void lp_page_text_put(const struct lp_page *page, uint32_t item, struct lp_pen *pen,
		      enum lp_style style);

#endif
