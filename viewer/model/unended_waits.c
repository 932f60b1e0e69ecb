/*
 * unended_waits.c: calls that wait, and had not ended when the program was seen last.
 *
 * The runtime counts what a call has waited when it ends, and says meanwhile when it began
 * (LP_STACK_OPEN_WAIT). Of a program that runs, or was killed, the rest of each thread's life is
 * that of this call: at most what no clock has.
 */
#include <string.h>

#include "format/abi.h"
#include "viewer/model/arena.h"
#include "viewer/model/map.h"
#include "viewer/model/saturating.h"
#include "viewer/model/steps.h"
#include "viewer/model/thread_life.h"

/* A thread that waits. */
struct waiting {
	struct lp_stack_node *node; /* in the data */
	uint64_t end_ticks;         /* of the thread, as far as it is known; 0: it has ended */
	uint64_t clocked_ticks;
	uint64_t life_ticks;
};

/* The nodes of a section. */
struct range {
	uint32_t first;
	uint32_t count;
	const struct lp_stack_node *nodes;
};

struct waits {
	unsigned char *data;
	const struct lp_reader *reader;
	struct lp_arena arena;
	struct range *ranges; /* in the arena; in the file's order, which is that of numbers */
	uint32_t range_count;
	struct waiting *threads; /* in the arena */
	uint32_t count;
	struct lp_map numbers; /* of threads to those in `threads` */
};

/* What is behind the section's head, in the data. */
static void *behind_head(const struct waits *waits, const struct lp_section_at *at,
			 size_t head_bytes)
{
	return waits->data + at->offset_bytes + sizeof(struct lp_section_header) + head_bytes;
}

/* NULL if there is none with that number. */
static const struct lp_stack_node *node_at(const struct waits *waits, uint32_t number)
{
	uint32_t low = 0, high = waits->range_count;

	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;
		const struct range *const range = &waits->ranges[middle];

		if (number < range->first)
			high = middle;
		else if (number - range->first < range->count)
			return &range->nodes[number - range->first];
		else
			low = middle + 1;
	}
	return NULL;
}

/* Of the thread that a node's path begins in; LP_MAP_NONE in a damaged file. */
static uint32_t thread_of(const struct waits *waits, const struct lp_stack_node *node)
{
	for (unsigned calls = 0; node && calls <= LP_PATH_DEPTH; calls++) {
		if (node->kind == LP_STACK_THREAD)
			return (uint32_t)node->address;
		node = node_at(waits, node->parent);
	}
	return LP_MAP_NONE;
}

static bool is_open(const struct lp_stack_node *node)
{
	return node->kind == LP_STACK_OPEN_WAIT && node->count > 0;
}

/* A thread is in one call: of several nodes, as a file has that was read while it was written, it
 * is the latest. */
static enum lp_status note_node(struct waits *waits, struct lp_stack_node *node)
{
	uint32_t *const number = lp_map_at(&waits->numbers, thread_of(waits, node));

	if (!number)
		return LP_MEMORY;
	if (*number == LP_MAP_NONE) {
		*number = waits->count++;
		waits->threads[*number] = (struct waiting){.node = node};
	} else if (waits->threads[*number].node->count < node->count) {
		waits->threads[*number].node = node;
	}
	return LP_OK;
}

static uint32_t count_open(const struct range *range)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < range->count; i++)
		count += is_open(&range->nodes[i]);
	return count;
}

/* Makes room for all that wait. */
static enum lp_status note_ranges(struct waits *waits)
{
	struct lp_section_at at = {0};
	size_t sections = 0, open = 0;

	while (lp_reader_next(waits->reader, &at))
		sections += at.kind == LP_SECT_STACKS;
	waits->ranges = (struct range *)lp_arena_allocate(&waits->arena,
							  (sections + 1) * sizeof(*waits->ranges));
	if (!waits->ranges)
		return LP_MEMORY;
	memset(&at, 0, sizeof(at));
	while (lp_reader_next(waits->reader, &at)) {
		struct range *const range = &waits->ranges[waits->range_count];

		if (at.kind != LP_SECT_STACKS)
			continue;
		*range =
		    (struct range){lp_section_stacks(&at)->first, lp_section_stacks(&at)->capacity,
				   lp_section_stack_nodes(&at)};
		open += count_open(range);
		waits->range_count++;
	}
	waits->threads = (struct waiting *)lp_arena_allocate(&waits->arena,
							     (open + 1) * sizeof(*waits->threads));
	return waits->threads ? LP_OK : LP_MEMORY;
}

static enum lp_status note_nodes(struct waits *waits, const struct lp_section_at *at)
{
	struct lp_stack_node *const nodes =
	    (struct lp_stack_node *)behind_head(waits, at, sizeof(struct lp_stacks));

