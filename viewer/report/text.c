/* text.c: makes foreign text safe to show. */
#include "viewer/report/text.h"

#include <string.h>

#include "viewer/safe_text.h"
#include "viewer/view.h"

void lp_text_put(FILE *out, const char *text, size_t size)
{
	struct lp_shown shown;

	for (size_t at = 0; at < size;) {
		at += lp_safe_text_next(&shown, text + at, size - at);
		fputs(shown.text, out);
	}
}

void lp_text_put_source(FILE *out, const char *text, size_t size, size_t width)
{
	struct lp_shown shown;
	size_t column = 0;

	for (size_t at = 0; at < size;) {
		size_t length = 1;

		if (text[at] == '\t') {
			shown.columns = 8 - column % 8;
			snprintf(shown.text, sizeof(shown.text), "%*s", (int)shown.columns, "");
		} else {
			length = lp_safe_text_next(&shown, text + at, size - at);
		}
		/* The last column is for the mark, unless the text just fits. */
		if (width > 0 && column + shown.columns + (at + length < size) > width) {
			fputc('>', out);
			return;
		}
		fputs(shown.text, out);
		column += shown.columns;
		at += length;
	}
}

void lp_text_put_string(FILE *out, const char *text)
{
	lp_text_put(out, text, strlen(text));
}

size_t lp_text_columns(const char *text)
{
	const size_t size = strlen(text);
	struct lp_shown shown;
	size_t columns = 0;

	for (size_t at = 0; at < size; columns += shown.columns)
		at += lp_safe_text_next(&shown, text + at, size - at);
	return columns;
}

void lp_text_put_argument(FILE *out, const char *text)
{
	if (*text && !strpbrk(text, " \t\n'\"\\$`&|;<>()*?{}~#!")) {
		lp_text_put_string(out, text);
		return;
	}
	fputc('\'', out);
	for (; *text; text += strcspn(text, "'")) {
		if (*text == '\'') {
			fputs("'\\''", out);
			text++;
		}
		lp_text_put(out, text, strcspn(text, "'"));
	}
	fputc('\'', out);
}

void lp_text_put_path(FILE *out, const char *path)
{
	lp_text_put_string(out, lp_view_path(path));
}
