/* stopped_counts.c: takes out of the counters what was counted while stopped. */
#include <string.h>

#include "viewer/model/steps.h"

/* Those that a section of threads and modules is about. */
static uint64_t key_of(const struct lp_counters *head)
{
	return (uint64_t)head->module << 32 | head->thread;
}

/* What there is to be seen of `counters`, in its place. */
static void take_out(uint64_t *counters, uint64_t count, const struct lp_section_at *excluded,
		     bool is_stopped)
{
	const uint64_t *const outside = lp_section_outside(excluded);
	const uint64_t *const kept = lp_section_kept(excluded);

	if (lp_section_counters(excluded)->count < count)
		count = lp_section_counters(excluded)->count;
	for (uint64_t i = 0; i < count; i++)
		if (is_stopped)
			counters[i] = kept[i];
		else
			counters[i] -= outside[i] < counters[i] ? outside[i] : counters[i];
}

/* Where the counters of each module and thread are: offset / 8. */
static enum lp_status find_counters(const struct lp_reader *reader, struct lp_map *places)
{
	struct lp_section_at at = {0};

	while (lp_reader_next(reader, &at)) {
		uint32_t *place;

		if (at.kind != LP_SECT_COUNTERS)
			continue;
		place = lp_map_at(places, key_of(lp_section_counters(&at)));
		if (!place)
			return LP_MEMORY;
		*place = (uint32_t)(at.offset_bytes / 8);
	}
	return LP_OK;
}

enum lp_status lp_take_out_stopped(unsigned char *data, const struct lp_reader *reader)
{
	const bool is_stopped = reader->info && reader->info->flags & LP_INFO_STOPPED;
	struct lp_section_at at = {0};
	struct lp_map places = {0};
	const enum lp_status status = find_counters(reader, &places);

	while (status == LP_OK && lp_reader_next(reader, &at)) {
		struct lp_section_header *const header =
		    (struct lp_section_header *)(void *)(data + at.offset_bytes);
		struct lp_counters *head;
		uint32_t place;

		if (at.kind != LP_SECT_EXCLUDED)
			continue;
		place = lp_map_find(&places, key_of(lp_section_counters(&at)));
		if (place != LP_MAP_NONE) {
			head = (struct lp_counters *)(void *)(data + (size_t)place * 8 +
							      sizeof(struct lp_section_header));
			take_out((uint64_t *)(void *)(head + 1), head->count, &at, is_stopped);
		}
		/* Done: a copy of the profile must not do it again. */
		memcpy(header->tag, "PAD ", sizeof(header->tag));
	}
	lp_map_free(&places);
	return status;
}
