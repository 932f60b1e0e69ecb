/* gpu_names.c: names for CUPTI's numbers, and how well kernels fill a GPU. */
#include "format/abi.h"
#include "viewer/model/gpu_sums.h"

static const char *name_of(const char *const *names, size_t count, uint32_t number)
{
	return number < count && names[number] ? names[number] : "?";
}

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

const char *lp_gpu_copy_name(uint32_t detail)
{
	/* CUpti_ActivityMemcpyKind */
	static const char *const names[] = {"?",    "HtoD", "DtoH", "HtoA", "AtoH", "AtoA",
					    "AtoD", "DtoA", "DtoD", "HtoH", "PtoP"};

	return name_of(names, COUNT(names), LP_GPU_COPY_KIND(detail));
}

const char *lp_gpu_memory_name(uint32_t memory_kind)
{
	/* CUpti_ActivityMemoryKind */
	static const char *const names[] = {"?",     "pageable", "pinned", "device",
					    "array", "managed",  "static", "managed static"};

	return name_of(names, COUNT(names), memory_kind);
}

const char *lp_gpu_wait_name(uint32_t detail)
{
	/* CUpti_ActivitySynchronizationType */
	static const char *const names[] = {"?", "event", "stream waits for event", "stream",
					    "context"};

	return name_of(names, COUNT(names), detail);
}

const char *lp_gpu_group_name(uint32_t group)
{
	static const char *const names[] = {
#define LP_GPU_GROUP_NAME(name, number, text, what) [number] = (text),
	    LP_GPU_GROUP_LIST(LP_GPU_GROUP_NAME)
#undef LP_GPU_GROUP_NAME
	};

	return name_of(names, COUNT(names), group);
}

static const struct lp_gpu_device *device_of(const struct lp_gpu_sums *gpu, uint32_t number)
{
	for (size_t i = 0; i < gpu->device_count; i++)
		if (gpu->devices[i].device == number)
			return &gpu->devices[i];
	return NULL;
}

static uint64_t round_up(uint64_t value, uint64_t to)
{
	return (value + to - 1) / to * to;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

double lp_gpu_occupancy(const struct lp_gpu_sums *gpu, const struct lp_gpu_row *row)
{
	/* How finely a multiprocessor gives out registers to a warp, and memory to a block; and
	 * more threads than any block has. */
	enum { REGISTER_UNIT = 256, SHARED_UNIT = 128, THREADS_MOST = 1 << 16 };
	const struct lp_gpu_device *const device = device_of(gpu, row->device);
	uint64_t threads = (uint64_t)row->block[0] * row->block[1];
	const uint64_t shared = (uint64_t)row->static_shared + row->dynamic_shared;
	uint64_t warps, blocks;

	threads = threads <= THREADS_MOST ? threads * row->block[2] : 0;
	if (!device || !device->warps || !device->warp_threads || threads == 0 ||
	    threads > THREADS_MOST)
		return 0;
	warps = round_up(threads, device->warp_threads) / device->warp_threads;
	blocks = least(device->blocks, device->warps / warps);
	if (row->registers)
		blocks = least(
		    blocks,
		    device->registers /
			(round_up((uint64_t)row->registers * device->warp_threads, REGISTER_UNIT) *
			 warps));
	if (shared)
		blocks = least(blocks, device->shared_bytes / round_up(shared, SHARED_UNIT));
	return (double)(blocks * warps) / device->warps;
}
