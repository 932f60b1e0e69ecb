/*
 * looks.h: how often a thread looks at a call whose gate is shut.
 *
 * Gates are the process's, and shut where calls were short: what waits later, or in another thread,
 * is found by who waits. A thread lets so many calls pass at the shut gates of a module, and then
 * asks. As many are let pass as take a few microseconds; and where they took far longer, the thread
 * was waiting, or has time: then it looks at each call, for a hundredth of that.
 */
#ifndef LINEPROF_RUNTIME_LOOKS_H
#define LINEPROF_RUNTIME_LOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "format/abi.h"

/* Of so many calls, on average, one asks at the least. */
enum { LP_LOOKS_MOST = 128 };

/* Of one thread and module, or several. Begins as zeros. */
struct lp_looks {
	uint64_t since_ticks;  /* when it asked last; 0: never */
	uint64_t credit_ticks; /* that looks may still take */
	uint32_t calls;        /* of so many, on average, one asks; a power of two, 0 at first */
};

/* Modules whose handles differ by so many share one: each then lets more pass. */
enum { LP_LOOKS_MODULES = 8 };

struct lp_thread_looks {
	struct lp_looks modules[LP_LOOKS_MODULES];
	bool is_due;           /* the call that has just asked is to be looked at */
	uint64_t opened_ticks; /* when a look has opened a gate last */
};

/* How many calls are to pass from `now` on before the next one asks; and whether the one that asks
 * is to be looked at. */
uint32_t lp_looks_next(struct lp_looks *looks, uint64_t now, uint64_t ticks_per_second,
		       bool *is_due);

/* Whether the call that has just asked is to be looked at: says so once. */
bool lp_looks_take(struct lp_thread_looks *looks);

/* Whether a look that has found a long call may open the gate, which takes a microsecond or two of
 * each thread that shuts it again. */
bool lp_looks_may_open(struct lp_thread_looks *looks, uint64_t now, uint64_t ticks_per_second);

/* lp_abi_ops.look. */
uint32_t lp_look(struct lp_abi_module *module);

#endif
