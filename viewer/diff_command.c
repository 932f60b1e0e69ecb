/* diff_command.c: the command lines of `lpview diff` and `lpview gate`. */
#include "viewer/diff_command.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/browse.h"
#include "viewer/command_line.h"
#include "viewer/complaints.h"
#include "viewer/export/json_diff.h"
#include "viewer/put_output.h"
#include "viewer/report/diff_table.h"
#include "viewer/report/text.h"
#include "viewer/terminal.h"
#include "viewer/unbegun.h"
#include "viewer/view.h"

struct request {
	struct lp_options options; /* only where sources and binaries are */
	const char *command;
	const char *const *paths[2]; /* of the profiles before and after */
	size_t counts[2];
	struct lp_limits limits;
	size_t most;
	bool is_gate;
	bool is_json;
	bool is_limited;
	bool wants_help;
};

static int wrong(const struct request *request, const char *which, const char *what)
{
	fprintf(stderr, "lpview: %s: ", request->command);
	if (which) {
		lp_text_put_string(stderr, which);
		fputs(": ", stderr);
	}
	fprintf(stderr, "%s\nlpview: hint: lpview %s --help shows its use\n", what,
		request->command);
	return 2;
}

/* `hits:0%` or `time:5%`; what is wrong, or NULL. */
static const char *set_limit(struct lp_limits *limits, const char *text)
{
	double *const limit = strncmp(text, "hits:", 5) == 0   ? &limits->hits
			      : strncmp(text, "time:", 5) == 0 ? &limits->time
							       : NULL;
	size_t length;
	char *end;

	if (!limit)
		return "neither hits:N% nor time:N%";
	/* strtod() also takes 0x10, inf and nan; by a limit without end a gate would let all pass.
	 */
	length = strspn(text + 5, "0123456789.eE+-");
	*limit = strtod(text + 5, &end);
	if (end == text + 5 || end != text + 5 + length || strcmp(end, "%") != 0 ||
	    !(*limit >= 0) || isinf(*limit))
		return "not a number of percent, as in hits:0%";
	return NULL;
}

static const char *set_most(size_t *most, const char *text)
{
	char *end;

	errno = 0;
	*most = strtoul(text, &end, 10);
	return *text < '0' || *text > '9' || *end || errno ? "not a number of rows" : NULL;
}

/* Takes an option that is none of getopt's troubles; what is wrong with its value, or NULL. */
static const char *take_option(struct request *request, int code, const char *value)
{
	switch (code) {
	case 'h':
		request->wants_help = true;
		return NULL;
	case 'j':
		request->is_json = true;
		return NULL;
	case 'n':
		request->is_limited = true;
		return set_most(&request->most, value);
	case 's':
		return lp_options_set(&request->options, "source-path", value);
	case 'S':
		return lp_options_set(&request->options, "substitute-path", value);
	default:
		return set_limit(&request->limits, value);
	}
}

