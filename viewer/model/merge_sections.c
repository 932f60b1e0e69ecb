/* merge_sections.c: the sections of a run, renumbered, as sections of the sum. */
#include "viewer/model/merge_sections.h"

#include "viewer/model/map.h"
#include "viewer/model/saturating.h"
#include "viewer/model/thread_life.h"

/* `count` units of which one is `from` / `to` of the sum's. */
static uint64_t converted(uint64_t count, uint64_t from, uint64_t to)
{
	if (from == 0 || to == 0 || from == to)
		return count;
	return lp_scaled(count, from, to);
}

uint64_t lp_merge_ticks(const struct lp_merge_sum *sum, const struct lp_merge_run *run,
			uint64_t ticks)
{
	const uint64_t rate = run->reader->info ? run->reader->info->ticks_per_second : 0;

	return converted(ticks, sum->ticks_per_second, rate);
}

uint64_t lp_merge_samples(const struct lp_merge_sum *sum, const struct lp_merge_run *run,
			  uint64_t samples)
{
	const uint64_t period_ns = run->reader->info ? run->reader->info->sample_period_ns : 0;

	return converted(samples, period_ns, sum->sample_unit_ns);
}

/* The next samples of a run; with those before them they make the sum's whole ones. */
static uint64_t next_samples(const struct lp_merge_sum *sum, struct lp_merge_run *run,
			     uint64_t samples)
{
	const uint64_t before = lp_merge_samples(sum, run, run->samples_done);

	run->samples_done += samples;
	return lp_merge_samples(sum, run, run->samples_done) - before;
}

/* A module's number in the sum; of one that the run does not have, none. */
static uint32_t number_of(const struct lp_merge_run *run, uint32_t module)
{
	return module < run->module_count ? run->modules[module].number : UINT32_MAX;
}

static void put_files(const struct lp_merge_sum *sum, const struct lp_merge_run *run,
		      const struct lp_section_at *at)
{
	struct lp_files head = *lp_section_files(at);

	head.module = number_of(run, head.module);
	lp_image_section(sum->image, LP_SECT_FILES, &head, sizeof(head), at->payload + sizeof(head),
			 at->payload_bytes - sizeof(head));
}

static void put_thread(const struct lp_merge_sum *sum, const struct lp_merge_run *run,
		       const struct lp_section_at *at)
{
	struct lp_thread thread = *lp_section_thread(at);

	thread.life_ticks = lp_merge_ticks(sum, run, lp_thread_life_ticks(run->reader, &thread));
	thread.thread += run->first_thread;
	thread.samples = lp_merge_samples(sum, run, thread.samples);
	if (thread.start_ticks > 0) {
		thread.start_ticks = 1;
		thread.end_ticks = 1 + thread.life_ticks;
	}
	lp_image_section(sum->image, LP_SECT_THREAD, &thread, sizeof(thread), NULL, 0);
}

static uint32_t thread_of(const struct lp_merge_run *run, uint32_t thread)
{
	return thread == LP_THREAD_STATIC ? thread : thread + run->first_thread;
}

static void put_counters(const struct lp_merge_sum *sum, const struct lp_merge_run *run,
			 const struct lp_section_at *at)
{
	struct lp_counters head = *lp_section_counters(at);

	head.module = number_of(run, head.module);
	head.thread = thread_of(run, head.thread);
	lp_image_section(sum->image, LP_SECT_COUNTERS, &head, sizeof(head),
			 lp_section_counter_values(at), head.count * sizeof(uint64_t));
}

/* Nothing, if it is not known. */
static void put_clock_array(const struct lp_merge_sum *sum, const struct lp_merge_run *run,
			    const struct lp_section_at *at, enum lp_clock_array which)
{
	const uint64_t *const values = lp_section_clock_array(at, which);

	for (uint64_t i = 0; values && i < lp_section_clocks(at)->count; i++) {
		const uint64_t ticks = lp_merge_ticks(sum, run, values[i]);

		lp_image_put(sum->image, &ticks, sizeof(ticks));
	}
}

static void put_clocks(const struct lp_merge_sum *sum, const struct lp_merge_run *run,
		       const struct lp_section_at *at)
{
	struct lp_clocks head = *lp_section_clocks(at);

	head.module = number_of(run, head.module);
	head.thread = thread_of(run, head.thread);
	lp_image_open(sum->image, LP_SECT_CLOCKS);
	lp_image_put(sum->image, &head, sizeof(head));
	for (uint64_t i = 0; i < head.count; i++) {
		struct lp_clock clock = lp_section_clock_values(at)[i];

		clock.self_ticks = lp_merge_ticks(sum, run, clock.self_ticks);
		clock.total_ticks = lp_merge_ticks(sum, run, clock.total_ticks);
		/* Those that were open when the program ended are over: the sum's threads all are.
		 */
		if (run->reader->header->state == LP_FILE_FINISHED)
			clock.active = 0;
		lp_image_put(sum->image, &clock, sizeof(clock));
	}
	for (int which = 0; which < LP_CLOCK_ARRAYS; which++)
		put_clock_array(sum, run, at, (enum lp_clock_array)which);
	lp_image_close(sum->image);
}

