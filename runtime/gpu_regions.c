/* gpu_regions.c: the GPU's work by region. */
#include "runtime/gpu_regions.h"

#include <stddef.h>

enum {
	REGIONS_MAX = 1024,
	ROWS_PER_SECTION = 32,
};

static const struct lp_gpu_host *host;
static struct lp_gpu_region *rows[REGIONS_MAX]; /* by number; NULL: no work yet */
static uint64_t seen[REGIONS_MAX];              /* the piece of work added last, by its number */
static uint64_t piece_count;
static struct lp_gpu_region *free_rows;
static uint32_t free_row_count;

void lp_gpu_regions_start(const struct lp_gpu_host *from)
{
	host = from;
	for (uint32_t i = 0; i < REGIONS_MAX; i++)
		rows[i] = NULL;
	free_row_count = 0;
}

/* NULL without room. */
static struct lp_gpu_region *row_of(uint32_t region)
{
	struct lp_gpu_rows *head;

	if (rows[region - 1])
		return rows[region - 1];
	if (!free_row_count) {
		head = host->append(LP_SECT_GPU_REGIONS, sizeof *head,
				    ROWS_PER_SECTION * sizeof *free_rows);
		if (!head)
			return NULL;
		free_rows = (struct lp_gpu_region *)(void *)(head + 1);
		free_row_count = ROWS_PER_SECTION;
		__atomic_store_n(&head->count, ROWS_PER_SECTION, __ATOMIC_RELEASE);
	}
	free_row_count--;
	rows[region - 1] = free_rows++;
	__atomic_store_n(&rows[region - 1]->region, region, __ATOMIC_RELEASE);
	return rows[region - 1];
}

static void add(uint32_t region, uint32_t kind, uint64_t ns)
{
	struct lp_gpu_region *const row = row_of(region);

	if (!row)
		return;
	if (kind == LP_GPU_ROW_KERNEL) {
		row->kernels++;
		row->kernel_ns += ns;
	} else {
		row->copies++;
		row->copy_ns += ns;
	}
}

/* A region that is open more than once is on the path more than once. */
uint32_t lp_gpu_regions_add(uint32_t path, uint32_t kind, uint64_t ns)
{
	uint32_t outer = 0;
	const uint32_t innermost = path ? host->region(path, &outer) : 0;

	piece_count++;
	for (uint32_t region = innermost; region && region <= REGIONS_MAX;
	     region = host->region(outer, &outer)) {
		if (seen[region - 1] != piece_count && kind != LP_GPU_ROW_WAIT)
			add(region, kind, ns);
		seen[region - 1] = piece_count;
	}
	return innermost;
}
