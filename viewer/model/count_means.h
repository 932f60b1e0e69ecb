/* count_means.h: counts of one run, or of the mean of several, without what a double would round
 * off. */
#ifndef LINEPROF_VIEWER_MODEL_COUNT_MEANS_H
#define LINEPROF_VIEWER_MODEL_COUNT_MEANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lp_count_mean {
	uint64_t sum;
	uint64_t runs; /* at least 1 */
};

/* Room for what lp_count_mean_format() writes, with up to 9 digits behind the point. */
#define LP_COUNT_MEAN_TEXT 32

bool lp_count_mean_is_whole(struct lp_count_mean mean);

/* Negative, 0 or positive, exactly. */
int lp_count_mean_compare(struct lp_count_mean left, struct lp_count_mean right);

/* For orders and shares of them. */
double lp_count_mean_value(struct lp_count_mean mean);
double lp_count_mean_change(struct lp_count_mean before, struct lp_count_mean after);

/* The change in percent of what it was: 0 only if there is none; infinite if that was nothing. */
double lp_count_mean_change_pct(struct lp_count_mean before, struct lp_count_mean after);

/* Writes all its digits, `decimals` of them behind the point. */
void lp_count_mean_format(struct lp_count_mean mean, int decimals, char out[LP_COUNT_MEAN_TEXT]);

#endif
