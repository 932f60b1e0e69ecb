/* cut_calls.c: whether counts were taken in the middle of calls. */
#include "viewer/model/cut_calls.h"

/* The one that ended the program is one of them: it was in no call that is counted. */
static bool ran_on(const struct lp_reader *reader)
{
	struct lp_section_at at = {0};
	unsigned open_count = 0;

	while (lp_reader_next(reader, &at))
		if (at.kind == LP_SECT_THREAD) {
			const struct lp_thread *const thread = lp_section_thread(&at);

			open_count += thread->start_ticks > 0 && thread->end_ticks == 0;
		}
	return open_count > 1;
}

bool lp_has_cut_calls(const struct lp_reader *reader)
{
	const struct lp_info *const info = reader->info;

	return ran_on(reader) || (info && ((info->flags & LP_INFO_CUT) != 0 ||
					   (info->paused_ticks > 0 && info->threads_seen > 1)));
}

bool lp_has_whole_calls(const struct lp_profile *profile)
{
	return !(profile->info.flags & LP_INFO_INCOMPLETE) && !lp_profile_begins_inside(profile) &&
	       !lp_has_cut_calls(&profile->reader) &&
	       profile->reader.header->state == LP_FILE_FINISHED;
}

/* What stands for all threads that ended has no start. */
uint64_t lp_cancelled_calls_most(const struct lp_reader *reader)
{
	struct lp_section_at at = {0};
	uint64_t threads = 0;

	while (lp_reader_next(reader, &at))
		threads += at.kind == LP_SECT_THREAD && lp_section_thread(&at)->start_ticks > 0;
	return threads > 0 ? threads - 1 : 0;
}
