/*
 * hint_gpu.c: hints on lines that leave a GPU idle, or make it do what it need not. They rest on
 * CUPTI's records and on the clock around each call, not on samples. What a call takes is what it
 * takes while CUPTI looks on, some 2 us more for a launch: so the limits leave room.
 */
#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/hinting.h"

/* The work that one place asked for. */
struct asked {
	uint64_t kernels;
	uint64_t kernel_ns;
	uint64_t delays; /* of kernels: from the call to the start */
	uint64_t delay_ns;
	uint64_t
	    narrow_ns;   /* that kernels with fewer blocks than multiprocessors could do without */
	uint64_t blocks; /* of the one of these that took most */
	uint64_t blocks_ns;
	uint64_t pageable_ns; /* of copies from or to such memory, if they are long */
	uint64_t pageable_bytes;
	uint64_t pageable_count;
	const char *copy_kind;
	uint64_t copy_ns;
};

struct lp_gpu_hinting {
	struct asked *asked; /* by place */
	uint64_t span_ns;    /* of all devices, from their first work to their last */
	uint64_t gap_ns;
	uint64_t gap_count;
	uint64_t call_ns; /* of the program, in calls that ask for work or wait for it */
	uint32_t multiprocessors;
	bool is_side_by_side; /* kernels ran at one time */
};

/* What CUPTI calls memory that the system may move. */
enum { PAGEABLE = 1 };

/* ---- what there is ---- */

static uint64_t to_ns(const struct lp_profile *profile, uint64_t ticks)
{
	return (uint64_t)((double)ticks * 1e9 / (double)profile->info.ticks_per_second);
}

static void add_kernels(struct lp_gpu_hinting *all, struct asked *asked,
			const struct lp_gpu_row *row)
{
	const uint64_t blocks = (uint64_t)row->grid[0] * row->grid[1] * row->grid[2];

	asked->kernels += row->count;
	asked->kernel_ns += row->total_ns;
	asked->delays += row->delays;
	asked->delay_ns += row->delay_ns;
	if (blocks == 0 || blocks >= all->multiprocessors)
		return;
	asked->narrow_ns += row->total_ns - row->total_ns * blocks / all->multiprocessors;
	if (row->total_ns > asked->blocks_ns) {
		asked->blocks_ns = row->total_ns;
		asked->blocks = blocks;
	}
}

static void add_copies(struct asked *asked, const struct lp_gpu_row *row)
{
	asked->copy_ns += row->total_ns;
	if ((LP_GPU_COPY_FROM(row->detail) != PAGEABLE &&
	     LP_GPU_COPY_TO(row->detail) != PAGEABLE) ||
	    row->bytes < row->count * LP_HINT_GPU_LONG_COPY)
		return;
	asked->pageable_ns += row->total_ns;
	asked->pageable_bytes += row->bytes;
	asked->pageable_count += row->count;
	asked->copy_kind = lp_gpu_copy_name(row->detail);
}

static void add_devices(struct lp_gpu_hinting *all, const struct lp_gpu_sums *gpu)
{
	uint64_t kernel_ns = 0, one_by_one_ns = 0;

	for (size_t i = 0; i < gpu->device_count; i++) {
		const struct lp_gpu_device *const device = &gpu->devices[i];

		all->span_ns += device->last_ns - device->first_ns;
		all->gap_ns += device->gap_ns;
		all->gap_count += device->gap_count;
		kernel_ns += device->kernel_ns;
		if (!all->multiprocessors || device->multiprocessors < all->multiprocessors)
			all->multiprocessors = device->multiprocessors;
	}
	for (size_t i = 0; i < gpu->work_count; i++)
		if (gpu->work[i].row.kind == LP_GPU_ROW_KERNEL)
			one_by_one_ns += gpu->work[i].row.total_ns;
	all->is_side_by_side =
	    (double)one_by_one_ns * 100 > (double)kernel_ns * (100 + LP_HINT_LEAST_PCT);
}

/* Memory is left out: the first call of it may start the driver, before there is any work. */
static void add_calls(struct lp_gpu_hinting *all, const struct lp_profile *profile)
{
	for (size_t i = 0; i < profile->gpu.place_count; i++)
		if (profile->gpu.places[i].group != LP_GPU_MEMORY)
			all->call_ns += to_ns(profile, profile->gpu.places[i].ticks);
}

enum lp_status lp_gpu_hinting_start(struct lp_hinting *hinting)
{
	const struct lp_gpu_sums *const gpu = &hinting->profile->gpu;
	struct lp_gpu_hinting *const all = (struct lp_gpu_hinting *)calloc(1, sizeof(*all));

