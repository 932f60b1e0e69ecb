/* command_line.c: reads the command line by the table of options, and writes the help. */
#include "viewer/command_line.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/export/json.h"
#include "viewer/model/hints.h"
#include "viewer/report/live_tables.h"
#include "viewer/report/reports.h"
#include "viewer/report/text.h"
#include "viewer/suggestions.h"

/* getopt's view of the table. */
struct tables {
	struct option *names;
	char *letters;
};

static size_t row_count(void)
{
	size_t count = 0;

	while (lp_option_rows[count].name)
		count++;
	return count;
}

static bool make_tables(struct tables *tables)
{
	const size_t count = row_count();
	char *letter;

	tables->names = (struct option *)calloc(count + 1, sizeof(*tables->names));
	tables->letters = letter = (char *)calloc(count + 1, 2);
	if (!tables->names || !tables->letters)
		return false;
	*letter++ = ':';
	for (size_t i = 0; i < count; i++) {
		const struct lp_option_row *const row = &lp_option_rows[i];

		tables->names[i].name = row->name;
		tables->names[i].has_arg = row->value ? required_argument : no_argument;
		tables->names[i].val = 256 + (int)i;
		if (row->letter)
			*letter++ = row->letter;
		if (row->letter && row->value)
			*letter++ = ':';
	}
	return true;
}

/* The row that getopt's answer `code` means, or NULL. */
static const struct lp_option_row *row_of(int code)
{
	if (code >= 256)
		return &lp_option_rows[code - 256];
	for (const struct lp_option_row *row = lp_option_rows; row->name; row++)
		if (row->letter && row->letter == code)
			return row;
	return NULL;
}

static void put_hint_of_help(FILE *errors)
{
	fputs("lpview: hint: lpview --help lists the options\n", errors);
}

static int complain(FILE *errors, const char *which, const char *what)
{
	fputs("lpview: ", errors);
	lp_text_put_string(errors, which);
	fprintf(errors, ": %s\n", what);
	put_hint_of_help(errors);
	return 2;
}

static int complain_of_unknown(FILE *errors, const char *given)
{
	fputs("lpview: ", errors);
	lp_text_put_string(errors, given);
	fputs(": unknown option\n", errors);
	if (strncmp(given, "--", 2) != 0 || !lp_suggest(errors, given + 2, strcspn(given + 2, "=")))
		put_hint_of_help(errors);
	return 2;
}

static bool may_mean(const char *given, const struct lp_option_row *row)
{
	return strncmp(given, "--", 2) == 0 &&
	       strncmp(given + 2, row->name, strcspn(given + 2, "=")) == 0;
}

/* To getopt, the beginning of several names is as unknown as that of none. */
static int complain_of_name(FILE *errors, const char *given)
{
	const char *before = ": ambiguous: --";
	size_t count = 0;

	for (const struct lp_option_row *row = lp_option_rows; row->name; row++)
		count += may_mean(given, row);
	if (count < 2)
		return complain_of_unknown(errors, given);
	fputs("lpview: ", errors);
	lp_text_put_string(errors, given);
	for (const struct lp_option_row *row = lp_option_rows; row->name; row++) {
		if (!may_mean(given, row))
			continue;
		fprintf(errors, "%s%s", before, row->name);
		before = ", --";
	}
	fputc('\n', errors);
	return 2;
}

static void put_formats(FILE *out)
{
	for (const struct lp_format *format = lp_formats; format->name; format++)
		fprintf(out, " %s", format->name);
}

static void put_sort_keys(FILE *out)
{
	for (const struct lp_sort_key *key = lp_sort_keys; key->name; key++)
		fprintf(out, " %s", key->name);
}

static void put_hints(FILE *out)
{
	for (const struct lp_hint_kind *kind = lp_hint_kinds; kind->name; kind++)
		fprintf(out, " %s", kind->name);
}

