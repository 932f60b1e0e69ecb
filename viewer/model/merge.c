/* merge.c: several profiles as one: of a program, of programs that share code, or of any. */
#include "viewer/model/merge.h"

#include <stdio.h>
#include <string.h>

#include "format/abi.h"
#include "viewer/model/arena.h"
#include "viewer/model/cut_calls.h"
#include "viewer/model/map.h"
#include "viewer/model/merge_gpu.h"
#include "viewer/model/merge_modules.h"
#include "viewer/model/merge_sections.h"
#include "viewer/model/run_life.h"
#include "viewer/model/saturating.h"

struct merging {
	struct lp_arena arena;
	struct lp_merge_run *runs; /* in the arena */
	size_t run_count;
	bool weighs;                     /* samples by what they stand for */
	uint64_t sample_period_ns;       /* of the sum */
	struct lp_merge_modules modules; /* of the sum */
	struct lp_merge_sum sum;
	struct lp_difference *difference;
};

/* ---- what the runs have ---- */

static void count_sections(struct lp_merge_run *run)
{
	struct lp_section_at at = {0};

	while (lp_reader_next(run->reader, &at)) {
		uint32_t end;

		run->module_count += at.kind == LP_SECT_MODULE;
		if (at.kind == LP_SECT_THREAD) {
			end = lp_section_thread(&at)->thread + 1;
			run->thread_count = end > run->thread_count ? end : run->thread_count;
		}
		if (at.kind == LP_SECT_STACKS) {
			end = lp_section_stacks(&at)->first + lp_section_stacks(&at)->capacity;
			run->node_count = end > run->node_count ? end : run->node_count;
		}
		if (at.kind == LP_SECT_REGION_NAMES) {
			end = lp_section_region_names(&at)->first +
			      lp_section_region_names(&at)->count;
			run->region_count = end > run->region_count ? end : run->region_count;
		}
	}
}

static enum lp_status read_module(struct merging *merging, struct lp_merge_run *run,
				  const struct lp_section_at *at)
{
	struct lp_merge_module *const module = &run->modules[run->module_count++];
	const struct lp_module *const head = lp_section_module(at);

	*module = (struct lp_merge_module){.head = head, .number = UINT32_MAX};
	module->path = lp_arena_copy(&merging->arena, lp_section_module_path(at), head->path_bytes);
	return module->path ? LP_OK : LP_MEMORY;
}

static enum lp_status keep(struct merging *merging, const struct lp_section_at *at,
			   const struct lp_section_at **kept)
{
	struct lp_section_at *const copy =
	    (struct lp_section_at *)lp_arena_allocate(&merging->arena, sizeof(*copy));

	if (!copy)
		return LP_MEMORY;
	*copy = *at;
	*kept = copy;
	return LP_OK;
}

/* Notes a section that is part of the module, and the same in all runs. */
static enum lp_status read_static(struct merging *merging, struct lp_merge_run *run,
				  const struct lp_section_at *at)
{
	const bool is_funcs = at->kind == LP_SECT_FUNCS;
	const uint32_t number =
	    is_funcs ? lp_section_funcs(at)->module : lp_section_remarks(at)->module;

	if (number >= run->module_count)
		return LP_OK; /* lp_load() will say so */
	return keep(merging, at,
		    is_funcs ? &run->modules[number].funcs : &run->modules[number].remarks);
}

static enum lp_status map_addresses(struct merging *merging, struct lp_merge_run *run)
{
	struct lp_address_range *const ranges = (struct lp_address_range *)lp_arena_allocate(
	    &merging->arena, (run->module_count + 1) * sizeof(*ranges));

	if (!ranges)
		return LP_MEMORY;
	for (uint32_t i = 0; i < run->module_count; i++)
		ranges[i] = (struct lp_address_range){run->modules[i].head->text_begin,
						      run->modules[i].head->text_end};
	return lp_address_map_make(&run->addresses, ranges, run->module_count) ? LP_OK : LP_MEMORY;
}

