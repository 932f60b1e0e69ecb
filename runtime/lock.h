/*
 * lock.h: the runtime's one lock, over modules, thread rows and the file's growth.
 *
 * Whoever holds it has all signals and cancellation blocked. So a signal handler
 * never finds it held by the thread that it interrupts, and may take it too; but in a sandbox that
 * keeps signals from being blocked: then lp_lock_is_mine() says so.
 *
 * fork() keeps it for long, over what others do before it (pthread_atfork()), and changes nothing
 * meanwhile: others who want it then may borrow it. Else a thread that waits for it in a callback
 * of a library, and with it the library's lock, which that library's own handler waits for, would
 * wait for ever.
 *
 * A function of the C library that the runtime calls may be the program's own, and instrumented:
 * what instrumented code calls asks lp_lock_is_mine() first, and leaves it at that.
 */
#ifndef LINEPROF_RUNTIME_LOCK_H
#define LINEPROF_RUNTIME_LOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

/* What unlocking restores. */
struct lp_guard {
	uint64_t signals; /* the kernel's signal mask */
	int cancel_state;
	int saved_errno;
	bool is_borrowed;
	bool is_blocking; /* signals: a sandbox may not let that pass */
};

void lp_lock(struct lp_guard *guard);

/* False, with `guard` unused, when another thread holds it. */
bool lp_try_lock(struct lp_guard *guard);

/* Whether the calling thread holds it. */
bool lp_lock_is_mine(void);

/* Whether the signal that interrupted the calling thread there came while it held the lock, and was
 * blocked until now. Signal handlers. */
bool lp_lock_held_back(const ucontext_t *context);

void lp_unlock(const struct lp_guard *guard);

/* Whoever holds it lends it from now on, until lp_lock_end_loan(), which unlocks. */
void lp_lock_lend(const struct lp_guard *guard);
void lp_lock_end_loan(const struct lp_guard *guard);

/* In a forked child, whose memory is of that moment: the lock is the caller's again. False if
 * somebody had borrowed it then: what it guards may be half changed. */
bool lp_lock_inherit(struct lp_guard *guard);

#endif
