/* fold.c: sums a profile over its threads. */
#include "viewer/model/fold.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "format/gpu.h"
#include "viewer/model/arena.h"
#include "viewer/model/map.h"
#include "viewer/model/saturating.h"
#include "viewer/model/thread_life.h"

/* Calls on a path, at most; more are a loop in a damaged file. */
#define MOST_CALLS 1024

/* Numbers of a module, summed up: counters, those of the static section, or clocks. */
struct row_sum {
	enum lp_section kind;
	uint32_t module;
	uint32_t thread; /* 0 or LP_THREAD_STATIC */
	uint64_t count;
	void *values; /* in the arena */
	size_t arrays; /* of clocks: those that all sections have, of enum lp_clock_array */
};

/* How long a thread lived: by its row, and by its clocks. */
struct life {
	uint64_t told_ticks;
	uint64_t clocked_ticks;
	bool has_row;
};

/* The nodes of the call paths, each path once. Numbers of the file may be any: they lead to
 * places, which are dense. */
struct paths {
	struct lp_map places;
	const struct lp_stack_node **from; /* by place */
	uint32_t *numbers;                 /* by place: in `nodes`; LP_MAP_NONE: not yet */
	uint32_t from_count;
	struct lp_stack_node *nodes;
	uint32_t count;
	struct lp_map known; /* what a node is to its number */
};

/* The regions that the program named. */
struct named {
	struct lp_map numbers; /* of the file to those of the sums */
	struct lp_map known;   /* hash of a name to its number */
	const struct lp_region_name **names;
	struct lp_region *sums;
	uint32_t count;
};

struct folding {
	const struct lp_reader *reader;
	struct lp_image *image;
	struct lp_arena arena;
	struct lp_thread threads; /* the sum of all */
	struct life *lives;       /* in the arena */
	uint32_t life_count;
	struct lp_map life_numbers;
	struct row_sum *rows;     /* in the arena */
	size_t row_count;
	struct lp_map row_numbers;
	struct paths paths;
	struct named named;
	struct lp_map written; /* hashes of what need not be said again */
	bool lacks_off_cpu;    /* of some clocks it is not known how long they were off CPUs */
};

static void *allocate(struct folding *folding, uint64_t count, size_t size)
{
	void *const memory = lp_arena_allocate(&folding->arena, (size_t)(count + 1) * size);

	if (memory)
		memset(memory, 0, (size_t)(count + 1) * size);
	return memory;
}

static bool make_room(struct folding *folding)
{
	struct paths *const paths = &folding->paths;
	struct named *const named = &folding->named;
	struct lp_section_at at = {0};
	uint64_t rows = 0;
	uint64_t lives = 0;
	uint64_t nodes = 0;
	uint64_t names = 0;

	while (lp_reader_next(folding->reader, &at)) {
		rows += at.kind == LP_SECT_COUNTERS || at.kind == LP_SECT_CLOCKS;
		lives += at.kind == LP_SECT_THREAD || at.kind == LP_SECT_CLOCKS;
		folding->lacks_off_cpu |=
		    at.kind == LP_SECT_CLOCKS && !lp_section_clock_array(&at, LP_CLOCK_OFF_CPU);
		if (at.kind == LP_SECT_STACKS)
			nodes += lp_section_stacks(&at)->capacity;
		if (at.kind == LP_SECT_REGION_NAMES)
			names += lp_section_region_names(&at)->count;
	}
	folding->rows = (struct row_sum *)allocate(folding, rows, sizeof(*folding->rows));
	folding->lives = (struct life *)allocate(folding, lives, sizeof(*folding->lives));
	paths->from = (const struct lp_stack_node **)allocate(folding, nodes, sizeof(*paths->from));
	paths->numbers = (uint32_t *)allocate(folding, nodes, sizeof(*paths->numbers));
	paths->nodes = (struct lp_stack_node *)allocate(folding, nodes, sizeof(*paths->nodes));
	named->names =
	    (const struct lp_region_name **)allocate(folding, names, sizeof(*named->names));
	named->sums = (struct lp_region *)allocate(folding, names, sizeof(*named->sums));
	return folding->rows && folding->lives && paths->from && paths->numbers && paths->nodes &&
	       named->names && named->sums;
}

