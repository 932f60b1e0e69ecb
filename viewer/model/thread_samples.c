/* thread_samples.c: adds up samples by thread and line. */
#include "viewer/model/thread_samples.h"

static uint64_t key_of(uint32_t thread, uint32_t line)
{
	return (uint64_t)thread << 32 | line;
}

enum lp_status lp_thread_samples_add(struct lp_profile *profile, uint32_t thread,
				     const struct lp_place *place, uint64_t samples)
{
	const uint32_t most = LP_MAP_NONE - 1;
	uint32_t *sum;

	if (place->function_line == LP_NO_INDEX)
		return LP_OK;
	sum = lp_map_at(&profile->thread_samples,
			key_of(thread, profile->function_lines[place->function_line].line));
	if (!sum)
		return LP_MEMORY;
	if (*sum == LP_MAP_NONE)
		*sum = 0;
	*sum = samples < most - *sum ? *sum + (uint32_t)samples : most;
	return LP_OK;
}

uint32_t lp_thread_samples_of(const struct lp_profile *profile, uint32_t thread, uint32_t line)
{
	const uint32_t samples = lp_map_find(&profile->thread_samples, key_of(thread, line));

	return samples == LP_MAP_NONE ? 0 : samples;
}
