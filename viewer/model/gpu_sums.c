/* gpu_sums.c: what the profile says of GPUs. */
#include "viewer/model/gpu_sums.h"

#include <stdlib.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/flow_counts.h"
#include "viewer/model/gpu_labels.h"
#include "viewer/model/profile.h"

struct reading {
	struct lp_profile *profile;
	struct lp_gpu_sums *gpu;
	struct lp_map places;  /* number of a site to index */
	struct lp_map sites;   /* module, function and node of a site to index */
	struct lp_gpu_labels labels;
};

/* ---- how much there is ---- */

static void count_section(struct lp_gpu_sums *gpu, const struct lp_section_at *at)
{
	if (at->kind == LP_SECT_GPU_SITES)
		gpu->place_count += lp_section_gpu_sites(at)->count;
	else if (at->kind == LP_SECT_GPU_ROWS)
		gpu->work_count += lp_section_gpu_row_count(at);
	else if (at->kind == LP_SECT_GPU_MEMORY)
		gpu->holding_count += lp_section_gpu_row_count(at);
	else if (at->kind == LP_SECT_GPU_DEVICES)
		gpu->device_count += lp_section_gpu_row_count(at);
	else if (at->kind == LP_SECT_GPU_REGIONS)
		gpu->region_count += lp_section_gpu_row_count(at);
	else
		return;
	gpu->is_there = true;
}

static enum lp_status make_room(struct reading *reading)
{
	struct lp_gpu_sums *const gpu = reading->gpu;

	gpu->places = calloc(gpu->place_count + 1, sizeof(*gpu->places));
	gpu->work = calloc(gpu->work_count + 1, sizeof(*gpu->work));
	gpu->holdings = calloc(gpu->holding_count + 1, sizeof(*gpu->holdings));
	gpu->devices = calloc(gpu->device_count + 1, sizeof(*gpu->devices));
	gpu->regions = calloc(gpu->region_count + 1, sizeof(*gpu->regions));
	gpu->lines = calloc(gpu->place_count + 1, sizeof(*gpu->lines));
	gpu->place_count = gpu->work_count = gpu->holding_count = gpu->device_count = 0;
	gpu->region_count = 0;
	return gpu->places && gpu->work && gpu->holdings && gpu->devices && gpu->regions &&
		       gpu->lines
		   ? LP_OK
		   : LP_MEMORY;
}

/* ---- places ---- */

/* The function solved last: its places mostly follow each other, thousands in generated code. */
struct solved {
	struct lp_flow flow;
	const struct lp_variant *variant;
	uint32_t node_count;
};

static enum lp_status solve(struct solved *solved, const struct lp_variant *variant)
{
	struct lp_error ignored;
	struct lp_table table;
	enum lp_status status =
	    lp_table_decode(&table, variant->table, variant->entry->table_bytes, &ignored);

	if (status != LP_OK)
		return status;
	status = lp_flow_solve(&solved->flow, variant->entry, &table);
	solved->variant = status == LP_OK ? variant : NULL;
	solved->node_count = table.node_count;
	lp_table_free(&table);
	return status;
}

/* How often control came to `node` of a variant; 0 if there is no such node. */
static enum lp_status count_node(struct solved *solved, const struct lp_variant *variant,
				 uint32_t node, uint64_t *count)
{
	const enum lp_status status = variant == solved->variant ? LP_OK : solve(solved, variant);

	*count = status == LP_OK && node < solved->node_count ? solved->flow.node_counts[node] : 0;
	return status;
}

/* The place's entry by what it is: the runs of a sum have one in common. */
static uint32_t *entry_of(struct reading *reading, uint32_t module, const struct lp_gpu_site *site)
{
	const uint32_t key[] = {module, site->function, site->node, site->line, site->name_offset};

	return lp_map_at(&reading->sites, lp_hash(key, sizeof(key)));
}

