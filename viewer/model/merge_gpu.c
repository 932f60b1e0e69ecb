/* merge_gpu.c: what several profiles say of GPUs, as one. */
#include "viewer/model/merge_gpu.h"

#include <string.h>

#include "format/gpu.h"

/* More devices than these are left out of the sum. */
enum { DEVICES_MOST = 64 };

struct merging {
	struct lp_image *image;
	const struct lp_gpu_part *part;
	uint32_t first_site; /* added to the part's numbers */
	uint32_t first_name;
	uint32_t next_site; /* of the next part */
	uint32_t next_name;
	uint64_t ticks_per_second;
	struct lp_gpu_run run;
	bool has_run;
	struct lp_gpu_device devices[DEVICES_MOST];
	uint32_t device_count;
};

static uint32_t site_in_sum(const struct merging *merging, uint32_t site)
{
	return site ? site + merging->first_site : 0;
}

static void put_sites(struct merging *merging, const struct lp_section_at *at)
{
	struct lp_gpu_sites head = *lp_section_gpu_sites(at);

	if (head.module >= merging->part->module_count)
		return;
	head.module = merging->part->modules[head.module];
	head.first += merging->first_site;
	if (head.first + head.count > merging->next_site)
		merging->next_site = head.first + head.count;
	lp_image_section(merging->image, LP_SECT_GPU_SITES, &head, sizeof(head),
			 lp_section_gpu_site_values(at),
			 head.count * sizeof(struct lp_gpu_site) + head.name_bytes);
}

static void put_times(struct merging *merging, const struct lp_section_at *at)
{
	struct lp_gpu_site_times head = *lp_section_gpu_site_times(at);
	const uint64_t rate = merging->part->ticks_per_second;

	head.first += merging->first_site;
	lp_image_open(merging->image, LP_SECT_GPU_TIMES);
	lp_image_put(merging->image, &head, sizeof(head));
	for (uint32_t i = 0; i < head.count; i++) {
		struct lp_gpu_site_time time = lp_section_gpu_site_time_values(at)[i];

		if (rate)
			time.ticks = (uint64_t)((unsigned __int128)time.ticks *
						merging->ticks_per_second / rate);
		lp_image_put(merging->image, &time, sizeof(time));
	}
	lp_image_close(merging->image);
}

static void put_names(struct merging *merging, const struct lp_section_at *at)
{
	struct lp_gpu_names head = *lp_section_gpu_names(at);

	head.first += merging->first_name;
	if (head.first + head.bytes > merging->next_name)
		merging->next_name = head.first + head.bytes;
	lp_image_section(merging->image, LP_SECT_GPU_NAMES, &head, sizeof(head),
			 lp_section_gpu_name_bytes(at), head.bytes);
}

static void put_rows(struct merging *merging, const struct lp_section_at *at)
{
	const struct lp_gpu_row *const rows =
	    (const struct lp_gpu_row *)lp_section_gpu_row_values(at);
	const struct lp_gpu_rows head = {.count = lp_section_gpu_row_count(at)};

	lp_image_open(merging->image, LP_SECT_GPU_ROWS);
	lp_image_put(merging->image, &head, sizeof(head));
	for (uint32_t i = 0; i < head.count; i++) {
		struct lp_gpu_row row = rows[i];

		row.site = site_in_sum(merging, row.site);
		row.name += row.name ? merging->first_name : 0;
		row.region += row.region ? merging->part->first_region : 0;
		lp_image_put(merging->image, &row, sizeof(row));
	}
	lp_image_close(merging->image);
}

static void put_regions(struct merging *merging, const struct lp_section_at *at)
{
	const struct lp_gpu_region *const rows =
	    (const struct lp_gpu_region *)lp_section_gpu_row_values(at);
	const struct lp_gpu_rows head = {.count = lp_section_gpu_row_count(at)};

	lp_image_open(merging->image, LP_SECT_GPU_REGIONS);
	lp_image_put(merging->image, &head, sizeof(head));
	for (uint32_t i = 0; i < head.count; i++) {
		struct lp_gpu_region row = rows[i];

		row.region += row.region ? merging->part->first_region : 0;
		lp_image_put(merging->image, &row, sizeof(row));
	}
	lp_image_close(merging->image);
}

static void put_memory(struct merging *merging, const struct lp_section_at *at)
{
	const struct lp_gpu_memory *const rows =
	    (const struct lp_gpu_memory *)lp_section_gpu_row_values(at);
	const struct lp_gpu_rows head = {.count = lp_section_gpu_row_count(at)};

	lp_image_open(merging->image, LP_SECT_GPU_MEMORY);
	lp_image_put(merging->image, &head, sizeof(head));
	for (uint32_t i = 0; i < head.count; i++) {
		struct lp_gpu_memory row = rows[i];

		row.site = site_in_sum(merging, row.site);
		lp_image_put(merging->image, &row, sizeof(row));
	}
	lp_image_close(merging->image);
}

