/*
 * chrome_trace.c: the tree of calls and the work of GPUs as a trace of Chrome's, in Kineto's
 * dialect. A profile has sums and no timeline: an event is as long as the sum, those that it called
 * stand in it from its beginning, longest first, and where they stand means nothing. The file
 * says so.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "viewer/export/export_text.h"
#include "viewer/export/formats.h"
#include "viewer/export/json_writer.h"
#include "viewer/model/call_tree.h"

/* Kineto's processes are the program, and the GPUs by their numbers. */
enum { PROGRAM = 1 << 20 };

/* Times are multiples of 1/8 us: these have an end in binary, so that readers that add up doubles
 * find each event within the one that called it. */
enum { PARTS_OF_US = 8 };

#define LAYOUT "sums, laid side by side: not a timeline"

struct writer {
	struct lp_json json;
	const struct lp_view *view;
	struct lp_call_tree tree;
	uint64_t *begin; /* by node, in ticks */
};

static uint64_t parts_of(uint64_t ns)
{
	return ns * PARTS_OF_US / 1000;
}

static void put_us(struct lp_json *json, const char *name, uint64_t parts)
{
	lp_json_begin(json, name);
	fprintf(json->out, "%" PRIu64 ".%03" PRIu64, parts / PARTS_OF_US,
		parts % PARTS_OF_US * (1000 / PARTS_OF_US));
}

/* ---- metadata ---- */

static void open_metadata(struct lp_json *json, const char *what, uint64_t process)
{
	lp_json_open(json, NULL, '{');
	lp_json_text(json, "ph", "M");
	lp_json_text(json, "name", what);
	put_us(json, "ts", 0);
	lp_json_number(json, "pid", process);
	lp_json_number(json, "tid", 0);
	lp_json_open(json, "args", '{');
}

static void close_metadata(struct lp_json *json)
{
	lp_json_close(json, '}');
	lp_json_close(json, '}');
}

static void put_metadata(struct lp_json *json, const char *what, uint64_t process, const char *key,
			 const char *text)
{
	open_metadata(json, what, process);
	lp_json_text(json, key, text);
	close_metadata(json);
}

/* A process with one thread. */
static void put_process(struct lp_json *json, uint64_t process, const char *label,
			const char *thread)
{
	put_metadata(json, "process_name", process, "name", json->profile->program);
	put_metadata(json, "process_labels", process, "labels", label);
	open_metadata(json, "process_sort_index", process);
	lp_json_number(json, "sort_index", process == PROGRAM ? 0 : process + 1);
	close_metadata(json);
	put_metadata(json, "thread_name", process, "name", thread);
}

/* ---- events ---- */

/* Its arguments are left open. */
static void open_event(struct lp_json *json, const char *category, const char *name,
		       uint64_t process, uint64_t begin, uint64_t end)
{
	lp_json_open(json, NULL, '{');
	lp_json_text(json, "ph", "X");
	lp_json_text(json, "cat", category);
	lp_json_text(json, "name", name);
	lp_json_number(json, "pid", process);
	lp_json_number(json, "tid", 0);
	put_us(json, "ts", begin);
	put_us(json, "dur", end - begin);
	lp_json_open(json, "args", '{');
}

static void close_event(struct lp_json *json)
{
	lp_json_close(json, '}');
	lp_json_close(json, '}');
}

static void put_place(struct lp_json *json, uint32_t source, uint32_t line)
{
	lp_json_text(json, "file", json->profile->sources[source].path);
	if (line > 0)
		lp_json_number(json, "line", line);
}

/* ---- the program ---- */

static void put_node_facts(struct lp_json *json, const struct lp_call_node *node)
{
	const struct lp_profile *const profile = json->profile;

	lp_json_ticks(json, "total_ns", node->total_ticks);
	lp_json_ticks(json, "self_ns", node->self_ticks);
	lp_json_number(json, "samples", node->total_samples);
	if (node->line != LP_NO_INDEX) {
		const struct lp_line *const line = &profile->lines[node->line];

		lp_json_text(json, "called_from_file", profile->sources[line->source].path);
		lp_json_number(json, "called_from_line", line->line);
		lp_json_number(json, "called_from_hits", line->hits);
	}
	if (node->kind == LP_CALL_NODE_FUNCTION) {
		const struct lp_function *const function = &profile->functions[node->function];

		put_place(json, function->source, function->line);
		lp_json_number(json, "ncalls_in_all", function->ncalls);
		lp_json_ticks(json, "tottime_in_all_ns", function->self_ticks);
	}
}

