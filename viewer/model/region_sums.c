/* region_sums.c: the regions that a program named, summed by name. */
#include "viewer/model/region_sums.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/model/profile.h"

/* The names by their numbers, and room for what there may be of the rest. */
struct reading {
	struct lp_profile *profile;
	struct lp_region_sums *regions;
	const char **names;
	uint32_t name_count;
};

static void count_rows(const struct lp_reader *reader, uint32_t *names, size_t *rows)
{
	struct lp_section_at at = {0};

	while (lp_reader_next(reader, &at)) {
		if (at.kind == LP_SECT_REGIONS)
			*rows += lp_section_regions(&at)->count;
		if (at.kind == LP_SECT_REGION_NAMES)
			*names += lp_section_region_names(&at)->count;
	}
}

/* Numbers run on through all sections; one that is out of order has no name. */
static enum lp_status read_names(struct reading *reading, const struct lp_section_at *at)
{
	const struct lp_region_names *const head = lp_section_region_names(at);

	for (uint32_t i = 0; i < head->count; i++) {
		const struct lp_region_name *const name = &lp_section_region_name_values(at)[i];
		const uint64_t number = (uint64_t)head->first + i;

		if (name->bytes == 0 || number >= reading->name_count)
			continue;
		reading->names[number] =
		    lp_arena_copy(&reading->profile->arena, name->text, name->bytes);
		if (!reading->names[number])
			return LP_MEMORY;
	}
	return LP_OK;
}

static void read_parts(struct reading *reading, const struct lp_section_at *at)
{
	const struct lp_regions *const head = lp_section_regions(at);
	struct lp_region_sums *const regions = reading->regions;

	for (uint32_t i = 0; i < head->count; i++) {
		const struct lp_region *const row = &lp_section_region_values(at)[i];
		const bool is_used = row->calls || row->open || row->total_ticks;
		const char *const name = row->name > 0 && row->name <= reading->name_count
					     ? reading->names[row->name - 1]
					     : NULL;

		if (is_used && name)
			regions->parts[regions->part_count++] = (struct lp_region_sum){
			    .name = name,
			    .thread = head->thread,
			    .ncalls = row->calls,
			    .open_calls = row->open,
			    .self_ticks = row->self_ticks,
			    .total_ticks = row->total_ticks,
			};
	}
}

static int by_name(const void *left, const void *right)
{
	const struct lp_region_sum *const a = (const struct lp_region_sum *)left;
	const struct lp_region_sum *const b = (const struct lp_region_sum *)right;
	const int order = strcmp(a->name, b->name);

	return order ? order : (a->thread > b->thread) - (a->thread < b->thread);
}

static int by_total(const void *left, const void *right)
{
	const struct lp_region_sum *const a = (const struct lp_region_sum *)left;
	const struct lp_region_sum *const b = (const struct lp_region_sum *)right;

	if (a->total_ticks != b->total_ticks)
		return a->total_ticks < b->total_ticks ? 1 : -1;
	return strcmp(a->name, b->name);
}

static void sum_up(struct lp_region_sums *regions)
{
	for (size_t i = 0; i < regions->part_count; i++) {
		const struct lp_region_sum *const part = &regions->parts[i];
		struct lp_region_sum *sum = &regions->sums[regions->count - (regions->count > 0)];

		if (regions->count == 0 || strcmp(sum->name, part->name) != 0) {
			sum = &regions->sums[regions->count++];
			*sum =
			    (struct lp_region_sum){.name = part->name, .first_part = (uint32_t)i};
		}
		sum->ncalls += part->ncalls;
		sum->open_calls += part->open_calls;
		sum->self_ticks += part->self_ticks;
		sum->total_ticks += part->total_ticks;
		sum->part_count++;
	}
}

static enum lp_status read_all(struct reading *reading)
{
	struct lp_section_at at = {0};

	while (lp_reader_next(&reading->profile->reader, &at))
		if (at.kind == LP_SECT_REGION_NAMES && read_names(reading, &at) != LP_OK)
			return LP_MEMORY;
	memset(&at, 0, sizeof(at));
	while (lp_reader_next(&reading->profile->reader, &at))
		if (at.kind == LP_SECT_REGIONS)
			read_parts(reading, &at);
	return LP_OK;
}

enum lp_status lp_region_sums(struct lp_region_sums *regions, struct lp_profile *profile)
{
	struct reading reading = {.profile = profile, .regions = regions};
	enum lp_status status = LP_MEMORY;
	size_t rows = 0;

	*regions = (struct lp_region_sums){0};
	count_rows(&profile->reader, &reading.name_count, &rows);
	reading.names =
	    (const char **)calloc((size_t)reading.name_count + 1, sizeof(*reading.names));
	regions->parts = (struct lp_region_sum *)calloc(rows + 1, sizeof(*regions->parts));
	regions->sums = (struct lp_region_sum *)calloc(rows + 1, sizeof(*regions->sums));
	if (reading.names && regions->parts && regions->sums)
		status = read_all(&reading);
	free(reading.names);
	if (status != LP_OK) {
		lp_region_sums_free(regions);
		return status;
	}
	qsort(regions->parts, regions->part_count, sizeof(*regions->parts), by_name);
	sum_up(regions);
	qsort(regions->sums, regions->count, sizeof(*regions->sums), by_total);
	return LP_OK;
}

void lp_region_sums_free(struct lp_region_sums *regions)
{
	free(regions->parts);
	free(regions->sums);
	*regions = (struct lp_region_sums){0};
}
