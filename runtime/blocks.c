/* blocks.c: the counters and clocks of a module in a thread, and their sums. */
#include "runtime/blocks.h"

#include <string.h>
#include <sys/mman.h>

#include "format/abi.h"
#include "runtime/clock.h"
#include "runtime/exclusion.h"
#include "runtime/profile_file.h"
#include "runtime/register.h"
#include "runtime/settings.h"
#include "runtime/system_calls.h"

/* Some thread found no room for counters of its own. */
static bool has_lacked_room;

static struct lp_counters *head_of_counters(uint64_t *counters)
{
	return (struct lp_counters *)(void *)counters - 1;
}

/* While the program is stopped, all that a new block counts is outside. */
static bool exclude_new(uint64_t **excluded, uint32_t module, uint32_t thread)
{
	if (!*excluded && lp_clock_is_stopped())
		*excluded =
		    lp_exclusion_new(module, thread, lp_modules_state(module)->counter_count);
	return *excluded || !lp_clock_is_stopped();
}

static struct lp_clocks *head_of_clocks(struct lp_clock *clocks)
{
	return (struct lp_clocks *)(void *)clocks - 1;
}

/* The static section stands in where there was no room; it belongs to no thread. */
static uint64_t *own_counters(const struct lp_thread_state *thread, uint32_t module)
{
	uint64_t *const counters = thread->counters[module];

	return lp_file_holds(counters) ? counters : NULL;
}

static uint64_t *new_counters(uint32_t module, uint32_t thread)
{
	const uint64_t count = lp_modules_state(module)->counter_count;
	struct lp_counters *const head =
	    lp_file_append(LP_SECT_COUNTERS, sizeof *head, count * sizeof(uint64_t));

	if (!head)
		return NULL;
	*head = (struct lp_counters){.module = module, .thread = thread, .count = count};
	return (uint64_t *)(head + 1);
}

static uint64_t clocks_bytes(uint32_t count)
{
	return count * (sizeof(struct lp_clock) + LP_CLOCK_ARRAYS * sizeof(uint64_t));
}

static struct lp_clock *new_clocks(uint32_t module, uint32_t thread)
{
	const uint32_t count = lp_modules_state(module)->func_count;
	struct lp_clocks *const head =
	    lp_file_append(LP_SECT_CLOCKS, sizeof *head, clocks_bytes(count));

	if (!head)
		return NULL;
	*head = (struct lp_clocks){.module = module, .thread = thread, .count = count};
	return (struct lp_clock *)(void *)(head + 1);
}

static struct lp_trial *new_trials(uint32_t module)
{
	const size_t bytes = lp_modules_state(module)->func_count * sizeof(struct lp_trial);
	void *const trials =
	    lp_sys_mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return trials == MAP_FAILED ? NULL : trials;
}

static bool wants_clocks(uint32_t module)
{
	return lp_modules_state(module)->has_clocks && lp_settings.mode != LP_MODE_COUNTS;
}

void lp_blocks_mark_collapsed(const struct lp_thread_state *thread, uint32_t module)
{
	const struct lp_module_state *const state = lp_modules_state(module);
	const struct lp_abi_func *const funcs = state->abi->funcs_begin;
	struct lp_clock *const clocks = thread->clocks[module];

	if (!clocks)
		return;
	for (uint32_t i = 0; i < state->func_count; i++)
		if (__atomic_load_n(&funcs[i].gate, __ATOMIC_RELAXED))
			clocks[i].flags |= LP_CLOCK_COLLAPSED;
}

/* The probe looks at `clocks` first: so `trials` must be there before. */
static void attach_clocks(struct lp_thread_state *thread, uint32_t module)
{
	struct lp_clock *clocks;

	if (!thread->trials[module])
		thread->trials[module] = new_trials(module);
	if (!thread->trials[module])
		return;
	clocks = new_clocks(module, thread->index);
	if (!clocks)
		return;
	__atomic_store_n(&thread->clocks[module], clocks, __ATOMIC_RELEASE);
	lp_blocks_mark_collapsed(thread, module);
}

void lp_blocks_attach(struct lp_thread_state *thread, uint32_t module)
{
	uint64_t *counters;

	if (own_counters(thread, module))
		return;
	counters = exclude_new(&thread->excluded[module], module, thread->index)
		       ? new_counters(module, thread->index)
		       : NULL;
	if (counters && wants_clocks(module))
		attach_clocks(thread, module);
	if (!counters) {
		has_lacked_room = true;
		counters = lp_modules_state(module)->counters;
	}
	__atomic_store_n(&thread->counters[module], counters, __ATOMIC_RELEASE);
	lp_file_commit();
}

uint64_t *lp_blocks_clock_array(const struct lp_thread_state *thread, uint32_t module,
				enum lp_clock_array which)
{
	const size_t count = lp_modules_state(module)->func_count;

	return (uint64_t *)(thread->clocks[module] + count) + (size_t)which * count;
}

static void fold_clocks(struct lp_clock *sum, struct lp_clock *from, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		sum[i].calls += from[i].calls;
		sum[i].self_ticks += from[i].self_ticks;
		sum[i].total_ticks += from[i].total_ticks;
		sum[i].flags |= from[i].flags;
	}
	memset(from, 0, count * sizeof *from);
}

