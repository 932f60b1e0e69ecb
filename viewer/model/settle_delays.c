/* settle_delays.c: writes down what the viewer has shared out of threads' time without a CPU. */
#include "viewer/model/settle_delays.h"

#include <stdlib.h>

#include "viewer/model/clock_regions.h"
#include "viewer/model/map.h"
#include "viewer/model/shares.h"

struct settling {
	const struct lp_profile *profile;
	struct lp_image *image;
	struct lp_map delays; /* of a thread's region to its number in region_delays */
	uint64_t *done;       /* by function: total_ticks of its clocks that are written */
};

static enum lp_status note_delays(struct settling *settling)
{
	const struct lp_profile *const profile = settling->profile;

	for (size_t i = 0; i < profile->region_delay_count; i++) {
		const struct lp_region_delay *const delay = &profile->region_delays[i];
		uint32_t *const number =
		    lp_map_at(&settling->delays, lp_clock_region_key(delay->thread, delay->region));

		if (!number)
			return LP_MEMORY;
		*number = (uint32_t)i;
	}
	return LP_OK;
}

/* What the clock of function `index` was ready to run for, itself. */
static uint64_t own_delay(const struct settling *settling, const struct lp_section_at *at,
			  uint64_t index)
{
	const struct lp_profile *const profile = settling->profile;
	const struct lp_clocks *const head = lp_section_clocks(at);
	const uint64_t off = lp_section_clock_array(at, LP_CLOCK_OFF_CPU)[index];
	const uint32_t thread = lp_map_find(&profile->thread_numbers, head->thread);
	const uint32_t number = lp_map_find(
	    &settling->delays, lp_clock_region_key(thread, LP_REGION(head->module, index)));
	const uint64_t ticks = number == LP_MAP_NONE ? 0 : profile->region_delays[number].ticks;

	return ticks < off ? ticks : off;
}

/* The same with what it called. That is known by function: each of its clocks has of it what it has
 * of the function's time. */
static uint64_t total_delay(struct settling *settling, const struct lp_section_at *at,
			    uint64_t index)
{
	const struct lp_profile *const profile = settling->profile;
	const uint64_t ticks = lp_section_clock_values(at)[index].total_ticks;
	const uint32_t number = lp_clock_function(profile, lp_section_clocks(at)->module, index);
	const struct lp_function *function;
	uint64_t before;

	if (number == LP_NO_INDEX)
		return 0;
	function = &profile->functions[number];
	before = settling->done[number];
	settling->done[number] += ticks;
	return lp_share(function->clock_delay_ticks, before, ticks, function->clock_total_ticks);
}

static void put_tick(struct settling *settling, uint64_t ticks)
{
	lp_image_put(settling->image, &ticks, sizeof(ticks));
}

static void put_clocks(struct settling *settling, const struct lp_section_at *at)
{
	const uint64_t count = lp_section_clocks(at)->count;
	const size_t array_bytes = (size_t)count * sizeof(uint64_t);

	lp_image_open(settling->image, LP_SECT_CLOCKS);
	lp_image_put(settling->image, lp_section_clocks(at), sizeof(struct lp_clocks));
	lp_image_put(settling->image, lp_section_clock_values(at),
		     (size_t)count * sizeof(struct lp_clock));
	lp_image_put(settling->image, lp_section_clock_array(at, LP_CLOCK_OFF_CPU), array_bytes);
	for (uint64_t i = 0; i < count; i++)
		put_tick(settling, own_delay(settling, at, i));
	for (uint64_t i = 0; i < count; i++)
		put_tick(settling, total_delay(settling, at, i));
	for (uint64_t i = 0; i < count; i++)
		put_tick(settling, 0);
	_Static_assert(LP_CLOCK_DELAY == 1 && LP_CLOCK_TOTAL_DELAY == 2 && LP_CLOCK_UNASKED == 3 &&
			   LP_CLOCK_ARRAYS == 4,
		       "in their order");
	lp_image_close(settling->image);
}

enum lp_status lp_settle_delays(struct lp_image *image, const struct lp_profile *profile)
{
	struct settling settling = {.profile = profile, .image = image};
	struct lp_section_at at = {0};
	enum lp_status status;

	settling.done = (uint64_t *)calloc(profile->function_count + 1, sizeof(*settling.done));
	status = settling.done ? note_delays(&settling) : LP_MEMORY;
	if (status == LP_OK)
		lp_image_begin(image, profile->reader.header);
	while (status == LP_OK && lp_reader_next(&profile->reader, &at))
		if (at.kind == LP_SECT_CLOCKS && lp_section_clock_array(&at, LP_CLOCK_OFF_CPU))
			put_clocks(&settling, &at);
		else if (at.kind != LP_SECT_COUNT)
			lp_image_section(image, at.kind, at.payload, at.payload_bytes, NULL, 0);
	if (status == LP_OK)
		lp_image_end(image);
	lp_map_free(&settling.delays);
	free(settling.done);
	return status == LP_OK && image->failed ? LP_MEMORY : status;
}
