/* callers.c: who called each function, and whom it called, as pstats writes it. */
#include <stdlib.h>
#include <string.h>

#include "viewer/model/edge_sites.h"
#include "viewer/report/reports.h"
#include "viewer/report/text.h"

enum {
	LEAST_TIME_WIDTH = 8,
	MOST_NAME_WIDTH = 44, /* a longer name has a row of its own */
	MOST_LINES_NAMED = 4,
};

/* One of the two reports. */
struct direction {
	const char *title;
	const char *arrow;
	bool is_callers;
};

/* Edges in the order in which they are shown: those of a function stand together. */
struct edge_list {
	const struct lp_profile *profile;
	const struct direction *direction;
	struct lp_edge_sites sites;
	uint32_t *edges; /* indexes into call_edges */
	size_t count;
	uint32_t *first; /* by function: its first one; by one more: where they end */
};

/* ---- which edges ---- */

static uint32_t key_of(const struct edge_list *list, uint32_t edge)
{
	const struct lp_call_edge *const row = &list->profile->call_edges[edge];

	return list->direction->is_callers ? row->callee : row->caller;
}

static int by_time(const void *left, const void *right, void *data)
{
	const struct edge_list *const list = (const struct edge_list *)data;
	const uint32_t a = *(const uint32_t *)left;
	const uint32_t b = *(const uint32_t *)right;
	const struct lp_call_edge *const x = &list->profile->call_edges[a];
	const struct lp_call_edge *const y = &list->profile->call_edges[b];

	if (key_of(list, a) != key_of(list, b))
		return key_of(list, a) < key_of(list, b) ? -1 : 1;
	if (x->total_ticks != y->total_ticks)
		return x->total_ticks < y->total_ticks ? 1 : -1;
	if (x->ncalls != y->ncalls)
		return x->ncalls < y->ncalls ? 1 : -1;
	return (a > b) - (a < b);
}

static enum lp_status make_list(struct edge_list *list, const struct lp_profile *profile,
				const struct direction *direction)
{
	*list = (struct edge_list){.profile = profile, .direction = direction};
	list->edges = (uint32_t *)calloc(profile->call_edge_count + 1, sizeof(*list->edges));
	list->first = (uint32_t *)calloc(profile->function_count + 1, sizeof(*list->first));
	if (!list->edges || !list->first || lp_edge_sites_make(&list->sites, profile) != LP_OK)
		return LP_MEMORY;
	for (uint32_t i = 0; i < profile->call_edge_count; i++)
		if (key_of(list, i) != LP_NO_INDEX)
			list->edges[list->count++] = i;
	qsort_r(list->edges, list->count, sizeof(*list->edges), by_time, list);
	for (size_t i = 0, at = 0; i <= profile->function_count; i++) {
		while (at < list->count && key_of(list, list->edges[at]) < i)
			at++;
		list->first[i] = (uint32_t)at;
	}
	return LP_OK;
}

static void free_list(struct edge_list *list)
{
	lp_edge_sites_free(&list->sites);
	free(list->edges);
	free(list->first);
}

/* ---- names ---- */

static void put_name(FILE *out, const struct lp_profile *profile,
		     const struct lp_function *function)
{
	lp_text_put_string(out, profile->sources[function->source].shown);
	fprintf(out, ":%u(", function->line);
	lp_text_put_string(out, function->brief);
	fputc(')', out);
}

/* Writes the name of `function` to a string that the caller frees. NULL when out of
 * memory. */
static char *name_of(const struct lp_profile *profile, const struct lp_function *function)
{
	char *text = NULL;
	size_t size = 0;
	FILE *const out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	put_name(out, profile, function);
	if (fclose(out) != 0) {
		free(text);
		return NULL;
	}
	return text;
}

/* ---- rows ---- */

static void put_seconds(const struct lp_view *view, uint64_t ticks, bool is_guess)
{
	char text[64];

	snprintf(text, sizeof(text), "%s%.3f", is_guess ? "~" : "", lp_view_time(view, ticks));
	fprintf(view->out, " %*s", lp_view_time_width(view, LEAST_TIME_WIDTH), text);
}

static void put_numbers(const struct lp_view *view, const struct lp_call_edge *edge)
{
	const bool is_guess = edge->flags & LP_CALL_GUESSED;
	char calls[32];

	snprintf(calls, sizeof(calls), "%s%llu", edge->flags & LP_CALL_ESTIMATED ? "~" : "",
		 (unsigned long long)edge->ncalls);
	fprintf(view->out, "%10s", calls);
	if (edge->callee == LP_NO_INDEX ||
	    !(view->profile->functions[edge->callee].flags & LP_FUNCTION_TIMED)) {
		fprintf(view->out, " %*s %*s", lp_view_time_width(view, LEAST_TIME_WIDTH), "-",
			lp_view_time_width(view, LEAST_TIME_WIDTH), "-");
		return;
	}
	put_seconds(view, edge->self_ticks, is_guess);
	put_seconds(view, edge->total_ticks, is_guess);
}