static enum lp_status read_place(struct reading *reading, const struct lp_section_at *at,
				 uint32_t i, struct solved *solved)
{
	struct lp_profile *const profile = reading->profile;
	const struct lp_gpu_sites *const head = lp_section_gpu_sites(at);
	const struct lp_gpu_site *const site = &lp_section_gpu_site_values(at)[i];
	const struct lp_object *const object = &profile->objects[head->module];
	struct lp_gpu_place *const place = &reading->gpu->places[reading->gpu->place_count];
	const uint32_t source = lp_map_find(&reading->profile->source_numbers, site->path_hash);
	uint32_t *number, *known;

	if (source == LP_MAP_NONE || site->function >= object->variant_count)
		return LP_OK;
	number = lp_map_at(&reading->places, (uint64_t)head->first + i);
	known = entry_of(reading, head->module, site);
	if (!number || !known)
		return LP_MEMORY;
	if (*known != LP_MAP_NONE) {
		*number = *known;
		return LP_OK;
	}
	*number = *known = (uint32_t)reading->gpu->place_count++;
	*place = (struct lp_gpu_place){.source = source, .line = site->line, .group = site->group};
	place->function = profile->variants[object->first_variant + site->function].function;
	place->name = lp_arena_copy(
	    &profile->arena, lp_section_gpu_site_names(at) + site->name_offset, site->name_bytes);
	if (!place->name)
		return LP_MEMORY;
	return count_node(solved, &profile->variants[object->first_variant + site->function],
			  site->node, &place->count);
}

static enum lp_status read_places(struct reading *reading, const struct lp_section_at *at)
{
	const struct lp_gpu_sites *const head = lp_section_gpu_sites(at);
	struct solved solved = {0};
	enum lp_status status;

	if (head->module >= reading->profile->object_count)
		return LP_OK;
	status = lp_flow_sum(&solved.flow, reading->profile, head->module);
	for (uint32_t i = 0; i < head->count && status == LP_OK; i++)
		status = read_place(reading, at, i, &solved);
	lp_flow_free(&solved.flow);
	return status;
}

static uint32_t place_of(const struct reading *reading, uint32_t site)
{
	const uint32_t place = site ? lp_map_find(&reading->places, site - 1) : LP_MAP_NONE;

	return place < reading->gpu->place_count ? place : LP_NO_INDEX;
}

static void read_times(struct reading *reading, const struct lp_section_at *at)
{
	const struct lp_gpu_site_times *const head = lp_section_gpu_site_times(at);

	for (uint32_t i = 0; i < head->count; i++) {
		const struct lp_gpu_site_time *const time = &lp_section_gpu_site_time_values(at)[i];
		const uint32_t place = place_of(reading, head->first + i + 1);

		if (place == LP_NO_INDEX)
			continue;
		reading->gpu->places[place].calls += time->calls;
		reading->gpu->places[place].ticks += time->ticks;
	}
}

/* ---- work ---- */

static enum lp_status read_work(struct reading *reading, const struct lp_section_at *at)
{
	const struct lp_gpu_row *const rows =
	    (const struct lp_gpu_row *)lp_section_gpu_row_values(at);
	const uint32_t count = lp_section_gpu_row_count(at);

	for (uint32_t i = 0; i < count; i++) {
		struct lp_gpu_work *const work = &reading->gpu->work[reading->gpu->work_count];

		if (rows[i].kind == LP_GPU_ROW_EMPTY || rows[i].kind > LP_GPU_ROW_WAIT ||
		    rows[i].count == 0)
			continue;
		*work = (struct lp_gpu_work){
		    .row = rows[i], .place = place_of(reading, rows[i].site), .name = ""};
		if (rows[i].kind == LP_GPU_ROW_KERNEL)
			work->name = lp_gpu_label_kernel(&reading->labels, rows[i].name);
		if (!work->name)
			return LP_MEMORY;
		work->region = lp_gpu_label_region(&reading->labels, rows[i].region);
		reading->gpu->work_count++;
	}
	return LP_OK;
}

static void read_holdings(struct reading *reading, const struct lp_section_at *at)
{
	const struct lp_gpu_memory *const rows =
	    (const struct lp_gpu_memory *)lp_section_gpu_row_values(at);

	for (uint32_t i = 0; i < lp_section_gpu_row_count(at); i++)
		if (rows[i].used)
			reading->gpu->holdings[reading->gpu->holding_count++] =
			    (struct lp_gpu_holding){rows[i], place_of(reading, rows[i].site)};
}

