/* html_text.c: escapes text, formats numbers. */
#include "viewer/export/html_text.h"

#include <inttypes.h>
#include <string.h>

#include "viewer/safe_text.h"

/* Bytes of a line of source: more is made by machines, for machines. */
#define MOST_SOURCE 500

static void put_reference(FILE *out, char c)
{
	switch (c) {
	case '&':
		fputs("&amp;", out);
		break;
	case '<':
		fputs("&lt;", out);
		break;
	case '>':
		fputs("&gt;", out);
		break;
	case '"':
		fputs("&quot;", out);
		break;
	case '\'':
		fputs("&#39;", out);
		break;
	default:
		fputc(c, out);
	}
}

static void put_shown(FILE *out, const struct lp_shown *shown)
{
	for (const char *c = shown->text; *c; c++)
		put_reference(out, *c);
}

void lp_html_put(FILE *out, const char *text, size_t size)
{
	struct lp_shown shown;

	for (size_t at = 0; at < size;) {
		at += lp_safe_text_next(&shown, text + at, size - at);
		put_shown(out, &shown);
	}
}

void lp_html_put_string(FILE *out, const char *text)
{
	lp_html_put(out, text, strlen(text));
}

void lp_html_put_source(FILE *out, const char *text, size_t size)
{
	size_t end = size > MOST_SOURCE ? MOST_SOURCE : size;
	struct lp_shown shown;

	/* Not in the middle of a character. */
	while (end < size && end > 0 && ((unsigned char)text[end] & 0xc0) == 0x80)
		end--;
	for (size_t at = 0; at < end;) {
		at += lp_safe_source_next(&shown, text + at, end - at);
		put_shown(out, &shown);
	}
	if (end < size)
		fputs("<em>…</em>", out);
}

void lp_html_put_count(FILE *out, uint64_t count)
{
	char digits[24];
	const int length = snprintf(digits, sizeof(digits), "%" PRIu64, count);

	for (int i = 0; i < length; i++) {
		/* The gap is the style's: whoever copies the number gets its digits. */
		if (length > 4 && i > 0 && (length - i) % 3 == 0)
			fputs("<b></b>", out);
		fputc(digits[i], out);
	}
}

void lp_html_put_time(FILE *out, double seconds)
{
	static const struct {
		const char *name;
		double seconds;
	} units[] = {{"s", 1}, {"ms", 1e-3}, {"µs", 1e-6}, {"ns", 1e-9}};
	double value;
	int unit = 0;

	while (unit < 3 && seconds < units[unit].seconds * 0.9995)
		unit++;
	value = seconds / units[unit].seconds;
	fprintf(out, "%.*f&nbsp;%s",
		value < 9.995   ? 2
		: value < 99.95 ? 1
				: 0,
		value, units[unit].name);
}
