/* diff_table.c: the tables of `lpview diff`, and the list of `lpview gate`. */
#include "viewer/report/diff_table.h"

#include <inttypes.h>
#include <math.h>

#include "viewer/model/changes.h"
#include "viewer/report/reports.h"
#include "viewer/report/text.h"

/* ---- diff ---- */

static void put_count(FILE *out, struct lp_count_mean count, bool is_there)
{
	char text[LP_COUNT_MEAN_TEXT] = "-";

	if (is_there)
		lp_count_mean_format(count, lp_count_mean_is_whole(count) ? 0 : 1, text);
	fprintf(out, " %12s", text);
}

/* Nothing where that would be zeros. */
static void put_waits(FILE *out, const struct lp_change_row *row)
{
	const double change = row->waits[1] - row->waits[0];

	if (fabs(change) >= 0.0005)
		fprintf(out, " %+9.3f", change);
	else
		fprintf(out, " %9s", "");
}

static void put_numbers(FILE *out, const struct lp_comparison *comparison,
			const struct lp_change_row *row)
{
	const bool has_before = row->pair.before != LP_NO_INDEX;
	const bool has_after = row->pair.after != LP_NO_INDEX;

	if (row->time.before == 0 && row->time.after == 0)
		fprintf(out, "%9s %9s %9s %8s", "-", "-", "-", "-");
	else if (lp_change_is_sure(&row->time))
		fprintf(out, "%9.3f %9.3f %+9.3f %8.3f", row->time.before, row->time.after,
			row->time.after - row->time.before, row->time.interval);
	else
		fprintf(out, "%9.3f %9.3f %+9.3f %8s", row->time.before, row->time.after,
			row->time.after - row->time.before,
			isinf(row->time.interval) ? "unknown" : "noise");
	if (lp_view_compares_waits(comparison))
		put_waits(out, row);
	put_count(out, row->counts[0], has_before);
	put_count(out, row->counts[1], has_after);
	fputs("  ", out);
}

static const char *fate_of(const struct lp_pair *pair)
{
	return pair->before == LP_NO_INDEX ? " (new)" : pair->after == LP_NO_INDEX ? " (gone)" : "";
}

static void put_function(FILE *out, const struct lp_comparison *comparison,
			 const struct lp_change_row *row)
{
	const bool is_after = row->pair.after != LP_NO_INDEX;
	const struct lp_profile *const profile =
	    is_after ? &comparison->after->sum : &comparison->before->sum;
	const struct lp_function *const function =
	    &profile->functions[is_after ? row->pair.after : row->pair.before];

	put_numbers(out, comparison, row);
	lp_text_put_string(out, profile->sources[function->source].shown);
	fprintf(out, ":%" PRIu32 "(", function->line);
	lp_text_put_string(out, function->brief);
	fprintf(out, ")%s\n", fate_of(&row->pair));
}

static enum lp_status put_line(FILE *out, struct lp_comparison *comparison,
			       const struct lp_change_row *row)
{
	const bool is_after = row->pair.after != LP_NO_INDEX;
	struct lp_side *const side = is_after ? comparison->after : comparison->before;
	const struct lp_line *const line =
	    &side->sum.lines[is_after ? row->pair.after : row->pair.before];
	const struct lp_source_text *const text = lp_source_texts_at(&side->texts, line->source);
	const char *words;
	size_t size;

	if (!text)
		return LP_MEMORY;
	put_numbers(out, comparison, row);
	lp_text_put_string(out, side->sum.sources[line->source].shown);
	fprintf(out, ":%" PRIu32 "%s", line->line, fate_of(&row->pair));
	/* Another text than what was compiled would put words into its mouth. */
	words = text->state == LP_SOURCE_SAME ? lp_source_line(text, line->line, &size) : NULL;
	while (words && size > 0 && (*words == ' ' || *words == '\t')) {
		words++;
		size--;
	}
	if (words && size > 0) {
		fputs("  ", out);
		lp_text_put_source(out, words, size, 0);
	}
	fputc('\n', out);
	return LP_OK;
}

static void put_side(FILE *out, const char *title, const struct lp_side *side, double seconds)
{
	fprintf(out, "%-9s %.3f s", title, seconds);
	if (side->run_count > 1)
		fprintf(out, ", mean of %zu runs", side->run_count);
	if (side->processes > 1)
		fprintf(out, "%s of %zu processes", side->run_count > 1 ? "" : ", sum",
			side->processes);
	fputs(":", out);
	for (size_t i = 0; i < side->sum.run_count; i++) {
		fputc(' ', out);
		lp_text_put_path(out, side->sum.run_paths[i]);
	}
	fputc('\n', out);
}

