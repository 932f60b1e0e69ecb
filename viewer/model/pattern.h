/* pattern.h: regular expressions, in the syntax of Perl and Python. */
#ifndef LINEPROF_VIEWER_MODEL_PATTERN_H
#define LINEPROF_VIEWER_MODEL_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

#include "format/status.h"

struct lp_pattern;

/* What is wrong with an expression. */
struct lp_pattern_error {
	char text[128]; /* without a full stop */
	size_t offset;  /* bytes from its start; SIZE_MAX: of all of it */
};

/*
 * Compiles `expression`, UTF-8 (other bytes match themselves), into `*pattern`,
 * which the caller frees. Upper and lower case differ, unless it begins with (?i).
 *
 * Returns LP_OK, LP_MEMORY, or LP_CORRUPT with `*error` filled in.
 */
enum lp_status lp_pattern_make(struct lp_pattern **pattern, const char *expression,
			       struct lp_pattern_error *error);

/* Whether the expression occurs in `text`, or stands there as it is: `sum(int)` is found by what
 * was copied from a table. One that takes too long to tell does not. */
bool lp_pattern_occurs(const struct lp_pattern *pattern, const char *text);

/* NULL is allowed. */
void lp_pattern_free(struct lp_pattern *pattern);

#endif
