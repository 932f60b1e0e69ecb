/* match.c: search with smart case. Letters beyond ASCII are compared as they are. */
#include "viewer/screen/match.h"

#include <stdbool.h>
#include <string.h>

static bool has_capital(const char *text)
{
	while (*text && !(*text >= 'A' && *text <= 'Z'))
		text++;
	return *text;
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

static bool is_at(const char *text, const char *wanted, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (lower(text[i]) != wanted[i])
			return false;
	return true;
}

size_t lp_match(const char *text, size_t size, const char *wanted)
{
	const size_t wanted_size = strlen(wanted);
	const char *found;

	if (wanted_size == 0 || wanted_size > size)
		return SIZE_MAX;
	if (has_capital(wanted)) {
		found = (const char *)memmem(text, size, wanted, wanted_size);
		return found ? (size_t)(found - text) : SIZE_MAX;
	}
	for (size_t at = 0; at + wanted_size <= size; at++)
		if (lower(text[at]) == *wanted && is_at(text + at, wanted, wanted_size))
			return at;
	return SIZE_MAX;
}
