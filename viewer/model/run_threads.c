/* run_threads.c: numbers the runs of threads as lp_merge() puts them: one run after the other. */
#include "viewer/model/run_threads.h"

/* How many threads a process of this profile had at most. One that was merged knows it of each. */
static uint64_t threads_most(const struct lp_reader *reader)
{
	struct lp_section_at at = {0};
	uint64_t most = 0;

	while (lp_reader_next(reader, &at)) {
		if (at.kind != LP_SECT_RANKS)
			continue;
		for (uint32_t i = 0; i < lp_section_ranks(&at)->count; i++)
			if (lp_section_rank_values(&at)[i].threads > most)
				most = lp_section_rank_values(&at)[i].threads;
	}
	return most > 0 || !reader->info ? most : lp_reader_info(reader).threads_seen;
}

static size_t count_rows(const struct lp_reader *reader)
{
	struct lp_section_at at = {0};
	size_t count = 0;

	while (lp_reader_next(reader, &at))
		count += at.kind == LP_SECT_THREAD;
	return count;
}

enum lp_status lp_run_threads_note(struct lp_profile *profile, const struct lp_reader *readers,
				   size_t count)
{
	size_t row_count = 0;
	size_t row = 0;

	for (size_t i = 0; i < count; i++) {
		const uint64_t most = threads_most(&readers[i]);

		row_count += count_rows(&readers[i]);
		if (most > profile->threads_most)
			profile->threads_most = most;
	}
	profile->thread_runs = (uint32_t *)lp_arena_allocate(
	    &profile->arena, (row_count + 1) * sizeof(*profile->thread_runs));
	if (!profile->thread_runs)
		return LP_MEMORY;
	for (size_t i = 0; i < count; i++)
		for (size_t left = count_rows(&readers[i]); left > 0; left--)
			profile->thread_runs[row++] = (uint32_t)i;
	profile->thread_run_count = row_count;
	return LP_OK;
}
