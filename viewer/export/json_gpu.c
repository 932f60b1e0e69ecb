/* json_gpu.c: the parts of the JSON that are about GPUs and iterations. */
#include "viewer/export/json_gpu.h"

static void put_source(struct lp_json *json, uint32_t source, uint32_t line)
{
	lp_json_file(json, source);
	lp_json_number(json, "line", line);
}

static void put_place_of(struct lp_json *json, uint32_t number)
{
	const struct lp_gpu_place *place;

	if (number == LP_NO_INDEX) {
		lp_json_text(json, "file", NULL);
		return;
	}
	place = &json->profile->gpu.places[number];
	put_source(json, place->source, place->line);
}

static void put_place(struct lp_json *json, const struct lp_gpu_place *place)
{
	lp_json_open(json, NULL, '{');
	put_source(json, place->source, place->line);
	lp_json_text(json, "group", lp_gpu_group_name(place->group));
	lp_json_text(json, "name", place->name);
	lp_json_number(json, "count", place->count);
	lp_json_number(json, "calls", place->calls);
	lp_json_ticks(json, "host_ns", place->ticks);
	lp_json_close(json, '}');
}

static void put_shape(struct lp_json *json, const char *name, const uint32_t shape[3])
{
	lp_json_open(json, name, '[');
	for (int i = 0; i < 3; i++)
		lp_json_number(json, NULL, shape[i]);
	lp_json_close(json, ']');
}

static void put_kernel(struct lp_json *json, const struct lp_gpu_work *work)
{
	const struct lp_gpu_row *const row = &work->row;

	lp_json_text(json, "kind", "kernel");
	lp_json_text(json, "name", work->name);
	put_shape(json, "grid", row->grid);
	put_shape(json, "block", row->block);
	lp_json_number(json, "registers", row->registers);
	lp_json_number(json, "static_shared_bytes", row->static_shared);
	lp_json_number(json, "dynamic_shared_bytes", row->dynamic_shared);
	lp_json_number(json, "local_bytes", row->local_memory);
}

static void put_copy(struct lp_json *json, const struct lp_gpu_row *row)
{
	lp_json_text(json, "kind", "copy");
	lp_json_text(json, "copy_kind", lp_gpu_copy_name(row->detail));
	lp_json_text(json, "from", lp_gpu_memory_name(LP_GPU_COPY_FROM(row->detail)));
	lp_json_text(json, "to", lp_gpu_memory_name(LP_GPU_COPY_TO(row->detail)));
	lp_json_bool(json, "is_async", LP_GPU_COPY_IS_ASYNC(row->detail));
}

static void put_work(struct lp_json *json, const struct lp_gpu_work *work)
{
	const struct lp_gpu_row *const row = &work->row;

	lp_json_open(json, NULL, '{');
	if (row->kind == LP_GPU_ROW_KERNEL) {
		put_kernel(json, work);
	} else if (row->kind == LP_GPU_ROW_COPY) {
		put_copy(json, row);
	} else if (row->kind == LP_GPU_ROW_SET) {
		lp_json_text(json, "kind", "set");
		lp_json_text(json, "to", lp_gpu_memory_name(row->detail));
	} else {
		lp_json_text(json, "kind", "wait");
		lp_json_text(json, "wait_kind", lp_gpu_wait_name(row->detail));
	}
	put_place_of(json, work->place);
	lp_json_text(json, "region", work->region);
	lp_json_number(json, "device", row->device);
	lp_json_number(json, "count", row->count);
	lp_json_number(json, "total_ns", row->total_ns);
	lp_json_number(json, "min_ns", row->min_ns);
	lp_json_number(json, "max_ns", row->max_ns);
	lp_json_number(json, "bytes", row->bytes);
	lp_json_number(json, "delays", row->delays);
	lp_json_number(json, "delay_ns", row->delay_ns);
	lp_json_number(json, "max_delay_ns", row->max_delay_ns);
	lp_json_close(json, '}');
}

static void put_holding(struct lp_json *json, const struct lp_gpu_holding *holding)
{
	const struct lp_gpu_memory *const memory = &holding->memory;

	lp_json_open(json, NULL, '{');
	put_place_of(json, holding->place);
	lp_json_number(json, "device", memory->device);
	lp_json_text(json, "kind", lp_gpu_memory_name(memory->memory_kind));
	lp_json_number(json, "count", memory->count);
	lp_json_number(json, "freed", memory->freed);
	lp_json_number(json, "bytes", memory->bytes);
	lp_json_number(json, "live_bytes", memory->live_bytes);
	lp_json_number(json, "most_bytes", memory->most_bytes);
	lp_json_number(json, "peak_bytes", memory->peak_bytes);
	lp_json_close(json, '}');
}

