/* json_hints.c: hints, as JSON. */
#include "viewer/export/json_hints.h"

#include <stdlib.h>

#include "viewer/model/hints.h"

static void put_hint(struct lp_json *json, const struct lp_hint *hint)
{
	lp_json_open(json, NULL, '{');
	lp_json_file(json, hint->source);
	lp_json_number(json, "line", hint->line);
	lp_json_text(json, "name", hint->kind->name);
	lp_json_text(json, "evidence", hint->evidence);
	lp_json_text(json, "advice", hint->kind->advice);
	lp_json_number(json, "hits", hint->hits);
	lp_json_ticks(json, "time_ns", hint->ticks);
	lp_json_number(json, "samples", hint->samples);
	lp_json_bool(json, "is_of_gpu", hint->kind->is_of_gpu);
	lp_json_close(json, '}');
}

enum lp_status lp_json_hints(struct lp_json *json, const struct lp_view *view)
{
	struct lp_hints hints = {0};
	bool *const marks = (bool *)calloc(view->profile->line_count + 1, sizeof(*marks));
	enum lp_status status = LP_MEMORY;

	if (marks) {
		lp_filter_mark_lines(view->filter, view->profile, marks);
		status = lp_hints_find(&hints, view->profile, marks, view->silenced_hints);
	}
	lp_json_open(json, "hints", '[');
	for (size_t i = 0; status == LP_OK && i < hints.count; i++)
		put_hint(json, &hints.rows[i]);
	lp_json_close(json, ']');
	lp_hints_free(&hints);
	free(marks);
	return status;
}