/* ---- threads, counters, clocks ---- */

/* Where it is summed up how long a thread lived; NULL when out of memory. */
static struct life *life_of(struct folding *folding, uint32_t thread)
{
	uint32_t *const number = lp_map_at(&folding->life_numbers, thread);

	if (!number)
		return NULL;
	if (*number == LP_MAP_NONE)
		*number = folding->life_count++;
	return &folding->lives[*number];
}

static bool add_thread(struct folding *folding, const struct lp_thread *thread)
{
	struct lp_thread *const sum = &folding->threads;
	struct life *const life = life_of(folding, thread->thread);

	if (!life)
		return false;
	life->told_ticks = lp_thread_life_ticks(folding->reader, thread);
	life->has_row = true;
	sum->folded += thread->folded > 0 ? thread->folded : thread->tid != 0;
	lp_add_to(&sum->cpu_ns, thread->cpu_ns);
	lp_add_to(&sum->samples, thread->samples);
	/* Of one without samples nothing tells in which functions it was, unless that is measured,
	 * so none of them lacks it: samples of others tell it no more. */
	if (thread->samples > 0 || !folding->lacks_off_cpu)
		lp_add_to(&sum->delay_ns, thread->delay_ns);
	return true;
}

/* Clocks of a program that was killed can be ahead of the threads' rows: what the sum of all is not
 * to hide. */
static void add_lives(struct folding *folding)
{
	for (uint32_t i = 0; i < folding->life_count; i++) {
		const struct life *const life = &folding->lives[i];

		if (life->has_row)
			lp_add_to(&folding->threads.life_ticks,
				  life->told_ticks > life->clocked_ticks ? life->told_ticks
									 : life->clocked_ticks);
	}
}

/* The sum that a section's numbers belong to; NULL when out of memory. */
static struct row_sum *row_of(struct folding *folding, const struct lp_section_at *at,
			      uint32_t module, uint32_t thread, uint64_t count, size_t size)
{
	const uint32_t what[] = {(uint32_t)at->kind, module, thread};
	uint32_t *const number = lp_map_at(&folding->row_numbers, lp_hash(what, sizeof(what)));
	struct row_sum *row;

	if (!number)
		return NULL;
	if (*number == LP_MAP_NONE) {
		*number = (uint32_t)folding->row_count++;
		folding->rows[*number] = (struct row_sum){
		    at->kind,       module, thread, count, allocate(folding, count, size),
		    LP_CLOCK_ARRAYS};
	}
	row = &folding->rows[*number];
	return row->values ? row : NULL;
}

static bool add_counters(struct folding *folding, const struct lp_section_at *at)
{
	const struct lp_counters *const head = lp_section_counters(at);
	const uint32_t thread = head->thread == LP_THREAD_STATIC ? LP_THREAD_STATIC : 0;
	const struct row_sum *const row =
	    row_of(folding, at, head->module, thread, head->count, sizeof(uint64_t));

	if (!row)
		return false;
	for (uint64_t i = 0; i < head->count && i < row->count; i++)
		((uint64_t *)row->values)[i] += lp_section_counter_values(at)[i];
	return true;
}

/* One that is not known is known of none. */
static void add_clock_array(struct row_sum *row, const struct lp_section_at *at,
			    enum lp_clock_array which)
{
	const uint64_t *const values = lp_section_clock_array(at, which);
	uint64_t *const sums = (uint64_t *)((struct lp_clock *)row->values + row->count) +
			       (size_t)which * row->count;

	if (!values && row->arrays > (size_t)which)
		row->arrays = (size_t)which;
	for (uint64_t i = 0; values && i < lp_section_clocks(at)->count && i < row->count; i++)
		lp_add_to(&sums[i], values[i]);
}