	for (uint32_t i = 0; i < lp_section_stacks(at)->capacity; i++)
		if (is_open(&nodes[i]) && note_node(waits, &nodes[i]) != LP_OK)
			return LP_MEMORY;
	return LP_OK;
}

static struct waiting *waiting_of(const struct waits *waits, uint32_t thread)
{
	const uint32_t number = lp_map_find(&waits->numbers, thread);

	return number == LP_MAP_NONE ? NULL : &waits->threads[number];
}

static void note_life(const struct waits *waits, const struct lp_section_at *at)
{
	const struct lp_thread *const thread = lp_section_thread(at);
	struct waiting *const waiting = waiting_of(waits, thread->thread);

	if (!waiting || thread->end_ticks > 0 || thread->start_ticks == 0)
		return;
	waiting->life_ticks = lp_thread_life_ticks(waits->reader, thread);
	waiting->end_ticks = thread->start_ticks;
	lp_add_to(&waiting->end_ticks, waiting->life_ticks);
}

static void note_clocks(const struct waits *waits, const struct lp_section_at *at)
{
	struct waiting *const waiting = waiting_of(waits, lp_section_clocks(at)->thread);

	for (uint64_t i = 0; waiting && i < lp_section_clocks(at)->count; i++)
		lp_add_to(&waiting->clocked_ticks, lp_section_clock_values(at)[i].self_ticks);
}

/* How long it has waited in the call. */
static uint64_t ticks_of(const struct waiting *waiting)
{
	const uint64_t start = waiting->node->count;
	const uint64_t rest = waiting->life_ticks > waiting->clocked_ticks
				  ? waiting->life_ticks - waiting->clocked_ticks
				  : 0;
	const uint64_t since = waiting->end_ticks > start ? waiting->end_ticks - start : 0;

	return since < rest ? since : rest;
}

/* The innermost open clock has it, off a CPU, and all that are open have it in their calls. */
static void add_to_clocks(const struct waits *waits, const struct lp_section_at *at)
{
	const struct lp_clocks *const head = lp_section_clocks(at);
	const struct waiting *const waiting = waiting_of(waits, head->thread);
	const bool has_off_cpu = lp_section_clock_array(at, LP_CLOCK_OFF_CPU);
	struct lp_clock *const clocks =
	    (struct lp_clock *)behind_head(waits, at, sizeof(struct lp_clocks));
	uint64_t *const off_cpu = (uint64_t *)(void *)(clocks + head->count);
	const uint64_t ticks = waiting ? ticks_of(waiting) : 0;

	for (uint64_t i = 0; ticks > 0 && i < head->count; i++) {
		const bool is_innermost = LP_REGION(head->module, i) == waiting->node->region;

		if (clocks[i].active > 0)
			lp_add_to(&clocks[i].total_ticks, ticks);
		if (is_innermost)
			lp_add_to(&clocks[i].self_ticks, ticks);
		if (is_innermost && has_off_cpu)
			lp_add_to(&off_cpu[i], ticks);
	}
}

static enum lp_status note_all(struct waits *waits)
{
	struct lp_section_at at = {0};

	if (note_ranges(waits) != LP_OK)
		return LP_MEMORY;
	while (lp_reader_next(waits->reader, &at))
		if (at.kind == LP_SECT_STACKS && note_nodes(waits, &at) != LP_OK)
			return LP_MEMORY;
	memset(&at, 0, sizeof(at));
	while (waits->count > 0 && lp_reader_next(waits->reader, &at))
		if (at.kind == LP_SECT_THREAD)
			note_life(waits, &at);
		else if (at.kind == LP_SECT_CLOCKS)
			note_clocks(waits, &at);
	return LP_OK;
}

enum lp_status lp_add_unended_waits(unsigned char *data, const struct lp_reader *reader)
{
	struct waits waits = {.data = data, .reader = reader};
	struct lp_section_at at = {0};
	enum lp_status status = LP_OK;

	if (reader->header->state == LP_FILE_FINISHED)
		return LP_OK;
	status = note_all(&waits);
	while (status == LP_OK && waits.count > 0 && lp_reader_next(reader, &at))
		if (at.kind == LP_SECT_CLOCKS)
			add_to_clocks(&waits, &at);
	for (uint32_t i = 0; status == LP_OK && i < waits.count; i++) {
		const uint64_t ticks = ticks_of(&waits.threads[i]);

		waits.threads[i].node->kind = LP_STACK_WAIT;
		waits.threads[i].node->count = ticks;
	}
	lp_map_free(&waits.numbers);
	lp_arena_free(&waits.arena);
	return status;
}
