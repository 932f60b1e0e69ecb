/* gpu_memory.c: which memory of GPUs is in use, and who got it. */
#include "runtime/gpu_memory.h"

#include <stddef.h>
#include <sys/mman.h>

#include "runtime/gpu_records.h"
#include "runtime/gpu_rows.h"

enum {
	SLOTS = 1 << 16, /* a power of two */
	LIVE_MAX = SLOTS / 2,
};

/* Memory in use. */
struct piece {
	uint64_t address; /* 0: free */
	uint64_t bytes;
	struct lp_gpu_memory *row;
};

static const struct lp_gpu_host *host;
static struct piece *pieces;
static uint32_t live_count;

bool lp_gpu_memory_start(const struct lp_gpu_host *from)
{
	void *const room = mmap(NULL, SLOTS * sizeof *pieces, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (room == MAP_FAILED)
		return false;
	host = from;
	pieces = room;
	live_count = 0;
	return true;
}

/* Allocations are aligned; unified addresses differ between devices. */
static uint32_t home_of(uint64_t address)
{
	return (uint32_t)(address * UINT64_C(0x9e3779b97f4a7c15) >> 32) % SLOTS;
}

static struct piece *find(uint64_t address)
{
	uint32_t at = home_of(address);

	while (pieces[at].address && pieces[at].address != address)
		at = (at + 1) % SLOTS;
	return &pieces[at];
}

/* Takes a piece out and moves up those that it kept from their homes. */
static void take_out(struct piece *piece)
{
	uint32_t hole = (uint32_t)(piece - pieces);

	for (uint32_t at = (hole + 1) % SLOTS; pieces[at].address; at = (at + 1) % SLOTS)
		if ((at - home_of(pieces[at].address)) % SLOTS >= (at - hole) % SLOTS) {
			pieces[hole] = pieces[at];
			hole = at;
		}
	pieces[hole].address = 0;
	live_count--;
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

void lp_gpu_memory_got(uint32_t site, uint32_t device, uint32_t memory_kind, uint64_t address,
		       uint64_t bytes)
{
	struct lp_gpu_memory *const row = lp_gpu_rows_memory(site, device, memory_kind);
	struct lp_gpu_device *const gpu = lp_gpu_rows_device(device);
	struct piece *piece;

	/* Given back unseen, and got again. */
	if (address && find(address)->address)
		lp_gpu_memory_freed(device, address);
	if (!row || !address || live_count == LIVE_MAX)
		return;
	piece = find(address);
	*piece = (struct piece){.address = address, .bytes = bytes, .row = row};
	live_count++;
	row->count++;
	row->bytes += bytes;
	row->live_bytes += bytes;
	if (row->live_bytes > row->most_bytes)
		row->most_bytes = row->live_bytes;
	if (!gpu || !is_counted(memory_kind))
		return;
	gpu->live_bytes += bytes;
	if (gpu->live_bytes > gpu->peak_bytes)
		gpu->peak_bytes = gpu->live_bytes;
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