static void read_devices(struct lp_gpu_sums *gpu, const struct lp_section_at *at)
{
	const struct lp_gpu_device *const rows =
	    (const struct lp_gpu_device *)lp_section_gpu_row_values(at);

	for (uint32_t i = 0; i < lp_section_gpu_row_count(at); i++)
		if (rows[i].used) {
			struct lp_gpu_device *const device = &gpu->devices[gpu->device_count++];

			*device = rows[i];
			device->name[sizeof(device->name) - 1] = '\0';
		}
}

static void read_regions(struct reading *reading, const struct lp_section_at *at)
{
	const struct lp_gpu_region *const rows =
	    (const struct lp_gpu_region *)lp_section_gpu_row_values(at);
	struct lp_gpu_sums *const gpu = reading->gpu;

	for (uint32_t i = 0; i < lp_section_gpu_row_count(at); i++) {
		struct lp_gpu_region_sum *const sum = &gpu->regions[gpu->region_count];

		sum->name = lp_gpu_label_region(&reading->labels, rows[i].region);
		sum->total = rows[i];
		gpu->region_count += sum->name != NULL;
	}
}

/* What names places comes behind them in the file. */
static enum lp_status read_section(struct reading *reading, const struct lp_section_at *at)
{
	switch (at->kind) {
	case LP_SECT_GPU_SITES:
		return read_places(reading, at);
	case LP_SECT_GPU_TIMES:
		read_times(reading, at);
		return LP_OK;
	case LP_SECT_GPU_RUN:
		reading->gpu->run = *lp_section_gpu_run(at);
		return LP_OK;
	case LP_SECT_GPU_ROWS:
		return read_work(reading, at);
	case LP_SECT_GPU_MEMORY:
		read_holdings(reading, at);
		return LP_OK;
	case LP_SECT_GPU_DEVICES:
		read_devices(reading->gpu, at);
		return LP_OK;
	case LP_SECT_GPU_REGIONS:
		read_regions(reading, at);
		return LP_OK;
	default:
		return LP_OK;
	}
}

/* ---- lines ---- */

/* A function of the host's, which a stream calls when it comes to it, is no work of the GPU. */
static bool is_host_function(const struct lp_gpu_place *place)
{
	return strcmp(place->name, "cudaLaunchHostFunc") == 0 ||
	       strcmp(place->name, "cuLaunchHostFunc") == 0;
}

static bool is_launch(const struct lp_gpu_place *place)
{
	return (place->group == LP_GPU_LAUNCH && !is_host_function(place)) ||
	       (place->group == LP_GPU_GRAPH && strstr(place->name, "GraphLaunch"));
}

bool lp_gpu_place_waits(const struct lp_gpu_place *place)
{
	const bool moves = place->group == LP_GPU_COPY || place->group == LP_GPU_SET;

	/* cudaEventRecord() and cudaStreamWaitEvent() have the GPU wait. */
	return (place->group == LP_GPU_WAIT && strstr(place->name, "Synchronize")) ||
	       (moves && !strstr(place->name, "Async") && !strstr(place->name, "Prefetch"));
}

static int by_place(const void *left, const void *right)
{
	const struct lp_gpu_line *const a = (const struct lp_gpu_line *)left;
	const struct lp_gpu_line *const b = (const struct lp_gpu_line *)right;

	if (a->source != b->source)
		return a->source < b->source ? -1 : 1;
	return (a->line > b->line) - (a->line < b->line);
}

static void add_line(struct lp_gpu_line *to, const struct lp_gpu_line *from)
{
	to->launches += from->launches;
	to->kernel_ns += from->kernel_ns;
	to->copy_bytes += from->copy_bytes;
	to->copy_ns += from->copy_ns;
	to->wait_ticks += from->wait_ticks;
}

static struct lp_gpu_line line_of_work(const struct lp_gpu_work *work)
{
	struct lp_gpu_line line = {0};

	if (work->row.kind == LP_GPU_ROW_KERNEL)
		line.kernel_ns = work->row.total_ns;
	if (work->row.kind == LP_GPU_ROW_COPY || work->row.kind == LP_GPU_ROW_SET) {
		line.copy_ns = work->row.total_ns;
		line.copy_bytes = work->row.bytes;
	}
	return line;
}

