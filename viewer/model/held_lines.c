/* held_lines.c: lines may be millions, but few of them took too long. */
#include "viewer/model/held_lines.h"

#include <stdlib.h>

/* Lines, and what their functions took. Starts as all zeros. */
struct long_lines {
	struct lp_map numbers; /* by line */
	uint32_t count;
	uint64_t *most; /* by number */
};

/* Those that took more than a function that they are in. False when out of memory. */
static bool find(struct long_lines *found, const struct lp_profile *profile)
{
	for (size_t i = 0; i < profile->function_line_count; i++) {
		const struct lp_function_line *const part = &profile->function_lines[i];
		uint32_t *number;

		if (profile->lines[part->line].total_ticks <=
		    profile->functions[part->function].total_ticks)
			continue;
		number = lp_map_at(&found->numbers, part->line);
		if (!number)
			return false;
		if (*number == LP_MAP_NONE)
			*number = found->count++;
	}
	found->most = (uint64_t *)calloc((size_t)found->count + 1, sizeof(*found->most));
	return found->most;
}

static uint32_t number_of(const struct long_lines *found, const struct lp_profile *profile,
			  uint32_t line)
{
	return profile->lines[line].total_ticks > 0 ? lp_map_find(&found->numbers, line)
						    : LP_MAP_NONE;
}

static void hold(struct lp_profile *profile, struct long_lines *found)
{
	for (size_t i = 0; i < profile->function_line_count; i++) {
		const struct lp_function_line *const part = &profile->function_lines[i];
		const uint32_t number = number_of(found, profile, part->line);

		if (number != LP_MAP_NONE)
			found->most[number] += profile->functions[part->function].total_ticks;
	}
	for (size_t i = 0; i < profile->function_line_count; i++) {
		const uint32_t line = profile->function_lines[i].line;
		const uint32_t number = number_of(found, profile, line);

		if (number != LP_MAP_NONE && profile->lines[line].total_ticks > found->most[number])
			profile->lines[line].total_ticks = found->most[number];
	}
}

/* The same of the part of a line that is in one function. */
static void hold_parts(struct lp_profile *profile)
{
	for (size_t i = 0; i < profile->part_times.count; i++) {
		struct lp_part_time *const time = &profile->part_times.rows[i];
		const uint32_t function = profile->function_lines[time->part].function;

		if (time->total_ticks > profile->functions[function].total_ticks)
			time->total_ticks = profile->functions[function].total_ticks;
	}
}

enum lp_status lp_hold_lines(struct lp_profile *profile)
{
	struct long_lines found = {0};
	const bool is_found = find(&found, profile);

	if (is_found && found.count > 0)
		hold(profile, &found);
	lp_map_free(&found.numbers);
	free(found.most);
	hold_parts(profile);
	return is_found ? LP_OK : LP_MEMORY;
}
