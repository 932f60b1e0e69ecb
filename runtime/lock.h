/*
 * lock.h: the runtime's one lock, over modules, thread rows and the file's growth.
 *
 * Whoever holds it has all signals and cancellation blocked. So a signal handler
 * never finds it held by the thread that it interrupts, and may take it too.
 *
 * A function of the C library that the runtime calls may be the program's own, and instrumented: what
 * instrumented code calls asks lp_lock_is_mine() first, and leaves it at that.
 */
#ifndef LINEPROF_RUNTIME_LOCK_H
#define LINEPROF_RUNTIME_LOCK_H

#include <stdbool.h>
#include <stdint.h>

/* What unlocking restores. */
struct lp_guard {
	uint64_t signals; /* the kernel's signal mask */
	int cancel_state;
	int saved_errno;
};

void lp_lock(struct lp_guard *guard);

/* False, with `guard` unused, when another thread holds it. */
bool lp_try_lock(struct lp_guard *guard);

/* Whether the calling thread holds it. */
bool lp_lock_is_mine(void);

void lp_unlock(const struct lp_guard *guard);

#endif