static void put_node(struct writer *writer, uint32_t number)
{
	const struct lp_call_node *const node = &writer->tree.nodes[number];
	const uint64_t first = writer->begin[number];
	const uint64_t begin = parts_of(lp_export_ns(writer->view, first));
	const uint64_t end = parts_of(lp_export_ns(writer->view, first + node->total_ticks));

	/* Without a length it would be no event; nor would what it called. */
	if (end == begin)
		return;
	open_event(&writer->json, node->kind == LP_CALL_NODE_PROBES ? "overhead" : "cpu_op",
		   lp_call_node_name(writer->json.profile, node), PROGRAM, begin, end);
	put_node_facts(&writer->json, node);
	close_event(&writer->json);
}

/* Lays what each node called behind each other: parents have lower numbers. */
static void place_nodes(struct writer *writer)
{
	const struct lp_call_tree *const tree = &writer->tree;

	for (uint32_t i = 0; i < tree->count; i++) {
		const struct lp_call_node *const node = &tree->nodes[i];
		uint64_t begin = writer->begin[i];

		for (uint32_t k = 0; k < node->child_count; k++) {
			const uint32_t child = tree->children[node->first_child + k];

			writer->begin[child] = begin;
			begin += tree->nodes[child].total_ticks;
		}
	}
}

/* ---- GPUs ---- */

static void put_shape(struct lp_json *json, const char *name, const uint32_t shape[3])
{
	lp_json_begin(json, name);
	fprintf(json->out, "[%" PRIu32 ", %" PRIu32 ", %" PRIu32 "]", shape[0], shape[1], shape[2]);
}

static void put_kernel_facts(struct lp_json *json, const struct lp_gpu_row *row)
{
	const double occupancy = lp_gpu_occupancy(&json->profile->gpu, row);

	put_shape(json, "grid", row->grid);
	put_shape(json, "block", row->block);
	lp_json_number(json, "registers per thread", row->registers);
	lp_json_number(json, "shared memory", (uint64_t)row->static_shared + row->dynamic_shared);
	if (occupancy > 0)
		lp_json_number(json, "est. achieved occupancy %", (uint64_t)(occupancy * 100));
}

static void put_work_facts(struct lp_json *json, const struct lp_gpu_work *work)
{
	const struct lp_gpu_row *const row = &work->row;

	lp_json_number(json, "device", row->device);
	lp_json_number(json, "context", 0);
	lp_json_number(json, "stream", 0);
	lp_json_number(json, "correlation", 0);
	lp_json_number(json, "count", row->count);
	lp_json_number(json, "total_ns", row->total_ns);
	lp_json_number(json, "min_ns", row->min_ns);
	lp_json_number(json, "max_ns", row->max_ns);
	if (row->kind == LP_GPU_ROW_KERNEL)
		put_kernel_facts(json, row);
	else
		lp_json_number(json, "bytes", row->bytes);
	if (work->place != LP_NO_INDEX) {
		const struct lp_gpu_place *const place = &json->profile->gpu.places[work->place];

		put_place(json, place->source, place->line);
	}
}

/* As Kineto names it. */
static void name_work(const struct lp_gpu_work *work, char *name, size_t size)
{
	const uint32_t detail = work->row.detail;

	if (work->row.kind == LP_GPU_ROW_KERNEL)
		snprintf(name, size, "%s", *work->name ? work->name : "kernel");
	else if (work->row.kind == LP_GPU_ROW_COPY)
		snprintf(name, size, "Memcpy %s (%s -> %s)", lp_gpu_copy_name(detail),
			 lp_gpu_memory_name(LP_GPU_COPY_FROM(detail)),
			 lp_gpu_memory_name(LP_GPU_COPY_TO(detail)));
	else
		snprintf(name, size, "Memset (%s)", lp_gpu_memory_name(detail));
}

/* Of the work that the GPU did; what the program waited is in its own events. NULL: not that. */
static const char *category_of(const struct lp_gpu_work *work)
{
	static const char *const categories[] = {
	    [LP_GPU_ROW_KERNEL] = "kernel",
	    [LP_GPU_ROW_COPY] = "gpu_memcpy",
	    [LP_GPU_ROW_SET] = "gpu_memset",
	};
	const uint32_t kind = work->row.kind;

	return kind < sizeof(categories) / sizeof(categories[0]) ? categories[kind] : NULL;
}

