/* short_names.c: names of C++ without what the standard library adds by itself. */
#include "viewer/model/short_names.h"

#include <stdbool.h>
#include <string.h>

/* Templates that are nothing but a default when they stand behind another argument. */
static const char *const defaults[] = {
    ", std::allocator<", ", std::char_traits<", ", std::less<",
    ", std::equal_to<",  ", std::hash<",        ", std::default_delete<",
};

/* What is called otherwise by people. */
static const struct {
	const char *name;
	const char *short_name;
} strings[] = {
    {"std::__cxx11::basic_string<char>", "std::string"},
    {"std::basic_string<char>", "std::string"},
    {"std::basic_string_view<char>", "std::string_view"},
};

/* More brackets inside each other than that are left as they are. */
enum { MOST_NESTED = 64 };

static bool begins_with(const char *text, size_t size, const char *word)
{
	const size_t length = strlen(word);

	return size >= length && memcmp(text, word, length) == 0;
}

static bool is_of_name(char letter)
{
	return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
	       (letter >= '0' && letter <= '9') || letter == '_' || letter == ':';
}

/* Whether the name that ends before text[at] is one of the standard library. */
static bool is_of_std(const char *text, size_t at)
{
	size_t begin = at;

	while (begin > 0 && is_of_name(text[begin - 1]))
		begin--;
	return begins_with(text + begin, at - begin, "std::");
}

/*
 * The bytes of the default argument that text begins with, up to its closing bracket;
 * 0 if there is none. std::less<void> and its like are no defaults.
 */
static size_t default_argument(const char *text, size_t size)
{
	unsigned depth = 0;

	for (size_t i = 0; i < sizeof(defaults) / sizeof(*defaults); i++) {
		const size_t length = strlen(defaults[i]);

		if (!begins_with(text, size, defaults[i]))
			continue;
		if (begins_with(text + length, size - length, "void>"))
			return 0;
		for (size_t at = length - 1; at < size; at++) {
			depth += text[at] == '<';
			if (text[at] == '>' && --depth == 0)
				return at + 1;
		}
	}
	return 0;
}

/* False where there are brackets that are none: operators, comparisons, arrows. */
static bool is_understood(const char *text, size_t size)
{
	unsigned depth = 0;

	for (size_t i = 0; i < size; i++) {
		if (begins_with(text + i, size - i, "operator<") ||
		    begins_with(text + i, size - i, "operator>") ||
		    begins_with(text + i, size - i, "operator-"))
			return false;
		if (text[i] == '<' && ++depth > MOST_NESTED)
			return false;
		if (text[i] == '>' && (depth-- == 0 || text[i - 1] == '-'))
			return false;
	}
	return depth == 0;
}

static size_t drop_defaults(char *text, size_t size)
{
	bool of_std[MOST_NESTED + 1] = {false};
	unsigned depth = 0;
	size_t kept = 0;

	for (size_t i = 0; i < size; i++) {
		const size_t dropped = of_std[depth] ? default_argument(text + i, size - i) : 0;

		if (dropped > 0) {
			i += dropped - 1;
			/* `<int, std::allocator<int> >`: the blank was for that bracket. */
			if (i + 2 < size && text[i + 1] == ' ' && text[i + 2] == '>' &&
			    text[kept - 1] != '>')
				i++;
			continue;
		}
		if (text[i] == '<')
			of_std[++depth] = is_of_std(text, kept);
		else if (text[i] == '>')
			depth--;
		text[kept++] = text[i];
	}
	return kept;
}

static size_t name_strings(char *text, size_t size)
{
	size_t kept = 0;

	for (size_t i = 0; i < size; i++) {
		const bool begins = i == 0 || !is_of_name(text[i - 1]);

		for (size_t k = 0; begins && k < sizeof(strings) / sizeof(*strings); k++) {
			const size_t length = strlen(strings[k].short_name);

			if (!begins_with(text + i, size - i, strings[k].name))
				continue;
			memcpy(text + kept, strings[k].short_name, length);
			kept += length;
			i += strlen(strings[k].name);
			/* `<int, basic_string<char> >`: the blank was for that bracket. */
			if (i + 1 < size && text[i] == ' ' && text[i + 1] == '>')
				i++;
			break;
		}
		if (i < size)
			text[kept++] = text[i];
	}
	return kept;
}

/* The bytes of the mark of a name of one unit that text begins with, which comes of
 * -funique-internal-linkage-names; 0 if it does not. */
static size_t unit_mark(const char *text, size_t size)
{
	static const char mark[] = " [clone .__uniq.";
	size_t end = strlen(mark);

	if (!begins_with(text, size, mark))
		return 0;
	while (end < size && text[end] >= '0' && text[end] <= '9')
		end++;
	return end < size && text[end] == ']' ? end + 1 : 0;
}

static bool ends_with(const char *text, size_t size, const char *word)
{
	const size_t length = strlen(word);

	return size >= length && memcmp(text + size - length, word, length) == 0;
}

static bool is_of_word(char c)
{
	return is_of_name(c) && c != ':';
}

/* The bytes of `@a.b:part` behind a name: the module of C++20 that it is of, which nobody writes
 * there; 0 if that is none. */
static size_t module_mark(const char *text, size_t size)
{
	size_t end = 1;

	if (size < 2 || text[0] != '@')
		return 0;
	while (end < size && (is_of_word(text[end]) || text[end] == '.' ||
			      (text[end] == ':' && end + 1 < size && is_of_word(text[end + 1]))))
		end++;
	return end > 1 ? end : 0;
}

/* What compilers add for others than people: to names of one unit, of modules, and to those of
 * OpenMP's regions for debuggers. */
static size_t drop_marks(char *text, size_t size)
{
	static const char region[] = ".omp_outlined", debug[] = "_debug__";
	size_t kept = 0;

	for (size_t i = 0; i < size; i++) {
		const bool is_behind_name = kept > 0 && is_of_word(text[kept - 1]);
		const size_t mark = is_behind_name && text[i] == '@'
					? module_mark(text + i, size - i)
					: unit_mark(text + i, size - i);

		if (mark > 0) {
			i += mark - 1;
			continue;
		}
		text[kept++] = text[i];
		if (ends_with(text, kept, region) && begins_with(text + i + 1, size - i - 1, debug))
			i += strlen(debug);
	}
	return kept;
}

size_t lp_name_shorten(char *text, size_t size)
{
	size = drop_marks(text, size);
	if (!is_understood(text, size))
		return size;
	return name_strings(text, drop_defaults(text, size));
}
