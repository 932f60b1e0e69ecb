/*
 * rank_sums.h: how much the lines and functions of a program differ between its processes,
 * as those of MPI: added up one profile after the other, kept in the merged profile.
 */
#ifndef LINEPROF_VIEWER_MODEL_RANK_SUMS_H
#define LINEPROF_VIEWER_MODEL_RANK_SUMS_H

#include "viewer/model/profile.h"

struct lp_rank_entry;

/* Starts as all zeros. */
struct lp_rank_sums {
	struct lp_rank *ranks; /* owned */
	size_t rank_count;
	size_t rank_capacity;
	struct lp_rank_entry *entries; /* owned: a line or function each */
	size_t entry_count;
	size_t entry_capacity;
	uint32_t *now; /* owned: numbers of those that the profile has that is being added */
	size_t now_count;
	size_t now_capacity;
	struct lp_map numbers; /* what an entry is of to its number */
	struct lp_image strings;
};

/* Adds the process of an open profile, or the processes of one that was merged, which `path`
 * names. LP_OK, LP_MEMORY, or LP_CORRUPT if its own sums make no sense. */
enum lp_status lp_rank_sums_add(struct lp_rank_sums *sums, const struct lp_profile *profile,
				const char *path);

/* Ticks of that run. */
uint64_t lp_ticks_ns(const struct lp_info *info, uint64_t ticks);

/* What the row of a process has as its wall time. */
uint64_t lp_rank_wall_ns(const struct lp_info *info);

/* Writes them as sections; what no process ran is left out. */
void lp_rank_sums_put(struct lp_rank_sums *sums, struct lp_image *image);

void lp_rank_sums_free(struct lp_rank_sums *sums);

/* What a merged profile says of its processes; NULLs and zeros if it is none. */
struct lp_rank_table {
	const struct lp_rank *ranks;
	size_t rank_count;
	const char *strings;
	const struct lp_rank_spread *spreads;
	size_t spread_count;
};

struct lp_rank_table lp_rank_table_of(const struct lp_profile *profile);

/* What of the profile each spread is of, a function if it has a name, else a line; LP_NO_INDEX:
 * there is none. The caller frees it. NULL when out of memory. */
uint32_t *lp_rank_table_numbers(const struct lp_rank_table *table,
				const struct lp_profile *profile);

/* Of a number that processes have: what they have on average; by how much the most is above it,
 * in which the others wait for that process where they wait for each other; and that in percent
 * of what would be the worst: 0: all have the same, 100: one has it all. */
double lp_rank_mean(const struct lp_rank_range *range, size_t ranks);
double lp_rank_imbalance(const struct lp_rank_range *range, size_t ranks);
double lp_rank_imbalance_pct(const struct lp_rank_range *range, size_t ranks);

#endif
