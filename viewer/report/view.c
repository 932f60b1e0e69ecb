/* view.c: what the reports share. */
#include "viewer/report/view.h"

#include <stdlib.h>

uint32_t *lp_view_functions(const struct lp_view *view, size_t *count)
{
	const struct lp_profile *const profile = view->profile;
	uint32_t *const numbers = (uint32_t *)calloc(profile->function_count + 1, sizeof(*numbers));

	*count = 0;
	if (!numbers)
		return NULL;
	for (size_t i = 0; i < profile->function_count; i++) {
		const struct lp_function *const function = &profile->functions[i];

		if (view->shows_all || function->ncalls > 0 || function->self_ticks > 0)
			numbers[(*count)++] = (uint32_t)i;
	}
	lp_sort_functions(profile, &view->order, numbers, *count);
	return numbers;
}

double lp_view_seconds(const struct lp_view *view, uint64_t ticks)
{
	const uint64_t rate = view->profile->info.ticks_per_second;

	return rate > 0 ? (double)ticks / (double)rate : 0;
}

double lp_view_share_pct(const struct lp_view *view, uint64_t ticks)
{
	const uint64_t whole = view->profile->lifetime_ticks;

	return whole > 0 ? 100 * (double)ticks / (double)whole : 0;
}

void lp_view_begin_heat(const struct lp_view *view, double share_pct)
{
	if (!view->has_color)
		return;
	fputs(share_pct >= 10 ? "\033[1;31m" : share_pct >= 2 ? "\033[33m" : "", view->out);
}

void lp_view_end_heat(const struct lp_view *view)
{
	if (view->has_color)
		fputs("\033[0m", view->out);
}
