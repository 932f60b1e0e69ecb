/* places.h: lines of source in lists: "file:line" in a column, and the text. */
#ifndef LINEPROF_VIEWER_REPORT_PLACES_H
#define LINEPROF_VIEWER_REPORT_PLACES_H

#include "viewer/view.h"

/* How wide the places of a list are. Starts as all zeros. */
struct lp_places {
	size_t width;
};

/* Makes room for a place. */
void lp_places_widen(struct lp_places *places, const struct lp_view *view, uint32_t source,
		     uint32_t line);

/* Writes a place, the text of its line, cut to `width` columns with the place if it is
 * not 0, and the end of the row. LP_OK or LP_MEMORY. */
enum lp_status lp_places_put(const struct lp_places *places, const struct lp_view *view,
			     uint32_t source, uint32_t line, size_t width);

#endif
