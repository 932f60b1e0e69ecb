/* rank_table.c: the processes of a merged profile, and where they differ. */
#include <inttypes.h>
#include <stdlib.h>

#include "viewer/model/count_means.h"
#include "viewer/model/rank_sums.h"
#include "viewer/report/places.h"
#include "viewer/report/reports.h"
#include "viewer/report/text.h"

enum {
	MOST_RANKS = 20, /* processes that are shown, unless all are */
	MOST_ROWS = 20,  /* functions, lines */
	LEAST_TIME_WIDTH = 9,
};

/* What the report shows: a function or line of the profile, and how its processes differ. */
struct row {
	const struct lp_rank_spread *spread;
	uint32_t number; /* of the function or line */
};

struct report {
	const struct lp_view *view;
	struct lp_rank_table table;
	uint32_t *numbers; /* by spread: of the function or line */
	bool is_timed;
	struct row *rows;
	size_t row_count;
};

static double seconds_of(double ns)
{
	return ns / 1e9;
}

static double time_of(const struct report *report, double ns)
{
	return lp_view_in_unit(report->view, seconds_of(ns));
}

/* Of columns that can hold `most_ns`. */
static int width_of(const struct report *report, uint64_t most_ns)
{
	const int width = snprintf(NULL, 0, "%.3f", time_of(report, (double)most_ns));

	return width > LEAST_TIME_WIDTH ? width : LEAST_TIME_WIDTH;
}

/* Of the first column, in front of which nothing stands. */
static int first_width(int width)
{
	return width > LEAST_TIME_WIDTH ? width : LEAST_TIME_WIDTH - 1;
}

/* ---- processes ---- */

/* The rank of MPI, or the number of its row from 1 on if there is none. */
static void name_rank(const struct report *report, uint32_t number, char *out, size_t size)
{
	if (number >= report->table.rank_count)
		snprintf(out, size, "-");
	else if (report->table.ranks[number].rank > 0)
		snprintf(out, size, "%" PRIu64, report->table.ranks[number].rank - 1);
	else
		snprintf(out, size, "#%" PRIu32, number + 1);
}

static struct lp_rank_range range_of(const struct report *report,
				     uint64_t (*value)(const struct lp_rank *))
{
	struct lp_rank_range range = {.min = UINT64_MAX};

	for (size_t i = 0; i < report->table.rank_count; i++) {
		const uint64_t number = value(&report->table.ranks[i]);

		range.sum += number;
		if (number < range.min) {
			range.min = number;
			range.min_rank = (uint32_t)i;
		}
		if (i == 0 || number > range.max) {
			range.max = number;
			range.max_rank = (uint32_t)i;
		}
	}
	return range;
}

static uint64_t wall_of(const struct lp_rank *rank)
{
	return rank->wall_ns;
}

static uint64_t cpu_of(const struct lp_rank *rank)
{
	return rank->cpu_ns;
}

static void put_range(const struct report *report, const char *what,
		      const struct lp_rank_range *range)
{
	const size_t count = report->table.rank_count;
	char least[32];
	char most[32];

	name_rank(report, range->min_rank, least, sizeof(least));
	name_rank(report, range->max_rank, most, sizeof(most));
	fprintf(
	    report->view->out,
	    "%-9s mean %.3f s, least %.3f s (rank %s), most %.3f s (rank %s), imbalance %.1f %%\n",
	    what, seconds_of(lp_rank_mean(range, count)), seconds_of((double)range->min), least,
	    seconds_of((double)range->max), most, lp_rank_imbalance_pct(range, count));
}

static int by_cpu(const void *left, const void *right, void *data)
{
	const struct lp_rank *const ranks = (const struct lp_rank *)data;
	const uint32_t a = *(const uint32_t *)left;
	const uint32_t b = *(const uint32_t *)right;

	if (ranks[a].cpu_ns != ranks[b].cpu_ns)
		return ranks[a].cpu_ns < ranks[b].cpu_ns ? 1 : -1;
	return (a > b) - (a < b);
}

static void put_rank(const struct report *report, uint32_t number, int width)
{
	const struct lp_rank *const rank = &report->table.ranks[number];
	FILE *const out = report->view->out;
	char name[32];

	name_rank(report, number, name, sizeof(name));
	fprintf(out, "%6s %8" PRIu32 " %*.3f %*.3f %8" PRIu32 " %9" PRIu64 "  ", name, rank->pid,
		width, time_of(report, (double)rank->wall_ns), width,
		time_of(report, (double)rank->cpu_ns), rank->threads, rank->samples);
	lp_text_put_string(out, report->table.strings + rank->host);
	fputc(' ', out);
	lp_text_put_path(out, report->table.strings + rank->path);
	fputc('\n', out);
}

/* All of them in their order; of many, those with the most CPU time and those with the least. */
static enum lp_status put_ranks(const struct report *report, uint64_t most_ns)
{
	const size_t count = report->table.rank_count;
	const int width = width_of(report, most_ns);
	const bool is_cut = count > MOST_RANKS && !report->view->shows_all;
	uint32_t *const order = (uint32_t *)calloc(count, sizeof(*order));

