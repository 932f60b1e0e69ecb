/* find_binary.c: looks for what has an object's build id. */
#include "viewer/model/find_binary.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/model/binary.h"
#include "viewer/model/source_paths.h"

struct search {
	const struct lp_module *module;
	char *found;
};

static enum lp_status compare_id(const struct lp_module *module, const char *path)
{
	unsigned char id[sizeof(module->build_id)];
	size_t size = 0;
	const enum lp_status status = lp_binary_id(path, id, sizeof(id), &size);

	if (status != LP_OK)
		return status == LP_IO ? LP_IO : LP_NOT_FOUND;
	return size == module->build_id_bytes && memcmp(id, module->build_id, size) == 0
		   ? LP_OK
		   : LP_DIFFERENT;
}

/* 1: it is there; -1: out of memory. */
static int try_path(void *data, const char *path)
{
	struct search *const search = (struct search *)data;

	if (compare_id(search->module, path) != LP_OK)
		return 0;
	search->found = strdup(path);
	return search->found ? 1 : -1;
}

static int try_beside(struct search *search, const char *profile, const char *name)
{
	const char *const slash = strrchr(profile, '/');
	char *path;
	int result;

	if (asprintf(&path, "%.*s%s", slash ? (int)(slash + 1 - profile) : 0, profile, name) < 0)
		return -1;
	result = try_path(search, path);
	free(path);
	return result;
}

char *lp_find_binary(const struct lp_profile *profile, const struct lp_object *object,
		     enum lp_status *status)
{
	struct search search = {.module = object->module};
	const char *const slash = strrchr(object->path, '/');
	const char *const name = slash ? slash + 1 : object->path;
	int result = 0;
	int error_number;

	*status = compare_id(object->module, object->path);
	error_number = errno;
	if (*status == LP_OK) {
		search.found = strdup(object->path);
		*status = search.found ? LP_OK : LP_MEMORY;
		return search.found;
	}
	/* Without a build id any file would do. */
	if (object->module->build_id_bytes > 0 && *name) {
		if (profile->moved)
			result =
			    lp_source_paths_each(profile->moved, object->path, try_path, &search);
		for (size_t i = 0; i < profile->run_count && result == 0; i++)
			result = try_beside(&search, profile->run_paths[i], name);
	}
	if (result < 0)
		*status = LP_MEMORY;
	errno = error_number;
	return search.found;
}