	hinting->gpu = all;
	if (!all)
		return LP_MEMORY;
	all->asked = (struct asked *)calloc(gpu->place_count + 1, sizeof(*all->asked));
	if (!all->asked)
		return LP_MEMORY;
	add_devices(all, gpu);
	add_calls(all, hinting->profile);
	for (size_t i = 0; i < gpu->work_count; i++) {
		const struct lp_gpu_work *const work = &gpu->work[i];

		if (work->place == LP_NO_INDEX)
			continue;
		if (work->row.kind == LP_GPU_ROW_KERNEL)
			add_kernels(all, &all->asked[work->place], &work->row);
		else if (work->row.kind == LP_GPU_ROW_COPY)
			add_copies(&all->asked[work->place], &work->row);
	}
	return LP_OK;
}

void lp_gpu_hinting_end(struct lp_hinting *hinting)
{
	if (hinting->gpu)
		free(hinting->gpu->asked);
	free(hinting->gpu);
}

/* ---- hints ---- */

/* A GPU that stopped with an error may have no times. */
static bool is_worth_it(const struct lp_gpu_hinting *all, double ns)
{
	return all->span_ns > 0 && ns >= LP_HINT_GPU_LEAST_NS &&
	       ns * 100 >= (double)all->span_ns * LP_HINT_LEAST_PCT;
}

/* A hint on the place by which so many ns of the GPUs' time could be won at most. */
static struct lp_hint hint_of(const struct lp_hinting *hinting, const struct lp_gpu_place *place,
			      double ns)
{
	return (struct lp_hint){
	    .source = place->source,
	    .line = place->line,
	    .ticks = (uint64_t)(ns / 1e9 * (double)hinting->profile->info.ticks_per_second),
	    .gpu_pct = 100 * ns / (double)hinting->gpu->span_ns,
	    .hits = place->count};
}

typedef enum lp_status (*hint_fn)(struct lp_hinting *hinting, const struct lp_gpu_place *place,
				  const struct asked *asked);

/* Asks `hint` of each place that is wanted. */
static enum lp_status for_places(struct lp_hinting *hinting, hint_fn hint)
{
	const struct lp_profile *const profile = hinting->profile;
	enum lp_status status = LP_OK;

	for (size_t i = 0; i < profile->gpu.place_count && status == LP_OK; i++) {
		const struct lp_gpu_place *const place = &profile->gpu.places[i];
		const size_t line = lp_line_find(profile, place->source, place->line);

		if (place->calls > 0 && line < profile->line_count &&
		    profile->lines[line].source == place->source &&
		    profile->lines[line].line == place->line && hinting->wanted[line])
			status = hint(hinting, place, &hinting->gpu->asked[i]);
	}
	return status;
}

static double call_us(const struct lp_hinting *hinting, const struct lp_gpu_place *place)
{
	return (double)to_ns(hinting->profile, place->ticks) / 1e3 / (double)place->calls;
}

/* The kernels begin as soon as they are asked for, and meanwhile the program is in no call of CUDA.
 */
static enum lp_status hint_idle(struct lp_hinting *hinting, const struct lp_gpu_place *place,
				const struct asked *asked)
{
	const struct lp_gpu_hinting *const all = hinting->gpu;
	const double idle_ns = (double)all->gap_ns - (double)all->call_ns;
	const double delay_us =
	    asked->delays ? (double)asked->delay_ns / 1e3 / (double)asked->delays : 0;

	if (place->group != LP_GPU_LAUNCH || asked->kernels < LP_HINT_GPU_LEAST_TIMES ||
	    delay_us > LP_HINT_GPU_DELAY_TIMES * call_us(hinting, place) ||
	    !is_worth_it(all, idle_ns) ||
	    idle_ns * 100 < (double)all->span_ns * LP_HINT_GPU_IDLE_PCT)
		return LP_OK;
	return lp_hinting_add(
	    hinting, hint_of(hinting, place, idle_ns),
	    "kernels begin %.0f us after they are asked for, the GPU is idle for "
	    "%.0f %% of its time, and the program is in no call of CUDA for %.0f %%",
	    delay_us, 100 * (double)all->gap_ns / (double)all->span_ns,
	    100 * idle_ns / (double)all->span_ns);
}

