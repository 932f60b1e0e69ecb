/* output.h: an output that remembers why it failed. */
#ifndef LINEPROF_VIEWER_OUTPUT_H
#define LINEPROF_VIEWER_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

struct lp_output {
	FILE *stream;
	const char *path; /* borrowed; NULL: standard output */
	int fd;
	int error; /* errno of the first write that failed; 0 if none did */
};

/* Opens `output`, which must stay where it is, on a file that is created or made empty, or
 * on standard output. -1 with errno set when that fails. */
int lp_output_open(struct lp_output *output, const char *path);

/* Whether both paths lead to one file, which writing to one would take from the other. */
bool lp_is_same_file(const char *left, const char *right);

/* Whether it is a regular file that is not empty. */
bool lp_has_content(const char *path);

/* Writes what is left and closes the stream; returns `error`. */
int lp_output_close(struct lp_output *output);

#endif
