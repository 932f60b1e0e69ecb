/* foreign_files.h: what a file is that is no profile of lineprof's, and who shows it. */
#ifndef LINEPROF_VIEWER_FOREIGN_FILES_H
#define LINEPROF_VIEWER_FOREIGN_FILES_H

#include <stddef.h>

struct lp_foreign_file {
	const char *what; /* "it is ..." */
	const char *hint; /* what shows such files, or what to do */
};

/* What begins with the `size` bytes of `head`; static. NULL if that is not known. */
const struct lp_foreign_file *lp_foreign_file(const void *head, size_t size);

#endif
