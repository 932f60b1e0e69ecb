/* clock_regions.c: how long each region took, and how much of that it ran. */
#include "viewer/model/clock_regions.h"

#include <math.h>
#include <stdlib.h>

#include "format/abi.h"
#include "viewer/model/growth.h"
#include "viewer/model/saturating.h"

/* Of a thread's CPU time: what its clocks may have more of it than the kernel. */
#define LP_SHORT_TURNS_MOST 0.05

/* How exact it is what a region was off CPUs by the runtime: a part of its time on the wall, in
 * which others had its CPU for too short a while to be asked about, and by chance, as of stretches
 * below 1/8192 s (runtime/off_cpu.c) one is measured for as many as take up to sixteen times that:
 * three of these. Of little time a larger part may be wrong. */
#define LP_MEASURED_PART 0.01
#define LP_MEASURED_SECONDS (3.0 * 16 / 8192)
#define LP_PART_OF_LITTLE 0.05

/* With fewer samples a thread does not tell its lines apart; and it has no more only if its CPU
 * time is less than twice what these stand for. Else it was not sampled. */
#define LP_SAMPLES_ALONE 10

uint64_t lp_clock_region_key(uint32_t thread, uint64_t region)
{
	return lp_hash_more(lp_hash(&thread, sizeof(thread)), &region, sizeof(region));
}

struct lp_clock_region *lp_clock_regions_at(struct lp_clock_regions *regions, uint32_t thread,
					    uint64_t region)
{
	const uint32_t whose = regions->pooled ? regions->pooled[thread] : thread;
	uint32_t *const number = lp_map_at(&regions->numbers, lp_clock_region_key(whose, region));

	if (!number)
		return NULL;
	if (*number == LP_MAP_NONE) {
		struct lp_clock_region *const grown = (struct lp_clock_region *)lp_with_room(
		    regions->rows, regions->count, &regions->capacity, sizeof(*grown));

		if (!grown)
			return NULL;
		regions->rows = grown;
		*number = (uint32_t)regions->count++;
		regions->rows[*number] = (struct lp_clock_region){
		    .thread = whose, .number = region, .function = LP_NO_INDEX};
	}
	return &regions->rows[*number];
}

uint32_t lp_clock_function(const struct lp_profile *profile, uint64_t module, uint64_t index)
{
	if (module >= profile->object_count || index >= profile->objects[module].variant_count)
		return LP_NO_INDEX;
	return profile->variants[profile->objects[module].first_variant + index].function;
}

/* 0 if it is not known. */
static uint64_t value_in(const struct lp_section_at *at, enum lp_clock_array which, uint32_t index)
{
	const uint64_t *const values = lp_section_clock_array(at, which);

	return values ? values[index] : 0;
}

static enum lp_status add_clock(struct lp_clock_regions *regions, struct lp_profile *profile,
				uint32_t thread, const struct lp_section_at *at, uint32_t index)
{
	const struct lp_clock *const clock = &lp_section_clock_values(at)[index];
	const uint32_t module = lp_section_clocks(at)->module;
	const uint32_t number = lp_clock_function(profile, module, index);
	struct lp_clock_region *region;
	struct lp_function *function;

	if ((clock->calls == 0 && clock->self_ticks == 0) || number == LP_NO_INDEX)
		return LP_OK;
	function = &profile->functions[number];
	lp_add_to(&function->clock_calls, clock->calls);
	lp_add_to(&function->clock_self_ticks, clock->self_ticks);
	lp_add_to(&function->clock_total_ticks, clock->total_ticks);
	lp_add_to(&function->clock_delay_ticks, value_in(at, LP_CLOCK_TOTAL_DELAY, index));
	if (clock->flags & LP_CLOCK_COLLAPSED)
		function->clock_collapsed = true;
	/* Their time is that of up to a sixteenth of a second before. */
	if (clock->active > 0 && profile->reader.header->state != LP_FILE_FINISHED)
		function->clock_lags = true;
	region = lp_clock_regions_at(regions, thread, LP_REGION(module, index));
	if (!region)
		return LP_MEMORY;
	region->function = number;
	lp_add_to(&region->ticks, clock->self_ticks);
	lp_add_to(&region->off_ticks, value_in(at, LP_CLOCK_OFF_CPU, index));
	lp_add_to(&region->ready_ticks, value_in(at, LP_CLOCK_DELAY, index));
	lp_add_to(&region->unasked_ticks, value_in(at, LP_CLOCK_UNASKED, index));
	region->tells_unasked = lp_section_clock_array(at, LP_CLOCK_UNASKED) != NULL;
	region->tells_callers = lp_section_clock_array(at, LP_CLOCK_TOTAL_DELAY) != NULL;
	return LP_OK;
}

