/* linked_counts.c: adds shared counters to those that they count for. */
#include <stdlib.h>
#include <string.h>

#include "viewer/model/arena.h"
#include "viewer/model/map.h"
#include "viewer/model/steps.h"

/* A link, and how often it is said. */
struct pair {
	uint32_t shared;
	uint32_t counter;
	uint64_t times;
};

/* Of a module; those of the first counters first. */
struct pairs {
	struct pair *pairs;
	size_t count;
};

struct linking {
	struct lp_arena arena;
	struct lp_map numbers; /* of modules to those of their pairs */
	struct pairs *modules; /* in the arena */
};

/* Of the two counters, the one behind. */
static uint32_t last_of(const struct pair *pair)
{
	return pair->shared > pair->counter ? pair->shared : pair->counter;
}

static int by_last(const void *left, const void *right)
{
	const struct pair *const a = (const struct pair *)left;
	const struct pair *const b = (const struct pair *)right;

	if (last_of(a) != last_of(b))
		return last_of(a) < last_of(b) ? -1 : 1;
	if (a->shared != b->shared)
		return a->shared < b->shared ? -1 : 1;
	return (a->counter > b->counter) - (a->counter < b->counter);
}

/* Each pair once: else sections that are small, but many, cost as much as all links each. */
static void put_together(struct pairs *pairs)
{
	size_t kept = 0;

	qsort(pairs->pairs, pairs->count, sizeof(*pairs->pairs), by_last);
	for (size_t i = 0; i < pairs->count; i++)
		if (kept > 0 && by_last(&pairs->pairs[kept - 1], &pairs->pairs[i]) == 0)
			pairs->pairs[kept - 1].times++;
		else
			pairs->pairs[kept++] = pairs->pairs[i];
	pairs->count = kept;
}

static enum lp_status read_links(struct linking *linking, const struct lp_section_at *links,
				 uint32_t number)
{
	struct pairs *const pairs = &linking->modules[number];
	uint32_t *const place = lp_map_at(&linking->numbers, lp_section_links(links)->module);

	if (!place)
		return LP_MEMORY;
	*place = number;
	pairs->count = lp_section_links(links)->count;
	pairs->pairs = (struct pair *)lp_arena_allocate(&linking->arena,
							(pairs->count + 1) * sizeof(*pairs->pairs));
	if (!pairs->pairs)
		return LP_MEMORY;
	for (size_t i = 0; i < pairs->count; i++)
		pairs->pairs[i] = (struct pair){lp_section_link_values(links)[i].shared,
						lp_section_link_values(links)[i].counter, 1};
	put_together(pairs);
	return LP_OK;
}

/* Indexes beyond the counters are those of another file's; there is nothing to add. */
static void add_values(const struct pairs *pairs, uint64_t *counters, uint64_t count)
{
	const struct pair *pair = pairs->pairs;

	for (size_t i = 0; i < pairs->count && last_of(pair) < count; i++, pair++)
		counters[pair->counter] += pair->times * counters[pair->shared];
}

static void add_to(const struct linking *linking, unsigned char *data,
		   const struct lp_section_at *at)
{
	const uint32_t number = lp_map_find(&linking->numbers, lp_section_counters(at)->module);
	const size_t values =
	    at->offset_bytes + sizeof(struct lp_section_header) + sizeof(struct lp_counters);

	if (number != LP_MAP_NONE)
		add_values(&linking->modules[number], (uint64_t *)(void *)(data + values),
			   lp_section_counters(at)->count);
}

/* What has been added must not be added again, from a copy of the profile. */
static void forget(unsigned char *data, const struct lp_section_at *links)
{
	struct lp_section_header *const header =
	    (struct lp_section_header *)(void *)(data + links->offset_bytes);

	memcpy(header->tag, "PAD ", sizeof(header->tag));
}

static enum lp_status read_all(struct linking *linking, const struct lp_reader *reader)
{
	struct lp_section_at at = {0};
	enum lp_status status = LP_OK;
	uint32_t count = 0;

	while (lp_reader_next(reader, &at))
		count += at.kind == LP_SECT_LINKS;
	linking->modules = (struct pairs *)lp_arena_allocate(
	    &linking->arena, ((size_t)count + 1) * sizeof(*linking->modules));
	if (!linking->modules)
		return LP_MEMORY;
	memset(&at, 0, sizeof(at));
	while (status == LP_OK && count > 0 && lp_reader_next(reader, &at))
		if (at.kind == LP_SECT_LINKS)
			status = read_links(linking, &at, --count);
	return status;
}

enum lp_status lp_add_linked(unsigned char *data, const struct lp_reader *reader)
{
	struct linking linking = {.modules = NULL};
	struct lp_section_at at = {0};
	const enum lp_status status = read_all(&linking, reader);

	while (status == LP_OK && lp_reader_next(reader, &at))
		if (at.kind == LP_SECT_COUNTERS)
			add_to(&linking, data, &at);
		else if (at.kind == LP_SECT_LINKS)
			forget(data, &at);
	lp_map_free(&linking.numbers);
	lp_arena_free(&linking.arena);
	return status;
}
