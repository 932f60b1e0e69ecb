/* function_times.c: a function's times, once lines and calls have theirs. */
#include "viewer/model/function_times.h"

#include <math.h>

/* The cumtime that clocks measured. */
static uint64_t clocked_total(const struct lp_profile *profile, const struct lp_function *function)
{
	const uint64_t delay = function->clock_delay_ticks;
	const uint64_t measured =
	    function->clock_total_ticks > delay ? function->clock_total_ticks - delay : 0;

	/* Where a path is cut, it is not known whose clocks went on, too. */
	return measured < profile->lifetime_ticks ? measured : profile->lifetime_ticks;
}

/* Whether paths show more than clocks did, beyond chance: of several processes, what forked in a
 * call has no clock of that in the child. */
static bool exceeds_clock(const struct lp_profile *profile, const struct lp_function *function,
			  uint64_t by_clock)
{
	const double all = (double)profile->sample_count;
	const double independent = lp_profile_independent_samples(profile);
	const double per_sample = all > 0 ? (double)profile->sampled_ticks / independent : 0;
	const double samples = all > 0 ? (double)function->total_samples * independent / all : 0;
	const double excess = (double)function->total_ticks - (double)by_clock;

	return excess > 3 * sqrt(samples) * per_sample && excess > 0.05 * (double)by_clock;
}

/* Whether clocks know of some of its calls only: they were given up, or calls were inlined, or
 * there was no room for more open ones. The callers have the others. */
static bool is_clocked_in_part(const struct lp_function *function)
{
	return function->clock_collapsed ||
	       (function->clock_calls > 0 && function->clock_calls < function->ncalls);
}

/* Samples tell it apart only where their lines are known: it may be inlined. */
void lp_function_finish_times(const struct lp_profile *profile, struct lp_function *function)
{
	const bool is_sampled =
	    profile->sample_count > 0 && !(function->flags & LP_FUNCTION_HIDDEN);
	const bool has_clock = function->clock_calls > 0 && !function->clock_collapsed;
	const uint64_t by_clock = clocked_total(profile, function);

	if (is_sampled ||
	    ((has_clock || function->total_ticks > 0) && !is_clocked_in_part(function)))
		function->flags |= LP_FUNCTION_TIMED;
	/* If only some calls were timed, theirs is the least that it can be. */
	if (has_clock && (by_clock > function->total_ticks ||
			  (function->clock_calls == function->ncalls && !function->clock_lags &&
			   !exceeds_clock(profile, function, by_clock)))) {
		function->total_ticks = by_clock;
		function->flags |= LP_FUNCTION_CLOCKED;
	}
	if (function->total_ticks < function->self_ticks)
		function->total_ticks = function->self_ticks;
}
