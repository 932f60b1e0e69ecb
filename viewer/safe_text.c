/* safe_text.c: makes foreign text safe to show. */
#include "viewer/safe_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "viewer/model/utf8.h"

static size_t columns_of(uint32_t c)
{
	const int columns = wcwidth((wchar_t)c);

	return columns < 0 ? 1 : (size_t)columns;
}

size_t lp_safe_text_next(struct lp_shown *shown, const char *text, size_t size)
{
	uint32_t c = 0;
	const size_t length = lp_utf8_character(text, size, &c);

	if (length == 0 || (c >= 0x80 && c < 0xa0)) {
		snprintf(shown->text, sizeof(shown->text), "\\x%02x", (unsigned char)*text);
		shown->columns = 4;
		return 1;
	}
	if (c < 0x20 || c == 0x7f)
		snprintf(shown->text, sizeof(shown->text), "^%c", (char)(c ^ 0x40));
	else if (lp_utf8_turns_direction(c))
		snprintf(shown->text, sizeof(shown->text), "<U+%04X>", (unsigned)c);
	else
		snprintf(shown->text, sizeof(shown->text), "%.*s", (int)length, text);
	shown->columns =
	    c >= 0x80 && !lp_utf8_turns_direction(c) ? columns_of(c) : strlen(shown->text);
	return length;
}

size_t lp_safe_source_next(struct lp_shown *shown, const char *text, size_t size)
{
	if (*text != '\t')
		return lp_safe_text_next(shown, text, size);
	*shown = (struct lp_shown){.text = "\t", .columns = 1};
	return 1;
}
