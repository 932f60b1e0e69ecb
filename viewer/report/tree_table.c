/* tree_table.c: the calling contexts, each function below the one that called it. */
#include <stdlib.h>
#include <string.h>

#include "viewer/model/call_tree.h"
#include "viewer/report/reports.h"
#include "viewer/report/text.h"
#include "viewer/report/tree_folds.h"

/* Deeper rows stand no further to the right, and say how deep they are. */
enum { MOST_INDENTED = 40, LEAST_TIME_WIDTH = 9, MOST_NAMED = 3 };

struct tree_rows {
	const struct lp_view *view;
	struct lp_call_tree tree;
	uint32_t *rows; /* nodes, each before those that it called */
	size_t count;
	size_t left_out; /* for their share */
	struct lp_tree_folds folds;
};

/* ---- which rows ---- */

static bool is_shown(const struct lp_view *view, const struct lp_call_node *node)
{
	return view->shows_all || lp_view_share_pct(view, node->total_ticks) >= view->threshold_pct;
}

static enum lp_status find_rows(struct tree_rows *rows)
{
	const struct lp_call_node *const nodes = rows->tree.nodes;
	uint32_t hidden_below = UINT32_MAX;

	rows->rows = lp_call_tree_in_order(&rows->tree);
	if (!rows->rows)
		return LP_MEMORY;
	for (size_t i = 0; i + 1 < rows->tree.count; i++) {
		const uint32_t number = rows->rows[i];

		if (nodes[number].depth > hidden_below)
			continue;
		hidden_below = UINT32_MAX;
		if (is_shown(rows->view, &nodes[number])) {
			rows->rows[rows->count++] = number;
		} else {
			hidden_below = nodes[number].depth;
			rows->left_out++;
		}
	}
	return LP_OK;
}

/* Which function is the one with that place in the turn that a fold has: the turn above shows it.
 */
static const struct lp_call_node *turn_node(const struct tree_rows *rows, uint32_t number,
					    uint32_t place)
{
	const struct lp_call_node *node = &rows->tree.nodes[number];

	for (uint32_t up = place; up > 0 && up < rows->folds.folds[number].turn; up++)
		node = &rows->tree.nodes[node->parent];
	return node;
}

static char *node_name(const struct tree_rows *rows, const struct lp_call_node *node)
{
	return node->kind == LP_CALL_NODE_FUNCTION
		   ? lp_view_function_name(rows->view, node->function)
		   : strdup(lp_call_node_name(rows->view->profile, node));
}

/* That of each function of a fold. NULL: out of memory. */
static char *row_name(const void *data, uint32_t row)
{
	const struct tree_rows *const rows = (const struct tree_rows *)data;
	const uint32_t turn = rows->folds.folds[row].turn;
	char *name = node_name(rows, &rows->tree.nodes[row]);

	for (uint32_t place = 1; name && place < turn; place++) {
		char *const next = node_name(rows, turn_node(rows, row, place));
		char *both = NULL;

		if (!next || asprintf(&both, "%s %s", name, next) < 0)
			both = NULL;
		free(next);
		free(name);
		name = both;
	}
	return name;
}

/* ---- rows ---- */

/* Where it was called, if that is known and no matter of course. */
static void put_call(const struct lp_view *view, const struct lp_call_node *node)
{
	const struct lp_profile *const profile = view->profile;

	if (node->line == LP_NO_INDEX)
		return;
	fputs("  ", view->out);
	lp_text_put_string(view->out, profile->sources[profile->lines[node->line].source].shown);
	fprintf(view->out, ":%u", profile->lines[node->line].line);
	if (node->line_count > 1)
		fprintf(view->out, " and %u more", node->line_count - 1);
}

