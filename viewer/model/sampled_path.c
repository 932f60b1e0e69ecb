/* sampled_path.c: the instrumented code on the path of a sample. */
#include "viewer/model/sampled_path.h"

#include <stdlib.h>
#include <string.h>

#include "format/abi.h"

/* A path longer than this is a circle of only ways: the runtime keeps 256 addresses. */
#define MOST_PLACES 4096

static enum lp_status add(struct lp_sampled_path *path, const struct lp_place *places, size_t count)
{
	if (path->capacity - path->count < count) {
		const size_t capacity = 2 * path->capacity + count + 64;
		struct lp_place *const grown =
		    (struct lp_place *)realloc(path->places, capacity * sizeof(*path->places));

		if (!grown)
			return LP_MEMORY;
		path->places = grown;
		path->capacity = capacity;
	}
	if (count > 0)
		memcpy(path->places + path->count, places, count * sizeof(*places));
	path->count += count;
	return LP_OK;
}

/* Whether the outermost function so far is a coroutine: who resumes it is not who called it. */
static bool is_resumed(const struct lp_sampled_path *path, const struct lp_profile *profile)
{
	return profile->functions[path->places[path->count - 1].function].flags &
	       LP_FUNCTION_COROUTINE;
}

/* Who called the outermost function so far below `outer`, as far as known: else .function
 * LP_NO_INDEX. */
static enum lp_status missing_caller(const struct lp_sampled_path *path,
				     const struct lp_path_sources *from,
				     const struct lp_place *outer, struct lp_place *caller)
{
	const uint32_t callee = path->places[path->count - 1].function;
	uint32_t function;

	*caller = from->ways->callers[callee];
	if (caller->function != LP_NO_INDEX)
		return LP_OK;
	if (lp_who_called(from->callers, outer, callee, &function) != LP_OK)
		return LP_MEMORY;
	if (function < from->profile->function_count)
		*caller = lp_call_place(from->profile, function, callee);
	return LP_OK;
}

static bool is_in(const struct lp_place *frame, size_t count, uint32_t function)
{
	for (size_t i = 0; i < count; i++)
		if (frame[i].function == function)
			return true;
	return false;
}

/* Puts in what must be between the outermost function so far and the next frame out, of `count`
 * functions inlined into each other. */
static enum lp_status close_gap(struct lp_sampled_path *path, const struct lp_path_sources *from,
				const struct lp_place *frame, size_t count)
{
	for (int i = 0; i < LP_MOST_MISSING_FRAMES && !is_resumed(path, from->profile); i++) {
		struct lp_place caller;

		if (missing_caller(path, from, frame, &caller) != LP_OK)
			return LP_MEMORY;
		if (caller.function == LP_NO_INDEX || is_in(frame, count, caller.function))
			return LP_OK;
		if (add(path, &caller, 1) != LP_OK)
			return LP_MEMORY;
	}
	return LP_OK;
}

/* Goes on to the callers of the outermost function, as far as there is only one. */
static enum lp_status go_outwards(struct lp_sampled_path *path, const struct lp_path_sources *from)
{
	while (path->count > 0 && path->count < MOST_PLACES && !is_resumed(path, from->profile)) {
		const struct lp_place *const caller =
		    &from->ways->callers[path->places[path->count - 1].function];

		if (caller->function == LP_NO_INDEX)
			return LP_OK;
		if (add(path, caller, 1) != LP_OK)
			return LP_MEMORY;
	}
	return LP_OK;
}

enum lp_status lp_sampled_path_read(struct lp_sampled_path *path,
				    const struct lp_path_sources *from,
				    const struct lp_stack_node *node)
{
	path->count = 0;
	path->is_probe = false;
	for (; node && node->kind != LP_STACK_THREAD;
	     node = lp_sites_node(from->sites, node->parent)) {
		const struct lp_site *const site = lp_site_of(
		    from->sites, from->profile, node->address, node->kind == LP_STACK_LEAF);
		const struct lp_place *places;

		if (!site)
			continue;
		places = &from->sites->places[site->first_place];
		if (path->count == 0)
			path->is_probe = site->is_probe;
		else if (site->place_count > 0 &&
			 close_gap(path, from, places, site->place_count) != LP_OK)
			return LP_MEMORY;
		if (add(path, places, site->place_count) != LP_OK)
			return LP_MEMORY;
	}
	return go_outwards(path, from);
}

enum lp_status lp_sampled_path_only(struct lp_sampled_path *path,
				    const struct lp_path_sources *from, uint32_t function)
{
	const struct lp_place place = {function, LP_NO_INDEX};

	path->count = 0;
	path->is_probe = false;
	return add(path, &place, 1) == LP_OK ? go_outwards(path, from) : LP_MEMORY;
}

void lp_sampled_path_free(struct lp_sampled_path *path)
{
	free(path->places);
	*path = (struct lp_sampled_path){0};
}