static enum lp_status add_clocks(struct lp_clock_regions *regions, struct lp_profile *profile)
{
	struct lp_section_at at = {0};

	while (lp_reader_next(&profile->reader, &at)) {
		const struct lp_clocks *const clocks = lp_section_clocks(&at);
		uint32_t thread;

		if (at.kind != LP_SECT_CLOCKS)
			continue;
		thread = lp_map_find(&profile->thread_numbers, clocks->thread);
		if (thread == LP_MAP_NONE)
			continue;
		profile->threads[thread].lacks_off_cpu |=
		    !lp_section_clock_array(&at, LP_CLOCK_OFF_CPU);
		for (uint64_t i = 0; i < clocks->count; i++)
			if (add_clock(regions, profile, thread, &at, (uint32_t)i) != LP_OK)
				return LP_MEMORY;
	}
	return LP_OK;
}

/* Gives each thread's region 0 what the clocks leave of its lifetime. */
static enum lp_status add_outside(struct lp_clock_regions *regions, struct lp_profile *profile)
{
	const size_t clocked_count = regions->count;

	for (uint32_t i = 0; i < profile->thread_count; i++) {
		struct lp_clock_region *const region = lp_clock_regions_at(regions, i, 0);

		if (!region)
			return LP_MEMORY;
		region->ticks = profile->threads[i].lifetime_ticks;
		region->is_outside = true;
	}
	for (size_t i = 0; i < clocked_count; i++) {
		const struct lp_clock_region *const clocked = &regions->rows[i];
		struct lp_thread_row *const row = &profile->threads[clocked->thread];
		struct lp_clock_region *const outside =
		    lp_clock_regions_at(regions, clocked->thread, 0);
		const uint64_t missing =
		    clocked->ticks > outside->ticks ? clocked->ticks - outside->ticks : 0;

		/* Numbers of a live file differ in age. */
		row->lifetime_ticks += missing;
		profile->lifetime_ticks += missing;
		outside->ticks += missing;
		outside->ticks -= clocked->ticks;
	}
	return LP_OK;
}

enum lp_status lp_clock_regions_read(struct lp_clock_regions *regions, struct lp_profile *profile)
{
	const enum lp_status status = add_clocks(regions, profile);

	return status == LP_OK ? add_outside(regions, profile) : status;
}

/* ---- samples ---- */

void lp_clock_region_add_leaf(struct lp_clock_region *region, struct lp_profile *profile,
			      const struct lp_stack_node *leaf)
{
	if (leaf->region != 0)
		region->function = lp_clock_function(profile, LP_REGION_MODULE(leaf->region),
						     LP_REGION_FUNC(leaf->region));
	if (leaf->kind == LP_STACK_WAIT)
		region->known += leaf->count;
	if (leaf->kind != LP_STACK_LEAF)
		return;
	lp_add_to(&region->samples, leaf->count);
	lp_add_to(&profile->threads[region->thread].samples, leaf->count);
	lp_add_to(&profile->sample_count, leaf->count);
}

static double ticks_per_ns(const struct lp_profile *profile)
{
	return (double)profile->info.ticks_per_second / 1e9;
}

/* What the clock of a thread read in one sample's CPU time; 0 without samples. */
static double ticks_per_sample(const struct lp_profile *profile, const struct lp_thread_row *row)
{
	return row->samples > 0
		   ? (double)row->thread->cpu_ns / (double)row->samples * ticks_per_ns(profile)
		   : 0;
}

/* What a thread had no CPU for, and is in none of its regions yet. */
struct undue {
	double told; /* less what is known to be in some */
	double ticks;
	/* Beside CPU time and known waits, in the regions without samples and in those with some.
	 */
	double room[2];
	double known; /* waits, in those where it is measured how long they ran */
	/* Off CPUs, of which the kernel was not asked what for: in no known wait, and in some. */
	double unasked[2];
	bool tells_unasked;
};

static double cpu_of(const struct lp_profile *profile, const struct lp_thread_row *row)
{
	return (double)row->thread->cpu_ns * ticks_per_ns(profile);
}

/* What a region ran at the most. */
static double most_cpu(const struct lp_clock_region *region)
{
	return fmax(0, (double)region->ticks - (double)region->off_ticks);
}

/* `left`: of the thread's CPU time beside that of its clocks. Where these have much more, it was
 * off CPUs in turns too short to be noticed, and samples are the better witnesses. */
