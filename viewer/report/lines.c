/* lines.c: the hottest lines of the program. */
#include <stdlib.h>
#include <string.h>

#include "viewer/report/columns.h"
#include "viewer/report/places.h"
#include "viewer/report/reports.h"

/* Without restrictions, so many. */
#define MOST_LINES 20

static enum lp_status put_line(const struct lp_view *view, const struct lp_columns *columns,
			       const struct lp_places *places, const struct lp_line *line)
{
	const struct lp_cells cells = lp_cells_of(view->profile, line);

	lp_columns_put(view, columns, &cells, true);
	return lp_places_put(places, view, line->source, line->line, columns->text_width);
}

enum lp_status lp_report_lines(const struct lp_view *view)
{
	const struct lp_profile *const profile = view->profile;
	const struct lp_columns columns = lp_columns_fit(view, LP_COLUMNS_LIST);
	struct lp_places places = {0};
	enum lp_status status = LP_OK;
	size_t count = 0;
	uint32_t *const numbers = lp_view_sorted_lines(view, MOST_LINES, &count);

	if (!numbers)
		return LP_MEMORY;
	for (size_t i = 0; i < count; i++)
		lp_places_widen(&places, view, profile->lines[numbers[i]].source,
				profile->lines[numbers[i]].line);
	if (!lp_sort_is_by_self(&view->order))
		lp_report_order(view);
	lp_report_reductions(view);
	fprintf(view->out, "Timer unit: %g s\n\n", view->unit_seconds);
	lp_columns_put_titles(view, &columns, "Line Contents");
	for (size_t i = 0; i < count && status == LP_OK; i++)
		status = put_line(view, &columns, &places, &profile->lines[numbers[i]]);
	if (count == 0)
		fputs("no line to show\n", view->out);
	fputc('\n', view->out);
	free(numbers);
	return status;
}
