/* in_step.c: periods of waits beside that of samples. */
#include "viewer/model/in_step.h"

#include <math.h>

#include "format/abi.h"
#include "viewer/model/rank_sums.h"

enum {
	PHASES_MOST = 4,        /* more places in a period tell shares well enough */
	UNSURE_NS_MOST = 20000, /* of the period: more would fit many */
	WAIT_PART = 20,         /* of the time of all threads, at least, is waited for there */
};

/* Whether waits at a distance of `period_ns`, `waits` of them, meet samples `sample_ns` apart at
 * few places. How exactly the period is known: what the program does before and behind its loop, and
 * that the last wait may be missing, is shared out among all of them. */
static bool fits(double period_ns, double waits, double sample_ns)
{
	const double unsure_ns = (1.5 * period_ns + sample_ns) / waits;

	if (unsure_ns > UNSURE_NS_MOST)
		return false;
	for (int phases = 1; phases <= PHASES_MOST; phases++) {
		const double step = sample_ns / phases;
		const double steps = round(period_ns / step);

		if (steps >= 1 && fabs(period_ns - steps * step) <= unsure_ns)
			return true;
	}
	return false;
}

const struct lp_line *lp_in_step(const struct lp_profile *profile, double *period_ns)
{
	const double sample_ns = (double)profile->info.sample_period_ns;

	if (profile->info.engine != LP_ENGINE_TIMER || sample_ns <= 0)
		return NULL;
	for (size_t i = 0; i < profile->line_count; i++) {
		const struct lp_line *const line = &profile->lines[i];
		const double hits = (double)line->hits;

		if (line->hits == 0 || line->wait_ticks == 0 ||
		    line->wait_ticks < profile->lifetime_ticks / WAIT_PART)
			continue;
		*period_ns = (double)lp_rank_wall_ns(&profile->info) / hits;
		if (fits(*period_ns, hits, sample_ns))
			return line;
	}
	return NULL;
}