static void tell_cpu(const struct lp_profile *profile, struct lp_clock_region *region, double left)
{
	const struct lp_thread_row *const row = &profile->threads[region->thread];
	const double cpu = cpu_of(profile, row);
	const double most =
	    region->is_outside ? fmin(fmax(0, left), (double)region->ticks) : most_cpu(region);

	region->is_measured = !row->lacks_off_cpu && left > -LP_SHORT_TURNS_MOST * cpu;
	region->cpu_ticks = (double)region->samples * ticks_per_sample(profile, row);
	if (region->is_measured)
		region->cpu_ticks = most;
	else if (!region->is_outside && !row->lacks_off_cpu)
		region->cpu_ticks = fmin(region->cpu_ticks, most);
}

/* How long each region ran: by the runtime, else by its samples. */
static enum lp_status tell_all_cpu(struct lp_clock_regions *regions,
				   const struct lp_profile *profile)
{
	double *const left = (double *)calloc(profile->thread_count + 1, sizeof(*left));

	if (!left)
		return LP_MEMORY;
	for (size_t i = 0; i < profile->thread_count; i++)
		left[i] = cpu_of(profile, &profile->threads[i]);
	for (size_t i = 0; i < regions->count; i++)
		if (!regions->rows[i].is_outside)
			left[regions->rows[i].thread] -= most_cpu(&regions->rows[i]);
	for (size_t i = 0; i < regions->count; i++)
		tell_cpu(profile, &regions->rows[i], left[regions->rows[i].thread]);
	free(left);
	return LP_OK;
}

/* What a region has beside its CPU time. */
static double beside_cpu(const struct lp_clock_region *region)
{
	return fmax(0, (double)region->ticks - region->cpu_ticks);
}

/* Takes out of a region what of its time the thread had no CPU for. */
static void take_out(struct lp_profile *profile, struct lp_clock_region *region, double delay)
{
	const uint64_t ticks = (uint64_t)fmin(delay, (double)region->ticks);

	region->delay_ticks += ticks;
	region->ticks -= ticks;
	profile->delay_ticks += ticks;
	profile->lifetime_ticks -= ticks;
}

/* Whether all that the thread had no CPU for in it is known. */
static bool has_told(const struct lp_clock_region *region)
{
	return region->tells_unasked && region->is_measured;
}

/* Beside CPU time and known waits. */
static double beside_known(const struct lp_clock_region *region)
{
	return fmax(0, beside_cpu(region) - (double)region->known);
}

static double room_in(const struct lp_clock_region *region)
{
	return has_told(region) ? 0 : beside_known(region);
}

/* Where it was long, the runtime has asked. */
static void take_ready(struct lp_profile *profile, struct lp_clock_region *region,
		       struct undue *undue)
{
	take_out(profile, region, fmin((double)region->ready_ticks, beside_cpu(region)));
	undue->told = fmax(0, undue->told - (double)region->delay_ticks);
	if (region->tells_callers)
		region->told_ticks = region->delay_ticks;
	undue->tells_unasked |= region->tells_unasked;
}

/* Off CPUs, of which the kernel was not asked what for: in no known wait, or in some. What has no
 * clock was never asked for. */
static double may_be_undue(const struct lp_clock_region *region, const struct undue *undue,
			   bool in_known)
{
	double all, in_none;

	if (!undue->tells_unasked || !region->is_measured)
		return 0;
	all = region->is_outside ? room_in(region)
				 : fmin(beside_cpu(region), (double)region->unasked_ticks);
	in_none = fmin(all, beside_known(region));
	return in_known ? all - in_none : in_none;
}

static void add_unasked(const struct lp_clock_region *region, struct undue *undue)
{
	for (int in_known = 0; in_known < 2; in_known++)
		undue->unasked[in_known] += may_be_undue(region, undue, in_known);
}

/* Where the kernel was not asked, it is the rest: what calls are known to have waited comes last,
 * as that is told already. */
static void take_unasked(struct lp_profile *profile, struct lp_clock_region *region,
			 const struct undue *undue)
{
	double left = undue->told;
	double taken = 0;

	for (int in_known = 0; in_known < 2; in_known++) {
		const double all = undue->unasked[in_known];

		if (all > 0)
			taken += may_be_undue(region, undue, in_known) * fmin(1, left / all);
		left = fmax(0, left - all);
	}
	take_out(profile, region, taken);
}

/* As it has samples, as far as it has room; in a thread without any, which part of what it was off
 * CPUs is delay is known by its room alone. */
static void take_delay(struct lp_profile *profile, struct lp_clock_region *region,
		       struct undue *undue)
{
	const struct lp_thread_row *const row = &profile->threads[region->thread];

