/* main.c: lpview: finds the profile, shows it, says what went wrong. */
#include <errno.h>
#include <locale.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "viewer/browse.h"
#include "viewer/command_line.h"
#include "viewer/complaints.h"
#include "viewer/follow.h"
#include "viewer/model/large_sums.h"
#include "viewer/model/profile.h"
#include "viewer/newest.h"
#include "viewer/pager.h"
#include "viewer/process_profile.h"
#include "viewer/put_output.h"
#include "viewer/report/reports.h"
#include "viewer/report/text.h"
#include "viewer/terminal.h"
#include "viewer/unbegun.h"

static bool wants_color(enum lp_color_choice choice)
{
	return choice == LP_COLOR_AUTO ? lp_terminal_has_color() : choice == LP_COLOR_ALWAYS;
}

static enum lp_status put_text(const struct lp_options *options, const struct lp_view *view)
{
	enum lp_status status;

	if (options->report->group == LP_GROUP_REPORTS)
		lp_report_header(view);
	status = options->report->report(view);
	if (options->report->group == LP_GROUP_REPORTS) {
		lp_report_changed_sources(view->out, "", view);
		lp_report_missing_sources(view);
	}
	return status;
}

/* Other programs read what is written, and who started us the rest. */
static enum lp_status put_format(const struct lp_options *options, const struct lp_view *view)
{
	enum lp_status status = lp_format_write(options->format, view);

	if (status == LP_OK && options->format->names_lines)
		status = lp_view_read_sources(view);
	lp_report_changed_sources(stderr, "lpview: warning: ", view);
	if (options->format->names_lines)
		lp_report_doubled_sources(stderr, "lpview: warning: ", view);
	return status;
}

/* An empty table or file may be a name that was mistyped. */
static void note_nothing_left(const struct lp_options *options, const struct lp_profile *profile)
{
	if (!lp_filter_takes_all(&options->filter) &&
	    !lp_filter_leaves_any(&options->filter, profile))
		fputs("lpview: warning: nothing has the names that --function and --file ask for\n"
		      "lpview: hint: lpview --functions --all lists what there is\n",
		      stderr);
}

static enum lp_status put_report(struct lp_options *options, struct lp_profile *profile,
				 struct lp_view *view)
{
	struct lp_source_texts texts = {.profile = profile, .paths = &options->source_paths};
	enum lp_status status = lp_view_shorten_paths(profile);

	if (status != LP_OK)
		return status;
	view->profile = profile;
	view->order = options->order;
	view->filter = &options->filter;
	view->texts = &texts;
	view->shows_all = options->shows_all;
	view->skips_zero = options->skips_zero;
	view->by_launch = options->by_launch;
	view->silenced_hints = options->silenced_hints;
	view->threshold_pct = options->threshold_pct;
	view->is_summarized = options->is_summarized;
	view->unit_seconds = options->unit_seconds;
	view->table_unit_seconds = options->has_unit ? options->unit_seconds : 0;
	if (options->format)
		status = put_format(options, view);
	else
		status = put_text(options, view);
	lp_source_texts_free(&texts);
	note_nothing_left(options, profile);
	return status;
}

static int complain_of_pager(void)
{
	const char *const command = getenv("PAGER");

	fputs("lpview: PAGER=", stderr);
	lp_text_put_string(stderr, command ? command : "");
	fputs(": cannot be run\nlpview: hint: --no-pager shows it without one\n", stderr);
	return 1;
}

/* Shows an open profile on standard output, or in the pager. */
static int put_profile(struct lp_options *options, struct lp_profile *profile)
{
	const bool is_shown =
	    options->report->group == LP_GROUP_REPORTS && !options->format && !options->out;
	struct lp_view view = {.has_color = wants_color(options->color) &&
					    !(options->out && options->color == LP_COLOR_AUTO),
			       .width = options->out ? 0 : lp_terminal_width()};
	struct lp_output output;
	pid_t pager = 0;
	int result;

	if (is_shown && !options->has_no_pager && lp_terminal_is_able())
		pager = lp_pager_start();
	if (lp_output_open(&output, options->out) != 0)
		return lp_complain_of_output(options->out, errno);
	view.out = output.stream;
	result = lp_output_finish(&output, put_report(options, profile, &view));
	if (!lp_pager_wait(pager))
		return complain_of_pager();
	return pager > 0 && output.error == EPIPE ? 0 : result;
}

static bool refuse_output(const char *path, const char *why)
{
	fputs("lpview: ", stderr);
	lp_text_put_string(stderr, path);
	fprintf(stderr, ": %s\n", why);
	return true;
}

/* Whether the output would take the place of one of the profiles, or of what nobody said may go;
 * says so. */
static bool would_overwrite(const struct lp_options *options, const char *const *paths,
			    size_t count)
{
	const char *const out = options->out;

	for (size_t i = 0; out && i < count; i++)
		if (lp_is_same_file(out, paths[i]))
			return refuse_output(out, "is the profile itself");
	if (!out || options->may_replace || !lp_has_content(out))
		return false;
	refuse_output(out, "exists already");
	fputs("lpview: hint: -f replaces it, -o names another file\n", stderr);
	return true;
}

/* The sum without a file needs them all at once: before the kernel ends us without a word. */
static void hint_at_merge(const char *const *paths, size_t count)
{
	const uint64_t bytes = lp_bytes_of_files(paths, count);

	if (count > 1 && bytes > lp_bytes_of_memory() / 2)
		fprintf(stderr,
			"lpview: hint: %zu files of %.1f GB together are read into memory; `lpview "
			"merge "
			"-o SUM.lprof FILE...` adds them up a few at a time\n",
			count, (double)bytes / 1e9);
}