/* Whether the source was edited, and what it was before is not known. */
static bool is_text_lost(const struct lp_comparison *comparison, uint32_t source)
{
	return comparison->sources[source] != LP_NO_INDEX &&
	       comparison->texts[source].alignment == LP_ALIGNED_POSITION;
}

/* Names these sources; `what` follows from it. */
static void put_lost_texts(FILE *out, const struct lp_comparison *comparison, const char *what)
{
	for (uint32_t i = 0; i < comparison->before->sum.source_count; i++)
		if (is_text_lost(comparison, i)) {
			fputs("Warning:  ", out);
			lp_text_put_string(out, comparison->before->sum.sources[i].shown);
			fprintf(out,
				": a text as it was compiled is gone: %s\n"
				"          (lpview pack keeps sources in the profile)\n",
				what);
		}
}

/* What intervals are of, if not of runs. */
static void put_interval(FILE *out, const struct lp_comparison *comparison)
{
	static const char of_runs[] = "lpview diff A1 A2 A3 -- B1 B2 B3\n";

	if (comparison->before->processes > 1 || comparison->after->processes > 1)
		fprintf(
		    out,
		    "Interval: of the samples; several runs on each side, each of them made one\n"
		    "          by lpview merge, tell more: %s",
		    of_runs);
	else if (!comparison->before->runs || !comparison->after->runs)
		fprintf(out, "Interval: of the samples; several runs on each side tell more: %s",
			of_runs);
}

void lp_report_diff_head(FILE *out, const struct lp_comparison *comparison)
{
	const struct lp_change total = lp_compare_total(comparison);

	put_side(out, "Before:", comparison->before, total.before);
	lp_report_warnings(out, &comparison->before->sum);
	put_side(out, "After:", comparison->after, total.after);
	lp_report_warnings(out, &comparison->after->sum);
	fprintf(out, "Change:   %+.3f s", total.after - total.before);
	if (total.before > 0)
		fprintf(out, ", %+.1f %%", 100 * (total.after - total.before) / total.before);
	if (total.interval > 0)
		fprintf(out, ", +- %.3f s%s", total.interval,
			lp_change_is_sure(&total) ? "" : ": no more than the runs differ anyway");
	fputc('\n', out);
	put_interval(out, comparison);
	put_lost_texts(out, comparison, "lines are matched by their place in the function");
}

static void put_titles(FILE *out, const struct lp_comparison *comparison, const char *what,
		       size_t shown, size_t count, const char *counts, const char *last)
{
	if (count == 0) {
		fprintf(out, "\n%s that changed: none\n", what);
		return;
	}
	fprintf(out, "\n%s that changed: %zu", what, count);
	if (shown < count)
		fprintf(out, ", the first %zu", shown);
	fprintf(out, "\n\n%9s %9s %9s %8s", "self s", "after", "change", "+-95%");
	if (lp_view_compares_waits(comparison))
		fprintf(out, " %9s", "waiting");
	fprintf(out, " %12s %12s  %s\n", counts, "after", last);
}

enum lp_status lp_report_diff(FILE *out, struct lp_comparison *comparison, size_t most)
{
	struct lp_change_rows changed;
	enum lp_status status = lp_changed_functions(comparison, &changed);

	if (status != LP_OK)
		return status;
	lp_report_diff_head(out, comparison);
	put_titles(out, comparison, "Functions", most < changed.count ? most : changed.count,
		   changed.count, "ncalls", "filename:lineno(function)");
	for (size_t i = 0; i < changed.count && i < most; i++)
		put_function(out, comparison, &changed.rows[i]);
	lp_change_rows_free(&changed);
	status = lp_changed_lines(comparison, &changed);
	if (status != LP_OK)
		return status;
	put_titles(out, comparison, "Lines", most < changed.count ? most : changed.count,
		   changed.count, "hits", "Line Contents");
	for (size_t i = 0; i < changed.count && i < most && status == LP_OK; i++)
		status = put_line(out, comparison, &changed.rows[i]);
	lp_change_rows_free(&changed);
	return status;
}

/* ---- gate ---- */

/* Of all hits: lines without counterpart are judged by what they change in these, and most
 * edits add or take a few. */
#define LEAST_OF_ALL_PCT 1.0

/* So many of them are named. */
enum { MOST_UNPAIRED = 5 };