/* Values that are names of a table. */
static const struct {
	const char *option;
	const char *what;
	void (*put)(FILE *out); /* a blank and the name of each */
} choices[] = {
    {"export", "formats", put_formats},
    {"sort", "sort keys", put_sort_keys},
    {"no-hint", "names", put_hints},
};

static int complain_of_value(FILE *errors, const struct lp_options *options,
			     const struct lp_option_row *row, const char *value, const char *what)
{
	fprintf(errors, "lpview: --%s: '", row->name);
	if (options->wrong)
		lp_text_put(errors, options->wrong, options->wrong_bytes);
	else
		lp_text_put_string(errors, value);
	fprintf(errors, "': %s\n", what);
	for (size_t i = 0; i < sizeof(choices) / sizeof(choices[0]); i++)
		if (strcmp(row->name, choices[i].option) == 0) {
			fprintf(errors, "lpview: hint: %s are", choices[i].what);
			choices[i].put(errors);
			fputc('\n', errors);
		}
	return 2;
}

/* Two reports would be a riddle: which of them do the other options mean? */
static int choose_report(struct lp_options *options, const struct lp_option_row *row, FILE *errors)
{
	if (options->has_report && options->report != row) {
		fprintf(errors, "lpview: --%s: only one at a time, and --%s came before\n",
			row->name, options->report->name);
		return 2;
	}
	options->report = row;
	options->has_report = true;
	return 0;
}

/* In the middle of several letters getopt has not gone past the argument yet. */
const char *lp_refused_option(char *const *arguments, int code, const char *letters, char room[3])
{
	if (code == ':' || optopt == 0 || optopt >= 256 || strchr(letters, optopt))
		return arguments[optind - 1];
	snprintf(room, 3, "-%c", optopt);
	return room;
}

static int read_option(struct lp_options *options, int code, char **arguments, const char *letters,
		       FILE *errors)
{
	const struct lp_option_row *const row = row_of(code);
	const char *wrong;
	char room[3];

	if (code == ':')
		return complain(errors, arguments[optind - 1], "needs a value");
	if (!row && optopt >= 256)
		return complain(errors, arguments[optind - 1], "takes no value");
	if (!row)
		return complain_of_name(errors, lp_refused_option(arguments, code, letters, room));
	if (row->report)
		return choose_report(options, row, errors);
	wrong = row->set(options, optarg);
	return wrong ? complain_of_value(errors, options, row, optarg, wrong) : 0;
}

typedef enum lp_status (*report_fn)(const struct lp_view *);

#define REPORTS_MOST 11

/* Whether `report` is one of `some`, which end with NULL or are REPORTS_MOST. */
static bool is_among(report_fn report, const report_fn *some)
{
	for (size_t i = 0; i < REPORTS_MOST && some[i]; i++)
		if (report == some[i])
			return true;
	return false;
}