static void put_levels(const struct tree_rows *rows, uint32_t number)
{
	const struct lp_view *const view = rows->view;
	const struct lp_tree_fold *const fold = &rows->folds.folds[number];
	const uint32_t named = fold->turn > MOST_NAMED + 1 ? MOST_NAMED : fold->turn;

	fprintf(view->out, "... %u more levels of ", fold->count);
	for (uint32_t i = 0; i < named; i++) {
		if (i > 0)
			fputs(i + 1 == fold->turn ? " and " : ", ", view->out);
		lp_text_put_string(view->out,
				   lp_call_node_brief(view->profile, turn_node(rows, number, i)));
	}
	if (named < fold->turn)
		fprintf(view->out, " and %u others", fold->turn - named);
}

static void put_row(const struct tree_rows *rows, uint32_t number)
{
	const struct lp_view *const view = rows->view;
	const struct lp_call_node *const node = &rows->tree.nodes[number];
	const struct lp_tree_fold *const fold = &rows->folds.folds[number];
	const uint64_t self_ticks = fold->count > 0 ? fold->self_ticks : node->self_ticks;
	const double heat = lp_view_share_pct(view, self_ticks);
	const int width = lp_view_time_width(view, LEAST_TIME_WIDTH);
	const uint32_t depth = rows->folds.depths[number];
	const uint32_t indent = depth <= MOST_INDENTED ? depth : MOST_INDENTED;

	lp_view_begin_heat(view, heat);
	fprintf(view->out, "%8.1f %*.3f %*.3f %8llu", lp_view_share_pct(view, node->total_ticks),
		width, lp_view_time(view, node->total_ticks), width, lp_view_time(view, self_ticks),
		(unsigned long long)node->total_samples);
	lp_view_end_heat(view, heat);
	fprintf(view->out, "%*s", (int)(2 * indent), "");
	if (depth > MOST_INDENTED)
		fprintf(view->out, "[%u] ", node->depth);
	if (fold->count > 0) {
		put_levels(rows, number);
	} else {
		lp_text_put_string(view->out, lp_call_node_brief(view->profile, node));
		put_call(view, node);
	}
	fputc('\n', view->out);
}

static void put_rows(const struct tree_rows *rows)
{
	const struct lp_view *const view = rows->view;
	const int width = lp_view_time_width(view, LEAST_TIME_WIDTH);

	fputs("   Ordered by: cumulative time\n", view->out);
	lp_report_unit(view);
	lp_report_reductions(view);
	fprintf(view->out, "\n  %% time %*s %*s  samples  function, and where it is called\n",
		width, "cumtime", width, "tottime");
	for (size_t i = 0; i < rows->count; i++)
		put_row(rows, rows->rows[i]);
	if (rows->tree.count == 1)
		fputs("no time was measured in any of these functions\n", view->out);
	if (rows->left_out > 0)
		fprintf(view->out, "\n%zu branch%s below %g %% left out: --threshold=0 shows all\n",
			rows->left_out, rows->left_out == 1 ? "" : "es", view->threshold_pct);
	if (rows->folds.level_count > 0)
		fprintf(view->out, "\n%zu levels of recursion left out: --all shows them\n",
			rows->folds.level_count);
	if (view->profile->sample_count == 0)
		fputs("\nwithout samples, functions that several lines have called stand alone "
		      "where no clock tells which of them it was\n",
		      view->out);
	fputc('\n', view->out);
}

enum lp_status lp_report_tree(const struct lp_view *view)
{
	struct tree_rows rows = {.view = view};
	enum lp_status status = lp_call_tree_make(&rows.tree, view->profile, view->filter);

	if (status != LP_OK)
		return status;
	status = find_rows(&rows);
	if (status == LP_OK)
		status = lp_tree_folds_make(&rows.folds, &rows.tree, rows.rows, &rows.count,
					    view->shows_all);
	if (status == LP_OK)
		status = lp_filter_restrict(view->filter, rows.rows, &rows.count, row_name, &rows);
	if (status == LP_OK)
		put_rows(&rows);
	lp_tree_folds_free(&rows.folds);
	free(rows.rows);
	lp_call_tree_free(&rows.tree);
	return status;
}
