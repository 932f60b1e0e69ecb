/* gpu_memory.c: which memory of GPUs is in use, and who got it. */
#include "runtime/gpu_memory.h"

#include <stddef.h>
#include <sys/mman.h>

#include "runtime/gpu_records.h"
#include "runtime/gpu_rows.h"

/* Powers of two. */
enum {
	SLOTS_FIRST = 1 << 12,
	SLOTS_MAX = 1 << 22,
};

/* Memory in use. */
struct piece {
	uint64_t address; /* 0: free */
	uint64_t bytes;
	struct lp_gpu_memory *row;
};

static const struct lp_gpu_host *host;
static struct piece *pieces;
static uint32_t slot_count;
static uint32_t live_count;

static struct piece *map_slots(uint32_t count)
{
	void *const room = mmap(NULL, count * sizeof *pieces, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return room == MAP_FAILED ? NULL : room;
}

bool lp_gpu_memory_start(const struct lp_gpu_host *from)
{
	host = from;
	slot_count = SLOTS_FIRST;
	pieces = map_slots(slot_count);
	live_count = 0;
	return pieces != NULL;
}

/* Allocations are aligned; unified addresses differ between devices. */
static uint32_t home_of(uint64_t address)
{
	return (uint32_t)(address * UINT64_C(0x9e3779b97f4a7c15) >> 32) % slot_count;
}

static struct piece *find(uint64_t address)
{
	uint32_t at = home_of(address);

	while (pieces[at].address && pieces[at].address != address)
		at = (at + 1) % slot_count;
	return &pieces[at];
}

/* Takes a piece out and moves up those that it kept from their homes. */
static void take_out(struct piece *piece)
{
	uint32_t hole = (uint32_t)(piece - pieces);

	for (uint32_t at = (hole + 1) % slot_count; pieces[at].address; at = (at + 1) % slot_count)
		if ((at - home_of(pieces[at].address)) % slot_count >= (at - hole) % slot_count) {
			pieces[hole] = pieces[at];
			hole = at;
		}
	pieces[hole].address = 0;
	live_count--;
}

/* So that one more has room. */
static bool grow(void)
{
	struct piece *const old = pieces;
	const uint32_t count = slot_count;
	struct piece *grown;

	if (live_count < count / 2)
		return true;
	grown = count < SLOTS_MAX ? map_slots(2 * count) : NULL;
	if (!grown)
		return false;
	pieces = grown;
	slot_count = 2 * count;
	for (uint32_t i = 0; i < count; i++)
		if (old[i].address)
			*find(old[i].address) = old[i];
	munmap(old, count * sizeof *old);
	return true;
}

/* Who has what now is who had it at the peak. */
static void note_peak(const struct lp_gpu_device *device)
{
	struct lp_gpu_memory *row;

	for (uint32_t n = 0; (row = lp_gpu_rows_memory_at(n)); n++)
		if (row->device == device->device)
			row->peak_bytes = row->live_bytes;
}

static bool is_counted(uint32_t memory_kind)
{
	return memory_kind == LP_CUPTI_DEVICE_MEMORY;
}

static void add_live(struct lp_gpu_memory *row, uint64_t bytes)
{
	struct lp_gpu_device *const gpu = lp_gpu_rows_device(row->device);

	row->live_bytes += bytes;
	if (row->live_bytes > row->most_bytes)
		row->most_bytes = row->live_bytes;
	if (!gpu || !is_counted(row->memory_kind))
		return;
	gpu->live_bytes += bytes;
	if (gpu->live_bytes > gpu->peak_bytes)
		gpu->peak_bytes = gpu->live_bytes;
}

void lp_gpu_memory_got(uint32_t site, uint32_t device, uint32_t memory_kind, uint64_t address,
		       uint64_t bytes)
{
	struct lp_gpu_memory *const row = lp_gpu_rows_memory(site, device, memory_kind);

	/* Given back unseen, and got again. */
	if (address && find(address)->address)
		lp_gpu_memory_freed(device, address);
	if (!row || !address)
		return;
	row->count++;
	row->bytes += bytes;
	/* What is not remembered is not known to be given back. */
	if (!grow())
		return;
	*find(address) = (struct piece){.address = address, .bytes = bytes, .row = row};
	live_count++;
	add_live(row, bytes);
}

void lp_gpu_memory_freed(uint32_t device, uint64_t address)
{
	struct piece *const piece = find(address);
	struct lp_gpu_device *const gpu =
	    lp_gpu_rows_device(piece->address ? piece->row->device : device);

	if (!address)
		return;
	if (!piece->address) {
		host->run->lost_frees++;
		return;
	}
	/* Only when it goes down from the peak, not at each new one. */
	if (gpu && is_counted(piece->row->memory_kind)) {
		if (gpu->live_bytes == gpu->peak_bytes)
			note_peak(gpu);
		gpu->live_bytes -= piece->bytes;
	}
	piece->row->live_bytes -= piece->bytes;
	piece->row->freed++;
	take_out(piece);
}

void lp_gpu_memory_settle(void)
{
	const struct lp_gpu_memory *row;

	for (uint32_t n = 0; (row = lp_gpu_rows_memory_at(n)); n++) {
		const struct lp_gpu_device *const gpu = lp_gpu_rows_device(row->device);

		if (gpu && gpu->live_bytes == gpu->peak_bytes)
			note_peak(gpu);
	}
}
