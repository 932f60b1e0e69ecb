/* gpu_calls.c: what is known of calls of CUDA, by their numbers. */
#include "runtime/gpu_calls.h"

#include <stddef.h>
#include <sys/mman.h>

/* Powers of two. */
enum {
	CALLS = 1 << 17, /* the last ones; numbers count up by one */
	KEPT = 1 << 16,  /* of each kind, of those before */
	BUCKETS = 1 << 17,
};

/* A call with a place that another one took the room of. */
struct kept {
	struct lp_gpu_call call;
	uint32_t next; /* in its bucket, its index + 1 */
};

/* Of the kept ones the oldest go first: of those whose work is still to come, and apart, so that
 * short work does not drive them out, of those of which some has come. */
static struct {
	struct lp_gpu_call last[CALLS];
	struct kept kept[2 * KEPT]; /* work to come first */
	uint32_t buckets[BUCKETS];
} * tables;
static uint32_t kept_count[2]; /* so far */

bool lp_gpu_calls_start(void)
{
	void *const room =
	    mmap(NULL, sizeof *tables, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (room == MAP_FAILED)
		return false;
	tables = room;
	kept_count[0] = kept_count[1] = 0;
	return true;
}

static struct kept *kept_at(uint32_t number)
{
	return &tables->kept[number - 1];
}

static uint32_t *bucket_of(uint32_t correlation)
{
	return &tables->buckets[(correlation * UINT32_C(0x9e3779b1) >> 8) % BUCKETS];
}

static void forget(struct kept *entry)
{
	uint32_t *link = bucket_of(entry->call.correlation);

	while (kept_at(*link) != entry)
		link = &kept_at(*link)->next;
	*link = entry->next;
}

static void keep(const struct lp_gpu_call *call)
{
	const bool kind = call->has_piece;
	const uint32_t number = kind * KEPT + kept_count[kind]++ % KEPT + 1;
	struct kept *const entry = kept_at(number);
	uint32_t *const bucket = bucket_of(call->correlation);

	if (entry->call.correlation)
		forget(entry);
	*entry = (struct kept){.call = *call, .next = *bucket};
	*bucket = number;
}

static struct lp_gpu_call *find_kept(uint32_t correlation)
{
	for (uint32_t at = *bucket_of(correlation); at; at = kept_at(at)->next)
		if (kept_at(at)->call.correlation == correlation)
			return &kept_at(at)->call;
	return NULL;
}

struct lp_gpu_call *lp_gpu_calls_find(uint32_t correlation)
{
	struct lp_gpu_call *const call = &tables->last[correlation % CALLS];

	return call->correlation == correlation ? call : find_kept(correlation);
}

struct lp_gpu_call *lp_gpu_calls_of(uint32_t correlation)
{
	struct lp_gpu_call *call = lp_gpu_calls_find(correlation);

	if (call)
		return call;
	call = &tables->last[correlation % CALLS];
	if (call->has_work)
		keep(call);
	*call = (struct lp_gpu_call){.correlation = correlation};
	return call;
}
