/* functions.c: the table of functions, as Python's pstats lays it out. */
#include <stdlib.h>
#include <string.h>

#include "viewer/report/reports.h"
#include "viewer/report/text.h"

static void put_totals(const struct lp_view *view)
{
	const struct lp_profile *const profile = view->profile;

	fprintf(view->out, "         %llu function calls", (unsigned long long)profile->call_count);
	if (profile->primitive_call_count != profile->call_count)
		fprintf(view->out, " (%llu primitive calls)",
			(unsigned long long)profile->primitive_call_count);
	fprintf(view->out, " in %.3f seconds", lp_view_seconds(view, profile->lifetime_ticks));
	/* More than a clock on the wall has shown, then. */
	if (profile->info.threads_seen > 1)
		fprintf(view->out, " of %llu threads",
			(unsigned long long)profile->info.threads_seen);
	fputs("\n\n", view->out);
	lp_report_order(view);
	lp_report_unit(view);
}

/* How wide the columns are; as in pstats, unless numbers are long. */
struct widths {
	int calls;
	int seconds;
	int wait; /* 0: there is no such column */
};

/* "total/primitive", or one number where they are the same. */
static void format_calls(const struct lp_function *function, char *out, size_t size)
{
	if (function->primitive_calls == function->ncalls)
		snprintf(out, size, "%llu", (unsigned long long)function->ncalls);
	else
		snprintf(out, size, "%llu/%llu", (unsigned long long)function->ncalls,
			 (unsigned long long)function->primitive_calls);
}

/* A terminal has room for at least so much of the names; else Wait goes. */
enum { LEAST_NAME = 16 };

static bool has_room_for_wait(const struct lp_view *view, const struct widths *widths)
{
	return view->width == 0 ||
	       widths->calls + 5 * (widths->seconds + 1) + LEAST_NAME <= view->width;
}

static struct widths widths_of(const struct lp_view *view, const uint32_t *numbers, size_t count)
{
	struct widths widths = {9, 8, 0};
	uint64_t most = view->profile->outside_ticks;
	int width;

	for (size_t i = 0; i < count; i++) {
		const struct lp_function *const function = &view->profile->functions[numbers[i]];
		char calls[64];

		format_calls(function, calls, sizeof(calls));
		if ((int)strlen(calls) > widths.calls)
			widths.calls = (int)strlen(calls);
		if (function->total_ticks > most)
			most = function->total_ticks;
	}
	width = snprintf(NULL, 0, "%.3f", lp_view_time(view, most));
	if (width > widths.seconds)
		widths.seconds = width;
	if (lp_view_has_waits(view->profile) && has_room_for_wait(view, &widths))
		widths.wait = widths.seconds;
	return widths;
}

/* Seconds, or blanks if there is nothing to divide by. */
static void put_seconds(const struct lp_view *view, int width, uint64_t ticks, uint64_t calls)
{
	if (calls > 0)
		fprintf(view->out, " %*.3f", width, lp_view_time(view, ticks) / (double)calls);
	else
		fprintf(view->out, " %*s", width, "");
}

/* What a clock knows of some calls, and what that says of a call: nothing. */
static void put_part(const struct lp_view *view, int width, uint64_t ticks)
{
	char part[32] = "-";

	if (ticks > 0)
		snprintf(part, sizeof(part), ">%.3f", lp_view_time(view, ticks));
	fprintf(view->out, " %*s %*s", width, part, width, "-");
}

/* What of a time was waiting; nothing if none was. */
static void put_wait(const struct lp_view *view, const struct widths *widths, uint64_t ticks)
{
	if (widths->wait > 0)
		put_seconds(view, widths->wait, ticks, ticks > 0);
}