	if (!order)
		return LP_MEMORY;
	for (size_t i = 0; i < count; i++)
		order[i] = (uint32_t)i;
	if (is_cut)
		qsort_r(order, count, sizeof(*order), by_cpu, (void *)report->table.ranks);
	fputc('\n', report->view->out);
	lp_report_unit(report->view);
	fprintf(report->view->out, "%6s %8s", "rank", "pid");
	lp_report_time_title(report->view, "wall", " s", width);
	lp_report_time_title(report->view, "cpu", " s", width);
	fprintf(report->view->out, " %8s %9s  %s\n", "threads", "samples", "host, profile");
	for (size_t i = 0; i < count; i++) {
		if (is_cut && i == MOST_RANKS / 2) {
			i = count - MOST_RANKS / 2;
			fprintf(
			    report->view->out,
			    "   ... %zu with less CPU time than these and more than those below "
			    "(--all shows them)\n",
			    count - MOST_RANKS);
		}
		put_rank(report, order[i], width);
	}
	free(order);
	return LP_OK;
}

/* ---- functions and lines ---- */

/* What rows are sorted by: seconds of the slowest beyond the mean, else counts. */
static double weight_of(const struct report *report, const struct row *row)
{
	return lp_rank_imbalance(report->is_timed ? &row->spread->self_ns : &row->spread->counts,
				 report->table.rank_count);
}

/* Whether there is anything to be seen of it: what takes no time, and is done alike by all, is
 * of no interest. */
static bool is_shown(const struct report *report, const struct lp_rank_spread *spread)
{
	return report->view->shows_all || spread->self_ns.sum > 0 ||
	       spread->counts.min != spread->counts.max;
}

static int by_imbalance(const void *left, const void *right, void *data)
{
	const struct report *const report = (const struct report *)data;
	const struct row *const a = (const struct row *)left;
	const struct row *const b = (const struct row *)right;
	const double weights[] = {weight_of(report, a), weight_of(report, b)};

	if (weights[0] != weights[1])
		return weights[0] < weights[1] ? 1 : -1;
	if (a->spread->counts.max != b->spread->counts.max)
		return a->spread->counts.max < b->spread->counts.max ? 1 : -1;
	return (a->number > b->number) - (a->number < b->number);
}

/* Fills in the rows of functions, or of lines, most imbalanced first. */
static enum lp_status find_rows(struct report *report, bool is_of_functions)
{
	const struct lp_profile *const profile = report->view->profile;
	const struct lp_filter *const filter = report->view->filter;
	bool *const marks = (bool *)calloc(profile->line_count + 1, sizeof(*marks));

	if (!marks)
		return LP_MEMORY;
	report->row_count = 0;
	lp_filter_mark_lines(filter, profile, marks);
	for (size_t i = 0; i < report->table.spread_count; i++) {
		const struct row row = {&report->table.spreads[i], report->numbers[i]};

		if (row.number == LP_NO_INDEX || (row.spread->name_hash != 0) != is_of_functions ||
		    !is_shown(report, row.spread))
			continue;
		if (is_of_functions
			? lp_filter_has_function(filter, profile, &profile->functions[row.number])
			: marks[row.number])
			report->rows[report->row_count++] = row;
	}
	free(marks);
	qsort_r(report->rows, report->row_count, sizeof(*report->rows), by_imbalance, report);
	return LP_OK;
}

static char *row_name(const void *data, uint32_t number)
{
	const struct report *const report = (const struct report *)data;
	const struct row *const row = &report->rows[number];
	const struct lp_profile *const profile = report->view->profile;
	char *name;

	if (row->spread->name_hash != 0)
		return lp_view_function_name(report->view, row->number);
	return asprintf(&name, "%s:%u", profile->sources[profile->lines[row->number].source].shown,
			profile->lines[row->number].line) < 0
		   ? NULL
		   : name;
}

static void put_numbers(const struct report *report, const struct row *row, int width)
{
	FILE *const out = report->view->out;
	const size_t count = report->table.rank_count;
	const struct lp_rank_range *const time = &row->spread->self_ns;
	const struct lp_rank_range *const counts = &row->spread->counts;
	char mean[LP_COUNT_MEAN_TEXT];
	char most[32];

	if (report->is_timed) {
		name_rank(report, time->max_rank, most, sizeof(most));
		fprintf(out, "%*.3f %6.1f %*.3f %*.3f %*.3f %5s", first_width(width),
			time_of(report, lp_rank_imbalance(time, count)),
			lp_rank_imbalance_pct(time, count), width,
			time_of(report, lp_rank_mean(time, count)), width,
			time_of(report, (double)time->min), width,
			time_of(report, (double)time->max), most);
	} else {
		fprintf(out, "%6.1f", lp_rank_imbalance_pct(counts, count));
	}
	name_rank(report, counts->max_rank, most, sizeof(most));
	lp_count_mean_format((struct lp_count_mean){counts->sum, count}, 1, mean);
	fprintf(out, " %12s %11" PRIu64 " %11" PRIu64 " %5s  ", mean, counts->min, counts->max,
		most);
}

