/* live_columns.c: what happens now in a program that runs. */
#include "viewer/screen/live_columns.h"

#include <stdio.h>

#include "viewer/screen/numbers.h"

static struct lp_now now_of(const struct lp_rates *rates, uint64_t count, uint64_t weight)
{
	return (struct lp_now){lp_rates_per_second(rates, count),
			       lp_rates_share_pct(rates, weight)};
}

struct lp_now lp_now_of_function(const struct lp_context *context, uint32_t function)
{
	const struct lp_live *const live = context->live;

	if (!live || !live->rates.calls || function >= live->profile->function_count)
		return (struct lp_now){0, 0};
	return now_of(&live->rates, live->rates.calls[function],
		      live->rates.function_ticks[function]);
}

struct lp_now lp_now_of_line(const struct lp_context *context, const struct lp_line *line)
{
	const struct lp_live *const live = context->live;
	size_t at;

	if (!live || !live->rates.hits)
		return (struct lp_now){0, 0};
	at = (size_t)(line - live->profile->lines);
	return now_of(&live->rates, live->rates.hits[at], live->rates.line_ticks[at]);
}

void lp_now_format_rate(struct lp_now now, char *out, size_t size)
{
	if (now.per_second >= 10)
		lp_format_count(out, size, 8, (uint64_t)(now.per_second + 0.5));
	else if (now.per_second > 0)
		snprintf(out, size, "%.1f", now.per_second);
}

void lp_now_format_share(struct lp_now now, char *out, size_t size)
{
	if (now.share_pct > 0)
		lp_format_share(out, size, now.share_pct);
}