	if (row->samples > 0) {
		const double delay = undue->told * (double)region->samples / (double)row->samples;
		/* Where it is measured, what nothing else explains tells who has it. */
		const double most = region->is_measured ? room_in(region) : beside_cpu(region);
		const double taken = fmin(delay, most);

		take_out(profile, region, taken);
		undue->ticks += delay - taken;
	} else if (region->is_measured) {
		undue->ticks = undue->told;
	} else {
		return;
	}
	undue->room[region->samples > 0] += room_in(region);
	if (region->is_measured && !has_told(region))
		undue->known += beside_cpu(region) - room_in(region);
}

/* What is left of the thread's, as others have no room for it: few samples say roughly only how
 * much of it befell each. Those without any come last: it befell them if they call the kernel,
 * which gives the processor to others when it is done. */
static void take_rest(struct lp_profile *profile, struct lp_clock_region *region,
		      const struct undue *undue)
{
	const bool has_samples = region->samples > 0;
	const double left = undue->ticks - (has_samples ? 0 : undue->room[true]);

	if (left > 0 && undue->room[has_samples] > 0)
		take_out(profile, region,
			 room_in(region) * fmin(1, left / undue->room[has_samples]));
}

/* And then of what has waited: it could go on, and had no CPU to do so. */
static void take_from_known(struct lp_profile *profile, struct lp_clock_region *region,
			    const struct undue *undue)
{
	const double left = undue->ticks - undue->room[true] - undue->room[false];

	if (region->is_measured && !has_told(region) && left > 0 && undue->known > 0)
		take_out(profile, region, beside_cpu(region) * fmin(1, left / undue->known));
}

static enum lp_status take_delays(struct lp_clock_regions *regions, struct lp_profile *profile)
{
	struct undue *const undue =
	    (struct undue *)calloc(profile->thread_count + 1, sizeof(*undue));

	if (!undue)
		return LP_MEMORY;
	for (size_t i = 0; i < profile->thread_count; i++)
		undue[i].told =
		    (double)profile->threads[i].thread->delay_ns * ticks_per_ns(profile);
	for (size_t i = 0; i < regions->count; i++)
		take_ready(profile, &regions->rows[i], &undue[regions->rows[i].thread]);
	for (size_t i = 0; i < regions->count; i++)
		add_unasked(&regions->rows[i], &undue[regions->rows[i].thread]);
	for (size_t i = 0; i < regions->count; i++)
		take_unasked(profile, &regions->rows[i], &undue[regions->rows[i].thread]);
	for (size_t i = 0; i < profile->thread_count; i++)
		undue[i].told -=
		    fmin(undue[i].told, undue[i].unasked[false] + undue[i].unasked[true]);
	for (size_t i = 0; i < regions->count; i++)
		take_delay(profile, &regions->rows[i], &undue[regions->rows[i].thread]);
	for (size_t i = 0; i < regions->count; i++)
		take_rest(profile, &regions->rows[i], &undue[regions->rows[i].thread]);
	for (size_t i = 0; i < regions->count; i++)
		take_from_known(profile, &regions->rows[i], &undue[regions->rows[i].thread]);
	free(undue);
	return LP_OK;
}

/* Takes out the waits whose calls are known. A thread that could go on and had no CPU still waits
 * there, by the clock: that is more than there is beside the CPU time. */
static void take_known(struct lp_clock_region *region)
{
	region->known_ticks = (uint64_t)fmin((double)region->known, beside_cpu(region));
	region->ticks -= region->known_ticks;
}

/* What of a region's time, beside its CPU time, may be of the error of its samples. */
static double error_of_samples(const struct lp_profile *profile,
			       const struct lp_clock_region *region)
{
	const struct lp_thread_row *const row = &profile->threads[region->thread];
	const double period = (double)profile->info.sample_period_ns * ticks_per_ns(profile);
	const double sigma =
	    sqrt((double)region->samples * lp_profile_samples_per_independent(profile)) *
	    ticks_per_sample(profile, row);

	return fmax(LP_PART_OF_LITTLE * (double)region->ticks, 3 * fmax(sigma, period));
}

/* And, where the runtime has measured, of that of clocks. */
static double error_of_clocks(const struct lp_profile *profile,
			      const struct lp_clock_region *region)
{
	const double ticks = (double)region->ticks;

	return fmin(LP_PART_OF_LITTLE * ticks,
		    LP_MEASURED_PART * (ticks + (double)region->delay_ticks) +
			LP_MEASURED_SECONDS * (double)profile->info.ticks_per_second);
}

/* Whether a region's time is more than it can have run. */
static bool has_waited(const struct lp_profile *profile, const struct lp_clock_region *region)
{
	const double error = region->is_measured ? error_of_clocks(profile, region)
						 : error_of_samples(profile, region);

	return (double)region->ticks - region->cpu_ticks > error;
}