struct gate {
	FILE *out;
	const struct lp_comparison *comparison;
	size_t over;
	size_t judged;
	/* Sums of lines, of which a percent or more is asked. */
	double hits;        /* of all lines before, per run */
	double unpaired[2]; /* of those that are gone, and those that are new */
	size_t unpaired_count;
	size_t guessed_count; /* of them, matched by their place, which proves nothing */
	struct lp_change_row dearest[MOST_UNPAIRED]; /* of them, with most hits, these first */
	size_t untimed_count;                         /* functions without times on a side */
	size_t unsure_count; /* functions whose times could be off by anything */
};

/* The end of a line that says what was exceeded. */
static void put_excess(struct gate *gate, double change_pct, double limit)
{
	if (isfinite(change_pct))
		fprintf(gate->out, " (%+.1f %%)", change_pct);
	fprintf(gate->out, "; limit %g %%\n", limit);
	gate->over++;
}

static void put_excess_of_count(struct gate *gate, const char *what,
				const struct lp_change_row *row, double limit)
{
	/* Of several runs a count is a mean. */
	const bool is_whole =
	    lp_count_mean_is_whole(row->counts[0]) && lp_count_mean_is_whole(row->counts[1]);
	char texts[2][LP_COUNT_MEAN_TEXT];

	for (int i = 0; i < 2; i++)
		lp_count_mean_format(row->counts[i], is_whole ? 0 : 1, texts[i]);
	fprintf(gate->out, ": %s %s, was %s", what, texts[1], texts[0]);
	put_excess(gate, lp_count_mean_change_pct(row->counts[0], row->counts[1]), limit);
}

static void put_excess_of_time(struct gate *gate, double before, double after, double limit)
{
	fprintf(gate->out, ": seconds %.3f, was %.3f", after, before);
	put_excess(gate, lp_change_pct(before, after), limit);
}

static void put_place(struct gate *gate, uint32_t source, uint32_t line, const char *name)
{
	lp_text_put_string(gate->out, gate->comparison->after->sum.sources[source].shown);
	fprintf(gate->out, ":%" PRIu32, line);
	if (name) {
		fputs(": ", gate->out);
		lp_text_put_string(gate->out, name);
	}
}

static bool is_over(double change_pct, double limit)
{
	return limit >= 0 && fabs(change_pct) > limit;
}

static bool counts_are_over(const struct lp_change_row *row, double limit)
{
	return is_over(lp_count_mean_change_pct(row->counts[0], row->counts[1]), limit);
}

static struct lp_count_mean most_hits(const struct lp_change_row *row)
{
	return row->counts[lp_count_mean_compare(row->counts[0], row->counts[1]) < 0];
}

static void note_unpaired(struct gate *gate, const struct lp_change_row *row)
{
	size_t at = gate->unpaired_count < MOST_UNPAIRED ? gate->unpaired_count : MOST_UNPAIRED;

	gate->unpaired_count++;
	gate->unpaired[0] += lp_count_mean_value(row->counts[0]);
	gate->unpaired[1] += lp_count_mean_value(row->counts[1]);
	for (;
	     at > 0 && lp_count_mean_compare(most_hits(row), most_hits(&gate->dearest[at - 1])) > 0;
	     at--)
		if (at < MOST_UNPAIRED)
			gate->dearest[at] = gate->dearest[at - 1];
	if (at < MOST_UNPAIRED)
		gate->dearest[at] = *row;
}

/* Of a line that is matched by its place both may be any line of the function. */
static void note_guessed(struct gate *gate, const struct lp_change_row *row)
{
	struct lp_change_row side = *row;

	gate->guessed_count++;
	side.pair.after = LP_NO_INDEX;
	side.counts[1].sum = 0;
	note_unpaired(gate, &side);
	side = *row;
	side.pair.before = LP_NO_INDEX;
	side.counts[0].sum = 0;
	note_unpaired(gate, &side);
}

/* Work may have gone from lines that are gone to lines that are new: all together tell. */
static void judge_unpaired(struct gate *gate, double limit)
{
	const double least = fmax(limit, LEAST_OF_ALL_PCT);
	const double with = gate->hits - gate->unpaired[0] + gate->unpaired[1];

	const double change_pct = lp_change_pct(gate->hits, with);
	const int decimals = gate->hits == floor(gate->hits) && with == floor(with) ? 0 : 1;
	char hits[LP_COUNT_MEAN_TEXT];

	if (limit < 0 || gate->unpaired_count == 0 || !is_over(change_pct, least))
		return;
	fprintf(gate->out, "the whole, by lines that are new or gone: hits %.*f, was %.*f",
		decimals, with, decimals, gate->hits);
	put_excess(gate, change_pct, least);
	for (size_t i = 0; i < gate->unpaired_count && i < MOST_UNPAIRED; i++) {
		const struct lp_change_row *const row = &gate->dearest[i];
		const bool is_new = row->pair.before == LP_NO_INDEX;
		const struct lp_profile *const profile =
		    is_new ? &gate->comparison->after->sum : &gate->comparison->before->sum;
		const struct lp_line *const line =
		    &profile->lines[is_new ? row->pair.after : row->pair.before];

		if (most_hits(row).sum == 0)
			break;
		fputs("  ", gate->out);
		lp_text_put_string(gate->out, profile->sources[line->source].shown);
		lp_count_mean_format(most_hits(row), 0, hits);
		fprintf(gate->out, ":%" PRIu32 ": hits %s (%s)\n", line->line, hits,
			is_new ? "new" : "gone");
	}
}

