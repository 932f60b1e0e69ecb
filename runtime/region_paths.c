/* region_paths.c: which regions were open at once. */
#include "runtime/region_paths.h"

#include "format/abi.h"
#include "format/layout.h"
#include "runtime/lock.h"

enum { SLOTS = 2 * LP_REGION_PATHS_MAX, FIRST = 1, OTHERS = FIRST };

struct path {
	uint32_t outer;
	uint32_t name; /* number + 1 */
};

static struct path paths[LP_REGION_PATHS_MAX] = {[OTHERS] = {0, LP_REGION_OTHERS + 1}};
static uint32_t path_count = OTHERS + 1;
static uint16_t slots[SLOTS]; /* a path, by its hash */

/* The slot of the path, or the free one where it belongs. */
static uint16_t *slot_of(const struct path *path)
{
	const uint64_t hash = lp_hash(path, sizeof *path);
	uint32_t at = (uint32_t)(hash ^ hash >> 32) % SLOTS;

	for (;; at = (at + 1) % SLOTS) {
		const uint32_t taken = __atomic_load_n(&slots[at], __ATOMIC_ACQUIRE);

		if (!taken ||
		    (paths[taken].outer == path->outer && paths[taken].name == path->name))
			return &slots[at];
	}
}

uint32_t lp_region_path_within(uint32_t outer, uint32_t name)
{
	const struct path path = {outer, name};
	uint32_t number = __atomic_load_n(slot_of(&path), __ATOMIC_ACQUIRE);
	struct lp_guard guard;
	uint16_t *slot;

	if (paths[outer].name == name)
		return outer;
	if (number)
		return number;
	if (__atomic_load_n(&path_count, __ATOMIC_RELAXED) == LP_REGION_PATHS_MAX)
		return OTHERS;
	lp_lock(&guard);
	slot = slot_of(&path);
	if (!*slot && path_count < LP_REGION_PATHS_MAX) {
		paths[path_count] = path;
		__atomic_store_n(slot, (uint16_t)path_count, __ATOMIC_RELEASE);
		__atomic_store_n(&path_count, path_count + 1, __ATOMIC_RELEASE);
	}
	number = *slot ? *slot : OTHERS;
	lp_unlock(&guard);
	return number;
}

uint32_t lp_region_path_name(uint32_t path, uint32_t *outer)
{
	if (path >= __atomic_load_n(&path_count, __ATOMIC_ACQUIRE))
		return 0;
	*outer = paths[path].outer;
	return paths[path].name;
}
