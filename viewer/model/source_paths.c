/* source_paths.c: the places where a source may be. */
#include "viewer/model/source_paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tries `folder` and `rest` as one path. */
static int try_joined(const char *folder, const char *rest,
		      int (*try_path)(void *data, const char *path), void *data)
{
	size_t size = strlen(folder);
	char *joined;
	int result;

	while (size > 0 && folder[size - 1] == '/')
		size--;
	if (asprintf(&joined, "%.*s/%s", (int)size, folder, rest + strspn(rest, "/")) < 0)
		return -1;
	result = try_path(data, joined);
	free(joined);
	return result;
}

static int try_substitutes(const struct lp_source_paths *paths, const char *path,
			   int (*try_path)(void *data, const char *path), void *data)
{
	for (size_t i = 0; i < paths->substitute_count; i++) {
		const char *const from = paths->substitutes[i].from;
		const size_t size = paths->substitutes[i].from_bytes;

		/* Whole folders only: /src is no prefix of /srcs/x.c. */
		if (strncmp(path, from, size) != 0 ||
		    (path[size] != '/' && path[size] != '\0' && from[size - 1] != '/'))
			continue;
		return try_joined(paths->substitutes[i].to, path + size, try_path, data);
	}
	return 0;
}

static int try_folder(const char *folder, const char *path,
		      int (*try_path)(void *data, const char *path), void *data)
{
	int result = 0;

	while (*path == '/')
		path++;
	while (result == 0 && *path) {
		result = try_joined(folder, path, try_path, data);
		path += strcspn(path, "/");
		while (*path == '/')
			path++;
	}
	return result;
}

int lp_source_paths_each(const struct lp_source_paths *paths, const char *path,
			 int (*try_path)(void *data, const char *path), void *data)
{
	int result = try_substitutes(paths, path, try_path, data);

	for (size_t i = 0; result == 0 && i < paths->folder_count; i++)
		result = try_folder(paths->folders[i], path, try_path, data);
	return result == 0 ? try_path(data, path) : result;
}
