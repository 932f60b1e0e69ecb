/* text.c: makes foreign text safe to show. */
#include "viewer/report/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "viewer/model/utf8.h"

/* Marks that turn the direction of writing can make source look like other source. */
static bool turns_direction(uint32_t c)
{
	return c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
	       (c >= 0x2066 && c <= 0x2069);
}

/* Writes the character or byte at `text`; returns its length, and in `*columns` how
 * wide it became. */
static size_t put_one(FILE *out, const char *text, size_t size, size_t *columns)
{
	uint32_t c = 0;
	const size_t length = lp_utf8_character(text, size, &c);

	if (length == 0 || (c >= 0x80 && c < 0xa0)) {
		fprintf(out, "\\x%02x", (unsigned char)*text);
		*columns = 4;
		return 1;
	}
	if (c < 0x20 || c == 0x7f) {
		fprintf(out, "^%c", (char)(c ^ 0x40));
		*columns = 2;
	} else if (turns_direction(c)) {
		fprintf(out, "<U+%04X>", (unsigned)c);
		*columns = 8;
	} else {
		fwrite(text, 1, length, out);
		*columns = 1;
	}
	return length;
}

void lp_text_put(FILE *out, const char *text, size_t size)
{
	for (size_t at = 0, columns; at < size;)
		at += put_one(out, text + at, size - at, &columns);
}

void lp_text_put_source(FILE *out, const char *text, size_t size)
{
	size_t column = 0;

	for (size_t at = 0; at < size;) {
		size_t columns;

		if (text[at] == '\t') {
			columns = 8 - column % 8;
			fprintf(out, "%*s", (int)columns, "");
			at++;
		} else {
			at += put_one(out, text + at, size - at, &columns);
		}
		column += columns;
	}
}

void lp_text_put_string(FILE *out, const char *text)
{
	lp_text_put(out, text, strlen(text));
}

void lp_text_put_path(FILE *out, const char *path)
{
	static char cwd[4096];
	size_t length;

	if (!*cwd && !getcwd(cwd, sizeof(cwd)))
		*cwd = '\0';
	length = strlen(cwd);
	if (length > 1 && strncmp(path, cwd, length) == 0 && path[length] == '/')
		path += length + 1;
	lp_text_put_string(out, path);
}