/* Options that only some reports know. Elsewhere they would be swallowed. */
static int check_belongings(const struct lp_options *options, FILE *errors)
{
	const bool is_export = options->format || options->report->group == LP_GROUP_EXPORTS;
	const struct {
		const char *name;
		const char *what;
		bool is_given;
		bool is_general; /* the screens, or some formats, know it, too */
		report_fn reports[REPORTS_MOST];
	} all[] = {
	    {"--sort",
	     "sorts functions and lines; this report has an order of its own",
	     options->order.count > 0,
	     true,
	     /* Of the others each has an order that it is about. */
	     {lp_report_lines, lp_report_annotate, lp_report_functions, lp_report_callers,
	      lp_report_callees, lp_report_branches, lp_export_json, lp_export_line_profiler,
	      lp_export_html}},
	    {"--summarize",
	     "belongs to the annotated source only",
	     options->is_summarized,
	     false,
	     {lp_report_annotate}},
	    {"--skip-zero",
	     "this format has what never ran, too",
	     options->skips_zero && is_export,
	     true,
	     {lp_export_csv}},
	    {"--unit",
	     "belongs to tables; this format has units of its own",
	     options->has_unit && is_export,
	     true,
	     {lp_export_line_profiler}},
	    {"--unit",
	     "this report has no times, or units of its own",
	     options->has_unit && !is_export,
	     true,
	     {lp_report_annotate, lp_report_functions, lp_report_lines, lp_report_callers,
	      lp_report_callees, lp_report_tree, lp_report_files, lp_report_threads,
	      lp_report_ranks, lp_report_regions, lp_report_steps}},
	    {"--by-launch", "belongs to --gpu only", options->by_launch, false, {lp_report_gpu}},
	    {"--threshold",
	     "belongs to --tree only",
	     options->threshold_pct >= 0,
	     true,
	     {lp_report_tree}},
	    {"--no-hint",
	     "belongs to --hints and --json only",
	     options->silenced_hints != 0,
	     true,
	     {lp_report_hints, lp_export_json}},
	};
	const bool is_chosen = options->has_report || options->format;
	const report_fn shown = options->format ? options->format->write : options->report->report;

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		if (all[i].is_given && (is_chosen || !all[i].is_general) &&
		    !is_among(shown, all[i].reports))
			return complain(errors, all[i].name, all[i].what);
	return 0;
}

/* Keys that only functions have. */
static int check_order(const struct lp_options *options, FILE *errors)
{
	for (size_t i = 0; options->report->report == lp_report_lines && i < options->order.count;
	     i++) {
		const struct lp_sort_key *key = options->order.keys[i];

		if (key->compare_lines)
			continue;
		fprintf(errors, "lpview: --sort: '%s': no order of lines\nlpview: hint: those are",
			key->name);
		for (key = lp_sort_keys; key->name; key++)
			if (key->compare_lines)
				fprintf(errors, " %s", key->name);
		fputc('\n', errors);
		return 2;
	}
	return 0;
}

/* What needs another option beside it, or must not have it. */
static int check_company(const struct lp_options *options, FILE *errors)
{
	if (options->may_replace && !options->has_output)
		return complain(errors, "--force", "goes with --output only");
	if (options->shows_all && options->skips_zero)
		return complain(errors, "--skip-zero", "leaves out what --all asks for");
	return 0;
}

/* The others show functions or lines. */
static bool shows_no_code(const struct lp_option_row *report)
{
	static const report_fn some[REPORTS_MOST] = {lp_report_regions, lp_report_steps,
						     lp_report_gpu, lp_report_check};

	return is_among(report->report, some);
}

/* What would be chosen from what is not there. */
static int check_filter(const struct lp_options *options, FILE *errors)
{
	const struct lp_filter *const filter = &options->filter;
	const bool has_rows = filter->restriction_count > 0;
	const bool has_names = filter->function_count + filter->file_count > 0;

	if (options->has_report && shows_no_code(options->report) && (has_names || has_rows))
		return complain(errors, has_names ? "--function, --file" : "--limit, --restrict",
				"this report is not of functions or lines");
	if (options->format && !options->format->is_list && has_rows)
		return complain(errors, "--limit, --restrict",
				"this format has no first rows; --function and --file choose");
	return 0;
}

/* Which of the other options go with --live. */
static int check_live(const struct lp_options *options, FILE *errors)
{
	if (!options->is_live && options->interval_seconds > 0)
		return complain(errors, "--interval", "goes with --live only");
	if (!options->is_live && options->table_count > 0)
		return complain(errors, "--count", "goes with --live only");
	if (!options->is_live)
		return 0;
	if (options->file_count > 1)
		return complain(errors, "--live", "follows one program at a time");
	if (options->format)
		return complain(errors, "--live", "has no other formats than its tables");
	if (options->has_report && !lp_live_table_of(options->report->report))
		return complain(errors, "--live", "shows --functions or --lines");
	return 0;
}

