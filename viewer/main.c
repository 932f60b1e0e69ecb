/* main.c: lpview: finds the profile, shows it, says what went wrong. */
#include <errno.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "viewer/command_line.h"
#include "viewer/export/json.h"
#include "viewer/model/profile.h"
#include "viewer/output.h"
#include "viewer/report/text.h"
#include "viewer/report/view.h"

static bool is_newer(const struct stat *left, const struct stat *right)
{
	if (left->st_mtim.tv_sec != right->st_mtim.tv_sec)
		return left->st_mtim.tv_sec > right->st_mtim.tv_sec;
	return left->st_mtim.tv_nsec > right->st_mtim.tv_nsec;
}

/* The newest profile of the working directory, which the caller frees; or NULL. */
static char *newest_profile(void)
{
	struct stat newest_about;
	char *newest = NULL;
	glob_t found;

	if (glob("*.lprof", 0, NULL, &found) != 0)
		return NULL;
	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct stat about;

		if (stat(found.gl_pathv[i], &about) != 0 || !S_ISREG(about.st_mode) ||
		    (newest && !is_newer(&about, &newest_about)))
			continue;
		free(newest);
		newest = strdup(found.gl_pathv[i]);
		newest_about = about;
	}
	globfree(&found);
	return newest;
}

/* The format version of the file `path`; 0 if it has none. */
static uint32_t version_of(const char *path)
{
	unsigned char head[12] = {0};
	FILE *const file = fopen(path, "rb");
	size_t size = 0;

	if (file) {
		size = fread(head, 1, sizeof(head), file);
		fclose(file);
	}
	return lp_reader_version(head, size);
}

/* Why a profile could not be opened, in one line, and a hint if there is one. */
static void complain(const char *path, enum lp_status status, int error_number,
		     const struct lp_error *error)
{
	fputs("lpview: ", stderr);
	lp_text_put_string(stderr, path);
	fprintf(stderr, ": %s", status == LP_IO ? "cannot be read" : lp_status_text(status));
	if (status == LP_IO)
		fprintf(stderr, ": %s", strerror(error_number));
	else if (status == LP_TOO_NEW || status == LP_TOO_OLD)
		fprintf(stderr, " (format %u, newest known %u)", (unsigned)version_of(path),
			(unsigned)LP_FILE_VERSION);
	else if (status == LP_NOT_PROFILE)
		fprintf(stderr, ": expected %s", error->expected);
	else if (error->expected && status != LP_PYTHON_PROFILE)
		fprintf(stderr, ": expected %s at byte %zu", error->expected, error->offset_bytes);
	fputc('\n', stderr);
	if (status == LP_TOO_NEW)
		fputs("lpview: hint: record again with this version, or update lpview\n", stderr);
	if (status == LP_TOO_OLD)
		fputs("lpview: hint: record again with this version\n", stderr);
	if (status == LP_PYTHON_PROFILE)
		fputs("lpview: hint: python3 -m line_profiler shows such files\n", stderr);
	if (status == LP_EMPTY)
		fputs("lpview: hint: was the program compiled with -fplugin=liblineprof.so?\n",
		      stderr);
}

static bool wants_color(enum lp_color_choice choice)
{
	const char *const terminal = getenv("TERM");
	const char *const no_color = getenv("NO_COLOR");

	if (choice != LP_COLOR_AUTO)
		return choice == LP_COLOR_ALWAYS;
	return isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") != 0 &&
	       !(no_color && *no_color);
}

static enum lp_status put_report(const struct lp_options *options, const struct lp_profile *profile,
				 FILE *out)
{
	const struct lp_view view = {
	    .profile = profile,
	    .out = out,
	    .order = options->order,
	    .limit = options->limit,
	    .shows_all = options->shows_all,
	    .has_color = wants_color(options->color),
	    .unit_seconds = options->unit_seconds,
	};

	if (options->kind == LP_REPORT_JSON) {
		lp_export_json(profile, out);
		return LP_OK;
	}
	lp_report_header(&view);
	if (options->kind == LP_REPORT_FUNCTIONS)
		return lp_report_functions(&view);
	if (options->kind == LP_REPORT_LINES)
		return lp_report_lines(&view);
	return lp_report_annotate(&view);
}

/* Ends the output; returns the status for the shell. */
static int finish(struct lp_output *output, enum lp_status status)
{
	const int error = lp_output_close(output);

	if (status != LP_OK)
		fprintf(stderr, "lpview: %s\n", lp_status_text(status));
	/* Who closes the pipe, as `head` does, has seen enough. */
	else if (error && error != EPIPE)
		fprintf(stderr, "lpview: standard output: cannot be written: %s\n",
			strerror(error));
	return status != LP_OK || error ? 1 : 0;
}

static int show(const struct lp_options *options, const char *path)
{
	struct lp_profile profile;
	struct lp_error error = {0};
	struct lp_output output;
	enum lp_status status = lp_profile_open(&profile, path, &error);

	if (status != LP_OK) {
		complain(path, status, errno, &error);
		return 1;
	}
	if (lp_output_open(&output) != 0) {
		fprintf(stderr, "lpview: %s\n", lp_status_text(LP_MEMORY));
		lp_profile_free(&profile);
		return 1;
	}
	status = put_report(options, &profile, output.stream);
	lp_profile_free(&profile);
	return finish(&output, status);
}

static int show_newest(const struct lp_options *options)
{
	char *const path = newest_profile();
	int result;

	if (!path) {
		fputs("lpview: no profile: there is no *.lprof in this directory\n"
		      "lpview: hint: run an instrumented program here, or name a profile\n",
		      stderr);
		return 1;
	}
	if (isatty(STDERR_FILENO)) {
		fputs("lpview: showing ", stderr);
		lp_text_put_string(stderr, path);
		fputc('\n', stderr);
	}
	result = show(options, path);
	free(path);
	return result;
}

static int put_about(enum lp_report_kind kind)
{
	struct lp_output output;

	if (lp_output_open(&output) != 0)
		return 1;
	if (kind == LP_REPORT_HELP)
		lp_options_put_help(output.stream);
	else
		fprintf(output.stream, "lpview %s\n", LP_VERSION);
	return finish(&output, LP_OK);
}

int main(int argc, char **argv)
{
	struct lp_options options;

	/* A closed pipe is told by write(), and ends us quietly. */
	signal(SIGPIPE, SIG_IGN);
	if (lp_options_read(&options, argc, argv, stderr) != 0)
		return 2;
	if (options.kind == LP_REPORT_HELP || options.kind == LP_REPORT_VERSION)
		return put_about(options.kind);
	return options.file ? show(&options, options.file) : show_newest(&options);
}