static int show(struct lp_options *options, const char *const *paths, size_t count)
{
	struct lp_profile profile;
	struct lp_open_failure failure;
	enum lp_status status;
	int result = -1;

	if (would_overwrite(options, paths, count))
		return 1;
	if (options->format && options->format->is_binary && !options->out &&
	    isatty(STDOUT_FILENO)) {
		fprintf(stderr, "lpview: %s is not for terminals\nlpview: hint: -o names a file\n",
			options->format->name);
		return 1;
	}
	hint_at_merge(paths, count);
	status = lp_profile_open_all(&profile, paths, count, &options->source_paths, &failure);
	if (status != LP_OK) {
		lp_complain(paths, status, errno, &failure);
		return 1;
	}
	if (lp_wants_screens(options)) {
		char sum[64];
		const struct lp_browsed browsed = {
		    .profile = &profile,
		    .name = count > 1 ? sum : lp_view_path(paths[0]),
		};

		snprintf(sum, sizeof(sum), "sum of %zu runs", count);
		result = lp_browse_terminal(options, &browsed, wants_color(options->color));
	}
	if (result < 0)
		result = put_profile(options, &profile);
	lp_profile_free(&profile);
	return result;
}

static void complain_of_none(const char *folder)
{
	fputs("lpview: ", stderr);
	if (folder) {
		lp_text_put_path(stderr, folder);
		fputs(": ", stderr);
	}
	fprintf(stderr,
		"no profile: there is no *.lprof in this directory\n"
		"lpview: hint: run an instrumented program %s, or name a profile\n"
		"lpview: hint: a program that cannot load the runtime or write its profile says "
		"so on stderr\n",
		folder ? "there" : "here");
}

static void complain_of_folder(const char *folder, int error_number)
{
	fputs("lpview: ", stderr);
	lp_text_put_path(stderr, folder ? folder : ".");
	fprintf(stderr, ": cannot be read: %s\n", strerror(error_number));
}

/* The newest profile in `folder` (NULL: here), which is named on stderr; NULL if there is none,
 * which is said, too. */
static char *choose_newest(const char *folder)
{
	size_t count;
	char *const path = lp_newest_profile(folder, &count);

	if (!path && errno != 0) {
		complain_of_folder(folder, errno);
	} else if (!path) {
		complain_of_none(folder);
	} else if (isatty(STDERR_FILENO)) {
		fputs("lpview: showing ", stderr);
		lp_text_put_string(stderr, path);
		if (count > 1)
			fprintf(stderr, ", the newest of %zu %s", count, folder ? "there" : "here");
		fputc('\n', stderr);
	}
	return path;
}

static bool is_folder(const char *path)
{
	struct stat about;

	return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static int show_newest(struct lp_options *options, const char *folder)
{
	char *const path = choose_newest(folder);
	const int result = path ? show(options, (const char *const *)&path, 1) : 1;

	free(path);
	return result;
}

/* `which` names the profile, or the process that writes it, or a folder; NULL: this one. */
static int follow(struct lp_options *options, const char *which)
{
	char *found = NULL;
	int result = 1;

	if (which && lp_is_process(which)) {
		found = lp_process_profile(which);
		which = found;
	} else if (!which || is_folder(which)) {
		found = choose_newest(which);
		which = found;
	}
	if (which && !would_overwrite(options, &which, 1))
		result = lp_follow(options, which, wants_color(options->color));
	free(found);
	return result;
}

static int put_about(enum lp_about about)
{
	struct lp_output output;

	if (lp_output_open(&output, NULL) != 0)
		return lp_complain_of_output(NULL, errno);
	if (about == LP_ABOUT_HELP)
		lp_options_put_help(output.stream);
	else
		fprintf(output.stream, "lpview %s%s\n", LP_VERSION,
			lp_has_screens() ? "" : " (built without ncurses: no screens)");
	return lp_output_finish(&output, LP_OK);
}

static int show_files(struct lp_options *options)
{
	size_t count;

	if (options->file_count == 1 && is_folder(options->files[0]))
		return show_newest(options, options->files[0]);
	count = lp_leave_out_unbegun(options->files, options->file_count);
	return show(options, (const char *const *)options->files, count);
}

/* Large blocks go back to the system when they are freed; by itself glibc keeps them once
 * it has seen some. */
static void tune_memory(void)
{
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, 256 * 1024);
#endif
}

int main(int argc, char **argv)
{
	struct lp_options options;
	int result;

	tune_memory();
	/* For the width of characters; all else stays as in C. */
	setlocale(LC_CTYPE, "");
	/* A closed pipe is told by write(), and ends us quietly. */
	signal(SIGPIPE, SIG_IGN);
	/* The same of a limit of files' sizes, which is told as a full disk is. */
	signal(SIGXFSZ, SIG_IGN);
	for (const struct lp_command *command = lp_commands; argc > 1 && command->name; command++)
		if (strcmp(argv[1], command->name) == 0)
			return command->run(argc - 1, argv + 1);
	result = lp_options_read(&options, argc, argv, stderr);
	if (result == 0)
		result = options.about        ? put_about(options.about)
			 : options.is_live    ? follow(&options, options.files[0])
			 : options.file_count ? show_files(&options)
					      : show_newest(&options, NULL);
	lp_options_free(&options);
	return result;
}
