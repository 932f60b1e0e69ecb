/* gpu_busy.c: how long a GPU was busy. */
#include "runtime/gpu_busy.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/gpu_rows.h"

enum {
	/* That may still change. What is in the buffers of 64 threads is fewer; the rest is for
	 * work that takes long: it begins before all that other streams do meanwhile, and comes
	 * behind it. */
	SPANS_MAX = 1 << 18,
	FRESH_MAX = 1 << 12,
	DEVICES_MAX = 16,
};

struct span {
	uint64_t begin;
	uint64_t end;
};

/* The union of spans. What was added up for good is before all `spans`, which are in order of time
 * and apart; the fresh ones are neither: each thread of a program fills a buffer of its own. */
struct cover {
	uint64_t settled_ns;
	uint64_t settled_end; /* 0: nothing was */
	uint32_t count;
	uint32_t fresh_count;
	struct span fresh[FRESH_MAX];
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
static struct span *scratch; /* SPANS_MAX of them, while spans are merged */

/* Zeros; NULL when there is no memory. */
static void *get_room(size_t bytes)
{
	void *const room =
	    mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return room != MAP_FAILED ? room : NULL;
}

void lp_gpu_busy_start(const struct lp_gpu_host *from)
{
	host = from;
	for (int i = 0; i < DEVICES_MAX; i++) {
		if (busy[i])
			munmap(busy[i], sizeof *busy[i]);
		busy[i] = NULL;
	}
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

static int by_begin(const void *left, const void *right)
{
	const struct span *const a = left, *const b = right;

	return (a->begin > b->begin) - (a->begin < b->begin);
}

/* Leaves out of the fresh ones, in order then, what is before the settled end. */
static void clip_fresh(struct cover *cover, bool counts_late)
{
	uint32_t kept = 0;

	qsort(cover->fresh, cover->fresh_count, sizeof *cover->fresh, by_begin);
	for (uint32_t i = 0; i < cover->fresh_count; i++) {
		struct span span = cover->fresh[i];

		if (span.begin < cover->settled_end) {
			host->run->late += counts_late;
			span.begin = cover->settled_end;
		}
		if (span.begin < span.end)
			cover->fresh[kept++] = span;
	}
	cover->fresh_count = kept;
}

/* Puts `span`, which begins behind those before it, at the end of those from `first` on. */
static void append(struct cover *cover, uint32_t first, struct span span)
{
	struct span *const last = &cover->spans[cover->count - 1];

	if (cover->count > first && last->end >= span.begin)
		last->end = last->end > span.end ? last->end : span.end;
	else
		cover->spans[cover->count++] = span;
}

/* The fresh ones among the others; `gaps` as for retire(). */
static void merge(struct cover *cover, struct gaps *gaps)
{
	uint32_t first, tail, at = 0;

	if (cover->fresh_count > SPANS_MAX - cover->count)
		retire(cover, SPANS_MAX / 2, gaps);
	clip_fresh(cover, gaps != NULL);
	if (!cover->fresh_count)
		return;
	first = place_of(cover, cover->fresh[0].begin);
	tail = cover->count - first;
	memcpy(scratch, &cover->spans[first], tail * sizeof *scratch);
	cover->count = first;
	for (uint32_t i = 0; i < cover->fresh_count; i++) {
		for (; at < tail && scratch[at].begin <= cover->fresh[i].begin; at++)
			append(cover, first, scratch[at]);
		append(cover, first, cover->fresh[i]);
	}
	for (; at < tail; at++)
		append(cover, first, scratch[at]);
	cover->fresh_count = 0;
}

static void add_span(struct cover *cover, struct span span, struct gaps *gaps)
{
	if (cover->fresh_count == FRESH_MAX)
		merge(cover, gaps);
	cover->fresh[cover->fresh_count++] = span;
}

static struct busy *find(uint32_t device)
{
	if (!scratch && !(scratch = get_room(SPANS_MAX * sizeof *scratch)))
		return NULL;
	for (int i = 0; i < DEVICES_MAX; i++) {
		if (!busy[i] && !(busy[i] = get_room(sizeof *busy[i])))
			return NULL;
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

static void settle(struct busy *here, struct lp_gpu_device *row)
{
	struct gaps gaps;

	merge(&here->any, &here->gaps);
	merge(&here->kernels, NULL);
	merge(&here->copies, NULL);
	gaps = total_gaps(here);
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