/* Where the calls stand, `at line 12, 15`, with their numbers if there are several. */
static void put_places(const struct lp_view *view, const struct edge_list *list,
		       const struct lp_call_edge *edge)
{
	struct lp_call_site place;
	const uint32_t *sites;
	uint32_t source;
	size_t count;
	size_t site = 0;
	int places = 0;

	if (edge->caller == LP_NO_INDEX)
		return;
	source = view->profile->functions[edge->caller].source;
	sites = lp_edge_sites_of(&list->sites, edge->caller, edge->callee, &count);
	while (lp_edge_sites_next_line(&list->sites, sites, count, &site, &place)) {
		if (places++ == MOST_LINES_NAMED) {
			fputs(", ...", view->out);
			return;
		}
		fputs(places == 1 ? " at " : ", ", view->out);
		if (place.source != source) {
			lp_text_put_string(view->out, view->profile->sources[place.source].shown);
			fprintf(view->out, ":%u", place.line);
		} else {
			fprintf(view->out, "%s%u", places == 1 ? "line " : "", place.line);
		}
		if (place.count != edge->ncalls)
			fprintf(view->out, " (%llu)", (unsigned long long)place.count);
	}
	if (places == 0)
		fputs(" by pointer", view->out);
}

static void put_edge(const struct lp_view *view, const struct edge_list *list,
		     const struct lp_call_edge *edge, uint32_t other)
{
	put_numbers(view, edge);
	fputs("  ", view->out);
	if (other != LP_NO_INDEX)
		put_name(view->out, view->profile, &view->profile->functions[other]);
	else
		fputs(lp_view_outside_name(edge->flags), view->out);
	put_places(view, list, edge);
	fputc('\n', view->out);
}

static enum lp_status put_function(const struct lp_view *view, const struct edge_list *list,
				   uint32_t number, int width)
{
	const struct direction *const direction = list->direction;
	const struct lp_function *const function = &view->profile->functions[number];
	char *const name = name_of(view->profile, function);
	const uint32_t end = list->first[number + 1];
	int columns;

	if (!name)
		return LP_MEMORY;
	lp_view_begin_heat(view, lp_view_share_pct(view, function->self_ticks));
	columns = (int)lp_text_columns(name);
	fprintf(view->out, "%s%*s", name, columns < width ? width - columns : 0, "");
	lp_view_end_heat(view, lp_view_share_pct(view, function->self_ticks));
	if (columns > width)
		fprintf(view->out, "\n%*s", width, "");
	free(name);
	fprintf(view->out, " %s", direction->arrow);
	if (list->first[number] == end)
		fputc('\n', view->out);
	for (uint32_t i = list->first[number]; i < end; i++) {
		const struct lp_call_edge *const edge = &view->profile->call_edges[list->edges[i]];

		if (i > list->first[number])
			fprintf(view->out, "%*s   ", width, "");
		put_edge(view, list, edge, direction->is_callers ? edge->caller : edge->callee);
	}
	return LP_OK;
}

static enum lp_status widest(const struct lp_view *view, const uint32_t *numbers, size_t count,
			     int *width)
{
	*width = (int)strlen("Function");
	for (size_t i = 0; i < count; i++) {
		char *const name = name_of(view->profile, &view->profile->functions[numbers[i]]);
		const int columns = name ? (int)lp_text_columns(name) : 0;

		if (!name)
			return LP_MEMORY;
		free(name);
		if (columns <= MOST_NAME_WIDTH && columns > *width)
			*width = columns;
	}
	return LP_OK;
}

static enum lp_status put_list(const struct lp_view *view, const struct edge_list *list,
			       const uint32_t *numbers, size_t count)
{
	const int time_width = lp_view_time_width(view, LEAST_TIME_WIDTH);
	int width = 0;
	enum lp_status status = widest(view, numbers, count, &width);

	if (status != LP_OK)
		return status;
	lp_report_order(view);
	lp_report_unit(view);
	lp_report_reductions(view);
	fprintf(view->out, "\n%-*s %s\n%*s       ncalls %*s %*s\n", width, "Function",
		list->direction->title, width, "", time_width, "tottime", time_width, "cumtime");
	for (size_t i = 0; i < count && status == LP_OK; i++)
		status = put_function(view, list, numbers[i], width);
	return status;
}

/* Whether a number that is shown is marked. */
static bool has_marks(const struct lp_profile *profile, const struct edge_list *list,
		      const uint32_t *numbers, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (uint32_t k = list->first[numbers[i]]; k < list->first[numbers[i] + 1]; k++)
			if (profile->call_edges[list->edges[k]].flags)
				return true;
	return false;
}

static enum lp_status put_report(const struct lp_view *view, const struct direction *direction)
{
	struct edge_list list;
	size_t count = 0;
	uint32_t *const numbers = lp_view_functions(view, &count);
	enum lp_status status = make_list(&list, view->profile, direction);

	if (!numbers)
		status = LP_MEMORY;
	if (status == LP_OK)
		status = put_list(view, &list, numbers, count);
	if (status == LP_OK)
		fputs(has_marks(view->profile, &list, numbers, count)
			  ? "\n~: an estimate; ncalls without it are exact\n\n"
			  : "\n",
		      view->out);
	free_list(&list);
	free(numbers);
	return status;
}

enum lp_status lp_report_callers(const struct lp_view *view)
{
	static const struct direction callers = {"was called by...", "<-", true};

	return put_report(view, &callers);
}

enum lp_status lp_report_callees(const struct lp_view *view)
{
	static const struct direction callees = {"called...", "->", false};

	return put_report(view, &callees);
}
