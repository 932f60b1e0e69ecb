/* json_paths.c: the tree of calls in JSON. */
#include "viewer/export/json_paths.h"

#include <stdlib.h>

#include "viewer/model/call_paths.h"

static void put_number_or_null(struct lp_json *json, const char *name, uint32_t number)
{
	if (number != LP_NO_INDEX)
		lp_json_number(json, name, number);
	else
		lp_json_text(json, name, NULL);
}

/* A path that only leads to others has no time of its own here. */
static void put_path(struct lp_json *json, uint32_t number, bool has_time)
{
	const struct lp_profile *const profile = json->profile;
	const struct lp_call_path *const path = &profile->call_paths[number];
	const struct lp_line *const line =
	    path->line == LP_NO_INDEX ? NULL : &profile->lines[path->line];

	lp_json_open(json, NULL, '{');
	lp_json_number(json, "number", number);
	put_number_or_null(json, "parent", path->parent);
	put_number_or_null(json, "function", path->function);
	if (line)
		lp_json_file(json, line->source);
	else
		lp_json_text(json, "file", NULL);
	lp_json_number(json, "line", line ? line->line : 0);
	lp_json_ticks(json, "tottime_ns", has_time ? path->self_ticks : 0);
	lp_json_ticks(json, "wait_ns", has_time ? path->wait_ticks : 0);
	lp_json_number(json, "tottime_samples", has_time ? path->self_samples : 0);
	lp_json_close(json, '}');
}

enum lp_status lp_json_call_paths(struct lp_json *json, const struct lp_view *view)
{
	const struct lp_profile *const profile = view->profile;
	const size_t count = profile->call_path_count;
	bool *const marks = (bool *)calloc(2 * count + 1, sizeof(*marks));
	bool *const leads = marks + count;

	if (!marks)
		return LP_MEMORY;
	lp_call_paths_mark(profile, view->filter, marks);
	for (size_t i = count; i-- > 0;)
		if ((marks[i] || leads[i]) && profile->call_paths[i].parent != LP_NO_INDEX)
			leads[profile->call_paths[i].parent] = true;
	lp_json_open(json, "call_paths", '[');
	for (uint32_t i = 0; i < count; i++)
		if (marks[i] || leads[i])
			put_path(json, i, marks[i]);
	lp_json_close(json, ']');
	free(marks);
	return LP_OK;
}
