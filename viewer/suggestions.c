/* suggestions.c: looks for a word among the names of the command line. */
#include "viewer/suggestions.h"

#include <string.h>

#include "viewer/command_line.h"

enum {
	LONGEST = 32,     /* bytes: no name is so long */
	LEAST_COMMON = 3, /* bytes: what is shorter begins too many names */
	PART = 4,         /* one difference for so many bytes */
	UNLIKE = LONGEST, /* more than any distance */
};

struct search {
	const char *word;
	size_t size;
	int distance; /* of the best so far */
	const char *prefix;
	const char *name;
};

static int least(int a, int b, int c)
{
	const int smaller = a < b ? a : b;

	return smaller < c ? smaller : c;
}

/* How many bytes to change, to add or to take out make one of the other: Levenshtein, "Binary codes
 * capable of correcting deletions, insertions and reversals", 1966. */
static int edits(const char *a, size_t a_size, const char *b, size_t b_size)
{
	int row[LONGEST + 1];

	for (size_t k = 0; k <= b_size; k++)
		row[k] = (int)k;
	for (size_t i = 1; i <= a_size; i++) {
		int corner = row[0];

		row[0] = (int)i;
		for (size_t k = 1; k <= b_size; k++) {
			const int above = row[k];

			row[k] = least(above + 1, row[k - 1] + 1, corner + (a[i - 1] != b[k - 1]));
			corner = above;
		}
	}
	return row[b_size];
}

static int distance(const char *word, size_t size, const char *name)
{
	const size_t name_size = strlen(name);
	const size_t common = size < name_size ? size : name_size;
	int count;

	if (size == name_size && memcmp(word, name, size) == 0)
		return 0;
	if (common >= LEAST_COMMON && memcmp(word, name, common) == 0)
		return 1;
	count = edits(word, size, name, name_size);
	return count * PART <= (int)size ? count : UNLIKE;
}

static void look_at(struct search *search, const char *prefix, const char *name)
{
	const int found = distance(search->word, search->size, name);

	if (found < search->distance) {
		search->distance = found;
		search->prefix = prefix;
		search->name = name;
	}
}

bool lp_suggest(FILE *errors, const char *word, size_t size)
{
	struct search search = {word, size, UNLIKE, NULL, NULL};

	if (size >= LONGEST)
		return false;
	for (const struct lp_command *at = lp_commands; at->name; at++)
		look_at(&search, "lpview ", at->name);
	for (const struct lp_option_row *at = lp_option_rows; at->name; at++)
		look_at(&search, "--", at->name);
	for (const struct lp_format *at = lp_formats; at->name; at++)
		look_at(&search, "--export=", at->name);
	for (const struct lp_sort_key *at = lp_sort_keys; at->name; at++)
		look_at(&search, "--sort=", at->name);
	if (!search.name)
		return false;
	fprintf(errors, "lpview: hint: did you mean %s%s?\n", search.prefix, search.name);
	return true;
}
