/* command_line.c: the table of lpview's options; parser and help read it. */
#include "viewer/command_line.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/report/text.h"

struct option_row {
	char letter; /* 0: none */
	const char *name;
	const char *value; /* what the help calls its value; NULL: takes none */
	const char *summary;
	/* Sets `options`; returns what is wrong with `value`, or NULL. */
	const char *(*set)(struct lp_options *options, const char *value);
};

static const char *set_functions(struct lp_options *options, const char *value)
{
	(void)value;
	options->kind = LP_REPORT_FUNCTIONS;
	return NULL;
}

static const char *set_lines(struct lp_options *options, const char *value)
{
	(void)value;
	options->kind = LP_REPORT_LINES;
	return NULL;
}

static const char *set_json(struct lp_options *options, const char *value)
{
	(void)value;
	options->kind = LP_REPORT_JSON;
	return NULL;
}

static const char *set_help(struct lp_options *options, const char *value)
{
	(void)value;
	options->kind = LP_REPORT_HELP;
	return NULL;
}

static const char *set_version(struct lp_options *options, const char *value)
{
	(void)value;
	options->kind = LP_REPORT_VERSION;
	return NULL;
}

static const char *set_sort(struct lp_options *options, const char *value)
{
	while (*value) {
		const size_t size = strcspn(value, ",");
		const struct lp_sort_key *const key = lp_sort_key_find(value, size);

		if (!key)
			return "no sort key, or the beginning of several";
		if (options->order.count == LP_SORT_KEYS_MOST)
			return "too many sort keys";
		options->order.keys[options->order.count++] = key;
		value += size + (value[size] == ',');
	}
	return options->order.count > 0 ? NULL : "no sort key";
}

static const char *set_limit(struct lp_options *options, const char *value)
{
	char *end;

	errno = 0;
	options->limit = strtoul(value, &end, 10);
	return *value < '0' || *value > '9' || *end || errno ? "not a number of rows" : NULL;
}

static const char *set_all(struct lp_options *options, const char *value)
{
	(void)value;
	options->shows_all = true;
	return NULL;
}

static const char *set_skip_zero(struct lp_options *options, const char *value)
{
	(void)value;
	options->shows_all = false;
	return NULL;
}

static const char *set_unit(struct lp_options *options, const char *value)
{
	static const struct {
		const char *name;
		double seconds;
	} units[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
	char *end;

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strcmp(value, units[i].name) == 0) {
			options->unit_seconds = units[i].seconds;
			return NULL;
		}
	options->unit_seconds = strtod(value, &end);
	return end == value || *end || !isnormal(options->unit_seconds) || options->unit_seconds < 0
		   ? "neither s, ms, us, ns nor a number of seconds"
		   : NULL;
}

static const char *set_color(struct lp_options *options, const char *value)
{
	static const char *const choices[] = {"auto", "always", "never"};

	for (int i = 0; i < 3; i++)
		if (strcmp(value, choices[i]) == 0) {
			options->color = (enum lp_color_choice)i;
			return NULL;
		}
	return "neither auto, always nor never";
}

static const struct option_row rows[] = {
    {0, "functions", NULL, "table of functions, as Python's pstats", set_functions},
    {0, "lines", NULL, "the hottest lines of the program", set_lines},
    {0, "json", NULL, "everything as JSON, for other programs", set_json},
    {0, "sort", "KEY", "order of functions; several: KEY,KEY", set_sort},
    {0, "limit", "N", "show the first N functions or lines", set_limit},
    {0, "all", NULL, "show functions that never ran, too", set_all},
    {'z', "skip-zero", NULL, "leave out functions that never ran (default)", set_skip_zero},
    {'u', "unit", "UNIT", "unit of times: s, ms, us (default), ns or in seconds", set_unit},
    {0, "color", "WHEN", "auto (default), always or never", set_color},
    {'h', "help", NULL, "show this help", set_help},
    {'V', "version", NULL, "show the version", set_version},
};

#define ROW_COUNT (sizeof(rows) / sizeof(rows[0]))

