/* file_paths.h: paths that may be other ways to the same file. */
#ifndef LINEPROF_VIEWER_MODEL_FILE_PATHS_H
#define LINEPROF_VIEWER_MODEL_FILE_PATHS_H

#include <stddef.h>

/* How many characters two paths share at their ends: whole names of folders and the file's. 0: not
 * even that. The same path shares more than any other. */
size_t lp_path_common_end(const char *left, const char *right);

/* Takes "." and ".." out of an absolute path, in place, as the plugin does. */
void lp_path_normalize(char *path);

#endif
