/* follow.c: lpview --live: a table an interval. */
#include "viewer/follow.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "viewer/browse.h"
#include "viewer/complaints.h"
#include "viewer/model/live.h"
#include "viewer/output.h"
#include "viewer/report/live_tables.h"
#include "viewer/report/reports.h"
#include "viewer/report/text.h"

/* A file that cannot be read so often, one interval after the other, is not coming back. */
enum { PATIENCE = 3 };

struct following {
	struct lp_options *options;
	struct lp_live live;
	struct lp_profile profile;
	struct lp_source_texts texts;
	struct lp_view view;
	lp_live_table *table;
};

static void sleep_seconds(double seconds)
{
	struct timespec left = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};

	while (nanosleep(&left, &left) != 0 && errno == EINTR)
		;
}

/* ---- one table ---- */

/* Those that live. */
static void put_threads(const struct following *following)
{
	size_t count = 0;

	for (size_t i = 0; i < following->profile.thread_count; i++) {
		const struct lp_thread *const thread = following->profile.threads[i].thread;

		count += thread->tid != 0 && thread->end_ticks == 0;
	}
	if (following->live.state == LP_LIVE_RUNNING)
		fprintf(following->view.out, ", %zu thread%s", count, count == 1 ? "" : "s");
}

static void put_title(const struct following *following, bool is_first)
{
	const struct lp_live *const live = &following->live;
	const struct lp_rates *const rates = &live->rates;
	FILE *const out = following->view.out;
	uint64_t calls = 0;

	for (size_t i = 0; i < following->profile.function_count; i++)
		calls += rates->calls[i];
	if (live->is_new_run)
		fputs("a new run began; ", out);
	if (is_first || live->is_new_run)
		fprintf(out, "since the start, %.1f s: ", rates->seconds);
	else
		fprintf(out, "at %.1f s, the last %.1f s: ", lp_live_age(live), rates->seconds);
	fprintf(out, "%.0f calls/s", lp_rates_per_second(rates, calls));
	if (rates->samples > 0)
		fprintf(out, ", %.0f samples/s", lp_rates_per_second(rates, rates->samples));
	put_threads(following);
	fputs("\n\n", out);
}

static enum lp_status put_table(struct following *following, bool is_first)
{
	enum lp_status status = lp_view_shorten_paths(&following->profile);

	if (status != LP_OK)
		return status;
	put_title(following, is_first);
	status = following->table(&following->view, &following->live.rates);
	fputc('\n', following->view.out);
	fflush(following->view.out);
	return status;
}

static void put_end(const struct following *following)
{
	char end[128];

	lp_live_describe_end(&following->live, end, sizeof(end));
	fprintf(following->view.out, "the program %s\n", end);
}

/* ---- one after the other ---- */

static void complain(const struct following *following, enum lp_status status, int error_number,
		     const struct lp_error *error)
{
	const struct lp_open_failure failure = {.error = *error};

	lp_complain(&following->live.path, status, error_number, &failure);
}

/* Reads again, and again if that fails. False, said, if it is no use. */
static bool read_again(struct following *following, double pause)
{
	struct lp_error error = {0};
	enum lp_status status = LP_OK;
	int error_number = 0;

	for (int i = 0; i < PATIENCE; i++) {
		struct lp_profile next;

		sleep_seconds(pause);
		status = lp_live_read(&following->live, &next, &error);
		error_number = errno;
		if (status == LP_OK) {
			/* What was read of sources belongs to the profile that goes. */
			lp_source_texts_free(&following->texts);
			status = lp_live_take(&following->live, &next);
			if (status == LP_OK)
				return true;
			break;
		}
	}
	complain(following, status, error_number, &error);
	return false;
}

static int put_tables(struct following *following, struct lp_output *output)
{
	const double wished =
	    following->options->interval_seconds > 0 ? following->options->interval_seconds : 1;
	unsigned long left = following->options->table_count;
	enum lp_status status = put_table(following, true);

	while (status == LP_OK && following->live.state == LP_LIVE_RUNNING && !output->error) {
		if (left > 0 && --left == 0)
			return 0;
		if (!read_again(following, lp_live_pause(&following->live, wished)))
			return 1;
		status = put_table(following, false);
	}
	if (status != LP_OK) {
		fprintf(stderr, "lpview: %s\n", lp_status_text(status));
		return 1;
	}
	if (following->live.state != LP_LIVE_RUNNING)
		put_end(following);
	return 0;
}

static int complain_of_output(const struct following *following, int error)
{
	const char *const path = following->options->out;

	fputs("lpview: ", stderr);
	lp_text_put_string(stderr, path ? path : "standard output");
	fprintf(stderr, ": cannot be written: %s\n", strerror(error));
	return 1;
}

static int put_all(struct following *following)
{
	struct lp_output output;
	int result;
	int error;

	if (lp_output_open(&output, following->options->out) != 0)
		return complain_of_output(following, errno);
	following->view.out = output.stream;
	result = put_tables(following, &output);
	error = lp_output_close(&output);
	/* Who closes the pipe has seen enough. */
	return error && error != EPIPE ? complain_of_output(following, error) : result;
}

int lp_follow(struct lp_options *options, const char *path, bool has_color)
{
	struct following following = {
	    .options = options,
	    .texts = {.profile = &following.profile, .paths = &options->source_paths},
	    .view = {.profile = &following.profile,
		     .order = options->order,
		     .filter = &options->filter,
		     .texts = &following.texts,
		     .shows_all = options->shows_all,
		     .unit_seconds = options->unit_seconds,
		     .table_unit_seconds = options->has_unit ? options->unit_seconds : 0},
	};
	struct lp_error error = {0};
	enum lp_status status;
	int result = -1;

	following.table =
	    lp_live_table_of(options->has_report ? options->report->report : lp_report_functions);
	status = lp_live_open(&following.live, &following.profile, path, &error);
	if (status != LP_OK) {
		following.live.path = path;
		complain(&following, status, errno, &error);
		return 1;
	}
	if (lp_wants_screens(options))
		result = lp_browse_terminal(options,
					    &(struct lp_browsed){.profile = &following.profile,
								 .name = lp_view_path(path),
								 .live = &following.live},
					    has_color);
	if (result < 0)
		result = put_all(&following);
	lp_source_texts_free(&following.texts);
	lp_live_free(&following.live);
	lp_profile_free(&following.profile);
	return result;
}
