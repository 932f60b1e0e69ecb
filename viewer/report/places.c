/* places.c: lines of source from all over the program. */
#include "viewer/report/places.h"

#include <string.h>

#include "viewer/report/text.h"

/* Longer ones push their text to the right, alone. */
#define MOST_WIDTH 40

static size_t width_of(const struct lp_view *view, uint32_t source, uint32_t line)
{
	const char *const path = view->profile->sources[source].shown;

	return lp_text_columns(path) + (size_t)snprintf(NULL, 0, ":%u", line);
}

void lp_places_widen(struct lp_places *places, const struct lp_view *view, uint32_t source,
		     uint32_t line)
{
	const size_t width = width_of(view, source, line);

	if (width > places->width && width <= MOST_WIDTH)
		places->width = width;
}

/* What is left of `width` behind `used` columns; never nothing. */
static size_t rest_of(size_t width, size_t used)
{
	if (width == 0)
		return 0;
	return width > used + 8 ? width - used : 8;
}

enum lp_status lp_places_put(const struct lp_places *places, const struct lp_view *view,
			     uint32_t source, uint32_t line, size_t width)
{
	const struct lp_source_text *const text = lp_source_texts_at(view->texts, source);
	const char *const doubt = lp_source_doubt(text);
	size_t used = width_of(view, source, line);
	const char *contents;
	size_t size;

	if (!text)
		return LP_MEMORY;
	contents = lp_source_line(text, line, &size);
	for (; size > 0 && (*contents == ' ' || *contents == '\t'); size--)
		contents++;
	lp_text_put_string(view->out, view->profile->sources[source].shown);
	fprintf(view->out, ":%u", line);
	if (size > 0) {
		for (; used < places->width; used++)
			fputc(' ', view->out);
		fprintf(view->out, "  %s", doubt);
		lp_text_put_source(view->out, contents, size,
				   rest_of(width, used + 2 + strlen(doubt)));
	}
	fputc('\n', view->out);
	return LP_OK;
}
