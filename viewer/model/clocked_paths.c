/* clocked_paths.c: of a region's time, how much was in calls from where. */
#include "viewer/model/clocked_paths.h"

#include <math.h>
#include <stdlib.h>

#include "format/abi.h"
#include "viewer/model/shares.h"

/* The paths of a region say where its calls came from if they have this part of its time, but for
 * chance: those of calls that were left by longjmp() or an exception, or have not ended, are not
 * kept. */
#define LEAST_KEPT 0.9

/* A path longer than this is a loop in a damaged file: the runtime keeps 256 addresses. */
#define MOST_FRAMES 1024

static uint64_t key_of(uint32_t region, uint32_t parent)
{
	const uint32_t both[] = {region, parent};

	return lp_hash(both, sizeof(both));
}

enum lp_status lp_clocked_paths_add(struct lp_clocked_paths *paths, struct lp_clock_region *region,
				    uint32_t number, const struct lp_stack_node *leaf)
{
	uint32_t *const row = lp_map_at(&paths->numbers, key_of(number, leaf->parent));

	if (!row)
		return LP_MEMORY;
	if (*row == LP_MAP_NONE) {
		if (paths->count == paths->capacity) {
			const size_t capacity = 2 * paths->capacity + 64;
			struct lp_clocked_path *const grown = (struct lp_clocked_path *)realloc(
			    paths->rows, capacity * sizeof(*paths->rows));

			if (!grown)
				return LP_MEMORY;
			paths->rows = grown;
			paths->capacity = capacity;
		}
		*row = (uint32_t)paths->count++;
		paths->rows[*row] = (struct lp_clocked_path){.region = number};
	}
	paths->rows[*row].clocked += leaf->count;
	region->clocked += leaf->count;
	return LP_OK;
}

/* The innermost call on its way that is one of the region's function. */
struct lp_clocked_path *lp_clocked_paths_of(const struct lp_clocked_paths *paths,
					    const struct lp_sites *sites, uint32_t number,
					    const struct lp_stack_node *leaf)
{
	const struct lp_stack_node *node = leaf;

	for (int depth = 0; node && depth < MOST_FRAMES; depth++) {
		const uint32_t row = lp_map_find(&paths->numbers, key_of(number, node->parent));

		if (row != LP_MAP_NONE)
			return &paths->rows[row];
		if (node->kind == LP_STACK_THREAD)
			break;
		node = lp_sites_node(sites, node->parent);
	}
	return NULL;
}

void lp_clocked_paths_count(const struct lp_clocked_paths *paths, const struct lp_sites *sites,
			    struct lp_clock_region *region, uint32_t number,
			    const struct lp_stack_node *leaf)
{
	struct lp_clocked_path *const path =
	    region->clocked > 0 ? lp_clocked_paths_of(paths, sites, number, leaf) : NULL;

	if (path)
		path->samples += leaf->count;
	else
		region->pathless += leaf->count;
}

/* Each path stands for a part of a second, or more. */
static bool tell_enough(const struct lp_clock_region *region, uint64_t ticks_per_second)
{
	const double kept = (double)region->clocked;
	const double each = (double)ticks_per_second / LP_CLOCK_PATHS_PER_SECOND;

	return kept > 0 && kept + 3 * sqrt(kept * each) >= LEAST_KEPT * (double)region->sampled_ticks;
}

/* What samples without a path that was kept stand for: no more than is missing in those. */
static uint64_t ticks_without(const struct lp_clock_region *region)
{
	const uint64_t missing = region->sampled_ticks > region->clocked
				     ? region->sampled_ticks - region->clocked
				     : 0;
	const uint64_t sampled =
	    lp_share(region->sampled_ticks, 0, region->pathless, region->samples);

	return sampled < missing ? sampled : missing;
}

void lp_clocked_paths_split(struct lp_clocked_paths *paths, struct lp_clock_regions *regions,
			    uint64_t ticks_per_second)
{
	for (size_t i = 0; i < regions->count; i++) {
		struct lp_clock_region *const region = &regions->rows[i];

		region->has_paths = tell_enough(region, ticks_per_second);
		region->pathless_ticks = region->has_paths ? ticks_without(region)
							   : region->sampled_ticks;
	}
	for (size_t i = 0; i < paths->count; i++) {
		struct lp_clocked_path *const path = &paths->rows[i];
		struct lp_clock_region *const region = &regions->rows[path->region];

		if (!region->has_paths)
			continue;
		path->ticks = lp_share(region->sampled_ticks - region->pathless_ticks,
				       region->clocked_done, path->clocked, region->clocked);
		region->clocked_done += path->clocked;
		if (path->samples == 0)
			region->unsampled_ticks += path->ticks;
	}
	for (size_t i = 0; i < regions->count; i++)
		regions->rows[i].clocked_done = 0;
}

void lp_clocked_paths_free(struct lp_clocked_paths *paths)
{
	lp_map_free(&paths->numbers);
	free(paths->rows);
}
