/* file_paths.c: compares paths from their ends. */
#include "viewer/model/file_paths.h"

#include <stdbool.h>
#include <string.h>

/* Whether the last `size` characters of the path are whole names. */
static bool is_whole(const char *path, size_t path_size, size_t size)
{
	return size == path_size || path[path_size - size - 1] == '/' ||
	       path[path_size - size] == '/';
}

size_t lp_path_common_end(const char *left, const char *right)
{
	const size_t left_size = strlen(left);
	const size_t right_size = strlen(right);
	size_t same = 0;

	while (same < left_size && same < right_size &&
	       left[left_size - 1 - same] == right[right_size - 1 - same])
		same++;
	if (same == left_size && same == right_size)
		return same + 1;
	while (same > 0 && !(is_whole(left, left_size, same) && is_whole(right, right_size, same)))
		same--;
	/* The slash alone is no name. */
	return same == 1 && left[left_size - 1] == '/' ? 0 : same;
}

/* Where the name before `end` begins, in a path that begins with a slash. */
static char *slash_before(const char *path, char *end)
{
	while (end > path && *--end != '/')
		;
	return end;
}

void lp_path_normalize(char *path)
{
	const char *from = path;
	char *to = path;

	if (*path != '/')
		return;
	while (*from) {
		const size_t slashes = strspn(from, "/");
		const char *const name = from + slashes;
		const size_t size = strcspn(name, "/");

		from = name + size;
		if (size == 0 || (size == 1 && *name == '.'))
			continue;
		if (size == 2 && name[0] == '.' && name[1] == '.') {
			to = slash_before(path, to);
			continue;
		}
		*to++ = '/';
		memmove(to, name, size);
		to += size;
	}
	if (to == path)
		*to++ = '/';
	*to = '\0';
}
