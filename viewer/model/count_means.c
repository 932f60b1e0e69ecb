/* count_means.c: compares and writes means of counts exactly. */
#include "viewer/model/count_means.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* The change, times the runs of both: their number is no more than that of files, so there is room
 * for the sign. */
static __int128 scaled_change(struct lp_count_mean before, struct lp_count_mean after)
{
	return (__int128)after.sum * before.runs - (__int128)before.sum * after.runs;
}

bool lp_count_mean_is_whole(struct lp_count_mean mean)
{
	return mean.sum % mean.runs == 0;
}

int lp_count_mean_compare(struct lp_count_mean left, struct lp_count_mean right)
{
	const __int128 change = scaled_change(left, right);

	return (change < 0) - (change > 0);
}

double lp_count_mean_value(struct lp_count_mean mean)
{
	return (double)mean.sum / (double)mean.runs;
}

double lp_count_mean_change(struct lp_count_mean before, struct lp_count_mean after)
{
	return (double)scaled_change(before, after) / (double)before.runs / (double)after.runs;
}

double lp_count_mean_change_pct(struct lp_count_mean before, struct lp_count_mean after)
{
	const double change = lp_count_mean_change(before, after);

	if (change == 0)
		return 0;
	return before.sum > 0 ? 100 * change / lp_count_mean_value(before) : INFINITY;
}

void lp_count_mean_format(struct lp_count_mean mean, int decimals, char out[LP_COUNT_MEAN_TEXT])
{
	const double part = (double)(mean.sum % mean.runs) / (double)mean.runs;
	char digits[16];

	snprintf(digits, sizeof(digits), "%.*f", decimals, part);
	/* What is rounded up to 1 goes in front of the point. */
	snprintf(out, LP_COUNT_MEAN_TEXT, "%" PRIu64 "%s", mean.sum / mean.runs + (*digits == '1'),
		 digits + 1);
}