/* getopt's view of the table. */
struct tables {
	struct option names[ROW_COUNT + 1];
	char letters[3 * ROW_COUNT + 2];
};

static void make_tables(struct tables *tables)
{
	size_t used = 0;

	memset(tables, 0, sizeof(*tables));
	tables->letters[used++] = ':';
	for (size_t i = 0; i < ROW_COUNT; i++) {
		tables->names[i].name = rows[i].name;
		tables->names[i].has_arg = rows[i].value ? required_argument : no_argument;
		tables->names[i].val = 256 + (int)i;
		if (rows[i].letter)
			tables->letters[used++] = rows[i].letter;
		if (rows[i].letter && rows[i].value)
			tables->letters[used++] = ':';
	}
}

/* The row that getopt's answer `code` means, or NULL. */
static const struct option_row *row_of(int code)
{
	if (code >= 256)
		return &rows[code - 256];
	for (size_t i = 0; i < ROW_COUNT; i++)
		if (rows[i].letter && rows[i].letter == code)
			return &rows[i];
	return NULL;
}

static int complain(FILE *errors, const char *which, const char *what)
{
	fputs("lpview: ", errors);
	lp_text_put_string(errors, which);
	fprintf(errors, ": %s\nlpview: hint: lpview --help lists the options\n", what);
	return 2;
}

static int complain_of_value(FILE *errors, const struct option_row *row, const char *value,
			     const char *what)
{
	fprintf(errors, "lpview: --%s: '", row->name);
	lp_text_put_string(errors, value);
	fprintf(errors, "': %s\n", what);
	if (row->set == set_sort) {
		fputs("lpview: hint: sort keys are", errors);
		for (const struct lp_sort_key *key = lp_sort_keys; key->name; key++)
			fprintf(errors, " %s", key->name);
		fputc('\n', errors);
	}
	return 2;
}

static int read_option(struct lp_options *options, int code, char **arguments, FILE *errors)
{
	const struct option_row *const row = row_of(code);
	const char *wrong;

	if (code == ':')
		return complain(errors, arguments[optind - 1], "needs a value");
	if (!row)
		return complain(errors, arguments[optind - 1],
				optopt >= 256 ? "takes no value" : "unknown option");
	wrong = row->set(options, optarg);
	return wrong ? complain_of_value(errors, row, optarg, wrong) : 0;
}

int lp_options_read(struct lp_options *options, int count, char **arguments, FILE *errors)
{
	struct tables tables;
	int code;

	*options = (struct lp_options){.limit = SIZE_MAX, .unit_seconds = 1e-6};
	make_tables(&tables);
	opterr = 0;
	while ((code = getopt_long(count, arguments, tables.letters, tables.names, NULL)) != -1)
		if (read_option(options, code, arguments, errors) != 0)
			return 2;
	if (count - optind > 1)
		return complain(errors, arguments[optind + 1], "only one profile can be shown");
	options->file = optind < count ? arguments[optind] : NULL;
	if (options->order.count == 0)
		options->order.keys[options->order.count++] = lp_sort_key_find("tottime", 7);
	return 0;
}

void lp_options_put_help(FILE *out)
{
	fputs("Usage: lpview [OPTION]... [FILE]\n"
	      "Shows a profile that lineprof recorded: the source with hits and times of each\n"
	      "line. Without FILE, the newest *.lprof of this directory.\n\n",
	      out);
	for (size_t i = 0; i < ROW_COUNT; i++) {
		char text[64];

		snprintf(text, sizeof(text), "--%s%s%s", rows[i].name, rows[i].value ? "=" : "",
			 rows[i].value ? rows[i].value : "");
		if (rows[i].letter)
			fprintf(out, "  -%c, ", rows[i].letter);
		else
			fputs("      ", out);
		fprintf(out, "%-16s %s\n", text, rows[i].summary);
	}
	fputs("\nSort keys:", out);
	for (const struct lp_sort_key *key = lp_sort_keys; key->name; key++)
		fprintf(out, " %s", key->name);
	fputs("\nStatus: 0 done, 1 failed, 2 wrong usage.\n", out);
}
