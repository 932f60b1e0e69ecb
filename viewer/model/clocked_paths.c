/* clocked_paths.c: of a region's time, how much was in calls from where. */
#include "viewer/model/clocked_paths.h"

#include <math.h>
#include <stdlib.h>

#include "format/abi.h"
#include "viewer/model/growth.h"
#include "viewer/model/shares.h"

/* The paths of a region say where its calls came from if no more than this part of its time, but
 * for chance, is in none of them: those of calls that were left by longjmp() or an exception, or
 * have not ended, are not kept. And no more than that of its samples: those on another stack have
 * none. */
#define MOST_MISSING 0.1

/* A path longer than this is a loop in a damaged file: the runtime keeps 256 addresses. */
#define MOST_FRAMES 1024

/* ---- rows ---- */

static struct lp_clocked_calls *calls_of(const struct lp_clocked_paths *paths,
					 const struct lp_clock_region *region)
{
	return region->calls ? &paths->calls[region->calls - 1] : NULL;
}

static enum lp_status add_calls(struct lp_clocked_paths *paths, struct lp_clock_region *region)
{
	struct lp_clocked_calls *grown;

	if (region->calls)
		return LP_OK;
	grown = (struct lp_clocked_calls *)lp_with_room(paths->calls, paths->calls_count,
							&paths->calls_capacity, sizeof(*grown));
	if (!grown)
		return LP_MEMORY;
	paths->calls = grown;
	paths->calls[paths->calls_count++] =
	    (struct lp_clocked_calls){.function = region->function};
	region->calls = (uint32_t)paths->calls_count;
	return LP_OK;
}

static uint64_t key_of(uint32_t calls, uint32_t parent)
{
	const uint32_t both[] = {calls, parent};

	return lp_hash(both, sizeof(both));
}

static struct lp_clocked_path *row_of(struct lp_clocked_paths *paths, uint32_t calls,
				      const struct lp_stack_node *leaf)
{
	uint32_t *const row = lp_map_at(&paths->numbers, key_of(calls, leaf->parent));

	if (!row)
		return NULL;
	if (*row == LP_MAP_NONE) {
		struct lp_clocked_path *const grown = (struct lp_clocked_path *)lp_with_room(
		    paths->rows, paths->count, &paths->capacity, sizeof(*grown));

		if (!grown)
			return NULL;
		paths->rows = grown;
		*row = (uint32_t)paths->count++;
		paths->rows[*row] = (struct lp_clocked_path){.leaf = leaf, .calls = calls};
	}
	return &paths->rows[*row];
}

/* A sum in a damaged file stops where it does not fit. Returns what was added. */
static uint64_t add_to(uint64_t *sum, uint64_t ticks)
{
	const uint64_t added = ticks < UINT64_MAX - *sum ? ticks : UINT64_MAX - *sum;

	*sum += added;
	return added;
}

enum lp_status lp_clocked_paths_add(struct lp_clocked_paths *paths, struct lp_clock_region *region,
				    const struct lp_stack_node *leaf)
{
	struct lp_clocked_path *path;

	if (add_calls(paths, region) != LP_OK)
		return LP_MEMORY;
	path = row_of(paths, region->calls, leaf);
	if (!path)
		return LP_MEMORY;
	path->clocked += add_to(&calls_of(paths, region)->clocked, leaf->count);
	return LP_OK;
}

enum lp_status lp_clocked_paths_add_wait(struct lp_clocked_paths *paths,
					 struct lp_clock_region *region, uint64_t ticks)
{
	if (add_calls(paths, region) != LP_OK)
		return LP_MEMORY;
	add_to(&calls_of(paths, region)->waited, ticks);
	return LP_OK;
}

/* Whether `node` is in the function that `calls` are of. */
static bool is_in_function(const struct lp_clocked_calls *calls, const struct lp_path_sources *from,
			   const struct lp_stack_node *node)
{
	const struct lp_site *const site =
	    lp_site_of(from->sites, node->address, node->kind == LP_STACK_LEAF);

	for (uint32_t i = 0; site && i < site->place_count; i++)
		if (from->sites->places[site->first_place + i].function == calls->function)
			return true;
	return false;
}

/* The outermost call on the way of `node` that is one of the region's function; NULL: no such was
 * kept. A function that calls itself gives its clock up while calls of it are open, which then have
 * the time of all that they call: how deep it was in there, only samples tell. */
static struct lp_clocked_path *path_of(const struct lp_clocked_paths *paths,
				       const struct lp_path_sources *from, uint32_t calls,
				       const struct lp_stack_node *node)
{
	const struct lp_clocked_calls *const all = &paths->calls[calls - 1];
	struct lp_clocked_path *outermost = NULL;

	for (int depth = 0; node && depth < MOST_FRAMES; depth++) {
		const uint32_t row = lp_map_find(&paths->numbers, key_of(calls, node->parent));

		/* What else a thread runs comes from where it was begun, too. */
		if (row != LP_MAP_NONE && (!outermost || is_in_function(all, from, node)))
			outermost = &paths->rows[row];
		if (node->kind == LP_STACK_THREAD)
			break;
		node = lp_sites_node(from->sites, node->parent);
	}
	return outermost;
}

void lp_clocked_paths_count(const struct lp_clocked_paths *paths,
			    const struct lp_path_sources *from,
			    const struct lp_clock_region *region, const struct lp_stack_node *leaf)
{
	struct lp_clocked_path *path;

	if (!region->calls)
		return;
	path = path_of(paths, from, region->calls, leaf);
	if (path)
		path->samples += leaf->count;
	else
		calls_of(paths, region)->pathless += leaf->count;
}

