/* names.c: demangles; the only file that knows libiberty. */
#include "viewer/model/names.h"

#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/model/short_names.h"

/* Longer names say nothing to people. A short mangled name can stand for one that
 * fills the memory: each of its parts may name the one before twice. */
enum { MOST_BYTES = 16 * 1024 };

struct collector {
	char text[MOST_BYTES];
	size_t size;
	jmp_buf too_long;
};

static void collect(const char *text, size_t size, void *data)
{
	struct collector *const collector = (struct collector *)data;

	/* There is no other way to stop it. It keeps what it has on the stack. */
	if (size >= sizeof(collector->text) - collector->size)
		longjmp(collector->too_long, 1);
	memcpy(collector->text + collector->size, text, size);
	collector->size += size;
}

/* Demangles into `collector`; false if that is no mangled name, or too long a one. */
static bool demangle(struct collector *collector, const char *linkage_name)
{
	const int options = DMGL_PARAMS | DMGL_ANSI | DMGL_AUTO;

	collector->size = 0;
	if (setjmp(collector->too_long) != 0)
		return false;
	/* Only these begin mangled names; anything else is C or assembly. */
	if (strncmp(linkage_name, "_R", 2) == 0)
		return rust_demangle_callback(linkage_name, options, collect, collector);
	return strncmp(linkage_name, "_Z", 2) == 0 &&
	       /* Rust's older names look like C++ and say more. */
	       (rust_demangle_callback(linkage_name, options, collect, collector) ||
		cplus_demangle_v3_callback(linkage_name, options, collect, collector));
}

/* Whether the name is the linkage name, as in C, and nothing of it can be shortened. */
static bool is_plain(const char *name, const char *linkage_name)
{
	return strcmp(name, linkage_name) == 0 && !strpbrk(name, "<>()[]{} ");
}

const char *lp_name_shown(struct lp_arena *arena, const char *linkage_name, const char *name)
{
	struct collector collector;
	char *copy;

	if (strlen(linkage_name) < MOST_BYTES && demangle(&collector, linkage_name))
		return lp_arena_copy(arena, collector.text,
				     lp_name_shorten(collector.text, collector.size));
	if (!*name || is_plain(name, linkage_name))
		return linkage_name;
	copy = lp_arena_copy(arena, name, strlen(name));
	if (copy)
		copy[lp_name_shorten(copy, strlen(copy))] = 0;
	return copy;
}

static bool may_be_variant(const char *at)
{
	return (at[0] == 'C' || at[0] == 'D') && at[1] >= '0' && at[1] <= '5' &&
	       (at[2] == 'E' || at[2] == 'I' || at[2] == 'B');
}

/* Whether `at` is in an identifier. Those are behind their lengths, as far as it can be told
 * without parsing: a number before `E` or `_` is a literal or an index. */
static bool is_in_identifier(const char *linkage_name, size_t at)
{
	size_t i = 0;

	while (i < at) {
		char *end;
		unsigned long length;

		if (linkage_name[i] < '1' || linkage_name[i] > '9') {
			i++;
			continue;
		}
		length = strtoul(linkage_name + i, &end, 10);
		i = (size_t)(end - linkage_name);
		if (*end == 'E' || *end == '_')
			continue;
		if (i > at || length > at - i)
			return true;
		i += length;
	}
	return false;
}

/* Whether the name says the same with another digit at `digit`. */
static bool is_without_meaning(const char *linkage_name, size_t digit)
{
	struct collector before, after;
	char *const copy = strdup(linkage_name);
	bool result = false;

	if (!copy)
		return false;
	copy[digit] = linkage_name[digit] == '1' ? '2' : '1';
	/* Names of newer compilers than the demangler. */
	if (!demangle(&before, linkage_name))
		result = !is_in_identifier(linkage_name, digit - 1);
	else if (demangle(&after, copy))
		result =
		    before.size == after.size && memcmp(before.text, after.text, before.size) == 0;
	free(copy);
	return result;
}

size_t lp_name_variant_digit(const char *linkage_name, size_t size)
{
	size_t found = 0;
	unsigned tries = 0;
	char *copy = NULL;

	if (size < 6 || size >= MOST_BYTES || memcmp(linkage_name, "_Z", 2) != 0)
		return 0;
	/* Each try costs two names; a name that looks like a variant again and again is
	 * none that a compiler made. */
	for (size_t i = 2; i + 2 < size && found == 0 && tries < 8; i++) {
		if (!may_be_variant(linkage_name + i))
			continue;
		if (!copy)
			copy = strndup(linkage_name, size);
		if (!copy)
			return 0;
		tries++;
		if (is_without_meaning(copy, i + 1))
			found = i + 1;
	}
	free(copy);
	return found;
}

size_t lp_name_own_bytes(const char *linkage_name, size_t size)
{
	static const char *const parts[] = {".resume", ".destroy", ".cleanup"};

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		const size_t bytes = strlen(parts[i]);

		if (size > bytes && memcmp(linkage_name + size - bytes, parts[i], bytes) == 0)
			return size - bytes;
	}
	return size;
}
