/* functions.c: the table of functions, as Python's pstats lays it out. */
#include <stdlib.h>
#include <string.h>

#include "viewer/report/text.h"
#include "viewer/report/view.h"

static void put_totals(const struct lp_view *view)
{
	const struct lp_profile *const profile = view->profile;

	fprintf(view->out, "         %llu function calls", (unsigned long long)profile->call_count);
	if (profile->primitive_call_count != profile->call_count)
		fprintf(view->out, " (%llu primitive calls)",
			(unsigned long long)profile->primitive_call_count);
	fprintf(view->out, " in %.3f seconds\n\n", lp_view_seconds(view, profile->lifetime_ticks));
	fputs("   Ordered by: ", view->out);
	for (size_t i = 0; i < view->order.count; i++)
		fprintf(view->out, "%s%s", i > 0 ? ", " : "", view->order.keys[i]->title);
	fputc('\n', view->out);
}

/* Seconds in 8 cells, or blanks if there is nothing to divide by. */
static void put_seconds(const struct lp_view *view, uint64_t ticks, uint64_t calls)
{
	if (calls > 0)
		fprintf(view->out, " %8.3f", lp_view_seconds(view, ticks) / (double)calls);
	else
		fprintf(view->out, " %8s", "");
}

static void put_times(const struct lp_view *view, const struct lp_function *function)
{
	if (!(function->flags & LP_FUNCTION_TIMED)) {
		fprintf(view->out, " %8s %8s %8s %8s", "-", "-", "-", "-");
		return;
	}
	put_seconds(view, function->self_ticks, 1);
	put_seconds(view, function->self_ticks, function->ncalls);
	put_seconds(view, function->total_ticks, 1);
	put_seconds(view, function->total_ticks, function->primitive_calls);
}

static void put_function(const struct lp_view *view, const struct lp_function *function)
{
	char calls[64];

	if (function->primitive_calls == function->ncalls)
		snprintf(calls, sizeof(calls), "%llu", (unsigned long long)function->ncalls);
	else
		snprintf(calls, sizeof(calls), "%llu/%llu", (unsigned long long)function->ncalls,
			 (unsigned long long)function->primitive_calls);
	lp_view_begin_heat(view, lp_view_share_pct(view, function->self_ticks));
	fprintf(view->out, "%9s", calls);
	put_times(view, function);
	lp_view_end_heat(view);
	fputc(' ', view->out);
	lp_text_put_path(view->out, view->profile->sources[function->source].path);
	fprintf(view->out, ":%u(", function->line);
	lp_text_put_string(view->out, function->name);
	fputs(")\n", view->out);
}

/* A time that belongs to no function: so that the column adds up. */
static void put_rest(const struct lp_view *view, uint64_t ticks, const char *what)
{
	const double seconds = lp_view_seconds(view, ticks);

	if (seconds >= 0.0005)
		fprintf(view->out, "%9s %8.3f %8s %8s %8s <%s>\n", "-", seconds, "-", "-", "-",
			what);
}

enum lp_status lp_report_functions(const struct lp_view *view)
{
	size_t count = 0;
	uint32_t *const numbers = lp_view_functions(view, &count);
	size_t shown;

	if (!numbers)
		return LP_MEMORY;
	shown = count < view->limit ? count : view->limit;
	put_totals(view);
	if (shown < count)
		fprintf(view->out, "   List reduced from %zu to %zu due to --limit\n", count,
			shown);
	fputs("\n   ncalls  tottime  percall  cumtime  percall filename:lineno(function)\n",
	      view->out);
	for (size_t i = 0; i < shown; i++)
		put_function(view, &view->profile->functions[numbers[i]]);
	put_rest(view, view->profile->outside_ticks, "outside instrumented code");
	put_rest(view, view->profile->probe_ticks, "lineprof's own probes");
	fputc('\n', view->out);
	free(numbers);
	return LP_OK;
}