static void put_titles_of_times(const struct lp_view *view, int width)
{
	/* In front of the first one stands a blank, as of all. */
	lp_report_time_title(view, "imb", " s", first_width(width) - 1);
	fprintf(view->out, " %6s", "imb %");
	lp_report_time_title(view, "mean", " s", width);
	lp_report_time_title(view, "min", " s", width);
	lp_report_time_title(view, "max", " s", width);
	fprintf(view->out, " %5s", "rank");
}

static void put_titles(const struct report *report, const char *what, const char *counts,
		       const char *last, int width)
{
	FILE *const out = report->view->out;

	if (report->row_count == 0) {
		fprintf(out, "\n%s by imbalance: none differs, and none has a time\n", what);
		return;
	}
	fprintf(out, "\n%s by imbalance%s\n\n", what,
		report->is_timed
		    ? ": by how much the slowest process is above the mean in their own time"
		    : " of the counts");
	if (report->is_timed)
		lp_report_unit(report->view);
	lp_report_reductions(report->view);
	if (report->is_timed)
		put_titles_of_times(report->view, width);
	else
		fprintf(out, "%6s", "imb %");
	fprintf(out, " %12s %11s %11s %5s  %s\n", counts, "min", "max", "rank", last);
}

static enum lp_status put_row(const struct report *report, const struct row *row, int width)
{
	const struct lp_view *const view = report->view;
	const struct lp_line *const line = &view->profile->lines[row->number];
	const struct lp_places places = {0};
	char *name;

	put_numbers(report, row, width);
	if (row->spread->name_hash == 0)
		return lp_places_put(&places, view, line->source, line->line, 0);
	name = lp_view_function_name(view, row->number);
	if (!name)
		return LP_MEMORY;
	lp_text_put_string(view->out, name);
	fputc('\n', view->out);
	free(name);
	return LP_OK;
}

/* Own time of a row in the process that has most of it, in ns. */
static uint64_t most_time(const struct report *report)
{
	uint64_t most = 0;

	for (size_t i = 0; i < report->row_count; i++)
		if (report->rows[i].spread->self_ns.max > most)
			most = report->rows[i].spread->self_ns.max;
	return most;
}

static enum lp_status put_table(struct report *report, bool is_of_functions)
{
	enum lp_status status = find_rows(report, is_of_functions);
	const int width = width_of(report, most_time(report));
	size_t shown = report->row_count;
	uint32_t *const order = (uint32_t *)calloc(shown + 1, sizeof(*order));

	for (size_t i = 0; order && i < shown; i++)
		order[i] = (uint32_t)i;
	if (status == LP_OK)
		status = order ? lp_filter_restrict(report->view->filter, order, &shown, row_name,
						    report)
			       : LP_MEMORY;
	if (report->view->filter->restriction_count == 0 && !report->view->shows_all &&
	    shown > MOST_ROWS)
		shown = MOST_ROWS;
	if (status == LP_OK && is_of_functions)
		put_titles(report, "Functions", "ncalls mean", "filename:lineno(function)", width);
	else if (status == LP_OK)
		put_titles(report, "Lines", "hits mean", "Line Contents", width);
	for (size_t i = 0; i < shown && status == LP_OK; i++)
		status = put_row(report, &report->rows[order[i]], width);
	if (status == LP_OK && shown < report->row_count)
		fprintf(report->view->out, "   ... and %zu more (--all, --limit=N)\n",
			report->row_count - shown);
	free(order);
	return status;
}

static enum lp_status put_report(struct report *report)
{
	const struct lp_rank_range wall = range_of(report, wall_of);
	const struct lp_rank_range cpu = range_of(report, cpu_of);
	enum lp_status status;

	fprintf(report->view->out, "Ranks:    %zu process%s\n", report->table.rank_count,
		report->table.rank_count == 1 ? "" : "es");
	put_range(report, "Wall:", &wall);
	put_range(report, "CPU:", &cpu);
	status = put_ranks(report, wall.max > cpu.max ? wall.max : cpu.max);
	if (status == LP_OK)
		status = put_table(report, true);
	if (status == LP_OK)
		status = put_table(report, false);
	if (report->is_timed)
		fprintf(report->view->out, "\nTimes rest on samples, some more or less%s.\n",
			lp_profile_is_exact(report->view->profile) ? ": the hits are exact" : "");
	fputs("\n", report->view->out);
	return status;
}

enum lp_status lp_report_ranks(const struct lp_view *view)
{
	struct report report = {.view = view, .table = lp_rank_table_of(view->profile)};
	enum lp_status status = LP_OK;

	if (report.table.rank_count == 0) {
		fputs("no ranks in this profile: lpview merge -o OUT FILE... keeps them\n\n",
		      view->out);
		return LP_OK;
	}
	for (size_t i = 0; i < report.table.spread_count; i++)
		report.is_timed |= report.table.spreads[i].self_ns.sum > 0;
	report.numbers = lp_rank_table_numbers(&report.table, view->profile);
	report.rows = (struct row *)calloc(report.table.spread_count + 1, sizeof(*report.rows));
	status = report.numbers && report.rows ? put_report(&report) : LP_MEMORY;
	free(report.numbers);
	free(report.rows);
	return status;
}
