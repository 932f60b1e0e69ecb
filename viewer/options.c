/* options.c: the table of lpview's options; parser, help and manual read it. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "viewer/command_line.h"
#include "viewer/diff_command.h"
#include "viewer/export/formats.h"
#include "viewer/export/json.h"
#include "viewer/merge_command.h"
#include "viewer/model/hints.h"
#include "viewer/pack_command.h"
#include "viewer/report/reports.h"

const char *const lp_option_group_titles[LP_GROUP_COUNT] = {
#define LP_OPTION_GROUP_TITLE(name, title) [LP_GROUP_##name] = title,
    LP_OPTION_GROUP_LIST(LP_OPTION_GROUP_TITLE)
#undef LP_OPTION_GROUP_TITLE
};

static const char *set_help(struct lp_options *options, const char *value)
{
	(void)value;
	options->about = LP_ABOUT_HELP;
	return NULL;
}

static const char *set_version(struct lp_options *options, const char *value)
{
	(void)value;
	options->about = LP_ABOUT_VERSION;
	return NULL;
}

/* Of a list, only the word `word` is wrong. */
static const char *refuse_word(struct lp_options *options, const char *word, size_t size,
			       const char *what)
{
	options->wrong = word;
	options->wrong_bytes = size;
	return what;
}

static const char *set_sort(struct lp_options *options, const char *value)
{
	while (*value) {
		const size_t size = strcspn(value, ",");
		const struct lp_sort_key *const key = lp_sort_key_find(value, size);

		if (!key)
			return refuse_word(options, value, size,
					   "no sort key, or the beginning of several");
		if (options->order.count == LP_SORT_KEYS_MOST)
			return "too many sort keys";
		options->order.keys[options->order.count++] = key;
		value += size + (value[size] == ',');
	}
	return options->order.count > 0 ? NULL : "no sort key";
}

static const char too_many[] = "too many of them: 16 at most";

/* What is wrong with an expression; static. */
static const char *tell(enum lp_status status, const struct lp_pattern_error *error)
{
	static char text[sizeof(error->text) + 40];

	if (status == LP_OK)
		return NULL;
	if (status != LP_CORRUPT)
		return too_many;
	if (error->offset == SIZE_MAX)
		snprintf(text, sizeof(text), "%s", error->text);
	else
		snprintf(text, sizeof(text), "%s at character %zu", error->text, error->offset + 1);
	return text;
}

static const char *set_function(struct lp_options *options, const char *value)
{
	struct lp_pattern_error error;

	return tell(lp_filter_add_function(&options->filter, value, &error), &error);
}

static const char *set_file(struct lp_options *options, const char *value)
{
	if (!*value)
		return "not a pattern of file names";
	return lp_filter_add_file(&options->filter, value) == LP_OK ? NULL : too_many;
}

static const char *set_restrict(struct lp_options *options, const char *value)
{
	struct lp_pattern_error error;

	if (!*value)
		return "neither a number, a fraction nor a regular expression";
	return tell(lp_filter_add_restriction(&options->filter, value, &error), &error);
}

static const char *set_limit(struct lp_options *options, const char *value)
{
	unsigned long count;
	char *end;

	errno = 0;
	count = strtoul(value, &end, 10);
	if (*value < '0' || *value > '9' || *end || errno)
		return "not a number of rows";
	return lp_filter_add_count(&options->filter, count, value) == LP_OK ? NULL : too_many;
}

static const char *set_export(struct lp_options *options, const char *value)
{
	const struct lp_format *const format = lp_format_find(value);

	if (!format)
		return "no format";
	if (options->format && options->format != format)
		return "only one at a time";
	options->format = format;
	return NULL;
}

static const char *set_output(struct lp_options *options, const char *value)
{
	const bool is_standard = strcmp(value, "-") == 0;

	options->out = is_standard ? NULL : value;
	options->has_output = true;
	/* Who asks for standard output wants text there, on a terminal too. */
	options->has_no_pager |= is_standard;
	return *value ? NULL : "not a file";
}

static const char *set_force(struct lp_options *options, const char *value)
{
	(void)value;
	options->may_replace = true;
	return NULL;
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
	options->skips_zero = true;
	return NULL;
}

static const char *set_summarize(struct lp_options *options, const char *value)
{
	(void)value;
	options->is_summarized = true;
	return NULL;
}

static const char *set_by_launch(struct lp_options *options, const char *value)
{
	(void)value;
	options->by_launch = true;
	return NULL;
}

static const char *set_threshold(struct lp_options *options, const char *value)
{
	char *end;

	options->threshold_pct = strtod(value, &end);
	return end == value || *end || !(options->threshold_pct >= 0) ||
		       options->threshold_pct > 100
		   ? "not a percentage from 0 to 100"
		   : NULL;
}

