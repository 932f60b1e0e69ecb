/* reopen.c: opens gates that were shut, a few at a time. */
#include "runtime/reopen.h"

#include <stdbool.h>
#include <stddef.h>

#include "runtime/clock.h"
#include "runtime/gate.h"
#include "runtime/lifecycle.h"
#include "runtime/register.h"
#include "runtime/wait_gates.h"

/* 16 trials of 64 calls ten times a second are some 10,000 clocks read: 0.05 %. */
enum { GATES_MOST = 16, LOOKS_MOST = 1024, TIMES_A_SECOND = 10 };

static uint64_t last_ticks;
static uint32_t next_module;
static uint32_t next_func; /* of that */

static bool reopen(struct lp_thread_state *thread, uint32_t module, uint32_t index)
{
	struct lp_abi_func *const funcs = lp_modules_state(module)->abi->funcs_begin;
	struct lp_abi_func *const func = &funcs[index];
	struct lp_trial *const trial = &thread->trials[module][index];

	if (!(func->flags & LP_FUNC_CLOCKED) || !__atomic_load_n(&func->gate, __ATOMIC_RELAXED))
		return false;
	/* Other threads read when it was long last. */
	trial->calls = trial->ticks = trial->passes = 0;
	return lp_gate_set(&func->gate, 0);
}

/* Whether the thread has clocks in a module, which is never unloaded. */
static bool is_open_to(const struct lp_thread_state *thread, uint32_t module)
{
	return lp_modules_state(module)->is_permanent && thread->clocks[module];
}

/* Goes on to the function behind `next_func`, in the next such module where that is the last; false
 * if there is none. */
static bool find_next(const struct lp_thread_state *thread, uint32_t *module, uint32_t *func)
{
	const uint32_t count = lp_modules_count();

	if (*module < count && is_open_to(thread, *module) &&
	    *func + 1 < lp_modules_state(*module)->func_count) {
		++*func;
		return true;
	}
	for (uint32_t i = 1; i <= count; i++) {
		const uint32_t other = (*module + i) % count;

		if (!is_open_to(thread, other) || !lp_modules_state(other)->func_count)
			continue;
		*module = other;
		*func = 0;
		return true;
	}
	return false;
}

/* One thread at a time, each at a moment that no other had. A thread that waits for a CPU does so
 * less often: a trial costs it what it would cost on an idle machine. */
static bool is_due(const struct lp_thread_state *thread, uint64_t now)
{
	const uint64_t pause_ticks =
	    __atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED) / TIMES_A_SECOND;
	uint64_t last = __atomic_load_n(&last_ticks, __ATOMIC_RELAXED);

	return lp_clock_since(now, last) > pause_ticks &&
	       lp_clock_since(now, thread->reopened_ticks) > pause_ticks &&
	       __atomic_compare_exchange_n(&last_ticks, &last, now, false, __ATOMIC_RELAXED,
					   __ATOMIC_RELAXED);
}

void lp_reopen_gates(struct lp_thread_state *thread, uint64_t now)
{
	uint32_t module = __atomic_load_n(&next_module, __ATOMIC_RELAXED);
	uint32_t func = __atomic_load_n(&next_func, __ATOMIC_RELAXED);
	uint32_t opened = 0;

	if (!is_due(thread, now))
		return;
	thread->reopened_ticks = now;
	lp_wait_gates_reopen();
	for (int i = 0; i < LOOKS_MOST && opened < GATES_MOST; i++) {
		if (!find_next(thread, &module, &func))
			return;
		opened += reopen(thread, module, func);
	}
	__atomic_store_n(&next_module, module, __ATOMIC_RELAXED);
	__atomic_store_n(&next_func, func, __ATOMIC_RELAXED);
}
