/* sampled_path.c: the instrumented code on the path of a sample. */
#include "viewer/model/sampled_path.h"

#include <stdlib.h>
#include <string.h>

#include "format/abi.h"

/* How many frames in a row may be missing between two, and at the end of a path: the runtime keeps
 * 256 addresses. */
enum { MOST_MISSING = 5, MOST_OUTWARDS = 256 };

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

static bool is_in(const struct lp_place *frame, size_t count, uint32_t function)
{
	for (size_t i = 0; i < count; i++)
		if (frame[i].function == function)
			return true;
	return false;
}

static uint32_t outermost(const struct lp_sampled_path *path)
{
	return path->places[path->count - 1].function;
}

static bool is_coroutine(const struct lp_profile *profile, uint32_t function)
{
	return profile->functions[function].flags & LP_FUNCTION_COROUTINE;
}

/* Puts in whom the call in the next frame out calls, if it says so: that has not returned, and has
 * left no frame. But a function that calls nothing has returned, where a handler's frame is in
 * front; and a coroutine that hands over to another one is suspended. */
static enum lp_status add_called(struct lp_sampled_path *path, const struct lp_path_sources *from,
				 uint32_t called, size_t before)
{
	const uint32_t inner = outermost(path);
	struct lp_place place;

	if (called == LP_NO_INDEX ||
	    is_in(path->places + before - 1, path->count - before + 1, called) ||
	    !lp_has_called(from->profile, called) || is_coroutine(from->profile, called) ||
	    is_coroutine(from->profile, inner))
		return LP_OK;
	place = lp_call_place(from->profile, called, inner);
	return add(path, &place, 1);
}

/* Puts in what must be between the outermost function so far and the next frame out, of `count`
 * functions inlined into each other, which calls `called`, if that is known: its only caller, and
 * so on; or whom the line of the next one tells. */
static enum lp_status close_gap(struct lp_sampled_path *path, const struct lp_path_sources *from,
				const struct lp_place *frame, size_t count, uint32_t called,
				bool is_leaf)
{
	const size_t before = path->count;

	/* What was entered before calls were counted, as what forked was, has called what was. */
	if (from->profile->functions[frame[0].function].ncalls == 0)
		return LP_OK;
	while (path->count < before + MOST_MISSING && outermost(path) != called) {
		struct lp_place caller = from->ways->callers[outermost(path)];
		const struct lp_missing_frame missing = {
		    .outer = frame[0],
		    .called = called,
		    .callee = outermost(path),
		    .is_leaf = is_leaf && path->count == before,
		};

		if (caller.function == LP_NO_INDEX &&
		    lp_missing_caller(from->callers, &missing, &caller) != LP_OK)
			return LP_MEMORY;
		if (caller.function == LP_NO_INDEX || is_in(frame, count, caller.function))
			break;
		if (add(path, &caller, 1) != LP_OK)
			return LP_MEMORY;
	}
	return add_called(path, from, called, before);
}

/* Goes on to the callers of the outermost function, as far as there is only one. */
static enum lp_status go_outwards(struct lp_sampled_path *path, const struct lp_path_sources *from)
{
	const size_t before = path->count;

	while (path->count > 0 && path->count < before + MOST_OUTWARDS) {
		const struct lp_place *const caller = &from->ways->callers[outermost(path)];

		if (caller->function == LP_NO_INDEX)
			return LP_OK;
		if (add(path, caller, 1) != LP_OK)
			return LP_MEMORY;
	}
	return LP_OK;
}

/* Goes on with `node`, and outwards; `leaf` is where the path begins. */
static enum lp_status add_frames(struct lp_sampled_path *path, const struct lp_path_sources *from,
				 const struct lp_stack_node *leaf, const struct lp_stack_node *node)
{
	size_t inner = 0; /* places of the leaf itself */

	for (; node && node->kind != LP_STACK_THREAD;
	     node = lp_sites_node(from->sites, node->parent)) {
		const struct lp_site *const site =
		    lp_site_of(from->sites, node->address, node->kind == LP_STACK_LEAF);
		const struct lp_place *places;

		if (!site)
			continue;
		places = &from->sites->places[site->first_place];
		if (path->count == 0)
			path->is_probe = site->is_probe;
		else if (site->place_count > 0 &&
			 close_gap(path, from, places, site->place_count, site->called,
				   path->count == inner) != LP_OK)
			return LP_MEMORY;
		if (add(path, places, site->place_count) != LP_OK)
			return LP_MEMORY;
		if (node == leaf)
			inner = path->count;
	}
	path->is_called = inner == 0;
	return go_outwards(path, from);
}

enum lp_status lp_sampled_path_read(struct lp_sampled_path *path,
				    const struct lp_path_sources *from,
				    const struct lp_stack_node *node)
{
	path->count = 0;
	path->is_probe = false;
	return add_frames(path, from, node, node);
}

enum lp_status lp_sampled_path_of_calls(struct lp_sampled_path *path,
					const struct lp_path_sources *from, uint32_t function,
					const struct lp_stack_node *leaf)
{
	const struct lp_place place = {function, LP_NO_INDEX};

	path->count = 0;
	path->is_probe = false;
	if (add(path, &place, 1) != LP_OK)
		return LP_MEMORY;
	return add_frames(path, from, leaf, lp_sites_node(from->sites, leaf->parent));
}

enum lp_status lp_sampled_path_add_missing(struct lp_sampled_path *path,
					   const struct lp_path_sources *from, uint32_t function)
{
	const struct lp_place place = {function, LP_NO_INDEX};
	const uint32_t caller = from->ways->callers[function].function;
	size_t at = 0;

	if (path->count == 0)
		return lp_sampled_path_only(path, from, function);
	if (!path->is_called || is_in(path->places, path->count, function))
		return LP_OK;
	while (at < path->count && path->places[at].function != caller)
		at++;
	if (at == path->count)
		return LP_OK;
	if (add(path, &place, 1) != LP_OK)
		return LP_MEMORY;
	memmove(&path->places[at + 1], &path->places[at],
		(path->count - 1 - at) * sizeof(*path->places));
	path->places[at] = place;
	return LP_OK;
}

enum lp_status lp_sampled_path_only(struct lp_sampled_path *path,
				    const struct lp_path_sources *from, uint32_t function)
{
	const struct lp_place place = {function, LP_NO_INDEX};

	path->count = 0;
	path->is_probe = false;
	path->is_called = false;
	return add(path, &place, 1) == LP_OK ? go_outwards(path, from) : LP_MEMORY;
}

enum lp_status lp_sampled_path_join(struct lp_sampled_path *path, size_t inner,
				    const struct lp_sampled_path *callers)
{
	const bool has_function =
	    inner > 0 && path->places[inner - 1].function == callers->places[0].function;

	path->count = inner;
	return add(path, callers->places + has_function, callers->count - has_function);
}

void lp_sampled_path_free(struct lp_sampled_path *path)
{
	free(path->places);
	*path = (struct lp_sampled_path){0};
}
