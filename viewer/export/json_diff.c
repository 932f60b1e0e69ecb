/* json_diff.c: writes a comparison as JSON. */
#include "viewer/export/json_diff.h"

#include <math.h>

#include "viewer/export/json_writer.h"
#include "viewer/model/changes.h"

static const char *const alignments[] = {
    [LP_ALIGNED_SAME] = "same",
    [LP_ALIGNED_TEXTS] = "texts",
    [LP_ALIGNED_POSITION] = "position",
};

static void put_seconds(struct lp_json *json, const char *name, double seconds)
{
	lp_json_begin(json, name);
	fprintf(json->out, "%.0f", seconds * 1e9);
}

/* A mean of several runs need not be whole. */
static void put_count(struct lp_json *json, const char *name, struct lp_count_mean count)
{
	char text[LP_COUNT_MEAN_TEXT];

	lp_count_mean_format(count, lp_count_mean_is_whole(count) ? 0 : 3, text);
	lp_json_begin(json, name);
	fputs(text, json->out);
}

static void put_null(struct lp_json *json, const char *name)
{
	lp_json_begin(json, name);
	fputs("null", json->out);
}

static void put_change(struct lp_json *json, const struct lp_change *change)
{
	put_seconds(json, "before_ns", change->before);
	put_seconds(json, "after_ns", change->after);
	put_seconds(json, "change_ns", change->after - change->before);
	if (isinf(change->interval))
		put_null(json, "change_ci95_ns");
	else
		put_seconds(json, "change_ci95_ns", change->interval);
	lp_json_bool(json, "time_changed", lp_change_is_sure(change));
}

static void put_side(struct lp_json *json, const char *name, const struct lp_side *side)
{
	lp_json_open(json, name, '{');
	lp_json_open(json, "profiles", '[');
	for (size_t i = 0; i < side->sum.run_count; i++)
		lp_json_text(json, NULL, side->sum.run_paths[i]);
	lp_json_close(json, ']');
	lp_json_text(json, "program", side->sum.program);
	lp_json_number(json, "runs", side->run_count);
	lp_json_bool(json, "lines_are_timed", side->sum.lines_are_timed);
	lp_json_warnings(json, &side->sum);
	lp_json_close(json, '}');
}

/* How the lines of each file were found again. */
static void put_files(struct lp_json *json, const struct lp_comparison *comparison)
{
	const struct lp_profile *const before = &comparison->before->sum;
	const struct lp_profile *const after = &comparison->after->sum;

	lp_json_open(json, "files", '[');
	for (size_t i = 0; i < before->source_count; i++) {
		const uint32_t partner = comparison->sources[i];

		lp_json_open(json, NULL, '{');
		lp_json_text(json, "before", before->sources[i].path);
		lp_json_text(json, "after",
			     partner == LP_NO_INDEX ? NULL : after->sources[partner].path);
		lp_json_text(json, "aligned_by",
			     partner == LP_NO_INDEX ? NULL
						    : alignments[comparison->texts[i].alignment]);
		lp_json_close(json, '}');
	}
	lp_json_close(json, ']');
}

static void put_place(struct lp_json *json, const char *name, const struct lp_profile *profile,
		      uint32_t source, uint32_t line)
{
	lp_json_open(json, name, '{');
	lp_json_text(json, "file", profile->sources[source].path);
	lp_json_number(json, "line", line);
	lp_json_close(json, '}');
}

static void put_function_place(struct lp_json *json, const char *name, const struct lp_side *side,
			       uint32_t index)
{
	const struct lp_function *const function = &side->sum.functions[index];

	if (index == LP_NO_INDEX)
		put_null(json, name);
	else
		put_place(json, name, &side->sum, function->source, function->line);
}

static void put_line_place(struct lp_json *json, const char *name, const struct lp_side *side,
			   uint32_t index)
{
	const struct lp_line *const line = &side->sum.lines[index];

	if (index == LP_NO_INDEX)
		put_null(json, name);
	else
		put_place(json, name, &side->sum, line->source, line->line);
}

/* A count of either side; null where there is no such function or line. */
static void put_counts(struct lp_json *json, const char *const names[2],
		       const struct lp_change_row *row)
{
	const uint32_t indexes[2] = {row->pair.before, row->pair.after};

	for (int i = 0; i < 2; i++)
		if (indexes[i] == LP_NO_INDEX)
			put_null(json, names[i]);
		else
			put_count(json, names[i], row->counts[i]);
}

/* What of the time is waiting. */
static void put_waits(struct lp_json *json, const struct lp_change_row *row)
{
	put_seconds(json, "wait_before_ns", row->waits[0]);
	put_seconds(json, "wait_after_ns", row->waits[1]);
}

static void put_function(struct lp_json *json, const struct lp_comparison *comparison,
			 const struct lp_change_row *row)
{
	static const char *const names[2] = {"ncalls_before", "ncalls_after"};
	const struct lp_function *const function =
	    row->pair.after != LP_NO_INDEX ? &comparison->after->sum.functions[row->pair.after]
					   : &comparison->before->sum.functions[row->pair.before];

	lp_json_open(json, NULL, '{');
	lp_json_text(json, "name", function->name);
	lp_json_text(json, "linkage_name", function->linkage_name);
	put_function_place(json, "before", comparison->before, row->pair.before);
	put_function_place(json, "after", comparison->after, row->pair.after);
	put_counts(json, names, row);
	put_change(json, &row->time);
	put_waits(json, row);
	lp_json_close(json, '}');
}

static void put_line(struct lp_json *json, const struct lp_comparison *comparison,
		     const struct lp_change_row *row)
{
	static const char *const names[2] = {"hits_before", "hits_after"};

	lp_json_open(json, NULL, '{');
	put_line_place(json, "before", comparison->before, row->pair.before);
	put_line_place(json, "after", comparison->after, row->pair.after);
	put_counts(json, names, row);
	put_change(json, &row->time);
	put_waits(json, row);
	lp_json_close(json, '}');
}

enum lp_status lp_export_json_diff(FILE *out, const struct lp_comparison *comparison)
{
	struct lp_json json = {.profile = &comparison->after->sum, .out = out, .is_first = true};
	const struct lp_change total = lp_compare_total(comparison);
	struct lp_change_rows functions = {NULL, 0};
	struct lp_change_rows lines = {NULL, 0};
	enum lp_status status = lp_changed_functions(comparison, &functions);

	if (status == LP_OK)
		status = lp_changed_lines(comparison, &lines);
	if (status == LP_OK) {
		lp_json_open(&json, NULL, '{');
		lp_json_text(&json, "schema", "lineprof-diff");
		lp_json_number(&json, "schema_version", LP_JSON_DIFF_VERSION);
		put_side(&json, "before", comparison->before);
		put_side(&json, "after", comparison->after);
		lp_json_open(&json, "total", '{');
		put_change(&json, &total);
		lp_json_close(&json, '}');
		put_files(&json, comparison);
		lp_json_open(&json, "functions", '[');
		for (size_t i = 0; i < functions.count; i++)
			put_function(&json, comparison, &functions.rows[i]);
		lp_json_close(&json, ']');
		lp_json_open(&json, "lines", '[');
		for (size_t i = 0; i < lines.count; i++)
			put_line(&json, comparison, &lines.rows[i]);
		lp_json_close(&json, ']');
		lp_json_close(&json, '}');
		fputc('\n', out);
	}
	lp_change_rows_free(&functions);
	lp_change_rows_free(&lines);
	return status;
}