/* Before anything is given. */
static const struct lp_options nothing_given = {
    .report = lp_option_rows, .unit_seconds = 1e-6, .threshold_pct = -1};

/* Of what was not given. */
static void set_defaults(struct lp_options *options)
{
	if (options->order.count == 0)
		options->order.keys[options->order.count++] = lp_sort_key_find("tottime", 7);
	if (options->threshold_pct < 0)
		options->threshold_pct = 0.5;
}

void lp_options_default(struct lp_options *options)
{
	*options = nothing_given;
	set_defaults(options);
}

int lp_options_read(struct lp_options *options, int count, char **arguments, FILE *errors)
{
	struct tables tables = {NULL, NULL};
	int result = 0;
	int code;

	*options = nothing_given;
	if (!make_tables(&tables))
		result = complain(errors, "options", lp_status_text(LP_MEMORY));
	opterr = 0;
	optind = 1;
	while (result == 0 &&
	       (code = getopt_long(count, arguments, tables.letters, tables.names, NULL)) != -1)
		result = read_option(options, code, arguments, tables.letters, errors);
	free(tables.names);
	free(tables.letters);
	options->files = arguments + optind;
	options->file_count = (size_t)(count - optind);
	if (result == 0 && options->has_report && options->format)
		result = complain(errors, "--export", "no report can be chosen beside it");
	if (result == 0)
		result = check_belongings(options, errors);
	if (result == 0)
		result = check_company(options, errors);
	if (result == 0)
		result = check_order(options, errors);
	set_defaults(options);
	if (result == 0)
		result = check_filter(options, errors);
	return result == 0 ? check_live(options, errors) : result;
}

const char *lp_options_set(struct lp_options *options, const char *name, const char *value)
{
	const struct lp_option_row *row = lp_option_rows;

	while (strcmp(row->name, name) != 0)
		row++;
	return row->set(options, value);
}

void lp_options_free(struct lp_options *options)
{
	lp_filter_free(&options->filter);
}

static void put_row(FILE *out, const struct lp_option_row *row)
{
	char text[64];

	snprintf(text, sizeof(text), "--%s%s%s", row->name, row->value ? "=" : "",
		 row->value ? row->value : "");
	if (row->letter)
		fprintf(out, "  -%c, ", row->letter);
	else
		fputs("      ", out);
	fprintf(out, "%-22s %s\n", text, row->summary);
}

static void put_commands(FILE *out)
{
	for (const struct lp_command *command = lp_commands; command->name; command++)
		fprintf(out, "       lpview %s %s\n", command->name, command->arguments);
}

void lp_options_put_help(FILE *out)
{
	const struct lp_option_row *row = lp_option_rows;

	fputs("Usage: lpview [OPTION]... [FILE]...\n", out);
	put_commands(out);
	fputs(
	    "Shows a profile that lineprof recorded: the source with hits and times of each\n"
	    "line; on a terminal, unless text is asked for, on screens to look round in (? shows\n"
	    "their keys). Of a directory, the newest *.lprof in it; without FILE, of this one; - "
	    "is\n"
	    "standard input.\n",
	    out);
	for (int group = 0; group < LP_GROUP_COUNT; group++) {
		fprintf(out, "\n%s:\n", lp_option_group_titles[group]);
		for (; row->name && (int)row->group == group; row++)
			put_row(out, row);
	}
	fputs("\nFormats of --export:\n", out);
	for (const struct lp_format *format = lp_formats; format->name; format++)
		fprintf(out, "  %-26s %s\n", format->name, format->summary);
	fputs("\nHints:\n", out);
	for (const struct lp_hint_kind *kind = lp_hint_kinds; kind->name; kind++)
		fprintf(out, "  %-26s %s\n", kind->name, kind->what);
	fputs("\nSort keys:", out);
	put_sort_keys(out);
	fputs("\nStatus: 0 done, 1 failed, 2 wrong usage.\n", out);
}
