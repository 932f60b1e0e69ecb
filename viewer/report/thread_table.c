/* thread_table.c: the threads, and how evenly they share the hot lines. */
#include <stdlib.h>
#include <string.h>

#include "viewer/model/thread_hits.h"
#include "viewer/report/places.h"
#include "viewer/report/reports.h"
#include "viewer/report/text.h"

/* Without restrictions, so many rows of each table. */
#define MOST_THREADS 64
#define MOST_LINES 20

/* ---- threads ---- */

/* As wide as the times of all. */
static int time_width(const struct lp_view *view)
{
	return lp_view_time_width(view, 10);
}

static void put_thread(const struct lp_view *view, const struct lp_thread_row *row, uint64_t all)
{
	const struct lp_thread *const thread = row->thread;
	const double share = all > 0 ? 100 * (double)thread->cpu_ns / (double)all : 0;
	const int width = time_width(view);
	char number[32] = "-";

	if (thread->folded == 0)
		snprintf(number, sizeof(number), "%u", thread->tid);
	fprintf(view->out, "%8s %*.3f %*.3f %*.3f %7.1f %9llu  ", number, width,
		lp_view_time(view, row->lifetime_ticks), width,
		lp_view_in_unit(view, (double)thread->cpu_ns / 1e9), width,
		lp_view_in_unit(view, lp_view_thread_wait(view, row)), share,
		(unsigned long long)row->samples);
	if (thread->folded > 0)
		fprintf(view->out, "<%llu ended threads>", (unsigned long long)thread->folded);
	else
		lp_text_put_string(view->out, row->name);
	fputc('\n', view->out);
}

static enum lp_status put_threads(const struct lp_view *view)
{
	const struct lp_profile *const profile = view->profile;
	static const char *const times[] = {"Wall", "CPU", "Wait"};
	const uint64_t all = lp_threads_cpu_time(profile);
	size_t count;
	uint32_t *const numbers = lp_threads_by_time(profile, &count);
	size_t shown;

	if (!numbers)
		return LP_MEMORY;
	shown = count > MOST_THREADS && !view->shows_all ? MOST_THREADS : count;
	if (!lp_filter_takes_all(view->filter))
		fputs("The whole of each thread (--function and --file choose the lines below):\n",
		      view->out);
	lp_report_unit(view);
	fprintf(view->out, "%8s", "TID");
	for (size_t i = 0; i < sizeof(times) / sizeof(*times); i++)
		lp_report_time_title(view, times[i], ", s", time_width(view));
	fprintf(view->out, " %7s %9s  %s\n", "% CPU", "Samples", "Name");
	for (size_t i = 0; i < shown; i++)
		put_thread(view, &profile->threads[numbers[i]], all);
	if (shown < count)
		fprintf(view->out, "%zu more threads (--all shows them)\n", count - shown);
	fputc('\n', view->out);
	free(numbers);
	return LP_OK;
}

/* ---- lines ---- */

/* The lines that have hits in a thread; the others tell nothing of balance. */
static size_t with_threads(const struct lp_profile *profile, const uint64_t *hits, uint32_t *lines,
			   struct lp_spread *spreads, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		const struct lp_spread spread =
		    lp_thread_hits_spread(profile, &hits[i * profile->thread_count]);

		if (spread.threads == 0)
			continue;
		spreads[kept] = spread;
		lines[kept++] = lines[i];
	}
	return kept;
}

static int digits_of(const struct lp_spread *spreads, size_t count)
{
	int most = 9;

	for (size_t i = 0; i < count; i++) {
		const int digits = snprintf(NULL, 0, "%llu", (unsigned long long)spreads[i].max);

		most = digits > most ? digits : most;
	}
	return most;
}

static enum lp_status put_line(const struct lp_view *view, const struct lp_places *places,
			       const struct lp_line *line, const struct lp_spread *spread,
			       int width)
{
	const double share = lp_view_cpu_pct(view, lp_line_ran(line));
	const double mean = (double)spread->sum / (double)spread->threads;
	const int used = 8 + 3 * (width + 1) + 2 * 9 + 2;

	lp_view_begin_heat(view, share);
	fprintf(view->out, "%8zu %*llu %*.0f %*llu", spread->threads, width,
		(unsigned long long)spread->min, width, mean, width,
		(unsigned long long)spread->max);
	/* What one thread alone ran is shared by none. */
	if (spread->threads > 1)
		fprintf(view->out, " %8.2f", (double)spread->max / mean);
	else
		fprintf(view->out, " %8s", "-");
	if (lp_line_ran(line) > 0)
		fprintf(view->out, " %8.1f", share);
	else
		fprintf(view->out, " %8s", "-");
	lp_view_end_heat(view, share);
	fputs("  ", view->out);
	return lp_places_put(places, view, line->source, line->line,
			     view->width > used ? (size_t)(view->width - used) : 0);
}

static enum lp_status put_spreads(const struct lp_view *view, const uint32_t *lines,
				  const struct lp_spread *spreads, size_t count)
{
	const struct lp_profile *const profile = view->profile;
	const char *const lacking = lp_thread_hits_lacking(profile);
	const int width = digits_of(spreads, count);
	struct lp_places places = {0};
	enum lp_status status = LP_OK;

	for (size_t i = 0; i < count; i++)
		lp_places_widen(&places, view, profile->lines[lines[i]].source,
				profile->lines[lines[i]].line);
	if (lacking) {
		fprintf(view->out, "%s\n\n", lacking);
		return LP_OK;
	}
	fputs("Hits of the hottest lines in each of the threads that ran them:\n", view->out);
	lp_report_reductions(view);
	fprintf(view->out, "\n%8s %*s %*s %*s %8s %8s  %s\n", "Threads", width, "Min", width,
		"Mean", width, "Max", "Max/Mean", "% CPU", "Line Contents");
	for (size_t i = 0; i < count && status == LP_OK; i++)
		status = put_line(view, &places, &profile->lines[lines[i]], &spreads[i], width);
	if (count == 0)
		fputs("no line to show\n", view->out);
	fputc('\n', view->out);
	return status;
}

static void put_left_out(const struct lp_view *view)
{
	char folded[128];

	lp_thread_hits_describe_folded(view->profile, folded, sizeof(folded));
	if (*folded)
		fprintf(view->out, "%s\n\n", folded);
}

static enum lp_status put_lines(const struct lp_view *view)
{
	const struct lp_profile *const profile = view->profile;
	size_t count = 0;
	uint64_t *hits = NULL;
	uint32_t *const lines = lp_view_busy_lines(view, MOST_LINES, &count);
	struct lp_spread *const spreads =
	    lines ? (struct lp_spread *)calloc(count + 1, sizeof(*spreads)) : NULL;
	enum lp_status status =
	    spreads ? lp_thread_hits_find(profile, lines, count, &hits) : LP_MEMORY;

	if (status == LP_OK) {
		count = with_threads(profile, hits, lines, spreads, count);
		status = put_spreads(view, lines, spreads, count);
		put_left_out(view);
	}
	free(hits);
	free(spreads);
	free(lines);
	return status;
}

enum lp_status lp_report_threads(const struct lp_view *view)
{
	const enum lp_status status = put_threads(view);

	return status == LP_OK ? put_lines(view) : status;
}
