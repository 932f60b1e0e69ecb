/* key.c: the names of keys. */
#include "viewer/screen/key.h"

#include <string.h>

#include "viewer/model/utf8.h"

static const struct {
	uint32_t code;
	const char *name;
} names[] = {
#define LP_KEY_NAME(name, text) {LP_KEY_##name, text},
    LP_KEY_LIST(LP_KEY_NAME)
#undef LP_KEY_NAME
	{LP_KEY_TAB, "Tab"},
    {LP_KEY_ESCAPE, "Esc"},
    {' ', "Space"},
};

uint32_t lp_key_of(const char *name, size_t size)
{
	uint32_t code = 0;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strlen(names[i].name) == size && memcmp(names[i].name, name, size) == 0)
			return names[i].code;
	if (size == 2 && name[0] == '^')
		return (uint32_t)name[1] & 0x1f;
	return size > 0 && lp_utf8_character(name, size, &code) == size ? code : 0;
}

size_t lp_key_text(uint32_t code, char *text)
{
	size_t size = 0;

	if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code >= LP_KEY_FIRST ||
	    (code >= 0xd800 && code < 0xe000)) {
		*text = '\0';
		return 0;
	}
	if (code < 0x80) {
		text[size++] = (char)code;
	} else if (code < 0x800) {
		text[size++] = (char)(0xc0 | code >> 6);
	} else if (code < 0x10000) {
		text[size++] = (char)(0xe0 | code >> 12);
		text[size++] = (char)(0x80 | (code >> 6 & 0x3f));
	} else {
		text[size++] = (char)(0xf0 | code >> 18);
		text[size++] = (char)(0x80 | (code >> 12 & 0x3f));
		text[size++] = (char)(0x80 | (code >> 6 & 0x3f));
	}
	if (code >= 0x80)
		text[size++] = (char)(0x80 | (code & 0x3f));
	text[size] = '\0';
	return size;
}