static void put_device(struct lp_json *json, const struct lp_gpu_device *device)
{
	lp_json_open(json, NULL, '{');
	lp_json_number(json, "device", device->device);
	lp_json_text(json, "name", device->name);
	lp_json_number(json, "multiprocessors", device->multiprocessors);
	lp_json_number(json, "memory_bytes", device->memory_bytes);
	lp_json_number(json, "span_ns", device->last_ns - device->first_ns);
	lp_json_number(json, "busy_ns", device->busy_ns);
	lp_json_number(json, "kernel_ns", device->kernel_ns);
	lp_json_number(json, "copy_ns", device->copy_ns);
	lp_json_number(json, "gap_count", device->gap_count);
	lp_json_number(json, "gap_ns", device->gap_ns);
	lp_json_number(json, "longest_gap_ns", device->longest_ns);
	lp_json_number(json, "live_bytes", device->live_bytes);
	lp_json_number(json, "peak_bytes", device->peak_bytes);
	lp_json_close(json, '}');
}

static void put_state(struct lp_json *json, const struct lp_gpu_run *run)
{
	lp_json_bool(json, "is_profiled", run->state == LP_GPU_LIVE);
	lp_json_text(json, "reason", run->note[0] ? run->note : NULL);
	lp_json_number(json, "cupti_version", run->cupti_version);
	lp_json_number(json, "records", run->records);
	lp_json_number(json, "dropped", run->dropped);
	lp_json_number(json, "unplaced", run->unplaced);
	lp_json_number(json, "crowded", run->crowded);
	lp_json_number(json, "late", run->late);
	lp_json_number(json, "lost_frees", run->lost_frees);
}

void lp_json_gpu(struct lp_json *json)
{
	const struct lp_gpu_sums *const gpu = &json->profile->gpu;

	if (!gpu->is_there) {
		lp_json_text(json, "gpu", NULL);
		return;
	}
	lp_json_open(json, "gpu", '{');
	put_state(json, &gpu->run);
	lp_json_open(json, "devices", '[');
	for (size_t i = 0; i < gpu->device_count; i++)
		put_device(json, &gpu->devices[i]);
	lp_json_close(json, ']');
	lp_json_open(json, "places", '[');
	for (size_t i = 0; i < gpu->place_count; i++)
		put_place(json, &gpu->places[i]);
	lp_json_close(json, ']');
	lp_json_open(json, "work", '[');
	for (size_t i = 0; i < gpu->work_count; i++)
		put_work(json, &gpu->work[i]);
	lp_json_close(json, ']');
	lp_json_open(json, "memory", '[');
	for (size_t i = 0; i < gpu->holding_count; i++)
		put_holding(json, &gpu->holdings[i]);
	lp_json_close(json, ']');
	lp_json_close(json, '}');
}

void lp_json_steps(struct lp_json *json)
{
	uint32_t count = 0;
	const struct lp_step *const steps = lp_profile_steps(json->profile, &count);
	uint64_t number = 0;

	lp_json_open(json, "steps", '[');
	for (uint32_t i = 0; steps && i < count; number += lp_step_span(&steps[i]), i++) {
		if (steps[i].marks == 0)
			continue;
		lp_json_open(json, NULL, '{');
		lp_json_number(json, "step", number);
		lp_json_text(json, "phase", lp_step_phase(&steps[i]));
		lp_json_number(json, "steps_folded", steps[i].marks - 1);
		lp_json_ticks(json, "wall_ns", steps[i].ticks);
		lp_json_number(json, "cpu_ns", steps[i].cpu_ns);
		lp_json_number(json, "kernel_ns", steps[i].kernel_ns);
		lp_json_number(json, "copy_ns", steps[i].copy_ns);
		lp_json_ticks(json, "wait_ns", steps[i].wait_ticks);
		lp_json_number(json, "kernels", steps[i].kernels);
		lp_json_close(json, '}');
	}
	lp_json_close(json, ']');
}

/* What was asked for in the region, and with it in regions that began in it. */
void lp_json_gpu_region(struct lp_json *json, const char *region)
{
	const struct lp_gpu_region_sum *const sum = lp_gpu_region_find(&json->profile->gpu, region);

	if (!sum)
		return;
	lp_json_number(json, "kernel_tottime_ns", sum->kernel_self_ns);
	lp_json_number(json, "kernel_cumtime_ns", sum->total.kernel_ns);
	lp_json_number(json, "kernels_cum", sum->total.kernels);
	lp_json_number(json, "copy_cumtime_ns", sum->total.copy_ns);
	lp_json_number(json, "copies_cum", sum->total.copies);
}

void lp_json_gpu_line(struct lp_json *json, uint32_t source, uint32_t line)
{
	const struct lp_gpu_line *const sum = lp_gpu_line_find(&json->profile->gpu, source, line);

	if (!sum)
		return;
	lp_json_number(json, "launches", sum->launches);
	lp_json_number(json, "kernel_ns", sum->kernel_ns);
	lp_json_number(json, "copy_bytes", sum->copy_bytes);
	lp_json_number(json, "copy_ns", sum->copy_ns);
	lp_json_ticks(json, "gpu_wait_ns", sum->wait_ticks);
}