static enum lp_status read_run(struct merging *merging, struct lp_merge_run *run,
			       const struct lp_reader *reader)
{
	struct lp_section_at at = {0};
	enum lp_status status = LP_OK;

	*run = (struct lp_merge_run){.reader = reader, .program = ""};
	count_sections(run);
	run->modules = (struct lp_merge_module *)lp_arena_allocate(
	    &merging->arena, (run->module_count + 1) * sizeof(*run->modules));
	if (!run->modules)
		return LP_MEMORY;
	run->module_count = 0;
	while (status == LP_OK && lp_reader_next(reader, &at)) {
		if (at.kind == LP_SECT_MODULE)
			status = read_module(merging, run, &at);
		else if (at.kind == LP_SECT_FUNCS || at.kind == LP_SECT_REMARKS)
			status = read_static(merging, run, &at);
		else if (at.kind == LP_SECT_TEXT)
			run->program = lp_section_text(&at, LP_TEXT_PROGRAM);
		else if (at.kind == LP_SECT_PROGRAMS)
			status = keep(merging, &at, &run->programs);
	}
	return status == LP_OK ? map_addresses(merging, run) : status;
}

/* ---- which modules are the same? ---- */

static enum lp_status differ(struct merging *merging, const struct lp_merge_run *run,
			     const char *what, const char *why)
{
	struct lp_difference *const difference = merging->difference;

	*difference = (struct lp_difference){.which = (size_t)(run - merging->runs), .why = why};
	snprintf(difference->what, sizeof(difference->what), "%s", what);
	return LP_DIFFERENT;
}

static enum lp_status match_module(struct merging *merging, const struct lp_merge_run *run,
				   struct lp_merge_module *module)
{
	const char *why;
	const enum lp_status status = lp_merge_modules_match(&merging->modules, module, &why);

	return status == LP_DIFFERENT ? differ(merging, run, module->path, why) : status;
}

static enum lp_status match_run(struct merging *merging, struct lp_merge_run *run)
{
	enum lp_status status = LP_OK;

	for (uint32_t i = 0; i < run->module_count && status == LP_OK; i++)
		status = match_module(merging, run, &run->modules[i]);
	return status;
}

/* ---- writing ---- */

static uint64_t wall_of(const struct lp_info *info)
{
	return info->end_ticks > info->start_ticks ? info->end_ticks - info->start_ticks : 0;
}

/* Flags of a sum of which any run has them; others are of all runs. */
enum {
	LACKING = LP_INFO_NO_PATHS | LP_INFO_INCOMPLETE | LP_INFO_SIGNAL_GONE | LP_INFO_INSIDE |
		  LP_INFO_UNSAMPLED | LP_INFO_CUT | LP_INFO_SANDBOX | LP_INFO_NO_CLOCK |
		  LP_INFO_HALTED
};

/* Adds the numbers of a run to those of the sum so far. */
static void add_info(struct lp_info *sum, const struct merging *merging,
		     const struct lp_merge_run *run, const struct lp_info *info)
{
	lp_add_to(&sum->end_ticks, lp_merge_ticks(&merging->sum, run, wall_of(info)));
	if (info->engine != LP_ENGINE_NONE && sum->engine != info->engine)
		sum->engine = sum->engine == LP_ENGINE_NONE ? info->engine : LP_ENGINE_SEVERAL;
	lp_add_to(&sum->samples_taken, lp_merge_samples(&merging->sum, run, info->samples_taken));
	lp_add_to(&sum->sample_squares,
		  lp_merge_samples(&merging->sum, run,
				   lp_merge_samples(&merging->sum, run, info->sample_squares)));
	lp_add_to(&sum->samples_lost, lp_merge_samples(&merging->sum, run, info->samples_lost));
	lp_add_to(&sum->deep_samples, lp_merge_samples(&merging->sum, run, info->deep_samples));
	lp_add_to(&sum->crowded_samples,
		  lp_merge_samples(&merging->sum, run, info->crowded_samples));
	lp_add_to(&sum->kernel_samples, lp_merge_samples(&merging->sum, run, info->kernel_samples));
	lp_add_to(&sum->page_faults, info->page_faults);
	lp_add_to(&sum->cpu_ns, info->cpu_ns);
	lp_add_to(&sum->clock_reads, info->clock_reads);
	lp_add_to(&sum->overhead_ticks, lp_merge_ticks(&merging->sum, run, info->overhead_ticks));
	lp_add_to(&sum->paused_ticks, lp_merge_ticks(&merging->sum, run, info->paused_ticks));
	lp_add_to(&sum->threads_seen, info->threads_seen);
	lp_add_to(&sum->threads_lost, info->threads_lost);
	lp_add_to(&sum->children_lost, info->children_lost);
	sum->clocks_lost = info->clocks_lost < UINT32_MAX - sum->clocks_lost
			       ? sum->clocks_lost + info->clocks_lost
			       : UINT32_MAX;
	if (info->children_lost)
		sum->children_error = info->children_error;
	if (sum->exit_status != info->exit_status)
		sum->exit_status = -1;
	/* A child together with its parent is the whole; with what one lacks, it is not. */
	sum->flags = (sum->flags & info->flags) | ((sum->flags | info->flags) & LACKING);
	if (info->flags & (LP_INFO_FORKED | LP_INFO_STOPPED))
		sum->flags |= LP_INFO_INSIDE;
	if (lp_has_cut_calls(run->reader))
		sum->flags |= LP_INFO_CUT;
}