static void judge_lines(struct gate *gate, double limit)
{
	for (size_t i = 0; i < gate->comparison->line_count; i++) {
		const struct lp_change_row row =
		    lp_change_of_line(gate->comparison, &gate->comparison->lines[i]);
		const struct lp_line *line;

		gate->hits += lp_count_mean_value(row.counts[0]);
		if (row.pair.before == LP_NO_INDEX || row.pair.after == LP_NO_INDEX) {
			note_unpaired(gate, &row);
			continue;
		}
		if (is_text_lost(gate->comparison,
				 gate->comparison->before->sum.lines[row.pair.before].source)) {
			note_guessed(gate, &row);
			continue;
		}
		gate->judged++;
		if (!counts_are_over(&row, limit))
			continue;
		line = &gate->comparison->after->sum.lines[row.pair.after];
		put_place(gate, line->source, line->line, NULL);
		put_excess_of_count(gate, "hits", &row, limit);
	}
	judge_unpaired(gate, limit);
}

static void judge_functions(struct gate *gate, const struct lp_limits *limits)
{
	const struct lp_change total = lp_compare_total(gate->comparison);
	const double least = fmax(total.before, total.after) / 100;

	for (size_t i = 0; i < gate->comparison->function_count; i++) {
		const struct lp_change_row row =
		    lp_change_of_function(gate->comparison, &gate->comparison->functions[i]);
		const bool is_worth_it = fmax(row.time.before, row.time.after) >= least;
		const struct lp_function *function;

		if (row.pair.before == LP_NO_INDEX || row.pair.after == LP_NO_INDEX)
			continue;
		function = &gate->comparison->after->sum.functions[row.pair.after];
		gate->untimed_count += !lp_compare_times_function(gate->comparison, &row.pair);
		gate->unsure_count += is_worth_it && isinf(row.time.interval);
		if (counts_are_over(&row, limits->hits)) {
			put_place(gate, function->source, function->line, function->name);
			put_excess_of_count(gate, "calls", &row, limits->hits);
		}
		if (is_worth_it && lp_change_is_sure(&row.time) &&
		    is_over(lp_change_pct(row.time.before, row.time.after), limits->time)) {
			put_place(gate, function->source, function->line, function->name);
			put_excess_of_time(gate, row.time.before, row.time.after, limits->time);
		}
	}
	if (lp_change_is_sure(&total) &&
	    is_over(lp_change_pct(total.before, total.after), limits->time)) {
		fputs("the whole", gate->out);
		put_excess_of_time(gate, total.before, total.after, limits->time);
	}
}

bool lp_report_gate(FILE *out, const struct lp_comparison *comparison,
		    const struct lp_limits *limits)
{
	struct gate gate = {.out = out, .comparison = comparison};
	bool is_strange; /* a base of another program */

	judge_lines(&gate, limits->hits);
	judge_functions(&gate, limits);
	is_strange = limits->hits >= 0 && gate.judged == 0 && gate.guessed_count == 0 &&
		     gate.unpaired_count > 0;
	put_lost_texts(out, comparison, "its lines are judged by their sum");
	fprintf(out, "%zu over the limit; ", gate.over);
	if (limits->hits < 0)
		fputs("hits are not judged: --fail-over=hits:0% does\n", out);
	else
		fprintf(out, "%zu lines compared, %zu have no counterpart\n", gate.judged,
			gate.unpaired_count - 2 * gate.guessed_count);
	if (limits->time >= 0 && gate.untimed_count > 0)
		fprintf(out, "functions without times on a side, which are not judged: %zu\n",
			gate.untimed_count);
	if (limits->time >= 0 && gate.unsure_count > 0)
		fprintf(out, "functions whose interval is unknown, which are not judged: %zu\n",
			gate.unsure_count);
	if (is_strange)
		fputs("nothing is compared: no line of the one is a line of the other\n", out);
	return gate.over > 0 || is_strange;
}
