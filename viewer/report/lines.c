/* lines.c: the hottest lines of the program. */
#include <stdlib.h>
#include <string.h>

#include "viewer/model/source.h"
#include "viewer/report/columns.h"
#include "viewer/report/text.h"

/* Without --limit, so many. */
#define MOST_LINES 20

/* By self time, then hits, then place. */
static int by_heat(const void *left, const void *right, void *data)
{
	const struct lp_profile *const profile = (const struct lp_profile *)data;
	const struct lp_line *const a = &profile->lines[*(const uint32_t *)left];
	const struct lp_line *const b = &profile->lines[*(const uint32_t *)right];

	if (a->self_ticks != b->self_ticks)
		return a->self_ticks < b->self_ticks ? 1 : -1;
	if (a->hits != b->hits)
		return a->hits < b->hits ? 1 : -1;
	return (a > b) - (a < b);
}

static enum lp_status put_line(const struct lp_view *view, const struct lp_line *line)
{
	const struct lp_source *const source = &view->profile->sources[line->source];
	const struct lp_cells cells = lp_cells_of(line);
	struct lp_source_text text;
	const char *contents;
	size_t size;

	if (lp_source_read(&text, source) != LP_OK)
		return LP_MEMORY;
	lp_columns_put(view, &cells, true);
	lp_text_put_path(view->out, source->path);
	fprintf(view->out, ":%u: ", line->line);
	contents = lp_source_line(&text, line->line, &size);
	while (size > 0 && (*contents == ' ' || *contents == '\t')) {
		contents++;
		size--;
	}
	lp_text_put_source(view->out, contents, size);
	fputc('\n', view->out);
	lp_source_free(&text);
	return LP_OK;
}

enum lp_status lp_report_lines(const struct lp_view *view)
{
	struct lp_profile *const profile = (struct lp_profile *)view->profile;
	const size_t limit = view->limit < SIZE_MAX ? view->limit : MOST_LINES;
	uint32_t *const numbers = (uint32_t *)calloc(profile->line_count + 1, sizeof(*numbers));
	enum lp_status status = LP_OK;
	size_t count = 0;

	if (!numbers)
		return LP_MEMORY;
	/* Without times the lines with the most hits are the best guess. */
	for (size_t i = 0; i < profile->line_count; i++)
		if (profile->lines_are_timed ? profile->lines[i].self_ticks > 0
					     : profile->lines[i].hits > 0)
			numbers[count++] = (uint32_t)i;
	qsort_r(numbers, count, sizeof(*numbers), by_heat, profile);
	fprintf(view->out, "Timer unit: %g s\n\n", view->unit_seconds);
	lp_columns_put_titles(view, "Line Contents");
	for (size_t i = 0; i < count && i < limit && status == LP_OK; i++)
		status = put_line(view, &profile->lines[numbers[i]]);
	fputc('\n', view->out);
	free(numbers);
	return status;
}
