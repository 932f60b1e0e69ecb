/* gpu_busy.c: how long a GPU was busy. */
#include "runtime/gpu_busy.h"

#include <string.h>
#include <sys/mman.h>

#include "runtime/gpu_rows.h"

enum {
	SPANS_MAX = 4096, /* that may still change */
	DEVICES_MAX = 16,
};

struct span {
	uint64_t begin;
	uint64_t end;
};

/* The union of spans, in order of time. What was added up for good is before all spans. */
struct cover {
	uint64_t settled_ns;
	uint64_t settled_end; /* 0: nothing was */
	uint32_t count;
	struct span spans[SPANS_MAX];
};

struct gaps {
	uint64_t count;
	uint64_t ns;
	uint64_t longest_ns;
	uint64_t counts[LP_GPU_GAP_SIZES];
	uint64_t sums[LP_GPU_GAP_SIZES];
};

struct busy {
	uint32_t device;
	bool is_used;
	uint64_t first_ns;
	uint64_t last_ns;
	struct cover any;
	struct cover kernels;
	struct cover copies;
	struct gaps gaps; /* between what was added up for good */
};

static const struct lp_gpu_host *host;
static struct busy *busy[DEVICES_MAX];

void lp_gpu_busy_start(const struct lp_gpu_host *from)
{
	host = from;
	for (int i = 0; i < DEVICES_MAX; i++)
		if (busy[i])
			memset(busy[i], 0, sizeof *busy[i]);
}

static void add_gap(struct gaps *gaps, uint64_t ns)
{
	uint32_t size = 0;

	if (!ns)
		return;
	while (size < LP_GPU_GAP_SIZES - 1 && ns > UINT64_C(1000) << 2 * size)
		size++;
	gaps->count++;
	gaps->ns += ns;
	gaps->counts[size]++;
	gaps->sums[size] += ns;
	if (ns > gaps->longest_ns)
		gaps->longest_ns = ns;
}

/* Adds the oldest `count` spans up for good; `gaps` may be NULL. */
static void retire(struct cover *cover, uint32_t count, struct gaps *gaps)
{
	for (uint32_t i = 0; i < count; i++) {
		const struct span *const span = &cover->spans[i];

		if (gaps && cover->settled_end)
			add_gap(gaps, span->begin - cover->settled_end);
		cover->settled_ns += span->end - span->begin;
		cover->settled_end = span->end;
	}
	cover->count -= count;
	memmove(cover->spans, cover->spans + count, cover->count * sizeof *cover->spans);
}

/* Where the first span is that ends at or behind `begin`. */
static uint32_t place_of(const struct cover *cover, uint64_t begin)
{
	uint32_t low = 0, high = cover->count;

	while (low < high) {
		const uint32_t middle = (low + high) / 2;

		if (cover->spans[middle].end < begin)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void add_span(struct cover *cover, struct span span, struct gaps *gaps)
{
	uint32_t from, to;

	if (cover->count == SPANS_MAX)
		retire(cover, SPANS_MAX / 2, gaps);
	if (span.begin < cover->settled_end) {
		host->run->late += gaps != NULL;
		span.begin = cover->settled_end;
	}
	if (span.begin >= span.end)
		return;
	from = to = place_of(cover, span.begin);
	for (; to < cover->count && cover->spans[to].begin <= span.end; to++) {
		if (cover->spans[to].begin < span.begin)
			span.begin = cover->spans[to].begin;
		if (cover->spans[to].end > span.end)
			span.end = cover->spans[to].end;
	}
	memmove(&cover->spans[from + 1], &cover->spans[to],
		(cover->count - to) * sizeof *cover->spans);
	cover->spans[from] = span;
	cover->count += 1 - (to - from);
}

static struct busy *find(uint32_t device)
{
	for (int i = 0; i < DEVICES_MAX; i++) {
		if (!busy[i]) {
			void *const room = mmap(NULL, sizeof *busy[i], PROT_READ | PROT_WRITE,
						MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

			if (room == MAP_FAILED)
				return NULL;
			busy[i] = room;
		}
		if (!busy[i]->is_used) {
			busy[i]->is_used = true;
			busy[i]->device = device;
		}
		if (busy[i]->device == device)
			return busy[i];
	}
	return NULL;
}

void lp_gpu_busy_add(uint32_t device, bool is_kernel, uint64_t begin, uint64_t end)
{
	struct busy *const here = find(device);
	const struct span span = {begin, end};

	if (!here || begin >= end)
		return;
	if (!here->first_ns || begin < here->first_ns)
		here->first_ns = begin;
	if (end > here->last_ns)
		here->last_ns = end;
	add_span(&here->any, span, &here->gaps);
	add_span(is_kernel ? &here->kernels : &here->copies, span, NULL);
}

static uint64_t total_ns(const struct cover *cover)
{
	uint64_t sum = cover->settled_ns;

	for (uint32_t i = 0; i < cover->count; i++)
		sum += cover->spans[i].end - cover->spans[i].begin;
	return sum;
}

static struct gaps total_gaps(const struct busy *here)
{
	struct gaps sum = here->gaps;
	uint64_t end = here->any.settled_end;

	for (uint32_t i = 0; i < here->any.count; i++) {
		if (end)
			add_gap(&sum, here->any.spans[i].begin - end);
		end = here->any.spans[i].end;
	}
	return sum;
}

static void settle(const struct busy *here, struct lp_gpu_device *row)
{
	const struct gaps gaps = total_gaps(here);

	row->first_ns = here->first_ns;
	row->last_ns = here->last_ns;
	row->busy_ns = total_ns(&here->any);
	row->kernel_ns = total_ns(&here->kernels);
	row->copy_ns = total_ns(&here->copies);
	row->gap_count = gaps.count;
	row->gap_ns = gaps.ns;
	row->longest_ns = gaps.longest_ns;
	memcpy(row->gaps, gaps.counts, sizeof row->gaps);
	memcpy(row->gaps_ns, gaps.sums, sizeof row->gaps_ns);
}

void lp_gpu_busy_settle(void)
{
	for (int i = 0; i < DEVICES_MAX && busy[i] && busy[i]->is_used; i++) {
		struct lp_gpu_device *const row = lp_gpu_rows_device(busy[i]->device);

		if (row)
			settle(busy[i], row);
	}
}
