/* line_columns.c: formats the numbers of a line. */
#include "viewer/screen/line_columns.h"

#include <stdlib.h>

#include "viewer/screen/numbers.h"

uint64_t lp_line_gpu_ns(const struct lp_context *context, const struct lp_line *line)
{
	const struct lp_gpu_line *const gpu =
	    lp_gpu_line_find(&context->view->profile->gpu, line->source, line->line);

	return gpu ? gpu->kernel_ns + gpu->copy_ns : 0;
}

double lp_line_per_hit(const struct lp_line *line)
{
	return line->hits > 0 ? (double)line->total_ticks / (double)line->hits : 0;
}

double lp_line_heat(const struct lp_context *context, const struct lp_line *line)
{
	switch (context->measure) {
	case LP_MEASURE_HITS:
		return (double)line->hits;
	case LP_MEASURE_PER_HIT:
		return lp_line_per_hit(line);
	case LP_MEASURE_GPU:
		return (double)lp_line_gpu_ns(context, line);
	case LP_MEASURE_TIME:
		return (double)line->total_ticks;
	case LP_MEASURE_WAIT:
		return (double)line->wait_ticks;
	default:
		return (double)line->self_ticks;
	}
}

/* Where no own time was seen, what was called from there may have taken some; else hits are the
 * best guess. */
static bool is_hotter(const struct lp_context *context, const struct lp_line *line,
		      const struct lp_line *than)
{
	const double heat = lp_line_heat(context, line);
	const double least = lp_line_heat(context, than);

	if (heat != least)
		return heat > least;
	if (line->total_ticks != than->total_ticks)
		return line->total_ticks > than->total_ticks;
	return line->hits > than->hits;
}

const struct lp_line *lp_line_hottest(const struct lp_context *context, uint32_t function,
				      uint32_t source)
{
	const struct lp_profile *const profile = context->view->profile;
	const struct lp_function *const asked = &profile->functions[function];
	const struct lp_line nothing = {.line = 0};
	const struct lp_line *best = NULL;

	for (uint32_t i = 0; i < asked->line_count; i++) {
		const struct lp_line *const line =
		    &profile->lines[profile->function_lines[asked->first_line + i].line];

		if ((source == LP_NO_INDEX || line->source == source) &&
		    is_hotter(context, line, best ? best : &nothing))
			best = line;
	}
	return best;
}

enum lp_status lp_line_hottest_chosen(const struct lp_context *context, size_t first, size_t end,
				      const struct lp_line **hottest)
{
	const struct lp_profile *const profile = context->view->profile;
	const struct lp_filter *const filter = context->view->filter;
	const struct lp_line nothing = {.line = 0};
	bool *marks = NULL;

	*hottest = NULL;
	if (!lp_filter_takes_all(filter)) {
		marks = (bool *)calloc(profile->line_count + 1, sizeof(*marks));
		if (!marks)
			return LP_MEMORY;
		lp_filter_mark_lines(filter, profile, marks);
	}
	for (size_t i = first; i < end; i++)
		if ((!marks || marks[i]) &&
		    is_hotter(context, &profile->lines[i], *hottest ? *hottest : &nothing))
			*hottest = &profile->lines[i];
	free(marks);
	return LP_OK;
}

enum lp_style lp_line_style(const struct lp_context *context, const struct lp_line *line,
			    double hottest)
{
	const uint64_t lifetime = context->view->profile->lifetime_ticks;
	double whole = hottest;

	if (!line)
		return LP_STYLE_PLAIN;
	if (line->hits == 0 && line->total_ticks == 0)
		return line->flags & LP_LINE_CODE ? LP_STYLE_DIM : LP_STYLE_PLAIN;
	if (context->measure == LP_MEASURE_SHARE || context->measure == LP_MEASURE_TIME ||
	    context->measure == LP_MEASURE_WAIT)
		whole = (double)lifetime;
	return whole > 0 ? lp_heat_style(lp_line_heat(context, line) / whole) : LP_STYLE_PLAIN;
}

void lp_line_format_hits(const struct lp_line *line, char *out, size_t size)
{
	if (line->flags & LP_LINE_CODE)
		lp_format_count(out, size, 10, line->hits);
}

/* A dash: it ran, and no sample fell on it. */
static void format_ticks(const struct lp_context *context, const struct lp_line *line, double ticks,
			 char *out, size_t size)
{
	if (ticks > 0)
		lp_format_time(out, size, lp_view_seconds(context->view, 1) * ticks,
			       context->unit_seconds);
	else if (line->hits > 0)
		snprintf(out, size, "-");
}

void lp_line_format_total(const struct lp_context *context, const struct lp_line *line, char *out,
			  size_t size)
{
	format_ticks(context, line, (double)line->total_ticks, out, size);
}

void lp_line_format_self(const struct lp_context *context, const struct lp_line *line, char *out,
			 size_t size)
{
	format_ticks(context, line, (double)line->self_ticks, out, size);
}

void lp_line_format_per_hit(const struct lp_context *context, const struct lp_line *line, char *out,
			    size_t size)
{
	if (line->hits > 0)
		format_ticks(context, line, lp_line_per_hit(line), out, size);
}

void lp_line_format_wait(const struct lp_context *context, const struct lp_line *line, char *out,
			 size_t size)
{
	if (line->wait_ticks > 0)
		format_ticks(context, line, (double)line->wait_ticks, out, size);
}

void lp_line_format_gpu(const struct lp_context *context, const struct lp_line *line, char *out,
			size_t size)
{
	const uint64_t ns = lp_line_gpu_ns(context, line);

	if (ns > 0)
		lp_format_time(out, size, (double)ns / 1e9, context->unit_seconds);
}

void lp_line_format_share(const struct lp_context *context, const struct lp_line *line, char *out,
			  size_t size)
{
	if (line->self_ticks > 0)
		lp_format_share(out, size, lp_view_share_pct(context->view, line->self_ticks));
	else if (line->hits > 0)
		snprintf(out, size, "-");
}

void lp_line_format_sure(const struct lp_context *context, const struct lp_line *line, char *out,
			 size_t size)
{
	const struct lp_view *const view = context->view;
	const double share = lp_view_share_pct(view, line->self_ticks);

	*out = '\0';
	if (line->self_samples > 0)
		snprintf(out, size, "self %.1f ±%.1f %% (%llu sample%s)", share,
			 lp_view_share_pct(view, 1) *
			     lp_profile_confidence_ticks(view->profile, line->self_samples),
			 (unsigned long long)line->self_samples,
			 line->self_samples == 1 ? "" : "s");
	/* What it waited for is measured. */
	else if (line->self_ticks > 0)
		snprintf(out, size, "self %.1f %%, by clock", share);
}
