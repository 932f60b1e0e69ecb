/* json_remarks.c: what the optimiser said, as JSON. */
#include "viewer/export/json_remarks.h"

#include <stdlib.h>

#include "viewer/model/remark_rows.h"

/* A text of the profile; no more of it than the plugin writes. */
static enum lp_status put_text(struct lp_json *json, const char *name, const char *text,
			       size_t bytes)
{
	struct lp_arena arena = {0};
	const char *const copy =
	    lp_arena_copy(&arena, text, bytes < LP_REMARK_TEXT_MOST ? bytes : LP_REMARK_TEXT_MOST);

	if (copy)
		lp_json_text(json, name, copy);
	lp_arena_free(&arena);
	return copy ? LP_OK : LP_MEMORY;
}

static enum lp_status put_remark(struct lp_json *json, const struct lp_remark_row *row)
{
	const struct lp_profile *const profile = json->profile;
	const struct lp_remark *const said = row->said;
	char *const text = lp_remark_text(profile, row);
	enum lp_status status;

	if (!text)
		return LP_MEMORY;
	lp_json_open(json, NULL, '{');
	lp_json_file(json, row->source);
	lp_json_number(json, "line", row->line);
	lp_json_number(json, "last_line", row->last_line);
	lp_json_text(json, "kind", lp_remark_kind_of(said->kind)->name);
	lp_json_text(json, "text", text);
	status = put_text(json, "subject", said->subject, said->subject_bytes);
	if (status == LP_OK)
		status = put_text(json, "detail", said->detail, said->detail_bytes);
	lp_json_number(json, "value", row->value);
	lp_json_number(json, "count", row->count);
	lp_json_number(json, "hits", row->hits);
	lp_json_ticks(json, "self_ns", row->self_ticks);
	lp_json_ticks(json, "wait_ns", row->wait_ticks);
	lp_json_number(json, "self_samples", row->self_samples);
	lp_json_number(json, "loop_entries", row->entries);
	lp_json_number(json, "loop_iterations", row->iterations);
	lp_json_close(json, '}');
	free(text);
	return status;
}

enum lp_status lp_json_remarks(struct lp_json *json, const struct lp_view *view)
{
	struct lp_remarks remarks = {0};
	struct lp_branches branches = {0};
	bool *const marks = (bool *)calloc(view->profile->line_count + 1, sizeof(*marks));
	enum lp_status status = LP_MEMORY;

	if (marks) {
		lp_filter_mark_lines(view->filter, view->profile, marks);
		status = lp_remarks_find(&remarks, view->profile, marks);
	}
	if (status == LP_OK)
		status = lp_remarks_measure(&remarks, view->profile, &branches);
	lp_json_open(json, "remarks", '[');
	for (size_t i = 0; status == LP_OK && i < remarks.count; i++)
		status = put_remark(json, &remarks.rows[i]);
	lp_json_close(json, ']');
	lp_branches_free(&branches);
	lp_remarks_free(&remarks);
	free(marks);
	return status;
}
