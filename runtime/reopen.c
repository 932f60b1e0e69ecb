/* reopen.c: opens gates that were shut, a few at a time. */
#include "runtime/reopen.h"

#include <stdbool.h>
#include <stddef.h>

#include "runtime/clock.h"
#include "runtime/lifecycle.h"
#include "runtime/register.h"
#include "runtime/wait_gates.h"

/* 16 trials of 64 calls ten times a second are some 10,000 clocks read: 0.05 %. */
enum { GATES_MOST = 16, LOOKS_MOST = 1024, TIMES_A_SECOND = 10 };

static uint64_t last_ticks;
static uint32_t next_func;

static bool reopen(struct lp_thread_state *thread, uint32_t module, struct lp_abi_func *func,
		   size_t index)
{
	if (!(func->flags & LP_FUNC_CLOCKED) || !__atomic_load_n(&func->gate, __ATOMIC_RELAXED))
		return false;
	thread->trials[module][index] = (struct lp_trial){0};
	__atomic_store_n(&func->gate, 0, __ATOMIC_RELAXED);
	return true;
}

/* The module to go through; LP_MODULES_MAX if there is none. */
static uint32_t executable_of(const struct lp_thread_state *thread)
{
	for (uint32_t i = 0; i < lp_modules_count(); i++)
		if (lp_modules_state(i)->is_permanent)
			return thread->clocks[i] ? i : LP_MODULES_MAX;
	return LP_MODULES_MAX;
}

/* One thread at a time, each at a moment that no other had. */
static bool is_due(uint64_t now)
{
	const uint64_t pause_ticks =
	    __atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED) / TIMES_A_SECOND;
	uint64_t last = __atomic_load_n(&last_ticks, __ATOMIC_RELAXED);

	return lp_clock_since(now, last) > pause_ticks &&
	       __atomic_compare_exchange_n(&last_ticks, &last, now, false, __ATOMIC_RELAXED,
					   __ATOMIC_RELAXED);
}

void lp_reopen_gates(struct lp_thread_state *thread, uint64_t now)
{
	const struct lp_module_state *state;
	struct lp_abi_func *funcs;
	uint32_t module, next;
	uint32_t opened = 0;

	if (!is_due(now))
		return;
	lp_wait_gates_reopen();
	module = executable_of(thread);
	if (module == LP_MODULES_MAX)
		return;
	state = lp_modules_state(module);
	funcs = state->abi->funcs_begin;
	next = __atomic_load_n(&next_func, __ATOMIC_RELAXED);
	for (uint32_t i = 0; i < state->func_count && i < LOOKS_MOST && opened < GATES_MOST; i++) {
		next = next + 1 < state->func_count ? next + 1 : 0;
		opened += reopen(thread, module, &funcs[next], next);
	}
	__atomic_store_n(&next_func, next, __ATOMIC_RELAXED);
}
