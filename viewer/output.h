/* output.h: an output that remembers why it failed. */
#ifndef LINEPROF_VIEWER_OUTPUT_H
#define LINEPROF_VIEWER_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

struct lp_output {
	FILE *stream;
	const char *path; /* borrowed; NULL: standard output */
	int fd;
	int error;     /* errno of the first write that failed; 0 if none did */
	bool is_new;   /* the file was created */
	bool is_begun; /* what was in the file is gone */
};

/* Opens `output`, which must stay where it is, on a file, which is created, or on standard output.
 * What is in the file goes once something takes its place. -1 with errno set when that fails. */
int lp_output_open(struct lp_output *output, const char *path);

/* Whether both paths lead to one file, which writing to one would take from the other. */
bool lp_is_same_file(const char *left, const char *right);

/* Whether it is a regular file that is not empty. */
bool lp_has_content(const char *path);

/* Writes what is left and closes the stream; returns `error`. If that is not 0, a file that was
 * created is gone, and one that was there is empty. */
int lp_output_close(struct lp_output *output);

/* The same where what was to be written cannot be: a file is not there, or, unless it was begun, as
 * it was before. */
int lp_output_give_up(struct lp_output *output);

#endif