static bool add_clocks(struct folding *folding, const struct lp_section_at *at)
{
	const struct lp_clocks *const head = lp_section_clocks(at);
	struct row_sum *const row =
	    row_of(folding, at, head->module, 0, head->count,
		   sizeof(struct lp_clock) + LP_CLOCK_ARRAYS * sizeof(uint64_t));
	struct life *const life = life_of(folding, head->thread);

	if (!row || !life)
		return false;
	for (int which = 0; which < LP_CLOCK_ARRAYS; which++)
		add_clock_array(row, at, (enum lp_clock_array)which);
	for (uint64_t i = 0; i < head->count && i < row->count; i++) {
		struct lp_clock *const sum = &((struct lp_clock *)row->values)[i];
		const struct lp_clock *const clock = &lp_section_clock_values(at)[i];

		lp_add_to(&life->clocked_ticks, clock->self_ticks);
		lp_add_to(&sum->calls, clock->calls);
		lp_add_to(&sum->self_ticks, clock->self_ticks);
		lp_add_to(&sum->total_ticks, clock->total_ticks);
		sum->active += clock->active;
		sum->flags |= clock->flags;
	}
	return true;
}

/* ---- call paths ---- */

static bool note_nodes(struct paths *paths, const struct lp_section_at *at)
{
	const struct lp_stacks *const head = lp_section_stacks(at);

	for (uint32_t i = 0; i < head->capacity; i++) {
		const struct lp_stack_node *const node = &lp_section_stack_nodes(at)[i];
		uint32_t *place;

		if (node->kind == LP_STACK_EMPTY || node->kind == LP_STACK_BUSY)
			continue;
		place = lp_map_at(&paths->places, (uint64_t)head->first + i);
		if (!place)
			return false;
		if (*place != LP_MAP_NONE)
			continue;
		*place = paths->from_count;
		paths->from[paths->from_count] = node;
		paths->numbers[paths->from_count++] = LP_MAP_NONE;
	}
	return true;
}

/* Enters a node whose parent is number `parent` of the sum; false when out of memory. */
static bool enter_node(struct paths *paths, uint32_t place, uint32_t parent)
{
	struct lp_stack_node node = *paths->from[place];
	uint32_t *number;
	uint64_t key;

	node.address = node.kind == LP_STACK_THREAD ? 0 : node.address;
	node.parent = node.kind == LP_STACK_THREAD ? 0 : parent;
	key =
	    lp_hash_more(lp_hash(&node.kind, sizeof(node.kind)), &node.parent, sizeof(node.parent));
	key = lp_hash_more(lp_hash_more(key, &node.address, sizeof(node.address)), &node.region,
			   sizeof(node.region));
	number = lp_map_at(&paths->known, key);
	if (!number)
		return false;
	if (*number == LP_MAP_NONE) {
		*number = paths->count;
		paths->nodes[paths->count] = node;
		paths->nodes[paths->count].count = 0;
		if (node.kind == LP_STACK_THREAD)
			paths->nodes[paths->count].parent = paths->count;
		paths->count++;
	}
	lp_add_to(&paths->nodes[*number].count, node.count);
	paths->numbers[place] = *number;
	return true;
}

/* Enters a node and those above it that are not known yet. One without a thread above it is
 * left out, as readers do. */
static bool enter_path(struct paths *paths, uint32_t place)
{
	uint32_t open[MOST_CALLS];
	uint32_t parent = LP_MAP_NONE;
	size_t depth = 0;

	while (depth < MOST_CALLS) {
		if (place == LP_MAP_NONE)
			return true;
		parent = paths->numbers[place];
		if (parent != LP_MAP_NONE)
			break;
		open[depth++] = place;
		if (paths->from[place]->kind == LP_STACK_THREAD)
			break;
		place = lp_map_find(&paths->places, paths->from[place]->parent);
	}
	if (depth == MOST_CALLS)
		return true;
	while (depth > 0) {
		if (!enter_node(paths, open[--depth], parent))
			return false;
		parent = paths->numbers[open[depth]];
	}
	return true;
}

static bool fold_paths(struct paths *paths)
{
	for (uint32_t place = 0; place < paths->from_count; place++)
		if (paths->numbers[place] == LP_MAP_NONE && !enter_path(paths, place))
			return false;
	return true;
}

/* ---- regions ---- */