static void add_run(struct lp_gpu_run *sum, const struct lp_gpu_run *run)
{
	if (run->state == LP_GPU_LIVE || sum->state == LP_GPU_UNTRIED)
		sum->state = run->state;
	if (!sum->note[0])
		memcpy(sum->note, run->note, sizeof(sum->note));
	if (!sum->cupti_version)
		sum->cupti_version = run->cupti_version;
	sum->records += run->records;
	sum->dropped += run->dropped;
	sum->crowded += run->crowded;
	sum->unplaced += run->unplaced;
	sum->late += run->late;
	sum->lost_frees += run->lost_frees;
}

/* Runs on several machines may have others of that number. One of which nothing else is known is
 * taken for the same. */
static bool is_same(const struct lp_gpu_device *a, const struct lp_gpu_device *b)
{
	return a->device == b->device && (!a->multiprocessors || !b->multiprocessors ||
					  (a->capability == b->capability &&
					   strncmp(a->name, b->name, sizeof(a->name)) == 0));
}

/* The sum's device for that one, new: all zeros; NULL if there are too many. */
static struct lp_gpu_device *device_of(struct merging *merging, const struct lp_gpu_device *like)
{
	uint32_t i = 0;

	while (i < merging->device_count && !is_same(&merging->devices[i], like))
		i++;
	if (i == DEVICES_MOST)
		return NULL;
	merging->device_count += i == merging->device_count;
	return &merging->devices[i];
}

static uint64_t most(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Runs come one after the other: their times add up, what lies between them is none. */
static void add_device(struct merging *merging, const struct lp_gpu_device *row)
{
	struct lp_gpu_device *const sum = device_of(merging, row);

	if (!sum)
		return;
	if (!sum->used) {
		*sum = *row;
		return;
	}
	sum->last_ns += row->last_ns - row->first_ns;
	sum->busy_ns += row->busy_ns;
	sum->kernel_ns += row->kernel_ns;
	sum->copy_ns += row->copy_ns;
	sum->gap_count += row->gap_count;
	sum->gap_ns += row->gap_ns;
	sum->longest_ns = most(sum->longest_ns, row->longest_ns);
	for (int i = 0; i < LP_GPU_GAP_SIZES; i++) {
		sum->gaps[i] += row->gaps[i];
		sum->gaps_ns[i] += row->gaps_ns[i];
	}
	sum->live_bytes = most(sum->live_bytes, row->live_bytes);
	sum->peak_bytes = most(sum->peak_bytes, row->peak_bytes);
}

static void add_devices(struct merging *merging, const struct lp_section_at *at)
{
	const struct lp_gpu_device *const rows =
	    (const struct lp_gpu_device *)lp_section_gpu_row_values(at);

	for (uint32_t i = 0; i < lp_section_gpu_row_count(at); i++)
		if (rows[i].used)
			add_device(merging, &rows[i]);
}

static void put_section(struct merging *merging, const struct lp_section_at *at)
{
	switch (at->kind) {
	case LP_SECT_GPU_SITES:
		put_sites(merging, at);
		break;
	case LP_SECT_GPU_TIMES:
		put_times(merging, at);
		break;
	case LP_SECT_GPU_NAMES:
		put_names(merging, at);
		break;
	case LP_SECT_GPU_ROWS:
		put_rows(merging, at);
		break;
	case LP_SECT_GPU_MEMORY:
		put_memory(merging, at);
		break;
	case LP_SECT_GPU_REGIONS:
		put_regions(merging, at);
		break;
	case LP_SECT_GPU_DEVICES:
		add_devices(merging, at);
		break;
	case LP_SECT_GPU_RUN:
		add_run(&merging->run, lp_section_gpu_run(at));
		merging->has_run = true;
		break;
	default:
		break;
	}
}

void lp_merge_gpu(struct lp_image *image, const struct lp_gpu_part *parts, size_t count,
		  uint64_t ticks_per_second)
{
	struct merging merging = {.image = image, .ticks_per_second = ticks_per_second};
	struct lp_gpu_rows head;

	for (size_t i = 0; i < count; i++) {
		struct lp_section_at at = {0};

		merging.part = &parts[i];
		merging.first_site = merging.next_site;
		merging.first_name = merging.next_name;
		while (lp_reader_next(parts[i].reader, &at))
			put_section(&merging, &at);
	}
	head = (struct lp_gpu_rows){.count = merging.device_count};
	if (merging.has_run)
		lp_image_section(image, LP_SECT_GPU_RUN, &merging.run, sizeof(merging.run), NULL,
				 0);
	if (merging.device_count > 0)
		lp_image_section(image, LP_SECT_GPU_DEVICES, &head, sizeof(head), merging.devices,
				 merging.device_count * sizeof(*merging.devices));
}
