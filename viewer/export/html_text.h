/* html_text.h: text and numbers of a page of HTML. */
#ifndef LINEPROF_VIEWER_EXPORT_HTML_TEXT_H
#define LINEPROF_VIEWER_EXPORT_HTML_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Writes `text` so that it is nothing but text, in elements and in attributes in double
 * quotes: what HTML takes for more is written as references, control characters and those that
 * turn the direction of writing visibly, bytes that are not UTF-8 as \xHH. */
void lp_html_put(FILE *out, const char *text, size_t size);
void lp_html_put_string(FILE *out, const char *text);

/* The same for a line of source: tabs stay; cut, with a mark, if it is very long. */
void lp_html_put_source(FILE *out, const char *text, size_t size);

/* A count, its digits in groups for the eye alone. */
void lp_html_put_count(FILE *out, uint64_t count);

/* A time with three digits that matter, in the unit that suits it. */
void lp_html_put_time(FILE *out, double seconds);

extern const char lp_html_style[];

#endif
