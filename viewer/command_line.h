/* command_line.h: the command line of lpview. */
#ifndef LINEPROF_VIEWER_COMMAND_LINE_H
#define LINEPROF_VIEWER_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "viewer/model/sort.h"

enum lp_report_kind {
	LP_REPORT_ANNOTATE,
	LP_REPORT_FUNCTIONS,
	LP_REPORT_LINES,
	LP_REPORT_JSON,
	LP_REPORT_HELP,
	LP_REPORT_VERSION,
};

enum lp_color_choice { LP_COLOR_AUTO, LP_COLOR_ALWAYS, LP_COLOR_NEVER };

struct lp_options {
	const char *file; /* NULL: the newest one here */
	enum lp_report_kind kind;
	enum lp_color_choice color;
	struct lp_sort_order order;
	size_t limit; /* SIZE_MAX: none */
	bool shows_all;
	double unit_seconds;
};

/*
 * Reads the command line. Returns 0; or 2, with what is wrong written to `errors`.
 * `*options` borrows from `arguments`.
 */
int lp_options_read(struct lp_options *options, int count, char **arguments, FILE *errors);

/* Writes the help, which is made from the table of options. */
void lp_options_put_help(FILE *out);

#endif
