/* command_line.h: the command line of lpview. */
#ifndef LINEPROF_VIEWER_COMMAND_LINE_H
#define LINEPROF_VIEWER_COMMAND_LINE_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "viewer/export/formats.h"
#include "viewer/model/sort.h"
#include "viewer/view.h"

enum lp_color_choice { LP_COLOR_AUTO, LP_COLOR_ALWAYS, LP_COLOR_NEVER };

/* What lpview tells of itself instead of showing a profile. */
enum lp_about { LP_ABOUT_NOTHING, LP_ABOUT_HELP, LP_ABOUT_VERSION };

struct lp_options {
	char **files; /* file_count of them; none: the newest one here */
	size_t file_count;
	const struct lp_option_row *report; /* never NULL */
	bool has_report;                    /* it was asked for */
	const struct lp_format *format;     /* to be written instead; NULL: none */
	const char *out;                    /* where to; NULL: standard output */
	bool may_replace;                   /* what is there */
	bool has_output;                    /* --output was given */
	enum lp_about about;
	enum lp_color_choice color;
	struct lp_sort_order order;
	struct lp_filter filter;
	struct lp_source_paths source_paths;
	bool shows_all;
	bool skips_zero;
	bool by_launch;
	bool is_summarized;
	uint32_t silenced_hints; /* bits of lp_hint_bit() */
	double threshold_pct;
	bool has_no_pager;
	double unit_seconds;
	bool has_unit; /* it was asked for */
	bool is_live;
	double interval_seconds;   /* of live tables; 0: was not asked for */
	unsigned long table_count; /* 0: was not asked for */
	const char *wrong;         /* the word of a list that `set` refused; NULL: all of it */
	size_t wrong_bytes;
};

/* The sections of the help and the manual page, in their order. */
#define LP_OPTION_GROUP_LIST(X)                                                                    \
	X(REPORTS, "What to show")                                                                 \
	X(LIVE, "While the program runs")                                                          \
	X(EXPORTS, "For other programs")                                                           \
	X(ORDER, "Which of it, in which order")                                                    \
	X(FORM, "How to show it")                                                                  \
	X(SOURCES, "Where the sources are now")                                                    \
	X(ABOUT, "About lpview")

enum lp_option_group {
#define LP_OPTION_GROUP_ENUM(name, title) LP_GROUP_##name,
	LP_OPTION_GROUP_LIST(LP_OPTION_GROUP_ENUM)
#undef LP_OPTION_GROUP_ENUM
	    LP_GROUP_COUNT
};

extern const char *const lp_option_group_titles[LP_GROUP_COUNT];

/* An option. A new report or export is one row with `report`. */
struct lp_option_row {
	enum lp_option_group group;
	char letter; /* 0: none */
	const char *name;
	const char *value; /* what the help calls its value; NULL: takes none */
	const char *summary;
	/* Sets `options`; returns what is wrong with `value`, or NULL. */
	const char *(*set)(struct lp_options *options, const char *value);
	/* Instead of `set`: what the option shows. Writes to the view's stream, below the
	 * header if the row is of LP_GROUP_REPORTS; LP_OK or LP_MEMORY. */
	enum lp_status (*report)(const struct lp_view *view);
};

/* All options, group by group, ended by one without name; the first row is the
 * report that is shown without any. */
extern const struct lp_option_row lp_option_rows[];

/* A word in front of the options that makes lpview do something else than show. */
struct lp_command {
	const char *name;
	const char *arguments; /* what the help says behind the name */
	const char *summary;
	/* Runs it with its name as argument 0; returns the status for the shell. */
	int (*run)(int count, char **arguments);
	const struct option *options; /* ended by one without name */
};

/* All commands, ended by one without name. */
extern const struct lp_command lp_commands[];

/* What holds if no option is given, for who has no command line of the table's options. There are
 * no files in it. */
void lp_options_default(struct lp_options *options);

/*
 * Reads the command line. Returns 0; or 2, with what is wrong written to `errors`.
 * `*options` borrows from `arguments`, whose order changes.
 */
int lp_options_read(struct lp_options *options, int count, char **arguments, FILE *errors);

/* Sets the option of the table whose long name is `name`, which takes a value. What is wrong with
 * `value`, which is borrowed, or NULL. */
const char *lp_options_set(struct lp_options *options, const char *name, const char *value);

/* What getopt has just answered '?' or ':' to, `code`, as it was given; `letters` are those that it
 * knows. Borrowed from `arguments`, or written to `room`. */
const char *lp_refused_option(char *const *arguments, int code, const char *letters, char room[3]);

/* Gives back what lp_options_read() or lp_options_default() took, whatever it returned. */
void lp_options_free(struct lp_options *options);

/* Writes the help, which is made from the tables. */
void lp_options_put_help(FILE *out);

#endif
