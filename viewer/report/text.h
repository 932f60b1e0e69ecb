/* text.h: writes foreign text so that it cannot do anything to a terminal. */
#ifndef LINEPROF_VIEWER_REPORT_TEXT_H
#define LINEPROF_VIEWER_REPORT_TEXT_H

#include <stddef.h>
#include <stdio.h>

/*
 * Writes `text`, of a program, source or command line. Control characters appear
 * as ^X, those that turn the direction of writing as <U+202E>, bytes that are not
 * UTF-8 as \xHH.
 */
void lp_text_put(FILE *out, const char *text, size_t size);

/* The same for a line of source: tabs reach to the next multiple of 8. Ends, with a
 * mark, before column `width` of a terminal; 0: does not end. */
void lp_text_put_source(FILE *out, const char *text, size_t size, size_t width);

/* lp_text_put() of a string that ends with zero. */
void lp_text_put_string(FILE *out, const char *text);

/* How many columns of a terminal that takes. */
size_t lp_text_columns(const char *text);

/* lp_text_put_string() of an argument of a command, in quotes where a shell would take it apart. */
void lp_text_put_argument(FILE *out, const char *text);

/* lp_text_put_string() of a path: one below the working directory is written as relative to it. */
void lp_text_put_path(FILE *out, const char *path);

#endif
