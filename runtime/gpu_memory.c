/* gpu_memory.c: which memory of GPUs is in use, and who got it. */
#include "runtime/gpu_memory.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/gpu_records.h"
#include "runtime/gpu_rows.h"

/* Powers of two. */
enum {
	SLOTS_FIRST = 1 << 12,
	SLOTS_MAX = 1 << 22,
	EVENTS_MAX = 1 << 16,
};

/* Memory in use. */
struct piece {
	uint64_t address; /* 0: free */
	uint64_t bytes;
	struct lp_gpu_memory *row;
};

/* Memory that is got or given back. Each thread's records come in buffers of its own, so that who
 * got an address may be told before who gave it back. */
struct event {
	uint64_t time_ns;
	uint64_t address;
	uint64_t bytes;
	uint32_t number; /* as they came */
	uint32_t site;
	uint32_t device;
	uint32_t memory_kind;
	bool is_freed;
};

static const struct lp_gpu_host *host;
static struct event *events; /* which others may come before */
static uint32_t event_count;
static uint32_t number;
static uint64_t last_ns;  /* of all so far */
static uint64_t known_ns; /* all before has come, at the next settling */
static struct piece *pieces;
static uint32_t slot_count;
static uint32_t live_count;

static void *map(size_t bytes)
{
	void *const room =
	    mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return room == MAP_FAILED ? NULL : room;
}

bool lp_gpu_memory_start(const struct lp_gpu_host *from)
{
	host = from;
	slot_count = SLOTS_FIRST;
	pieces = map(slot_count * sizeof *pieces);
	events = map(EVENTS_MAX * sizeof *events);
	live_count = event_count = 0;
	last_ns = known_ns = 0;
	return pieces && events;
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
	grown = count < SLOTS_MAX ? map(2 * count * sizeof *pieces) : NULL;
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

/* --- what happened, in order of time --- */

static void take_back(const struct event *event)
{
	struct piece *const piece = find(event->address);
	struct lp_gpu_device *const gpu =
	    lp_gpu_rows_device(piece->address ? piece->row->device : event->device);

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

static void hand_out(const struct event *event)
{
	struct lp_gpu_memory *const row =
	    lp_gpu_rows_memory(event->site, event->device, event->memory_kind);

	/* Given back unseen, and got again. */
	if (find(event->address)->address)
		take_back(event);
	if (!row)
		return;
	row->count++;
	row->bytes += event->bytes;
	/* What is not remembered is not known to be given back. */
	if (!grow())
		return;
	*find(event->address) =
	    (struct piece){.address = event->address, .bytes = event->bytes, .row = row};
	live_count++;
	add_live(row, event->bytes);
}

static int by_time(const void *left, const void *right)
{
	const struct event *const a = left, *const b = right;

	if (a->time_ns != b->time_ns)
		return a->time_ns > b->time_ns ? 1 : -1;
	return (a->number > b->number) - (a->number < b->number);
}

/* The first ones for good: those before `before_ns`, and so many that `room` are free. */
static void settle_events(uint64_t before_ns, uint32_t room)
{
	uint32_t done = 0;

	qsort(events, event_count, sizeof *events, by_time);
	for (; done < event_count; done++) {
		const struct event *const event = &events[done];

		if (event->time_ns >= before_ns && EVENTS_MAX - event_count + done >= room)
			break;
		if (event->is_freed)
			take_back(event);
		else
			hand_out(event);
	}
	event_count -= done;
	memmove(events, events + done, event_count * sizeof *events);
}

static void take(struct event event)
{
	if (!event.address)
		return;
	if (event_count == EVENTS_MAX)
		settle_events(0, EVENTS_MAX / 2);
	if (event.time_ns > last_ns)
		last_ns = event.time_ns;
	event.number = number++;
	events[event_count++] = event;
}

void lp_gpu_memory_got(uint64_t time_ns, uint32_t site, uint32_t device, uint32_t memory_kind,
		       uint64_t address, uint64_t bytes)
{
	take((struct event){.time_ns = time_ns,
			    .address = address,
			    .bytes = bytes,
			    .site = site,
			    .device = device,
			    .memory_kind = memory_kind});
}

void lp_gpu_memory_freed(uint64_t time_ns, uint32_t device, uint64_t address)
{
	take((struct event){
	    .time_ns = time_ns, .address = address, .device = device, .is_freed = true});
}

void lp_gpu_memory_settle(bool has_all, uint64_t before_ns)
{
	const struct lp_gpu_memory *row;

	settle_events(has_all || before_ns < known_ns ? before_ns : known_ns, 0);
	known_ns = last_ns + 1;
	for (uint32_t n = 0; (row = lp_gpu_rows_memory_at(n)); n++) {
		const struct lp_gpu_device *const gpu = lp_gpu_rows_device(row->device);

		if (gpu && gpu->live_bytes == gpu->peak_bytes)
			note_peak(gpu);
	}
}