static void sum_lines(struct lp_gpu_sums *gpu)
{
	size_t kept = 0;

	for (size_t i = 0; i < gpu->place_count; i++) {
		const struct lp_gpu_place *const place = &gpu->places[i];

		gpu->lines[i] = (struct lp_gpu_line){
		    .source = place->source,
		    .line = place->line,
		    .launches = is_launch(place) ? place->count : 0,
		    .wait_ticks = lp_gpu_place_waits(place) ? place->ticks : 0,
		};
	}
	for (size_t i = 0; i < gpu->work_count; i++) {
		const struct lp_gpu_line line = line_of_work(&gpu->work[i]);

		if (gpu->work[i].place != LP_NO_INDEX)
			add_line(&gpu->lines[gpu->work[i].place], &line);
		else
			add_line(&gpu->total, &line);
	}
	for (size_t i = 0; i < gpu->place_count; i++)
		add_line(&gpu->total, &gpu->lines[i]);
	qsort(gpu->lines, gpu->place_count, sizeof(*gpu->lines), by_place);
	for (size_t i = 0; i < gpu->place_count; i++)
		if (kept > 0 && by_place(&gpu->lines[kept - 1], &gpu->lines[i]) == 0)
			add_line(&gpu->lines[kept - 1], &gpu->lines[i]);
		else
			gpu->lines[kept++] = gpu->lines[i];
	gpu->line_count = kept;
}

/* ---- regions ---- */

static int by_region_name(const void *left, const void *right)
{
	const struct lp_gpu_region_sum *const a = (const struct lp_gpu_region_sum *)left;
	const struct lp_gpu_region_sum *const b = (const struct lp_gpu_region_sum *)right;

	return strcmp(a->name, b->name);
}

static struct lp_gpu_region_sum *find_region(const struct lp_gpu_sums *gpu, const char *name)
{
	const struct lp_gpu_region_sum wanted = {.name = name};

	return (struct lp_gpu_region_sum *)bsearch(&wanted, gpu->regions, gpu->region_count,
						   sizeof(wanted), by_region_name);
}

const struct lp_gpu_region_sum *lp_gpu_region_find(const struct lp_gpu_sums *gpu, const char *name)
{
	return gpu->region_count > 0 ? find_region(gpu, name) : NULL;
}

/* Several runs have a row each of one name. */
static void sum_regions(struct lp_gpu_sums *gpu)
{
	size_t kept = 0;

	qsort(gpu->regions, gpu->region_count, sizeof(*gpu->regions), by_region_name);
	for (size_t i = 0; i < gpu->region_count; i++) {
		const struct lp_gpu_region *const row = &gpu->regions[i].total;
		struct lp_gpu_region *sum;

		if (kept == 0 || by_region_name(&gpu->regions[kept - 1], &gpu->regions[i]) != 0) {
			gpu->regions[kept++] = gpu->regions[i];
			continue;
		}
		sum = &gpu->regions[kept - 1].total;
		sum->kernels += row->kernels;
		sum->kernel_ns += row->kernel_ns;
		sum->copies += row->copies;
		sum->copy_ns += row->copy_ns;
	}
	gpu->region_count = kept;
	for (size_t i = 0; i < gpu->work_count; i++) {
		const struct lp_gpu_work *const work = &gpu->work[i];
		struct lp_gpu_region_sum *const sum =
		    kept > 0 && work->region && work->row.kind == LP_GPU_ROW_KERNEL
			? find_region(gpu, work->region)
			: NULL;

		if (sum)
			sum->kernel_self_ns += work->row.total_ns;
	}
}

static int by_time(const void *left, const void *right)
{
	const struct lp_gpu_work *const a = (const struct lp_gpu_work *)left;
	const struct lp_gpu_work *const b = (const struct lp_gpu_work *)right;
	int order;

	if (a->row.total_ns != b->row.total_ns)
		return a->row.total_ns > b->row.total_ns ? -1 : 1;
	order = strcmp(a->name, b->name);
	return order ? order : (a->place > b->place) - (a->place < b->place);
}

