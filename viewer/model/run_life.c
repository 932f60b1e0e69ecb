/* run_life.c: how long a program ran. */
#include "viewer/model/run_life.h"

#include <stdlib.h>

#include "viewer/model/map.h"
#include "viewer/model/saturating.h"
#include "viewer/model/thread_life.h"

struct clocked {
	struct lp_map numbers; /* of threads to those in `ticks` */
	uint64_t *ticks;       /* what their clocks have */
	uint32_t count;
};

static size_t count_clocks(const struct lp_reader *reader)
{
	struct lp_section_at at = {0};
	size_t count = 0;

	while (lp_reader_next(reader, &at))
		count += at.kind == LP_SECT_CLOCKS;
	return count;
}

static enum lp_status note_clocks(struct clocked *clocked, const struct lp_section_at *at)
{
	const struct lp_clocks *const head = lp_section_clocks(at);
	uint32_t *const number = lp_map_at(&clocked->numbers, head->thread);

	if (!number)
		return LP_MEMORY;
	if (*number == LP_MAP_NONE)
		*number = clocked->count++;
	for (uint64_t i = 0; i < head->count; i++)
		lp_add_to(&clocked->ticks[*number], lp_section_clock_values(at)[i].self_ticks);
	return LP_OK;
}

static uint64_t end_of(const struct clocked *clocked, const struct lp_reader *reader,
		       const struct lp_thread *thread)
{
	const uint64_t life = lp_thread_life_ticks(reader, thread);
	const uint32_t number = lp_map_find(&clocked->numbers, thread->thread);
	const uint64_t ticks = number == LP_MAP_NONE ? 0 : clocked->ticks[number];
	uint64_t end = thread->start_ticks;

	/* A row of ended threads has no beginning. */
	if (thread->start_ticks == 0 || thread->folded > 0)
		return 0;
	lp_add_to(&end, life > ticks ? life : ticks);
	return end;
}

static uint64_t latest_end(const struct clocked *clocked, const struct lp_reader *reader)
{
	struct lp_section_at at = {0};
	uint64_t latest = 0;

	while (lp_reader_next(reader, &at)) {
		const uint64_t end =
		    at.kind == LP_SECT_THREAD ? end_of(clocked, reader, lp_section_thread(&at)) : 0;

		if (end > latest)
			latest = end;
	}
	return latest;
}

enum lp_status lp_run_info(const struct lp_reader *reader, struct lp_info *info)
{
	struct clocked clocked = {0};
	struct lp_section_at at = {0};
	enum lp_status status = LP_OK;
	uint64_t end;

	clocked.ticks = (uint64_t *)calloc(count_clocks(reader) + 1, sizeof(*clocked.ticks));
	if (!clocked.ticks)
		return LP_MEMORY;
	while (status == LP_OK && lp_reader_next(reader, &at))
		if (at.kind == LP_SECT_CLOCKS)
			status = note_clocks(&clocked, &at);
	*info = lp_reader_info(reader);
	end = latest_end(&clocked, reader);
	if (end > info->end_ticks)
		info->end_ticks = end;
	lp_map_free(&clocked.numbers);
	free(clocked.ticks);
	return status;
}