static bool is_chosen(const struct lp_view *view, const struct lp_gpu_work *work)
{
	const struct lp_profile *const profile = view->profile;
	const uint32_t function =
	    work->place == LP_NO_INDEX ? LP_NO_INDEX : profile->gpu.places[work->place].function;

	if (!lp_filter_is_set(view->filter))
		return true;
	return function != LP_NO_INDEX &&
	       lp_filter_has_function(view->filter, profile, &profile->functions[function]);
}

static void put_device_work(struct writer *writer, uint32_t device)
{
	const struct lp_gpu_sums *const gpu = &writer->json.profile->gpu;
	uint64_t ns = 0;

	for (size_t i = 0; i < gpu->work_count; i++) {
		const struct lp_gpu_work *const work = &gpu->work[i];
		const char *const category = category_of(work);
		const uint64_t begin = parts_of(ns);
		char name[512];

		if (!category || work->row.device != device || !is_chosen(writer->view, work))
			continue;
		ns += work->row.total_ns;
		if (parts_of(ns) == begin)
			continue;
		name_work(work, name, sizeof(name));
		open_event(&writer->json, category, name, device, begin, parts_of(ns));
		put_work_facts(&writer->json, work);
		close_event(&writer->json);
	}
}

static void put_devices(struct writer *writer)
{
	const struct lp_gpu_sums *const gpu = &writer->json.profile->gpu;

	for (size_t i = 0; i < gpu->device_count; i++) {
		char label[24];

		snprintf(label, sizeof(label), "GPU %" PRIu32, gpu->devices[i].device);
		put_process(&writer->json, gpu->devices[i].device, label, "all streams: " LAYOUT);
		put_device_work(writer, gpu->devices[i].device);
	}
}

static void put_device_properties(struct lp_json *json)
{
	const struct lp_gpu_sums *const gpu = &json->profile->gpu;

	lp_json_open(json, "deviceProperties", '[');
	for (size_t i = 0; i < gpu->device_count; i++) {
		const struct lp_gpu_device *const device = &gpu->devices[i];

		lp_json_open(json, NULL, '{');
		lp_json_number(json, "id", device->device);
		lp_json_text(json, "name", device->name);
		lp_json_number(json, "totalGlobalMem", device->memory_bytes);
		lp_json_number(json, "computeMajor", device->capability >> 16);
		lp_json_number(json, "computeMinor", device->capability & 0xffff);
		lp_json_number(json, "numSms", device->multiprocessors);
		lp_json_number(json, "warpSize", device->warp_threads);
		lp_json_number(json, "regsPerMultiprocessor", device->registers);
		lp_json_number(json, "sharedMemPerMultiprocessor", device->shared_bytes);
		lp_json_close(json, '}');
	}
	lp_json_close(json, ']');
}

/* ---- the whole ---- */

static void put_all(struct writer *writer)
{
	struct lp_json *const json = &writer->json;

	lp_json_open(json, NULL, '{');
	lp_json_number(json, "schemaVersion", 1);
	put_device_properties(json);
	lp_json_text(json, "displayTimeUnit", "ms");
	lp_json_text(json, "traceName", json->profile->program);
	lp_json_open(json, "otherData", '{');
	lp_json_text(json, "exporter", "lineprof " LP_VERSION);
	lp_json_text(json, "layout", LAYOUT);
	lp_json_close(json, '}');
	lp_json_open(json, "traceEvents", '[');
	put_process(json, PROGRAM, "CPU", "all threads: " LAYOUT);
	for (uint32_t i = 1; i < writer->tree.count; i++)
		put_node(writer, i);
	put_devices(writer);
	lp_json_close(json, ']');
	lp_json_close(json, '}');
	fputc('\n', json->out);
}

enum lp_status lp_export_chrome_trace(const struct lp_view *view)
{
	struct writer writer = {
	    .json = {.profile = view->profile, .out = view->out, .is_first = true},
	    .view = view,
	};
	enum lp_status status;

	status = lp_call_tree_make(&writer.tree, view->profile, view->filter);
	if (status != LP_OK)
		return status;
	writer.begin = (uint64_t *)calloc(writer.tree.count, sizeof(*writer.begin));
	if (writer.begin) {
		place_nodes(&writer);
		put_all(&writer);
	} else {
		status = LP_MEMORY;
	}
	free(writer.begin);
	lp_call_tree_free(&writer.tree);
	return status;
}
