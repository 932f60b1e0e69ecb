/* looks.c: how often a thread looks at a call whose gate is shut. */
#include "runtime/looks.h"

#include "runtime/clock.h"
#include "runtime/lifecycle.h"
#include "runtime/settings.h"
#include "runtime/threads.h"

/* Parts of a second, as powers of two: a thread asks as often as a function is called that does
 * next to nothing, so no division is made here. */
enum {
	ASKED_LOG2 = 19,  /* from one time that a thread asks to the next: it takes some 20 ns */
	LONG_LOG2 = 17,   /* what took less has no call in it that was worth a look */
	LOOK_LOG2 = 23,   /* what a look takes */
	CREDIT_LOG2 = 16, /* what looks may take at once */
	OPENED_LOG2 = 7,  /* from one gate that is opened to the next */
};

/* And what looks may take of the time. */
enum { PARTS_LOG2 = 7 };

/* As many, a power of two, as took ASKED_LOG2: about that comes soon enough. */
static uint32_t adjusted(uint32_t calls, uint64_t elapsed, uint64_t asked)
{
	if (elapsed < asked)
		return calls < LP_LOOKS_MOST ? calls * 2 : LP_LOOKS_MOST;
	for (; calls > 1 && elapsed >= 2 * asked; elapsed /= 2)
		calls /= 2;
	return calls;
}

static void earn(struct lp_looks *looks, uint64_t elapsed, uint64_t ticks_per_second)
{
	if (elapsed < ticks_per_second >> LONG_LOG2)
		return;
	looks->credit_ticks += elapsed >> PARTS_LOG2;
	if (looks->credit_ticks > ticks_per_second >> CREDIT_LOG2)
		looks->credit_ticks = ticks_per_second >> CREDIT_LOG2;
}

/* A loop that calls by turns would meet the same one each time: so it is by chance, on average as
 * many. */
static uint32_t about(uint32_t calls, uint64_t now)
{
	/* The lowest bits of a processor's counter may stand still (multiplier: Knuth, TAOCP
	 * 2, 3.3.4). */
	const uint32_t chance = (uint32_t)(now * UINT64_C(6364136223846793005) >> 32);

	return calls / 2 + (chance & (calls - 1));
}

uint32_t lp_looks_next(struct lp_looks *looks, uint64_t now, uint64_t ticks_per_second,
		       bool *is_due)
{
	const uint64_t elapsed = looks->since_ticks ? lp_clock_since(now, looks->since_ticks) : 0;
	const uint64_t cost = ticks_per_second >> LOOK_LOG2 | 1;

	earn(looks, elapsed, ticks_per_second);
	looks->since_ticks = now;
	*is_due = looks->credit_ticks >= cost;
	if (*is_due) {
		looks->credit_ticks -= cost;
		looks->calls = 1;
		return 0;
	}
	looks->calls =
	    looks->calls ? adjusted(looks->calls, elapsed, ticks_per_second >> ASKED_LOG2) : 1;
	return about(looks->calls, now);
}

bool lp_looks_take(struct lp_thread_looks *looks)
{
	const bool is_due = looks->is_due;

	looks->is_due = false;
	return is_due;
}

bool lp_looks_may_open(struct lp_thread_looks *looks, uint64_t now, uint64_t ticks_per_second)
{
	if (lp_clock_since(now, looks->opened_ticks) <= ticks_per_second >> OPENED_LOG2)
		return false;
	looks->opened_ticks = now;
	return true;
}

/* Where no call is timed in the whole run nobody has anything to ask. */
uint32_t lp_look(struct lp_abi_module *module)
{
	struct lp_thread_state *const thread = lp_self;

	if (lp_settings.mode == LP_MODE_COUNTS || lp_run->engine == LP_ENGINE_NONE)
		return INT32_MAX;
	if (!thread)
		return LP_LOOKS_MOST;
	return lp_looks_next(
	    &thread->looks.modules[module->handle % LP_LOOKS_MODULES], lp_clock_ticks(),
	    __atomic_load_n(&lp_run->ticks_per_second, __ATOMIC_RELAXED), &thread->looks.is_due);
}