/* Gives each name one number: the writer's own ones, which come first, those that they have. */
static bool note_names(struct named *named, const struct lp_section_at *at)
{
	const struct lp_region_names *const head = lp_section_region_names(at);

	for (uint32_t i = 0; i < head->count; i++) {
		const struct lp_region_name *const name = &lp_section_region_name_values(at)[i];
		uint32_t *known;
		uint32_t *number;

		if (name->bytes == 0)
			continue;
		known = lp_map_at(&named->known, lp_hash(name->text, name->bytes));
		number = lp_map_at(&named->numbers, (uint64_t)head->first + i);
		if (!known || !number)
			return false;
		if (*known == LP_MAP_NONE) {
			*known = named->count++;
			named->names[*known] = name;
		}
		*number = *known;
	}
	return true;
}

/* `name`: a number + 1, or 0; the same in the sum. */
static uint32_t name_in_sum(const struct named *named, uint32_t name)
{
	const uint32_t number = name > 0 ? lp_map_find(&named->numbers, name - 1) : LP_MAP_NONE;

	return number == LP_MAP_NONE ? 0 : number + 1;
}

static void add_regions(struct named *named, const struct lp_section_at *at)
{
	for (uint32_t i = 0; i < lp_section_regions(at)->count; i++) {
		const struct lp_region *const row = &lp_section_region_values(at)[i];
		const uint32_t name = name_in_sum(named, row->name);
		struct lp_region *sum;

		if (name == 0)
			continue;
		sum = &named->sums[name - 1];
		sum->name = name;
		sum->open += row->open;
		lp_add_to(&sum->calls, row->calls);
		lp_add_to(&sum->self_ticks, row->self_ticks);
		lp_add_to(&sum->total_ticks, row->total_ticks);
	}
}

/* ---- all ---- */

static bool add_section(struct folding *folding, const struct lp_section_at *at)
{
	if (at->kind == LP_SECT_THREAD)
		return add_thread(folding, lp_section_thread(at));
	if (at->kind == LP_SECT_COUNTERS)
		return add_counters(folding, at);
	else if (at->kind == LP_SECT_CLOCKS)
		return add_clocks(folding, at);
	else if (at->kind == LP_SECT_STACKS)
		return note_nodes(&folding->paths, at);
	else if (at->kind == LP_SECT_REGION_NAMES)
		return note_names(&folding->named, at);
	return true;
}

/* Rows of a GPU that name a region, at `offset` in each. */
static void put_gpu_rows(struct folding *folding, const struct lp_section_at *at, size_t row_size,
			 size_t offset)
{
	const struct lp_gpu_rows head = {.count = lp_section_gpu_row_count(at)};
	const char *rows = (const char *)lp_section_gpu_row_values(at);

	lp_image_open(folding->image, at->kind);
	lp_image_put(folding->image, &head, sizeof(head));
	for (uint32_t i = 0; i < head.count; i++, rows += row_size) {
		uint32_t region;

		memcpy(&region, rows + offset, sizeof(region));
		region = name_in_sum(&folding->named, region);
		lp_image_put(folding->image, rows, offset);
		lp_image_put(folding->image, &region, sizeof(region));
		lp_image_put(folding->image, rows + offset + sizeof(region),
			     row_size - offset - sizeof(region));
	}
	lp_image_close(folding->image);
}

/* Whether the same section, byte for byte, has been written. */
static bool is_written(struct folding *folding, const struct lp_section_at *at)
{
	const uint64_t key =
	    lp_hash_more(lp_hash(&at->kind, sizeof(at->kind)), at->payload, at->payload_bytes);
	uint32_t *const known = lp_map_at(&folding->written, key);
	const bool is_known = known && *known != LP_MAP_NONE;

	if (known)
		*known = 0;
	return is_known;
}