static const char *set_no_hint(struct lp_options *options, const char *value)
{
	do {
		const size_t size = strcspn(value, ",");
		const uint32_t bit = lp_hint_bit(value, size);

		if (!bit)
			return refuse_word(options, value, size, "no hint");
		options->silenced_hints |= bit;
		value += size + (value[size] == ',');
	} while (*value);
	return NULL;
}

static const char *set_no_pager(struct lp_options *options, const char *value)
{
	(void)value;
	options->has_no_pager = true;
	return NULL;
}

static const char *set_source_path(struct lp_options *options, const char *value)
{
	struct lp_source_paths *const paths = &options->source_paths;
	struct stat found;

	if (stat(value, &found) < 0 || !S_ISDIR(found.st_mode))
		return "no such directory";
	if (paths->folder_count == LP_SOURCE_PATHS_MOST)
		return "too many of them: 32 at most";
	paths->folders[paths->folder_count++] = value;
	return NULL;
}

static const char *set_substitute_path(struct lp_options *options, const char *value)
{
	struct lp_source_paths *const paths = &options->source_paths;
	const char *const equal = strchr(value, '=');

	if (!equal || equal == value)
		return "not of the form FROM=TO";
	if (paths->substitute_count == LP_SOURCE_PATHS_MOST)
		return "too many of them: 32 at most";
	paths->substitutes[paths->substitute_count].from = value;
	paths->substitutes[paths->substitute_count].from_bytes = (size_t)(equal - value);
	paths->substitutes[paths->substitute_count++].to = equal + 1;
	return NULL;
}

/* Others make numbers that no column has room for. */
#define UNIT_LEAST 1e-12
#define UNIT_MOST 1e9

static const char *set_unit(struct lp_options *options, const char *value)
{
	static const struct {
		const char *name;
		double seconds;
	} units[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
	char *end;

	options->has_unit = true;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strcmp(value, units[i].name) == 0) {
			options->unit_seconds = units[i].seconds;
			return NULL;
		}
	options->unit_seconds = strtod(value, &end);
	return end == value || *end || !(options->unit_seconds >= UNIT_LEAST) ||
		       options->unit_seconds > UNIT_MOST
		   ? "neither s, ms, us, ns nor a number of seconds from 1e-12 to 1e9"
		   : NULL;
}

static const char *set_live(struct lp_options *options, const char *value)
{
	(void)value;
	options->is_live = true;
	return NULL;
}

static const char *set_interval(struct lp_options *options, const char *value)
{
	char *end;

	options->interval_seconds = strtod(value, &end);
	return end == value || *end || !(options->interval_seconds >= 0.05) ||
		       options->interval_seconds > 86400
		   ? "not a number of seconds from 0.05 to 86400"
		   : NULL;
}

