/* gpu_rows.c: sums of the GPU's work in the profile. */
#include "runtime/gpu_rows.h"

#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

#include "format/abi.h"

enum {
	ROWS_MAX = 16384,
	ROWS_PER_SECTION = 256,
	SLOTS = 2 * ROWS_MAX, /* a power of two */
	NAMES_MAX = 4096,
	NAME_SLOTS = 2 * NAMES_MAX,
	NAME_SECTION_BYTES = 64 << 10,
	NAME_BYTES_MAX = 4096, /* of one; templates have long ones */
	DEVICES_MAX = 16,
	MEMORY_MAX = 1024,
	MEMORY_OF_NONE = 8 * DEVICES_MAX, /* CUPTI has as many kinds of memory */
	KINDS = LP_GPU_ROW_WAIT + 1,
};

struct name {
	uint64_t hash;
	uint32_t number;
};

struct tables {
	struct lp_gpu_row *rows[ROWS_MAX];
	uint32_t slots[SLOTS]; /* index of a row + 1, by its key's hash */
	struct name names[NAME_SLOTS];
	struct lp_gpu_row nowhere; /* stands for rows when the file has no room */
};

static const struct lp_gpu_host *host;
static struct tables *tables;
static uint32_t row_count;
static uint32_t name_count;
static char *name_at; /* in the last section of names */
static uint32_t name_room;
static uint32_t name_offset;
static struct lp_gpu_device *devices;
static struct lp_gpu_memory *memory;
static uint32_t memory_count;

/* What tells one row from another: all before `count`. */
#define KEY_BYTES offsetof(struct lp_gpu_row, count)

