/*
 * new_file.h: a file that gets its name when it is whole: until then what has that name stays as it
 * is.
 */
#ifndef LINEPROF_VIEWER_MODEL_NEW_FILE_H
#define LINEPROF_VIEWER_MODEL_NEW_FILE_H

#include <stdbool.h>

struct lp_new_file {
	int fd;          /* to be written */
	char *temporary; /* its name until then; owned, as is the next */
	char *target;    /* the name that it gets */
};

/* Whether a file cannot take the place of what is at `path`: a device, a pipe, or where standard
 * output or error goes already, as /dev/stdout. */
bool lp_is_no_place(const char *path);

/* Begins a file beside `path`, or beside where that leads if it is a link, which stays. False with
 * errno set. */
bool lp_new_file_begin(struct lp_new_file *file, const char *path);

/* Ends the file and gives it its name; unless it `may_replace` one, there must be none. False with
 * errno set, EEXIST for that: then there is nothing new. */
bool lp_new_file_publish(struct lp_new_file *file, bool may_replace);

/* Ends the file, and it was never there. Keeps errno. */
void lp_new_file_drop(struct lp_new_file *file);

#endif