static int by_peak(const void *left, const void *right)
{
	const struct lp_gpu_holding *const a = (const struct lp_gpu_holding *)left;
	const struct lp_gpu_holding *const b = (const struct lp_gpu_holding *)right;

	if (a->memory.peak_bytes != b->memory.peak_bytes)
		return a->memory.peak_bytes > b->memory.peak_bytes ? -1 : 1;
	if (a->memory.bytes != b->memory.bytes)
		return a->memory.bytes > b->memory.bytes ? -1 : 1;
	return (a->place > b->place) - (a->place < b->place);
}

static int by_holder(const void *left, const void *right)
{
	const struct lp_gpu_holding *const a = (const struct lp_gpu_holding *)left;
	const struct lp_gpu_holding *const b = (const struct lp_gpu_holding *)right;

	if (a->place != b->place)
		return a->place < b->place ? -1 : 1;
	if (a->memory.device != b->memory.device)
		return a->memory.device < b->memory.device ? -1 : 1;
	return (a->memory.memory_kind > b->memory.memory_kind) -
	       (a->memory.memory_kind < b->memory.memory_kind);
}

/* The runs of a sum come one after the other. */
static void add_memory(struct lp_gpu_memory *to, const struct lp_gpu_memory *from)
{
	to->count += from->count;
	to->freed += from->freed;
	to->bytes += from->bytes;
	if (from->live_bytes > to->live_bytes)
		to->live_bytes = from->live_bytes;
	if (from->most_bytes > to->most_bytes)
		to->most_bytes = from->most_bytes;
	if (from->peak_bytes > to->peak_bytes)
		to->peak_bytes = from->peak_bytes;
}

static void sum_holdings(struct lp_gpu_sums *gpu)
{
	size_t kept = 0;

	qsort(gpu->holdings, gpu->holding_count, sizeof(*gpu->holdings), by_holder);
	for (size_t i = 0; i < gpu->holding_count; i++)
		if (kept > 0 && by_holder(&gpu->holdings[kept - 1], &gpu->holdings[i]) == 0)
			add_memory(&gpu->holdings[kept - 1].memory, &gpu->holdings[i].memory);
		else
			gpu->holdings[kept++] = gpu->holdings[i];
	gpu->holding_count = kept;
	qsort(gpu->holdings, gpu->holding_count, sizeof(*gpu->holdings), by_peak);
}

static enum lp_status read_all(struct reading *reading)
{
	struct lp_section_at at = {0};
	enum lp_status status = LP_OK;

	while (status == LP_OK && lp_reader_next(&reading->profile->reader, &at)) {
		count_section(reading->gpu, &at);
		status = lp_gpu_labels_note(&reading->labels, &at);
	}
	if (status != LP_OK || !reading->gpu->is_there)
		return status;
	lp_gpu_labels_sort(&reading->labels);
	status = make_room(reading);
	at = (struct lp_section_at){0};
	while (status == LP_OK && lp_reader_next(&reading->profile->reader, &at))
		status = read_section(reading, &at);
	if (status != LP_OK)
		return status;
	sum_lines(reading->gpu);
	qsort(reading->gpu->work, reading->gpu->work_count, sizeof(*reading->gpu->work), by_time);
	sum_holdings(reading->gpu);
	sum_regions(reading->gpu);
	return LP_OK;
}

enum lp_status lp_gpu_sums(struct lp_gpu_sums *gpu, struct lp_profile *profile)
{
	struct reading reading = {
	    .profile = profile, .gpu = gpu, .labels = {.arena = &profile->arena}};
	const enum lp_status status = read_all(&reading);

	lp_map_free(&reading.places);
	lp_map_free(&reading.sites);
	lp_gpu_labels_free(&reading.labels);
	return status;
}

const struct lp_gpu_line *lp_gpu_line_find(const struct lp_gpu_sums *gpu, uint32_t source,
					   uint32_t line)
{
	const struct lp_gpu_line wanted = {.source = source, .line = line};

	if (gpu->line_count == 0)
		return NULL;
	return (const struct lp_gpu_line *)bsearch(&wanted, gpu->lines, gpu->line_count,
						   sizeof(*gpu->lines), by_place);
}

void lp_gpu_sums_free(struct lp_gpu_sums *gpu)
{
	free(gpu->places);
	free(gpu->work);
	free(gpu->holdings);
	free(gpu->devices);
	free(gpu->regions);
	free(gpu->lines);
	*gpu = (struct lp_gpu_sums){.is_there = false};
}