static const char *set_count(struct lp_options *options, const char *value)
{
	char *end;

	errno = 0;
	options->table_count = strtoul(value, &end, 10);
	return *value < '0' || *value > '9' || *end || errno || options->table_count == 0
		   ? "not a number of tables"
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

/* {LP_GROUP_..., letter, name, value, summary, set, report} */
const struct lp_option_row lp_option_rows[] = {
    {LP_GROUP_REPORTS, 0, "annotate", NULL, "the source of each function, line by line (default)",
     NULL, lp_report_annotate},
    {LP_GROUP_REPORTS, 0, "functions", NULL, "table of functions, as Python's pstats", NULL,
     lp_report_functions},
    {LP_GROUP_REPORTS, 0, "lines", NULL, "the hottest lines of the program", NULL, lp_report_lines},
    {LP_GROUP_REPORTS, 0, "callers", NULL, "by whom each function was called", NULL,
     lp_report_callers},
    {LP_GROUP_REPORTS, 0, "callees", NULL, "whom each function called", NULL, lp_report_callees},
    {LP_GROUP_REPORTS, 0, "tree", NULL, "the calls as a tree, with the time of each branch", NULL,
     lp_report_tree},
    {LP_GROUP_REPORTS, 0, "files", NULL, "the source files: time, functions, lines", NULL,
     lp_report_files},
    {LP_GROUP_REPORTS, 0, "threads", NULL, "the threads, and how evenly they share hot lines", NULL,
     lp_report_threads},
    {LP_GROUP_REPORTS, 0, "ranks", NULL, "the processes of lpview merge, and where they differ",
     NULL, lp_report_ranks},
    {LP_GROUP_REPORTS, 0, "branches", NULL, "how branches went, and rounds of loops, by line", NULL,
     lp_report_branches},
    {LP_GROUP_REPORTS, 0, "remarks", NULL,
     "what the optimiser said of the lines that take the time", NULL, lp_report_remarks},
    {LP_GROUP_REPORTS, 0, "hints", NULL, "lines that take the time for a reason that is known",
     NULL, lp_report_hints},
    {LP_GROUP_REPORTS, 0, "regions", NULL, "the regions that the program named", NULL,
     lp_report_regions},
    {LP_GROUP_REPORTS, 0, "steps", NULL, "the iterations that the program marked", NULL,
     lp_report_steps},
    {LP_GROUP_REPORTS, 0, "gpu", NULL, "GPUs: how busy, kernels, copies, memory, calls", NULL,
     lp_report_gpu},
    {LP_GROUP_REPORTS, 0, "check", NULL, "whether the numbers keep what lineprof promises", NULL,
     lp_report_check},
    {LP_GROUP_LIVE, 0, "live", NULL, "follow a running program; FILE may be its process number",
     set_live, NULL},
    {LP_GROUP_LIVE, 'i', "interval", "SECONDS", "between tables (1), or looks on a terminal (0.5)",
     set_interval, NULL},
    {LP_GROUP_LIVE, 0, "count", "N", "end after N tables; the first is since the start", set_count,
     NULL},
    {LP_GROUP_EXPORTS, 0, "json", NULL, "everything as JSON", NULL, lp_export_json},
    {LP_GROUP_EXPORTS, 0, "export", "FORMAT", "in the format of another program", set_export, NULL},
    {LP_GROUP_EXPORTS, 'o', "output", "FILE", "write to FILE, whatever it is; -: standard output",
     set_output, NULL},
    {LP_GROUP_EXPORTS, 'f', "force", NULL, "replace FILE if there is one", set_force, NULL},
    {LP_GROUP_ORDER, 0, "function", "RE", "functions whose names match; may be repeated",
     set_function, NULL},
    {LP_GROUP_ORDER, 0, "file", "GLOB", "files like *.c or src/*; may be repeated", set_file, NULL},
    {LP_GROUP_ORDER, 0, "restrict", "WHAT", "as in pstats: N rows, a fraction, or a RE; in turn",
     set_restrict, NULL},
    {LP_GROUP_ORDER, 0, "limit", "N", "the first N rows: the same as --restrict=N", set_limit,
     NULL},
    {LP_GROUP_ORDER, 0, "threshold", "PCT", "branches of --tree with PCT % of the time (0.5)",
     set_threshold, NULL},
    {LP_GROUP_ORDER, 0, "no-hint", "HINT", "no hints of that kind; several: HINT,HINT", set_no_hint,
     NULL},
    {LP_GROUP_ORDER, 0, "sort", "KEY", "order of functions or lines; several: KEY,KEY", set_sort,
     NULL},
    {LP_GROUP_ORDER, 0, "all", NULL, "everything, and what never ran", set_all, NULL},
    {LP_GROUP_ORDER, 'z', "skip-zero", NULL, "no functions and lines that never ran", set_skip_zero,
     NULL},
    {LP_GROUP_FORM, 'u', "unit", "UNIT",
     "unit of times: s (functions), ms, us (lines), ns or in seconds", set_unit, NULL},
    {LP_GROUP_FORM, 'm', "summarize", NULL,
     "end annotated source with the total times of functions", set_summarize, NULL},
    {LP_GROUP_FORM, 0, "by-launch", NULL, "kernels of --gpu by grid, block and memory",
     set_by_launch, NULL},
    {LP_GROUP_FORM, 0, "color", "WHEN", "auto (default), always or never", set_color, NULL},
    {LP_GROUP_FORM, 0, "no-pager", NULL, "do not go through $PAGER on a terminal", set_no_pager,
     NULL},
    {LP_GROUP_SOURCES, 0, "source-path", "DIR",
     "find sources and binaries by ends of paths in DIR; may be repeated", set_source_path, NULL},
    {LP_GROUP_SOURCES, 0, "substitute-path", "A=B", "what was below A is below B",
     set_substitute_path, NULL},
    {LP_GROUP_ABOUT, 'h', "help", NULL, "show this help", set_help, NULL},
    {LP_GROUP_ABOUT, 'V', "version", NULL, "show the version", set_version, NULL},
    {LP_GROUP_COUNT, 0, NULL, NULL, NULL, NULL, NULL},
};

/* {name, arguments, summary, run, options} */
const struct lp_command lp_commands[] = {
    {"diff", "BEFORE AFTER", "what changed from one run to another", lp_command_diff,
     lp_diff_options},
    {"gate", "BASE NEW", "fails if hits or times changed by more than a limit", lp_command_gate,
     lp_gate_options},
    {"merge", "-o OUT FILE...", "sums up processes, as those of MPI; --ranks shows how they differ",
     lp_command_merge, lp_merge_options},
    {"pack", "[-o OUT] FILE", "a copy that needs neither the binary nor the sources",
     lp_command_pack, lp_pack_options},
    {NULL, NULL, NULL, NULL, NULL},
};
