/* operand_text.c: finds where an operand ends, by brackets and operators. */
#include "viewer/report/operand_text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/report/text.h"

enum { TAB = 8, LEAST = 8 /* columns of an operand to be seen below its place */ };

static bool is_pair(const char *line, size_t size, size_t at, const char *pair)
{
	return at + 1 < size && line[at] == pair[0] && line[at + 1] == pair[1];
}

/* Behind the string or character that begins at `at`. */
static size_t behind_quoted(const char *line, size_t size, size_t at)
{
	const char quote = line[at++];

	while (at < size && line[at] != quote)
		at += line[at] == '\\' ? 2 : 1;
	return at < size ? at + 1 : size;
}

/* Whether the operand is over at `at`, where no bracket of its own is open. */
static bool ends_at(const char *line, size_t size, size_t at)
{
	const bool is_scope =
	    is_pair(line, size, at, "::") || (at > 0 && line[at] == ':' && line[at - 1] == ':');

	return strchr(")]}?;", line[at]) || (line[at] == ':' && !is_scope) ||
	       is_pair(line, size, at, "&&") || is_pair(line, size, at, "||");
}

/* The end of the operand that begins at `begin`, blanks left out. */
static size_t end_of(const char *line, size_t size, size_t begin)
{
	size_t at = begin;
	int open = 0;

	while (at < size && line[at] && (open > 0 || !ends_at(line, size, at)) &&
	       !is_pair(line, size, at, "//") && !is_pair(line, size, at, "/*")) {
		if (line[at] == '"' || line[at] == '\'') {
			at = behind_quoted(line, size, at);
			continue;
		}
		open += strchr("([{", line[at]) ? 1 : strchr(")]}", line[at]) ? -1 : 0;
		at++;
	}
	while (at > begin && strchr(" \t\r\\", line[at - 1]))
		at--;
	return at;
}

void lp_operand_text_put(FILE *out, const char *line, size_t size, size_t column, size_t width)
{
	const size_t begin = column - 1;
	char *below;
	size_t end;
	size_t blanks = 0;

	if (column == 0 || begin >= size)
		return;
	end = end_of(line, size, begin);
	for (size_t i = 0; i < begin; i++)
		blanks += line[i] == '\t' ? TAB - blanks % TAB : 1;
	below = width == 0 || blanks + LEAST <= width ? (char *)malloc(end + 1) : NULL;
	/* Out of memory, it stands elsewhere. */
	if (!below) {
		lp_text_put_source(out, line + begin, end - begin, width);
		return;
	}
	for (size_t i = 0; i < end; i++)
		below[i] = i >= begin || line[i] == '\t' ? line[i] : ' ';
	lp_text_put_source(out, below, end, width);
	free(below);
}
