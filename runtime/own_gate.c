/* own_gate.c: a function whose calls are short in one thread and long in another. */
#include "runtime/own_gate.h"

#include <stddef.h>

#include "runtime/clock.h"
#include "runtime/threads.h"

enum { PASSES = 64, LATELY_SECONDS = 2 };

/* Units of lp_trial's moments: so many ticks. */
enum { LONG_AT_LOG2 = 20, ASKED_LOG2 = 8 };

/* Parts of a second, as powers of two. */
enum {
	LONG_LOG2 = 15,  /* a call that took so much is long */
	QUICK_LOG2 = 15, /* PASSES that took less cost more than a fiftieth of that */
	SLOW_LOG2 = 9,   /* that took more may have been long ones */
};

static uint32_t stamp(uint64_t now)
{
	return (uint32_t)(now >> LONG_AT_LOG2) | 1;
}

void lp_own_gate_note(struct lp_trial *trial, uint64_t now, uint64_t ticks,
		      uint64_t ticks_per_second)
{
	if (ticks >= ticks_per_second >> LONG_LOG2)
		__atomic_store_n(&trial->long_at, stamp(now), __ATOMIC_RELAXED);
}

bool lp_own_gate_is_wanted(const struct lp_thread_state *thread, uint32_t module, uint32_t func,
			   uint64_t now, uint64_t ticks_per_second)
{
	const uint32_t lately = (uint32_t)(LATELY_SECONDS * ticks_per_second >> LONG_AT_LOG2);

	for (uint32_t i = 0; i < lp_threads_count(); i++) {
		const struct lp_thread_state *const other = lp_threads_state(i);
		const struct lp_trial *const trials =
		    other && other != thread
			? __atomic_load_n(&other->trials[module], __ATOMIC_ACQUIRE)
			: NULL;
		const uint32_t long_at =
		    trials ? __atomic_load_n(&trials[func].long_at, __ATOMIC_RELAXED) : 0;

		if (long_at && stamp(now) - long_at <= lately)
			return true;
	}
	return false;
}

void lp_own_gate_shut(struct lp_trial *trial, uint64_t now)
{
	trial->calls = 0;
	trial->ticks = (uint32_t)(now >> ASKED_LOG2);
	trial->passes = PASSES;
}

enum lp_own_gate lp_own_gate_ask(struct lp_trial *trial, uint64_t now, uint64_t ticks_per_second)
{
	const uint64_t elapsed = (uint64_t)((uint32_t)(now >> ASKED_LOG2) - trial->ticks)
				 << ASKED_LOG2;

	trial->ticks = 0;
	if (elapsed < ticks_per_second >> QUICK_LOG2)
		return LP_OWN_GATE_TOO_DEAR;
	if (elapsed < ticks_per_second >> SLOW_LOG2) {
		lp_own_gate_shut(trial, now);
		return LP_OWN_GATE_SHUT;
	}
	return LP_OWN_GATE_OPEN;
}