static void put_section(struct folding *folding, const struct lp_section_at *at)
{
	switch (at->kind) {
	case LP_SECT_THREAD:
	case LP_SECT_COUNTERS:
	case LP_SECT_CLOCKS:
	case LP_SECT_STACKS:
	case LP_SECT_REGION_NAMES:
	case LP_SECT_REGIONS:
	case LP_SECT_PADDING:
	case LP_SECT_COUNT:
		return; /* summed up below, or nothing */
	case LP_SECT_GPU_ROWS:
		put_gpu_rows(folding, at, sizeof(struct lp_gpu_row),
			     offsetof(struct lp_gpu_row, region));
		return;
	case LP_SECT_GPU_REGIONS:
		put_gpu_rows(folding, at, sizeof(struct lp_gpu_region),
			     offsetof(struct lp_gpu_region, region));
		return;
	case LP_SECT_FILES:
	case LP_SECT_SELECTION:
	case LP_SECT_SYMBOLS:
		if (is_written(folding, at))
			return;
		break;
	default:
		break;
	}
	lp_image_section(folding->image, at->kind, at->payload, at->payload_bytes, NULL, 0);
}

static void put_row_sum(struct folding *folding, const struct row_sum *row)
{
	const struct lp_counters head = {row->module, row->thread, row->count};
	const size_t of_clock = sizeof(struct lp_clock) + row->arrays * sizeof(uint64_t);
	const size_t size = row->kind == LP_SECT_CLOCKS ? of_clock : sizeof(uint64_t);

	/* The heads of both are alike. */
	_Static_assert(sizeof(struct lp_clocks) == sizeof(struct lp_counters), "heads");
	lp_image_section(folding->image, row->kind, &head, sizeof(head), row->values,
			 (size_t)row->count * size);
}

static void put_sums(struct folding *folding)
{
	const struct lp_stacks stacks = {.capacity = folding->paths.count};
	const struct lp_region_names names = {.count = folding->named.count};
	const struct lp_regions regions = {.count = folding->named.count};

	lp_image_section(folding->image, LP_SECT_THREAD, &folding->threads,
			 sizeof(folding->threads), NULL, 0);
	for (size_t i = 0; i < folding->row_count; i++)
		put_row_sum(folding, &folding->rows[i]);
	lp_image_section(folding->image, LP_SECT_STACKS, &stacks, sizeof(stacks),
			 folding->paths.nodes, stacks.capacity * sizeof(*folding->paths.nodes));
	if (names.count == 0)
		return;
	lp_image_open(folding->image, LP_SECT_REGION_NAMES);
	lp_image_put(folding->image, &names, sizeof(names));
	for (uint32_t i = 0; i < names.count; i++)
		lp_image_put(folding->image, folding->named.names[i],
			     sizeof(*folding->named.names[i]));
	lp_image_close(folding->image);
	lp_image_section(folding->image, LP_SECT_REGIONS, &regions, sizeof(regions),
			 folding->named.sums, regions.count * sizeof(*folding->named.sums));
}

static enum lp_status fold_all(struct folding *folding)
{
	struct lp_section_at at = {0};

	if (!make_room(folding))
		return LP_MEMORY;
	while (lp_reader_next(folding->reader, &at))
		if (!add_section(folding, &at))
			return LP_MEMORY;
	if (!fold_paths(&folding->paths))
		return LP_MEMORY;
	add_lives(folding);
	lp_image_begin(folding->image, folding->reader->header);
	memset(&at, 0, sizeof(at));
	while (lp_reader_next(folding->reader, &at)) {
		if (at.kind == LP_SECT_REGIONS)
			add_regions(&folding->named, &at);
		put_section(folding, &at);
	}
	put_sums(folding);
	lp_image_end(folding->image);
	return folding->image->failed ? LP_MEMORY : LP_OK;
}

enum lp_status lp_fold(struct lp_image *image, const struct lp_reader *reader)
{
	struct folding folding = {.reader = reader, .image = image};
	const enum lp_status status = fold_all(&folding);

	lp_arena_free(&folding.arena);
	lp_map_free(&folding.row_numbers);
	lp_map_free(&folding.life_numbers);
	lp_map_free(&folding.paths.places);
	lp_map_free(&folding.paths.known);
	lp_map_free(&folding.named.numbers);
	lp_map_free(&folding.named.known);
	lp_map_free(&folding.written);
	return status;
}
