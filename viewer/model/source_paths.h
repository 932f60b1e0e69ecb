/* source_paths.h: where sources are that have moved since they were compiled. */
#ifndef LINEPROF_VIEWER_MODEL_SOURCE_PATHS_H
#define LINEPROF_VIEWER_MODEL_SOURCE_PATHS_H

#include <stddef.h>

#define LP_SOURCE_PATHS_MOST 32

/* Starts as all zeros. All texts are borrowed. */
struct lp_source_paths {
	const char *folders[LP_SOURCE_PATHS_MOST];
	size_t folder_count;
	struct {
		const char *from; /* not terminated by zero */
		size_t from_bytes;
		const char *to;
	} substitutes[LP_SOURCE_PATHS_MOST];
	size_t substitute_count;
};

/*
 * Calls `try_path` for each place where the source `path` may be: its path with the
 * first fitting prefix replaced; in each folder, the longest end of its path first;
 * and its path as it is. Stops when a call returns other than 0, and returns that;
 * -1 when out of memory.
 */
int lp_source_paths_each(const struct lp_source_paths *paths, const char *path,
			 int (*try_path)(void *data, const char *path), void *data);

#endif