/* Whether some runs took samples, and others did not. */
static bool are_unlike(const struct merging *merging)
{
	bool has_unsampled = false, has_sampled = false;

	for (size_t i = 0; i < merging->run_count; i++) {
		const struct lp_info *const info = merging->runs[i].reader->info;

		has_unsampled |= info && info->engine == LP_ENGINE_NONE;
		has_sampled |= info && info->engine != LP_ENGINE_NONE;
	}
	return has_unsampled && has_sampled;
}

static enum lp_status put_info(struct merging *merging)
{
	struct lp_info sum = {.start_ticks = 1, .end_ticks = 1, .flags = ~(uint32_t)LACKING};
	bool is_first = true;

	for (size_t i = 0; i < merging->run_count; i++) {
		const struct lp_merge_run *const run = &merging->runs[i];
		struct lp_info info;

		if (!run->reader->info)
			continue;
		if (lp_run_info(run->reader, &info) != LP_OK)
			return LP_MEMORY;
		if (is_first) {
			sum.tick_source = info.tick_source;
			sum.exit_status = info.exit_status;
		}
		is_first = false;
		add_info(&sum, merging, run, &info);
	}
	if (is_first)
		sum.flags = 0;
	sum.flags |= are_unlike(merging) ? LP_INFO_UNSAMPLED : 0;
	sum.sample_period_ns = merging->sample_period_ns;
	sum.ticks_per_second = merging->sum.ticks_per_second;
	lp_image_section(merging->sum.image, LP_SECT_INFO, &sum, sizeof(sum), NULL, 0);
	return LP_OK;
}

static void put_text(struct merging *merging)
{
	struct lp_section_at at = {0};

	while (lp_reader_next(merging->runs[0].reader, &at))
		if (at.kind == LP_SECT_TEXT)
			lp_image_section(merging->sum.image, LP_SECT_TEXT, at.payload,
					 at.payload_bytes, NULL, 0);
}

/* The run's program; a copy of one that ran before is that one. */
static const char *program_of(const struct merging *merging, const struct lp_merge_run *run)
{
	for (uint32_t i = 0; i < run->module_count; i++)
		if (strcmp(run->modules[i].path, run->program) == 0)
			return merging->modules.rows[run->modules[i].number].path;
	return run->program;
}

/* Adds the program to the open section, once; of one without a name nothing is said. */
static bool put_program(struct merging *merging, struct lp_map *known, const char *program)
{
	const size_t size = strlen(program);
	uint32_t *const is_known = lp_map_at(known, lp_hash(program, size));

	if (!is_known)
		return false;
	if (*is_known == LP_MAP_NONE && size > 0)
		lp_image_put(merging->sum.image, program, size + 1);
	*is_known = 0;
	return true;
}

static bool put_programs_of(struct merging *merging, struct lp_map *known,
			    const struct lp_merge_run *run)
{
	const char *at, *end;

	if (!run->programs)
		return put_program(merging, known, program_of(merging, run));
	at = (const char *)run->programs->payload;
	end = at + run->programs->payload_bytes;
	for (; at < end; at += strlen(at) + 1)
		if (!put_program(merging, known, at))
			return false;
	return true;
}

static bool has_several_programs(const struct merging *merging)
{
	const char *const first = program_of(merging, &merging->runs[0]);
	bool found = false;

	for (size_t i = 0; i < merging->run_count && !found; i++)
		found = merging->runs[i].programs ||
			strcmp(program_of(merging, &merging->runs[i]), first) != 0;
	return found;
}

static enum lp_status put_programs(struct merging *merging)
{
	struct lp_map known = {0};
	bool worked = true;

