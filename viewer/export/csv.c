/* csv.c: the lines of source as comma-separated values. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/export/export_text.h"
#include "viewer/export/formats.h"
#include "viewer/safe_text.h"

/* A field of text, in quotes. Readers refuse a file with a byte that is not UTF-8. */
static void put_text(FILE *out, const char *text, size_t size)
{
	struct lp_shown shown;

	fputc('"', out);
	for (size_t at = 0; at < size;) {
		at += lp_safe_source_next(&shown, text + at, size - at);
		fputs(*shown.text == '"' ? "\"\"" : shown.text, out);
	}
	fputc('"', out);
}

static enum lp_status put_line(const struct lp_view *view, const struct lp_line *line)
{
	const struct lp_source *const source = &view->profile->sources[line->source];
	const struct lp_source_text *const text = lp_source_texts_at(view->texts, line->source);
	const char *words;
	size_t size;

	if (!text)
		return LP_MEMORY;
	put_text(view->out, source->path, strlen(source->path));
	fprintf(view->out,
		",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu32 ",",
		line->line, line->hits, lp_export_ns(view, line->total_ticks),
		lp_export_ns(view, line->self_ticks), lp_export_ns(view, line->wait_ticks),
		line->self_samples);
	words = lp_source_line(text, line->line, &size);
	put_text(view->out, words ? words : "", size);
	fputs("\r\n", view->out);
	return LP_OK;
}

enum lp_status lp_export_csv(const struct lp_view *view)
{
	const struct lp_profile *const profile = view->profile;
	bool *const marks = (bool *)calloc(profile->line_count + 1, sizeof(*marks));
	enum lp_status status = LP_OK;

	if (!marks)
		return LP_MEMORY;
	lp_filter_mark_lines(view->filter, profile, marks);
	fputs("file,line,hits,time_ns,self_ns,wait_ns,self_samples,source\r\n", view->out);
	for (size_t i = 0; i < profile->line_count && status == LP_OK; i++) {
		const struct lp_line *const line = &profile->lines[i];

		if (marks[i] && line->flags & LP_LINE_CODE && (line->hits > 0 || !view->skips_zero))
			status = put_line(view, line);
	}
	free(marks);
	return status;
}