static enum lp_status hint_tiny(struct lp_hinting *hinting, const struct lp_gpu_place *place,
				const struct asked *asked)
{
	const double call_ns = (double)to_ns(hinting->profile, place->ticks);
	const double lost_ns = call_ns - (double)asked->kernel_ns;

	if (place->group != LP_GPU_LAUNCH || asked->kernels < LP_HINT_LEAST_TIMES ||
	    (double)asked->kernel_ns * LP_HINT_GPU_TINY_TIMES > call_ns ||
	    !is_worth_it(hinting->gpu, lost_ns))
		return LP_OK;
	return lp_hinting_add(hinting, hint_of(hinting, place, lost_ns),
			      "%llu kernels of %.2f us, whose launch takes the program %.2f us",
			      (unsigned long long)asked->kernels,
			      (double)asked->kernel_ns / 1e3 / (double)asked->kernels,
			      call_us(hinting, place));
}

static enum lp_status hint_copy(struct lp_hinting *hinting, const struct lp_gpu_place *place,
				const struct asked *asked)
{
	const double lost_ns =
	    (double)to_ns(hinting->profile, place->ticks) - (double)asked->copy_ns;

	if (place->group != LP_GPU_COPY || !lp_gpu_place_waits(place) ||
	    place->calls < LP_HINT_GPU_LEAST_TIMES || !is_worth_it(hinting->gpu, lost_ns))
		return LP_OK;
	return lp_hinting_add(
	    hinting, hint_of(hinting, place, lost_ns),
	    "%llu copies that the program waits for, %.1f us each, %.1f us of them copying",
	    (unsigned long long)place->calls, call_us(hinting, place),
	    (double)asked->copy_ns / 1e3 / (double)place->calls);
}

static enum lp_status hint_pageable(struct lp_hinting *hinting, const struct lp_gpu_place *place,
				    const struct asked *asked)
{
	/* Those that a library makes of its own are not the program's to change. */
	if (place->group != LP_GPU_COPY ||
	    !is_worth_it(hinting->gpu, (double)asked->pageable_ns))
		return LP_OK;
	return lp_hinting_add(hinting, hint_of(hinting, place, (double)asked->pageable_ns),
			      "%s of pageable memory: %llu copies, %.1f MB each, at %.1f GB/s",
			      asked->copy_kind, (unsigned long long)asked->pageable_count,
			      (double)asked->pageable_bytes / 1e6 / (double)asked->pageable_count,
			      (double)asked->pageable_bytes / (double)asked->pageable_ns);
}

static enum lp_status hint_narrow(struct lp_hinting *hinting, const struct lp_gpu_place *place,
				  const struct asked *asked)
{
	/* Side by side narrow kernels fill a GPU, too. */
	if (hinting->gpu->is_side_by_side || !is_worth_it(hinting->gpu, (double)asked->narrow_ns))
		return LP_OK;
	return lp_hinting_add(hinting, hint_of(hinting, place, (double)asked->narrow_ns),
			      "kernels of %llu block%s, one at a time, on %u multiprocessors",
			      (unsigned long long)asked->blocks, asked->blocks == 1 ? "" : "s",
			      hinting->gpu->multiprocessors);
}

/* After a wait the GPU has nothing to do until it is asked again: each time there is a gap. */
static enum lp_status hint_wait(struct lp_hinting *hinting, const struct lp_gpu_place *place,
				const struct asked *asked)
{
	const struct lp_gpu_hinting *const all = hinting->gpu;
	const double share = all->gap_count ? (double)place->calls / (double)all->gap_count : 0;
	const double lost_ns = (double)all->gap_ns * (share < 1 ? share : 1);

	(void)asked;
	if (place->group != LP_GPU_WAIT || !lp_gpu_place_waits(place) ||
	    place->calls < LP_HINT_GPU_LEAST_TIMES || !is_worth_it(all, lost_ns))
		return LP_OK;
	return lp_hinting_add(
	    hinting, hint_of(hinting, place, lost_ns),
	    "the program waits for the GPU %llu times, then the GPU for the program: %.1f us each",
	    (unsigned long long)place->calls, (double)all->gap_ns / 1e3 / (double)all->gap_count);
}

enum lp_status lp_hint_gpu_idle(struct lp_hinting *hinting)
{
	return for_places(hinting, hint_idle);
}

enum lp_status lp_hint_tiny_kernels(struct lp_hinting *hinting)
{
	return for_places(hinting, hint_tiny);
}

enum lp_status lp_hint_sync_copies(struct lp_hinting *hinting)
{
	return for_places(hinting, hint_copy);
}

enum lp_status lp_hint_pageable_copies(struct lp_hinting *hinting)
{
	return for_places(hinting, hint_pageable);
}

enum lp_status lp_hint_few_blocks(struct lp_hinting *hinting)
{
	return for_places(hinting, hint_narrow);
}

enum lp_status lp_hint_gpu_waits(struct lp_hinting *hinting)
{
	return for_places(hinting, hint_wait);
}