/* Splits the rest of a region's time: what its samples stand for, and waiting. */
static void split_region(const struct lp_profile *profile, struct lp_clock_region *region)
{
	const struct lp_thread_row *const row = &profile->threads[region->thread];

	region->sampled_ticks = region->ticks;
	/* A thread without samples: nothing tells running from waiting, but its CPU time. */
	if (!region->is_measured && row->samples == 0 &&
	    2 * cpu_of(profile, row) > (double)row->lifetime_ticks)
		return;
	if (!has_waited(profile, region))
		return;
	region->sampled_ticks = (uint64_t)region->cpu_ticks;
	region->wait_ticks = region->ticks - region->sampled_ticks;
}

enum lp_status lp_clock_regions_split(struct lp_clock_regions *regions, struct lp_profile *profile)
{
	if (tell_all_cpu(regions, profile) != LP_OK || take_delays(regions, profile) != LP_OK)
		return LP_MEMORY;
	for (size_t i = 0; i < regions->count; i++) {
		take_known(&regions->rows[i]);
		split_region(profile, &regions->rows[i]);
	}
	return LP_OK;
}

enum lp_status lp_clock_regions_keep_delays(const struct lp_clock_regions *regions,
					    struct lp_profile *profile)
{
	profile->region_delays =
	    (struct lp_region_delay *)calloc(regions->count + 1, sizeof(*profile->region_delays));
	if (!profile->region_delays)
		return LP_MEMORY;
	for (size_t i = 0; i < regions->count; i++) {
		const struct lp_clock_region *const region = &regions->rows[i];

		if (region->delay_ticks > 0 && !region->is_outside)
			profile->region_delays[profile->region_delay_count++] =
			    (struct lp_region_delay){region->thread, region->number,
						     region->delay_ticks};
	}
	return LP_OK;
}

/* ---- threads with few samples ---- */

/* CPU time; 0 without samples. */
static double ns_per_sample(const struct lp_profile *profile)
{
	uint64_t samples = 0;
	uint64_t cpu_ns = 0;

	for (size_t i = 0; i < profile->thread_count; i++)
		if (profile->threads[i].samples > 0) {
			samples += profile->threads[i].samples;
			cpu_ns += profile->threads[i].thread->cpu_ns;
		}
	return samples > 0 ? (double)cpu_ns / (double)samples : 0;
}

static bool has_few_samples(const struct lp_thread_row *row, double ns)
{
	return row->thread->folded == 0 && row->samples < LP_SAMPLES_ALONE &&
	       (double)row->thread->cpu_ns < 2 * LP_SAMPLES_ALONE * ns;
}

static void add_region(struct lp_clock_region *sum, const struct lp_clock_region *region)
{
	sum->function = region->function;
	lp_add_to(&sum->ticks, region->ticks);
	lp_add_to(&sum->delay_ticks, region->delay_ticks);
	lp_add_to(&sum->told_ticks, region->told_ticks);
	lp_add_to(&sum->samples, region->samples);
	lp_add_to(&sum->known, region->known);
	lp_add_to(&sum->known_ticks, region->known_ticks);
	lp_add_to(&sum->sampled_ticks, region->sampled_ticks);
	lp_add_to(&sum->wait_ticks, region->wait_ticks);
}

enum lp_status lp_clock_regions_pool(struct lp_clock_regions *regions,
				     const struct lp_profile *profile)
{
	const uint32_t threads = (uint32_t)profile->thread_count;
	const double ns = ns_per_sample(profile);
	const size_t count = regions->count;

	regions->pooled = (uint32_t *)calloc(threads + 1, sizeof(*regions->pooled));
	if (!regions->pooled)
		return LP_MEMORY;
	for (uint32_t i = 0; i < threads; i++)
		regions->pooled[i] = has_few_samples(&profile->threads[i], ns) ? threads : i;
	for (size_t i = 0; i < count; i++) {
		const struct lp_clock_region own = regions->rows[i];
		struct lp_clock_region *sum;

		if (regions->pooled[own.thread] != threads)
			continue;
		sum = lp_clock_regions_at(regions, own.thread, own.number);
		if (!sum)
			return LP_MEMORY;
		add_region(sum, &own);
		regions->rows[i] =
		    (struct lp_clock_region){.thread = own.thread, .function = LP_NO_INDEX};
	}
	return LP_OK;
}

void lp_clock_regions_free(struct lp_clock_regions *regions)
{
	lp_map_free(&regions->numbers);
	free(regions->rows);
	free(regions->pooled);
}
