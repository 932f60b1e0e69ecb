/* exclusion.c: what was counted between stop and start, and is not to be seen. */
#include "runtime/exclusion.h"

#include <string.h>

#include "format/layout.h"
#include "runtime/profile_file.h"
#include "runtime/register.h"

/* A block of counters in the profile. */
struct block {
	uint32_t module;
	uint32_t thread; /* LP_THREAD_STATIC: the copy of the static section */
	uint64_t count;
	const uint64_t *counters;
	uint64_t **excluded;
};

static bool reserve(struct block *block)
{
	if (!*block->excluded)
		*block->excluded = lp_exclusion_new(block->module, block->thread, block->count);
	return *block->excluded;
}

/* Other threads count on meanwhile. */
static uint64_t count_of(const struct block *block, uint64_t i)
{
	return __atomic_load_n(&block->counters[i], __ATOMIC_RELAXED);
}

static bool stop(struct block *block)
{
	uint64_t *const outside = *block->excluded;
	uint64_t *const kept = outside ? outside + block->count : NULL;

	for (uint64_t i = 0; kept && i < block->count; i++)
		kept[i] = count_of(block, i) - outside[i];
	return true;
}

static bool start(struct block *block)
{
	uint64_t *const outside = *block->excluded;
	const uint64_t *const kept = outside ? outside + block->count : NULL;

	for (uint64_t i = 0; kept && i < block->count; i++)
		outside[i] = count_of(block, i) - kept[i];
	return true;
}

static bool for_thread(struct lp_thread_state *thread, bool (*act)(struct block *))
{
	for (uint32_t module = 0; module < lp_modules_count(); module++) {
		struct block block = {
		    .module = module,
		    .thread = thread->index,
		    .count = lp_modules_state(module)->counter_count,
		    .counters = thread->counters[module],
		    .excluded = &thread->excluded[module],
		};

		/* The static section stands in where there was no room. */
		if (lp_file_holds(block.counters) && !act(&block))
			return false;
	}
	return true;
}

static bool for_all(bool (*act)(struct block *))
{
	for (uint32_t i = 0; i < lp_threads_count(); i++) {
		struct lp_thread_state *const thread = lp_threads_state(i);

		/* What a fork left over is all zero. */
		if ((act == reserve || !thread->lacks_room) && !for_thread(thread, act))
			return false;
	}
	for (uint32_t module = 0; module < lp_modules_count(); module++) {
		struct lp_module_state *const state = lp_modules_state(module);
		struct block block = {
		    .module = module,
		    .thread = LP_THREAD_STATIC,
		    .count = state->counter_count,
		    .counters = state->shared_counters,
		    .excluded = &state->shared_excluded,
		};

		if (block.counters && !act(&block))
			return false;
	}
	return true;
}

uint64_t *lp_exclusion_new(uint32_t module, uint32_t thread, uint64_t count)
{
	struct lp_counters *const head =
	    lp_file_append(LP_SECT_EXCLUDED, sizeof *head, 2 * count * sizeof(uint64_t));

	if (!head)
		return NULL;
	*head = (struct lp_counters){.module = module, .thread = thread, .count = count};
	return (uint64_t *)(head + 1);
}

bool lp_exclusion_reserve(void)
{
	const bool has_room = for_all(reserve);

	lp_file_commit();
	return has_room;
}

void lp_exclusion_stop(void)
{
	for_all(stop);
}

void lp_exclusion_start(void)
{
	for_all(start);
}

void lp_exclusion_fold(uint64_t *sum, uint64_t *from, uint64_t count)
{
	for (uint64_t i = 0; i < 2 * count; i++)
		sum[i] += from[i];
	memset(from, 0, 2 * count * sizeof *from);
}

void lp_exclusion_show(uint64_t *excluded, bool is_shown)
{
	lp_file_retag((struct lp_counters *)(void *)excluded - 1,
		      is_shown ? LP_SECT_EXCLUDED : LP_SECT_PADDING);
}