/* ---- ticks ---- */

/* Whether paths with `kept` ticks are of nearly all that there are. Each stands for a part of a
 * second, or more. */
static bool tell_enough(uint64_t kept, uint64_t all, uint64_t ticks_per_second)
{
	const double each = (double)ticks_per_second / LP_CLOCK_PATHS_PER_SECOND;

	return kept > 0 &&
	       (double)kept + 3 * sqrt((double)kept * each) >= (1 - MOST_MISSING) * (double)all;
}

/* What samples without a path that was kept stand for: no more than is missing in those. */
static uint64_t ticks_without(const struct lp_clock_region *region,
			      const struct lp_clocked_calls *calls)
{
	const uint64_t missing =
	    region->sampled_ticks > calls->clocked ? region->sampled_ticks - calls->clocked : 0;
	const uint64_t sampled =
	    lp_share(region->sampled_ticks, 0, calls->pathless, region->samples);

	return sampled < missing ? sampled : missing;
}

static void split_calls(struct lp_clocked_calls *calls, const struct lp_clock_region *region,
			uint64_t ticks_per_second)
{
	if (region->function == LP_NO_INDEX)
		return;
	/* Nothing else has been seen to wait: what is known is of these paths, whatever the rest.
	 */
	calls->told_waits = tell_enough(calls->waited, region->wait_ticks, ticks_per_second) ||
				    calls->waited > region->wait_ticks
				? region->wait_ticks
				: calls->waited;
	calls->are_told = tell_enough(calls->clocked, region->sampled_ticks, ticks_per_second) &&
			  (double)calls->pathless <= MOST_MISSING * (double)region->samples;
	if (!calls->are_told)
		return;
	calls->pathless_ticks = ticks_without(region, calls);
	calls->path_ticks = region->sampled_ticks - calls->pathless_ticks;
}

static void split_path(struct lp_clocked_paths *paths, uint32_t number)
{
	struct lp_clocked_path *const path = &paths->rows[number];
	struct lp_clocked_calls *const calls = &paths->calls[path->calls - 1];

	path->ticks =
	    lp_share(calls->path_ticks, calls->clocked_done, path->clocked, calls->clocked);
	calls->clocked_done += path->clocked;
	if (path->samples > 0)
		return;
	calls->unsampled_ticks += path->ticks;
	path->next = calls->unsampled;
	calls->unsampled = number + 1;
}

/* Gives what calls took to those of the same function that they were in, as samples are. */
static void join_recursion(struct lp_clocked_paths *paths, const struct lp_path_sources *from)
{
	for (size_t i = 0; i < paths->count; i++) {
		struct lp_clocked_path *const path = &paths->rows[i];
		struct lp_clocked_path *const outermost =
		    path_of(paths, from, path->calls, path->leaf);

		if (outermost == path)
			continue;
		add_to(&outermost->clocked, path->clocked);
		path->clocked = 0;
	}
}

void lp_clocked_paths_split(struct lp_clocked_paths *paths, const struct lp_path_sources *from,
			    const struct lp_clock_regions *regions, uint64_t ticks_per_second)
{
	join_recursion(paths, from);
	for (size_t i = 0; i < regions->count; i++)
		if (regions->rows[i].calls)
			split_calls(calls_of(paths, &regions->rows[i]), &regions->rows[i],
				    ticks_per_second);
	for (size_t i = 0; i < paths->count; i++)
		split_path(paths, (uint32_t)i);
	for (size_t i = 0; i < paths->calls_count; i++)
		paths->calls[i].clocked_done = 0;
}

/* ---- shares ---- */

struct lp_clocked_calls *lp_clocked_calls_of(const struct lp_clocked_paths *paths,
					     const struct lp_clock_region *region)
{
	struct lp_clocked_calls *const calls = calls_of(paths, region);

	return calls && calls->are_told ? calls : NULL;
}

struct lp_clocked_calls *lp_clocked_waits_of(const struct lp_clocked_paths *paths,
					     const struct lp_clock_region *region)
{
	struct lp_clocked_calls *const calls = calls_of(paths, region);

	return calls && calls->told_waits > 0 ? calls : NULL;
}

uint64_t lp_clocked_paths_take(struct lp_clocked_paths *paths, const struct lp_path_sources *from,
			       const struct lp_clock_region *region,
			       const struct lp_stack_node *leaf)
{
	struct lp_clocked_calls *const calls = calls_of(paths, region);
	struct lp_clocked_path *const path = path_of(paths, from, region->calls, leaf);
	uint64_t *const done = path ? &path->samples_done : &calls->pathless_done;
	const uint64_t before = *done;

	*done += leaf->count;
	return path ? lp_share(path->ticks, before, leaf->count, path->samples)
		    : lp_share(calls->pathless_ticks, before, leaf->count, calls->pathless);
}

const struct lp_clocked_path *lp_clocked_paths_take_unsampled(struct lp_clocked_paths *paths,
							      const struct lp_clock_region *region,
							      uint64_t *ticks)
{
	struct lp_clocked_calls *const calls = calls_of(paths, region);
	struct lp_clocked_path *path = NULL;

	for (; calls->unsampled; calls->unsampled = path->next) {
		path = &paths->rows[calls->unsampled - 1];
		if (path->ticks == 0)
			continue;
		*ticks = *ticks < path->ticks ? *ticks : path->ticks;
		path->ticks -= *ticks;
		return path;
	}
	return NULL;
}

void lp_clocked_paths_free(struct lp_clocked_paths *paths)
{
	lp_map_free(&paths->numbers);
	free(paths->rows);
	free(paths->calls);
}