	if (!has_several_programs(merging))
		return LP_OK;
	lp_image_open(merging->sum.image, LP_SECT_PROGRAMS);
	for (size_t i = 0; i < merging->run_count && worked; i++)
		worked = put_programs_of(merging, &known, &merging->runs[i]);
	lp_image_close(merging->sum.image);
	lp_map_free(&known);
	return worked ? LP_OK : LP_MEMORY;
}

static void put_modules(struct merging *merging)
{
	for (uint32_t i = 0; i < merging->modules.count; i++) {
		const struct lp_merge_module *const module = &merging->modules.rows[i];
		struct lp_module head = *module->head;

		head.module = i;
		head.load_bias += module->moved_by;
		head.text_begin += module->moved_by;
		head.text_end += module->moved_by;
		head.path_bytes = (uint32_t)strlen(module->path);
		lp_image_section(merging->sum.image, LP_SECT_MODULE, &head, sizeof(head),
				 module->path, head.path_bytes);
	}
}

static void put_funcs(struct merging *merging)
{
	for (uint32_t i = 0; i < merging->modules.count; i++) {
		const struct lp_section_at *const at = merging->modules.rows[i].funcs;
		struct lp_funcs head;

		if (!at)
			continue;
		head = *lp_section_funcs(at);
		head.module = i;
		lp_image_section(merging->sum.image, LP_SECT_FUNCS, &head, sizeof(head),
				 at->payload + sizeof(head), at->payload_bytes - sizeof(head));
	}
}

static void put_remarks(struct merging *merging)
{
	for (uint32_t i = 0; i < merging->modules.count; i++) {
		const struct lp_section_at *const at = merging->modules.rows[i].remarks;
		struct lp_remarks_head head;

		if (!at)
			continue;
		head = *lp_section_remarks(at);
		head.module = i;
		lp_image_section(merging->sum.image, LP_SECT_REMARKS, &head, sizeof(head),
				 lp_section_remark_bytes(at), head.bytes);
	}
}

/* The texts that runs bring along, each once. */
static enum lp_status put_sources(struct merging *merging)
{
	struct lp_map known = {0};

	for (size_t i = 0; i < merging->run_count; i++) {
		struct lp_section_at at = {0};

		while (lp_reader_next(merging->runs[i].reader, &at)) {
			uint32_t *is_known;

			if (at.kind != LP_SECT_SOURCE)
				continue;
			is_known = lp_map_at(&known, lp_section_source(&at)->path_hash);
			if (!is_known) {
				lp_map_free(&known);
				return LP_MEMORY;
			}
			if (*is_known == LP_MAP_NONE)
				lp_image_section(merging->sum.image, LP_SECT_SOURCE, at.payload,
						 at.payload_bytes, NULL, 0);
			*is_known = 0;
		}
	}
	lp_map_free(&known);
	return LP_OK;
}

static enum lp_status put_gpus(struct merging *merging)
{
	struct lp_gpu_part *const parts = (struct lp_gpu_part *)lp_arena_allocate(
	    &merging->arena, merging->run_count * sizeof(*parts));

	if (!parts)
		return LP_MEMORY;
	for (size_t i = 0; i < merging->run_count; i++) {
		const struct lp_merge_run *const run = &merging->runs[i];
		uint32_t *const modules = (uint32_t *)lp_arena_allocate(
		    &merging->arena, (run->module_count + 1) * sizeof(*modules));

		if (!modules)
			return LP_MEMORY;
		for (uint32_t k = 0; k < run->module_count; k++)
			modules[k] = run->modules[k].number;
		parts[i] = (struct lp_gpu_part){
		    .reader = run->reader,
		    .modules = modules,
		    .module_count = run->module_count,
		    .first_region = run->first_region,
		    .ticks_per_second = run->reader->info ? run->reader->info->ticks_per_second : 0,
		};
	}
	lp_merge_gpu(merging->sum.image, parts, merging->run_count, merging->sum.ticks_per_second);
	return LP_OK;
}

static void put_header(struct merging *merging)
{
	struct lp_file_header header = *merging->runs[0].reader->header;

	for (size_t i = 1; i < merging->run_count; i++) {
		const struct lp_file_header *const other = merging->runs[i].reader->header;

		if (other->state == LP_FILE_RUNNING)
			header.state = LP_FILE_RUNNING;
		if (other->start_unix_ns < header.start_unix_ns)
			header.start_unix_ns = other->start_unix_ns;
		header.rank = 0;
	}
	lp_image_begin(merging->sum.image, &header);
}