/* An address of a run in the sum; 0, where no module is, if it is in none. */
static uint64_t address_of(const struct lp_merge_run *run, uint64_t address)
{
	const uint32_t module = lp_address_map_find(&run->addresses, address);

	return module == LP_MAP_NONE ? 0 : address + run->modules[module].moved_by;
}

static void put_node(const struct lp_merge_sum *sum, struct lp_merge_run *run,
		     const struct lp_stack_node *from)
{
	struct lp_stack_node node = *from;

	node.parent += run->first_node;
	if (node.kind == LP_STACK_THREAD)
		node.address = thread_of(run, (uint32_t)node.address);
	else
		node.address = address_of(run, node.address);
	if (lp_stack_has_ticks(node.kind))
		node.count = lp_merge_ticks(sum, run, node.count);
	else
		node.count = next_samples(sum, run, node.count);
	if (node.region != 0)
		node.region = LP_REGION(number_of(run, LP_REGION_MODULE(from->region)),
					LP_REGION_FUNC(from->region));
	lp_image_put(sum->image, &node, sizeof(node));
}

static void put_stacks(const struct lp_merge_sum *sum, struct lp_merge_run *run,
		       const struct lp_section_at *at)
{
	struct lp_stacks head = *lp_section_stacks(at);

	head.first += run->first_node;
	lp_image_open(sum->image, LP_SECT_STACKS);
	lp_image_put(sum->image, &head, sizeof(head));
	for (uint32_t i = 0; i < head.capacity; i++)
		put_node(sum, run, &lp_section_stack_nodes(at)[i]);
	lp_image_close(sum->image);
}

static void put_region_names(const struct lp_merge_sum *sum, const struct lp_merge_run *run,
			     const struct lp_section_at *at)
{
	struct lp_region_names head = *lp_section_region_names(at);

	head.first += run->first_region;
	lp_image_section(sum->image, LP_SECT_REGION_NAMES, &head, sizeof(head),
			 lp_section_region_name_values(at),
			 head.count * sizeof(struct lp_region_name));
}

/* Names of several runs that are the same meet where they are summed up. */
static void put_regions(const struct lp_merge_sum *sum, const struct lp_merge_run *run,
			const struct lp_section_at *at)
{
	struct lp_regions head = *lp_section_regions(at);

	head.thread = thread_of(run, head.thread);
	lp_image_open(sum->image, LP_SECT_REGIONS);
	lp_image_put(sum->image, &head, sizeof(head));
	for (uint32_t i = 0; i < head.count; i++) {
		struct lp_region region = lp_section_region_values(at)[i];

		region.name += region.name > 0 ? run->first_region : 0;
		region.self_ticks = lp_merge_ticks(sum, run, region.self_ticks);
		region.total_ticks = lp_merge_ticks(sum, run, region.total_ticks);
		lp_image_put(sum->image, &region, sizeof(region));
	}
	lp_image_close(sum->image);
}

static void put_selection(const struct lp_merge_sum *sum, const struct lp_merge_run *run,
			  const struct lp_section_at *at)
{
	struct lp_selection head = *lp_section_selection(at);

	head.module = number_of(run, head.module);
	lp_image_section(sum->image, LP_SECT_SELECTION, &head, sizeof(head),
			 at->payload + sizeof(head), head.patterns_bytes);
}

static void put_symbols(const struct lp_merge_sum *sum, const struct lp_merge_run *run,
			const struct lp_section_at *at)
{
	struct lp_symbols head = *lp_section_symbols(at);

	head.module = number_of(run, head.module);
	lp_image_section(sum->image, LP_SECT_SYMBOLS, &head, sizeof(head),
			 at->payload + sizeof(head), at->payload_bytes - sizeof(head));
}

void lp_merge_put_run(const struct lp_merge_sum *sum, struct lp_merge_run *run)
{
	struct lp_section_at at = {0};

	while (lp_reader_next(run->reader, &at)) {
		if (at.kind == LP_SECT_FILES)
			put_files(sum, run, &at);
		else if (at.kind == LP_SECT_THREAD)
			put_thread(sum, run, &at);
		else if (at.kind == LP_SECT_COUNTERS)
			put_counters(sum, run, &at);
		else if (at.kind == LP_SECT_CLOCKS)
			put_clocks(sum, run, &at);
		else if (at.kind == LP_SECT_STACKS)
			put_stacks(sum, run, &at);
		else if (at.kind == LP_SECT_REGION_NAMES)
			put_region_names(sum, run, &at);
		else if (at.kind == LP_SECT_REGIONS)
			put_regions(sum, run, &at);
		else if (at.kind == LP_SECT_SELECTION)
			put_selection(sum, run, &at);
		else if (at.kind == LP_SECT_SYMBOLS)
			put_symbols(sum, run, &at);
	}
}
