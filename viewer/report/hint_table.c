/* hint_table.c: what could be done about the lines that take the time. */
#include <stdlib.h>

#include "viewer/model/hints.h"
#include "viewer/report/reports.h"
#include "viewer/report/text.h"

struct table {
	const struct lp_view *view;
	struct lp_hints hints;
	uint32_t *rows; /* to be shown, in their order */
	size_t count;
};

/* What a restriction looks at: the place, the hint's name and its evidence. */
static char *row_name(const void *data, uint32_t number)
{
	const struct table *const table = (const struct table *)data;
	const struct lp_hint *const hint = &table->hints.rows[number];
	char *name;

	return asprintf(&name, "%s:%u %s: %s", table->view->profile->sources[hint->source].shown,
			hint->line, hint->kind->name, hint->evidence) < 0
		   ? NULL
		   : name;
}

static void put_hint(const struct lp_view *view, const struct lp_hint *hint)
{
	const double share =
	    hint->kind->is_of_gpu ? hint->gpu_pct : lp_view_share_pct(view, hint->ticks);

	lp_view_begin_heat(view, share);
	lp_text_put_string(view->out, view->profile->sources[hint->source].shown);
	fprintf(view->out, ":%u  %s: ", hint->line, hint->kind->name);
	lp_text_put_string(view->out, hint->evidence);
	fprintf(view->out, ": %.1f %% of the %s, %llu hit%s", share,
		hint->kind->is_of_gpu ? "GPU's time" : "run", (unsigned long long)hint->hits,
		hint->hits == 1 ? "" : "s");
	lp_view_end_heat(view, share);
	fprintf(view->out, ": hint: %s\n", hint->kind->advice);
}

/* Why there are none of a GPU, where one was to work. */
static void put_lack_of_gpus(const struct lp_view *view)
{
	if (view->profile->gpu.is_there && view->profile->gpu.device_count == 0)
		fputs("no hints of GPUs: there is no profile of one\n", view->out);
}

static void put_table(const struct table *table)
{
	const struct lp_view *const view = table->view;

	lp_report_reductions(view);
	for (size_t i = 0; i < table->count; i++)
		put_hint(view, &table->hints.rows[table->rows[i]]);
	if (table->hints.count == 0 && !view->profile->lines_are_timed)
		fputs("no hints: no line has a time\n", view->out);
	else if (table->hints.count == 0)
		fprintf(view->out, "no hints: none fits a line with %d %% of the time%s%s%s\n",
			LP_HINT_LEAST_PCT,
			view->profile->gpu.device_count > 0 ? " or the GPU's" : "",
			lp_filter_is_set(view->filter) ? " that is shown" : "",
			view->silenced_hints ? ", beside those of --no-hint" : "");
	put_lack_of_gpus(view);
}

static enum lp_status choose_rows(struct table *table)
{
	table->count = table->hints.count;
	table->rows = (uint32_t *)calloc(table->count + 1, sizeof(*table->rows));
	if (!table->rows)
		return LP_MEMORY;
	for (size_t i = 0; i < table->count; i++)
		table->rows[i] = (uint32_t)i;
	return lp_filter_restrict(table->view->filter, table->rows, &table->count, row_name, table);
}

enum lp_status lp_report_hints(const struct lp_view *view)
{
	const struct lp_profile *const profile = view->profile;
	struct table table = {.view = view};
	bool *const marks = (bool *)calloc(profile->line_count + 1, sizeof(*marks));
	enum lp_status status = LP_MEMORY;

	if (marks) {
		lp_filter_mark_lines(view->filter, profile, marks);
		status = lp_hints_find(&table.hints, profile, marks, view->silenced_hints);
	}
	if (status == LP_OK)
		status = choose_rows(&table);
	if (status == LP_OK)
		put_table(&table);
	free(table.rows);
	lp_hints_free(&table.hints);
	free(marks);
	return status;
}
