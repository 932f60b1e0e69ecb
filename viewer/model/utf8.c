/* utf8.c: decodes UTF-8. */
#include "viewer/model/utf8.h"

size_t lp_utf8_character(const char *text, size_t size, uint32_t *code_point)
{
	static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *const bytes = (const unsigned char *)text;
	const unsigned char first = bytes[0];
	const size_t length = first < 0x80   ? 1
			      : first < 0xc2 ? 0
			      : first < 0xe0 ? 2
			      : first < 0xf0 ? 3
			      : first < 0xf5 ? 4
					     : 0;
	uint32_t value;

	if (length == 0 || length > size)
		return 0;
	value = length == 1 ? first : first & (0x7fu >> length);
	for (size_t i = 1; i < length; i++) {
		if ((bytes[i] & 0xc0) != 0x80)
			return 0;
		value = value << 6 | (bytes[i] & 0x3f);
	}
	if (value < smallest[length] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
		return 0;
	*code_point = value;
	return length;
}

bool lp_utf8_is_control(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0);
}

bool lp_utf8_turns_direction(uint32_t c)
{
	return c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
	       (c >= 0x2066 && c <= 0x2069);
}
