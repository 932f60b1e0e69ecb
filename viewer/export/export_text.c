/* export_text.c: foreign text in formats that are lines. */
#include "viewer/export/export_text.h"

#include <string.h>

#include "viewer/model/utf8.h"

void lp_export_line(FILE *out, const char *text)
{
	const size_t size = strlen(text);
	size_t step;

	for (size_t i = 0; i < size; i += step) {
		uint32_t character = (unsigned char)text[i];
		const size_t valid = lp_utf8_character(text + i, size - i, &character);

		step = valid > 0 ? valid : 1;
		if (lp_utf8_is_control(character) || lp_utf8_turns_direction(character))
			fputc(' ', out);
		else
			fwrite(text + i, 1, step, out);
	}
}