static void fold_clock_arrays(const struct lp_thread_state *sum,
			      const struct lp_thread_state *from, uint32_t module)
{
	/* One behind the other. */
	const size_t count = (size_t)LP_CLOCK_ARRAYS * lp_modules_state(module)->func_count;
	uint64_t *const to = lp_blocks_clock_array(sum, module, LP_CLOCK_OFF_CPU);
	uint64_t *const values = lp_blocks_clock_array(from, module, LP_CLOCK_OFF_CPU);

	for (size_t i = 0; i < count; i++)
		to[i] += values[i];
	memset(values, 0, count * sizeof *values);
}

static void fold_module(struct lp_thread_state *sum, struct lp_thread_state *from, uint32_t module)
{
	const struct lp_module_state *const state = lp_modules_state(module);
	uint64_t *const counters = own_counters(from, module);
	uint64_t *const excluded = from->excluded[module];

	if (!counters)
		return;
	if (excluded && !sum->excluded[module])
		sum->excluded[module] = lp_exclusion_new(module, sum->index, state->counter_count);
	if (excluded && !sum->excluded[module])
		return;
	if (!sum->counters[module]) {
		sum->counters[module] = new_counters(module, sum->index);
		sum->clocks[module] = from->clocks[module] ? new_clocks(module, sum->index) : NULL;
		lp_file_commit();
	}
	if (!sum->counters[module])
		return;
	for (uint64_t i = 0; i < state->counter_count; i++)
		sum->counters[module][i] += counters[i];
	memset(counters, 0, state->counter_count * sizeof *counters);
	if (excluded)
		lp_exclusion_fold(sum->excluded[module], excluded, state->counter_count);
	if (sum->clocks[module] && from->clocks[module]) {
		fold_clocks(sum->clocks[module], from->clocks[module], state->func_count);
		fold_clock_arrays(sum, from, module);
	}
	if (from->trials[module])
		memset(from->trials[module], 0, state->func_count * sizeof(struct lp_trial));
}

void lp_blocks_fold(struct lp_thread_state *sum, struct lp_thread_state *from)
{
	for (uint32_t module = 0; module < lp_modules_count(); module++)
		fold_module(sum, from, module);
}

static void retag(struct lp_thread_state *thread, uint32_t module, bool is_shown)
{
	struct lp_clock *const clocks = thread->clocks[module];

	lp_file_retag(head_of_counters(thread->counters[module]),
		      is_shown ? LP_SECT_COUNTERS : LP_SECT_PADDING);
	if (thread->excluded[module])
		lp_exclusion_show(thread->excluded[module], is_shown);
	if (!clocks)
		return;
	lp_file_retag(head_of_clocks(clocks), is_shown ? LP_SECT_CLOCKS : LP_SECT_PADDING);
}

void lp_blocks_show(struct lp_thread_state *thread, bool is_shown)
{
	for (uint32_t module = 0; module < lp_modules_count(); module++)
		if (own_counters(thread, module))
			retag(thread, module, is_shown);
}

static bool reserve(const struct lp_thread_state *thread, uint32_t module)
{
	const struct lp_module_state *const state = lp_modules_state(module);
	const uint64_t counters_bytes = state->counter_count * sizeof(uint64_t);
	const uint64_t *const excluded = thread->excluded[module];
	const struct lp_clock *const clocks = thread->clocks[module];

	return lp_file_reserve(thread->counters[module], counters_bytes) &&
	       (!excluded || lp_file_reserve(excluded, 2 * counters_bytes)) &&
	       (!clocks || lp_file_reserve(clocks, clocks_bytes(state->func_count)));
}

bool lp_blocks_reserve(const struct lp_thread_state *thread)
{
	for (uint32_t module = 0; module < lp_modules_count(); module++)
		if (own_counters(thread, module) && !reserve(thread, module))
			return false;
	return true;
}

static bool is_zero(const uint64_t *counters, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++)
		if (counters[i])
			return false;
	return true;
}

void lp_blocks_adopt_static(struct lp_thread_state *thread, uint32_t module)
{
	const struct lp_module_state *const state = lp_modules_state(module);
	uint64_t *const counters = own_counters(thread, module);

	if (!counters || is_zero(state->counters, state->counter_count))
		return;
	for (uint64_t i = 0; i < state->counter_count; i++)
		counters[i] += state->counters[i];
	lp_blocks_clear_static(module);
}

void lp_blocks_refresh_static(uint32_t module)
{
	struct lp_module_state *const state = lp_modules_state(module);

	if (!state->shared_counters) {
		if (is_zero(state->counters, state->counter_count) ||
		    !exclude_new(&state->shared_excluded, module, LP_THREAD_STATIC))
			return;
		state->shared_counters = new_counters(module, LP_THREAD_STATIC);
	}
	if (!state->shared_counters)
		return;
	memcpy(state->shared_counters, state->counters, state->counter_count * sizeof(uint64_t));
	lp_file_commit();
}

void lp_blocks_leave_static(uint32_t module)
{
	for (uint32_t i = 0; i < lp_threads_count(); i++) {
		struct lp_thread_state *const thread = lp_threads_state(i);

		if (thread->counters[module] && !own_counters(thread, module))
			__atomic_store_n(&thread->counters[module], NULL, __ATOMIC_RELAXED);
	}
}

bool lp_blocks_has_static(uint32_t module)
{
	return has_lacked_room || lp_modules_state(module)->shared_counters;
}

void lp_blocks_clear_static(uint32_t module)
{
	const struct lp_module_state *const state = lp_modules_state(module);

	/* Pages that nobody has counted in cost nothing as long as nobody writes to them. */
	if (!is_zero(state->counters, state->counter_count))
		memset(state->counters, 0, state->counter_count * sizeof(uint64_t));
}