const struct option lp_diff_options[] = {
    {"limit", required_argument, NULL, 'n'},
    {"json", no_argument, NULL, 'j'},
    {"source-path", required_argument, NULL, 's'},
    {"substitute-path", required_argument, NULL, 'S'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

const struct option lp_gate_options[] = {
    {"fail-over", required_argument, NULL, 'f'},
    {"source-path", required_argument, NULL, 's'},
    {"substitute-path", required_argument, NULL, 'S'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static int read_options(struct request *request, int count, char **arguments)
{
	const char *trouble;
	char room[3];
	int code;

	opterr = 0;
	optind = 1;
	while ((code = getopt_long(count, arguments, ":h",
				   request->is_gate ? lp_gate_options : lp_diff_options, NULL)) !=
	       -1) {
		if (code == '?' || code == ':')
			return wrong(request, lp_refused_option(arguments, code, "h", room),
				     code == ':' ? "needs a value" : "unknown option");
		trouble = take_option(request, code, optarg);
		if (trouble)
			return wrong(request, optarg, trouble);
	}
	return 0;
}

/* Where the next `--` is; `count` if there is none. */
static int find_separator(int count, char **arguments, int from)
{
	while (from < count && strcmp(arguments[from], "--") != 0)
		from++;
	return from;
}

/* One profile on each side, or `--` between several. */
static int read_request(struct request *request, int count, char **arguments)
{
	const int middle = find_separator(count, arguments, 1);
	const int code = read_options(request, middle, arguments);

	if (code != 0 || request->wants_help)
		return code;
	if (find_separator(count, arguments, middle + 1) < count)
		return wrong(request, "--", "there are two sides only");
	request->paths[0] = (const char *const *)arguments + optind;
	if (middle < count) {
		char **const after = arguments + middle + 1;

		request->counts[0] =
		    lp_leave_out_unbegun(arguments + optind, (size_t)(middle - optind));
		request->paths[1] = (const char *const *)after;
		request->counts[1] = lp_leave_out_unbegun(after, (size_t)(count - middle - 1));
	} else if (count - optind == 2) {
		request->counts[0] = 1;
		request->paths[1] = request->paths[0] + 1;
		request->counts[1] = 1;
	}
	if (request->counts[0] == 0 || request->counts[1] == 0)
		return wrong(request, NULL,
			     "two profiles are needed, or several on each side of a --");
	if (request->is_json && request->is_limited)
		return wrong(request, "--limit", "goes with the tables only: --json has all");
	if (request->is_gate && request->limits.hits < 0 && request->limits.time < 0)
		request->limits.hits = 0;
	return 0;
}

/* The status for the shell where nothing was judged, which is not that of a gate that something
 * did not pass. */
static int failed(const struct request *request)
{
	return request->is_gate ? 2 : 1;
}

#define SOURCES_HELP                                                                               \
	"      --source-path=DIR    find sources and binaries by ends of paths in DIR; may be "    \
	"repeated\n"                                                                               \
	"      --substitute-path=A=B\n"                                                            \
	"                           what was below A is below B\n"                                 \
	"  -h, --help               show this help\n"

static int put_help(const struct request *request)
{
	static const char gate[] =
	    "Usage: lpview gate [--fail-over LIMIT]... BASE NEW\n"
	    "       lpview gate [--fail-over LIMIT]... BASE... -- NEW...\n"
	    "Ends with status 1 if NEW differs from BASE by more than a limit, either way.\n\n"
	    "      --fail-over=hits:N%  hits of a line, or calls of a function; where no\n"
	    "                           limit is given: 0%\n"
	    "      --fail-over=time:N%  time of the whole, or tottime of a function that has\n"
	    "                           1 % of it, beyond what the samples leave "
	    "open\n" SOURCES_HELP;
	static const char diff[] =
	    "Usage: lpview diff [--json | --limit N] BEFORE AFTER\n"
	    "       lpview diff [--json | --limit N] BEFORE... -- AFTER...\n"
	    "Shows the functions and lines whose hits or times changed; lines are found again\n"
	    "in edited sources. On a terminal, without options, on screens.\n\n"
	    "      --limit=N            so many functions and lines (20)\n"
	    "      --json               as JSON: all of them\n" SOURCES_HELP;

	return lp_put_text(request->is_gate ? gate : diff) == 0 ? 0 : failed(request);
}

/* Writes what was asked for; the status for the shell. */
static int put(const struct request *request, struct lp_comparison *comparison)
{
	struct lp_output output;
	enum lp_status status = LP_OK;
	bool is_over = false;

	if (lp_output_open(&output, NULL) != 0) {
		lp_complain_of_output(NULL, errno);
		return failed(request);
	}
	if (request->is_json)
		status = lp_export_json_diff(output.stream, comparison);
	else if (request->is_gate)
		is_over = lp_report_gate(output.stream, comparison, &request->limits);
	else
		status = lp_report_diff(output.stream, comparison, request->most);
	return lp_output_finish(&output, status) == 0 ? is_over : failed(request);
}

/* What the screens call a side. */
static void name_side(const struct lp_side *side, const char *path, char *out, size_t size)
{
	if (side->run_count > 1)
		snprintf(out, size, "%zu runs", side->run_count);
	else if (side->processes > 1)
		snprintf(out, size, "%zu processes", side->processes);
	else
		snprintf(out, size, "%s", lp_view_path(path));
}

/* Shows it on screens, if nothing says that it should be text; -1: it should. */
static int browse(const struct request *request, const struct lp_comparison *comparison)
{
	struct lp_options options;
	char names[2][128];
	char name[300];
	int result = -1;

	if (request->is_gate || request->is_json || request->is_limited)
		return -1;
	lp_options_default(&options);
	options.source_paths = request->options.source_paths;
	name_side(comparison->before, request->paths[0][0], names[0], sizeof(names[0]));
	name_side(comparison->after, request->paths[1][0], names[1], sizeof(names[1]));
	snprintf(name, sizeof(name), "%s -> %s", names[0], names[1]);
	if (lp_wants_screens(&options))
		result = lp_browse_terminal(&options,
					    &(struct lp_browsed){.profile = &comparison->after->sum,
								 .name = name,
								 .comparison = comparison},
					    lp_terminal_has_color());
	lp_options_free(&options);
	return result;
}

static int compare(const struct request *request, struct lp_side sides[2])
{
	struct lp_comparison comparison;
	enum lp_status status = lp_compare(&comparison, &sides[0], &sides[1]);
	int code = failed(request);

	for (int i = 0; i < 2 && status == LP_OK; i++)
		status = lp_view_shorten_paths(&sides[i].sum);
	if (status == LP_OK)
		code = browse(request, &comparison);
	else
		fprintf(stderr, "lpview: %s\n", lp_status_text(status));
	if (code < 0)
		code = put(request, &comparison);
	lp_comparison_free(&comparison);
	return code;
}

static int run(struct request *request, int count, char **arguments)
{
	struct lp_side sides[2];
	int opened = 0;
	int code = read_request(request, count, arguments);

	if (code != 0)
		return code;
	if (request->wants_help)
		return put_help(request);
	for (; opened < 2 && code == 0; opened++) {
		struct lp_open_failure failure;
		const enum lp_status status =
		    lp_side_open(&sides[opened], request->paths[opened], request->counts[opened],
				 &request->options.source_paths, &failure);

		if (status == LP_OK)
			continue;
		lp_complain(request->paths[opened], status, errno, &failure);
		code = failed(request);
	}
	if (code == 0)
		code = compare(request, sides);
	while (opened > 0)
		lp_side_close(&sides[--opened]);
	return code;
}

int lp_command_diff(int count, char **arguments)
{
	struct request request = {.command = "diff", .limits = {-1, -1}, .most = LP_DIFF_ROWS};

	return run(&request, count, arguments);
}

int lp_command_gate(int count, char **arguments)
{
	struct request request = {.command = "gate", .limits = {-1, -1}, .is_gate = true};

	return run(&request, count, arguments);
}