bool lp_gpu_rows_start(const struct lp_gpu_host *from)
{
	void *const room =
	    mmap(NULL, sizeof *tables, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (room == MAP_FAILED)
		return false;
	host = from;
	tables = room;
	row_count = name_count = name_room = name_offset = memory_count = 0;
	devices = NULL;
	memory = NULL;
	return true;
}

/* `count` rows of `row_bytes` in a section of their own. */
static void *append_rows(enum lp_section what, uint32_t count, uint64_t row_bytes)
{
	struct lp_gpu_rows *const head =
	    host->append(what, sizeof(struct lp_gpu_rows), count * row_bytes);

	if (!head)
		return NULL;
	__atomic_store_n(&head->count, count, __ATOMIC_RELEASE);
	return head + 1;
}

/* --- names --- */

static bool make_name_room(uint32_t bytes)
{
	struct lp_gpu_names *head;

	if (bytes <= name_room)
		return true;
	head = host->append(LP_SECT_GPU_NAMES, sizeof *head, NAME_SECTION_BYTES);
	if (!head)
		return false;
	name_offset += name_room;
	*head = (struct lp_gpu_names){.first = name_offset, .bytes = NAME_SECTION_BYTES};
	name_at = (char *)(head + 1);
	name_room = NAME_SECTION_BYTES;
	return true;
}

uint32_t lp_gpu_rows_name(const char *text)
{
	const uint32_t bytes = text ? (uint32_t)strnlen(text, NAME_BYTES_MAX) : 0;
	const uint64_t hash = lp_hash(text, bytes);
	uint32_t at = (uint32_t)(hash ^ hash >> 32) % NAME_SLOTS;

	if (!bytes)
		return 0;
	for (; tables->names[at].number; at = (at + 1) % NAME_SLOTS)
		if (tables->names[at].hash == hash)
			return tables->names[at].number;
	if (name_count == NAMES_MAX || !make_name_room(bytes + 1))
		return 0;
	memcpy(name_at, text, bytes);
	tables->names[at] = (struct name){.hash = hash, .number = name_offset + 1};
	name_count++;
	name_at += bytes + 1;
	name_room -= bytes + 1;
	name_offset += bytes + 1;
	return tables->names[at].number;
}

/* --- rows --- */

static bool append_work_rows(void)
{
	struct lp_gpu_row *const first =
	    append_rows(LP_SECT_GPU_ROWS, ROWS_PER_SECTION, sizeof *first);

	if (!first)
		return false;
	for (uint32_t i = 0; i < ROWS_PER_SECTION; i++)
		tables->rows[row_count + i] = &first[i];
	return true;
}

/* The slot of the row with that key, or the free one where it belongs. */
static uint32_t *slot_of(const struct lp_gpu_row *like)
{
	const uint64_t hash = lp_hash(like, KEY_BYTES);
	uint32_t at = (uint32_t)(hash ^ hash >> 32) % SLOTS;

	while (tables->slots[at] && memcmp(tables->rows[tables->slots[at] - 1], like, KEY_BYTES))
		at = (at + 1) % SLOTS;
	return &tables->slots[at];
}

static struct lp_gpu_row *add_row(uint32_t *slot, const struct lp_gpu_row *like)
{
	struct lp_gpu_row *row;

	if (row_count % ROWS_PER_SECTION == 0 && !append_work_rows())
		return NULL;
	row = tables->rows[row_count];
	/* The kind last: a row without one is none. */
	memcpy((char *)row + sizeof row->kind, (const char *)like + sizeof row->kind,
	       KEY_BYTES - sizeof row->kind);
	__atomic_store_n(&row->kind, like->kind, __ATOMIC_RELEASE);
	*slot = ++row_count;
	return row;
}

/* How much of its key a row keeps while there are fewer than so many: a place is the last that is
 * given up. A program may name its regions by numbers that count up, or launch grids of all sizes,
 * but its places are few. */
static const struct {
	uint32_t rows;
	bool has_region;
	bool has_shape;
	bool has_name;
	bool has_site;
} keys[] = {
    {ROWS_MAX / 2, true, true, true, true},
    {ROWS_MAX / 2 + ROWS_MAX / 8, false, true, true, true},
    {ROWS_MAX - ROWS_MAX / 4, false, false, true, true},
    {ROWS_MAX - KINDS * DEVICES_MAX, false, false, false, true},
    {ROWS_MAX, false, false, false, false},
};

enum { KEYS = sizeof keys / sizeof *keys };

static struct lp_gpu_row shortened(const struct lp_gpu_row *like, int key)
{
	struct lp_gpu_row row = {.kind = like->kind, .device = like->device};

	if (keys[key].has_shape)
		row = *like;
	row.site = keys[key].has_site ? like->site : 0;
	row.region = keys[key].has_region ? like->region : 0;
	row.name = keys[key].has_name ? like->name : 0;
	row.detail = keys[key].has_name ? like->detail : 0;
	return row;
}

static void note_crowd(int key)
{
	host->run->crowded += !keys[key].has_site;
	if (key > 0)
		lp_gpu_note(host, "too many kinds of work to tell all by region and grid");
}

struct lp_gpu_row *lp_gpu_rows_find(const struct lp_gpu_row *like)
{
	for (int key = 0; key < KEYS; key++) {
		const struct lp_gpu_row wanted = shortened(like, key);
		uint32_t *const slot = slot_of(&wanted);
		struct lp_gpu_row *row = NULL;

		if (*slot)
			row = tables->rows[*slot - 1];
		else if (row_count < keys[key].rows)
			row = add_row(slot, &wanted);
		if (!row)
			continue;
		note_crowd(key);
		return row;
	}
	host->run->crowded++;
	return &tables->nowhere;
}

void lp_gpu_rows_add(struct lp_gpu_row *row, uint64_t ns, uint64_t bytes)
{
	if (!row->count || ns < row->min_ns)
		row->min_ns = ns;
	if (ns > row->max_ns)
		row->max_ns = ns;
	row->total_ns += ns;
	row->bytes += bytes;
	row->count++;
}

/* --- devices and memory --- */

struct lp_gpu_device *lp_gpu_rows_device(uint32_t device)
{
	if (!devices)
		devices = append_rows(LP_SECT_GPU_DEVICES, DEVICES_MAX, sizeof *devices);
	for (uint32_t i = 0; devices && i < DEVICES_MAX; i++) {
		if (!devices[i].used) {
			devices[i].device = device;
			__atomic_store_n(&devices[i].used, 1, __ATOMIC_RELEASE);
		}
		if (devices[i].device == device)
			return &devices[i];
	}
	return NULL;
}

bool lp_gpu_rows_undescribed(uint32_t *n, uint32_t *device)
{
	for (; devices && *n < DEVICES_MAX && devices[*n].used; ++*n)
		if (!devices[*n].multiprocessors) {
			*device = devices[*n].device;
			return true;
		}
	return false;
}

void lp_gpu_rows_describe(uint32_t n, const struct lp_gpu_device *from)
{
	struct lp_gpu_device *const row = &devices[n];

	row->warps = from->warps;
	row->blocks = from->blocks;
	row->registers = from->registers;
	row->shared_bytes = from->shared_bytes;
	row->warp_threads = from->warp_threads;
	row->capability = from->capability;
	row->clock_khz = from->clock_khz;
	row->memory_bytes = from->memory_bytes;
	row->bandwidth = from->bandwidth;
	memcpy(row->name, from->name, sizeof row->name);
	/* The last: with it a device is known. */
	__atomic_store_n(&row->multiprocessors, from->multiprocessors, __ATOMIC_RELEASE);
}

struct lp_gpu_memory *lp_gpu_rows_memory(uint32_t site, uint32_t device, uint32_t memory_kind)
{
	if (!memory)
		memory = append_rows(LP_SECT_GPU_MEMORY, MEMORY_MAX, sizeof *memory);
	for (uint32_t i = 0; memory && i < memory_count; i++)
		if (memory[i].site == site && memory[i].device == device &&
		    memory[i].memory_kind == memory_kind)
			return &memory[i];
	/* The last ones are for all that finds no other. */
	if (memory && site && memory_count >= MEMORY_MAX - MEMORY_OF_NONE)
		return lp_gpu_rows_memory(0, device, memory_kind);
	if (!memory || memory_count == MEMORY_MAX)
		return NULL;
	memory[memory_count] = (struct lp_gpu_memory){
	    .used = 1, .site = site, .device = device, .memory_kind = memory_kind};
	return &memory[memory_count++];
}

struct lp_gpu_memory *lp_gpu_rows_memory_at(uint32_t n)
{
	return n < memory_count ? &memory[n] : NULL;
}