static void put_times(const struct lp_view *view, const struct widths *widths,
		      const struct lp_function *function)
{
	const int width = widths->seconds;

	if (!(function->flags & LP_FUNCTION_TIMED)) {
		put_part(view, width, function->self_ticks);
		put_wait(view, widths, function->line_wait_ticks);
		put_part(view, width, function->total_ticks);
		return;
	}
	put_seconds(view, width, function->self_ticks, 1);
	put_seconds(view, width, function->self_ticks, function->ncalls);
	put_wait(view, widths, function->line_wait_ticks);
	put_seconds(view, width, function->total_ticks, 1);
	put_seconds(view, width, function->total_ticks, function->primitive_calls);
}

static void put_function(const struct lp_view *view, const struct widths *widths,
			 const struct lp_function *function)
{
	const double share = lp_view_share_pct(view, function->self_ticks);
	char calls[64];

	format_calls(function, calls, sizeof(calls));
	lp_view_begin_heat(view, share);
	fprintf(view->out, "%*s", widths->calls, calls);
	put_times(view, widths, function);
	lp_view_end_heat(view, share);
	fputc(' ', view->out);
	lp_text_put_string(view->out, view->profile->sources[function->source].shown);
	fprintf(view->out, ":%u(", function->line);
	lp_text_put_string(view->out, function->brief);
	fputs(")\n", view->out);
}

/* A time that belongs to no function, `waited` of it waiting: so that the columns add up. */
static void put_rest(const struct lp_view *view, const struct widths *widths, uint64_t ticks,
		     uint64_t waited, const char *what)
{
	const double seconds = lp_view_seconds(view, ticks);
	const int width = widths->seconds;

	if (seconds < 0.0005)
		return;
	fprintf(view->out, "%*s %*.3f %*s", widths->calls, "-", width, lp_view_time(view, ticks),
		width, "-");
	put_wait(view, widths, waited);
	fprintf(view->out, " %*s %*s <%s>\n", width, "-", width, "-", what);
}

/* Says why some of them that ran have no time, while others have; or only a part of it. */
static void explain_untimed(const struct lp_view *view, const uint32_t *numbers, size_t count)
{
	bool has_none = false, has_part = false;

	for (size_t i = 0; i < count; i++) {
		const struct lp_function *const function = &view->profile->functions[numbers[i]];

		if (function->ncalls == 0 || function->flags & LP_FUNCTION_TIMED)
			continue;
		has_part |= function->total_ticks > 0;
		has_none |= function->total_ticks == 0 && view->profile->is_timed;
	}
	if (has_none)
		fputs("-: inlined, or too short for a clock: its callers have its time\n",
		      view->out);
	if (has_part)
		fputs(">: of some calls: others have no clock (inlined, too short, too deep, on "
		      "other stacks, at exit)\n",
		      view->out);
	if (has_none || has_part)
		fputc('\n', view->out);
}

static void put_titles(const struct lp_view *view, const struct widths *widths)
{
	const int width = widths->seconds;

	fprintf(view->out, "\n%*s %*s %*s", widths->calls, "ncalls", width, "tottime", width,
		"percall");
	if (widths->wait > 0)
		fprintf(view->out, " %*s", widths->wait, "wait");
	fprintf(view->out, " %*s %*s filename:lineno(function)\n", width, "cumtime", width,
		"percall");
}

enum lp_status lp_report_functions(const struct lp_view *view)
{
	size_t count = 0;
	uint32_t *const numbers = lp_view_functions(view, &count);
	struct widths widths;

	if (!numbers)
		return LP_MEMORY;
	widths = widths_of(view, numbers, count);
	put_totals(view);
	lp_report_reductions(view);
	put_titles(view, &widths);
	for (size_t i = 0; i < count; i++)
		put_function(view, &widths, &view->profile->functions[numbers[i]]);
	if (view->filter->function_count + view->filter->file_count == 0) {
		put_rest(view, &widths, view->profile->outside_ticks,
			 view->profile->outside_wait_ticks, "outside instrumented code");
		put_rest(view, &widths, view->profile->probe_ticks, 0, "lineprof's own probes");
	}
	fputc('\n', view->out);
	explain_untimed(view, numbers, count);
	free(numbers);
	return LP_OK;
}