static enum lp_status put_all(struct merging *merging)
{
	put_header(merging);
	if (put_info(merging) != LP_OK)
		return LP_MEMORY;
	put_text(merging);
	put_modules(merging);
	put_funcs(merging);
	put_remarks(merging);
	for (size_t i = 0; i < merging->run_count; i++)
		lp_merge_put_run(&merging->sum, &merging->runs[i]);
	if (put_programs(merging) != LP_OK || put_sources(merging) != LP_OK ||
	    put_gpus(merging) != LP_OK)
		return LP_MEMORY;
	lp_image_end(merging->sum.image);
	return merging->sum.image->failed ? LP_MEMORY : LP_OK;
}

/* ---- all ---- */

/* Gives numbers to the threads, nodes and names of regions of the sum. */
static enum lp_status number_rows(struct merging *merging)
{
	uint64_t threads = 0;
	uint64_t nodes = 0;
	uint64_t regions = 0;

	for (size_t i = 0; i < merging->run_count; i++) {
		struct lp_merge_run *const run = &merging->runs[i];

		run->first_thread = (uint32_t)threads;
		run->first_node = (uint32_t)nodes;
		threads += run->thread_count;
		nodes += run->node_count;
		run->first_region = (uint32_t)regions;
		regions += run->region_count;
		if (threads >= LP_THREAD_STATIC || nodes > UINT32_MAX || regions > UINT32_MAX)
			return differ(merging, run, "the sum",
				      "would have more threads, call paths or regions "
				      "than it can number");
	}
	return LP_OK;
}

/* The sum's clock is that of the first run. If samples are weighed, those of each run count as one
 * or several of the run where they stand for the least time. */
static void find_units(struct merging *merging)
{
	struct lp_merge_sum *const sum = &merging->sum;
	uint64_t least_ns = 0, most_ns = 0;

	for (size_t i = 0; i < merging->run_count; i++) {
		const struct lp_info *const info = merging->runs[i].reader->info;

		if (!info)
			continue;
		if (sum->ticks_per_second == 0)
			sum->ticks_per_second = info->ticks_per_second;
		if (info->engine == LP_ENGINE_NONE || info->sample_period_ns == 0)
			continue;
		if (least_ns == 0 || info->sample_period_ns < least_ns)
			least_ns = info->sample_period_ns;
		if (info->sample_period_ns > most_ns)
			most_ns = info->sample_period_ns;
	}
	sum->sample_unit_ns = merging->weighs ? least_ns : 0;
	merging->sample_period_ns = merging->weighs ? least_ns : most_ns;
}

static enum lp_status merge_all(struct merging *merging, const struct lp_reader *readers)
{
	uint64_t modules = 0;
	enum lp_status status = LP_OK;

	merging->runs = (struct lp_merge_run *)lp_arena_allocate(
	    &merging->arena, merging->run_count * sizeof(*merging->runs));
	if (!merging->runs)
		return LP_MEMORY;
	memset(merging->runs, 0, merging->run_count * sizeof(*merging->runs));
	for (size_t i = 0; i < merging->run_count && status == LP_OK; i++) {
		status = read_run(merging, &merging->runs[i], &readers[i]);
		modules += merging->runs[i].module_count;
	}
	if (status != LP_OK)
		return status;
	merging->modules.rows = (struct lp_merge_module *)lp_arena_allocate(
	    &merging->arena, (modules + 1) * sizeof(*merging->modules.rows));
	if (!merging->modules.rows)
		return LP_MEMORY;
	for (size_t i = 0; i < merging->run_count && status == LP_OK; i++)
		status = match_run(merging, &merging->runs[i]);
	if (status == LP_OK)
		status = number_rows(merging);
	find_units(merging);
	return status == LP_OK ? put_all(merging) : status;
}

enum lp_status lp_merge(struct lp_image *image, const struct lp_reader *readers, size_t count,
			bool weigh, struct lp_difference *difference)
{
	struct merging merging = {
	    .run_count = count,
	    .weighs = weigh,
	    .modules = {.next_address = LP_MERGE_FIRST_ADDRESS},
	    .sum = {.image = image},
	    .difference = difference,
	};
	const enum lp_status status = merge_all(&merging, readers);

	for (size_t i = 0; merging.runs && i < count; i++)
		lp_address_map_free(&merging.runs[i].addresses);
	lp_merge_modules_free(&merging.modules);
	lp_arena_free(&merging.arena);
	return status;
}
