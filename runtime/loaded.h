/*
 * loaded.h: acts on the modules' static sections, of which those of libraries are unmapped when
 * these are closed, but for the dynamic linker's lock.
 *
 * That lock comes before ours, and is never held while ours is waited for: fork() in another
 * thread, which has ours, would leave it locked in the child for ever.
 */
#ifndef LINEPROF_RUNTIME_LOADED_H
#define LINEPROF_RUNTIME_LOADED_H

#include <stdbool.h>

#include "runtime/threads.h"
#include "runtime/lock.h"

/* Starts as zeros but for what is the caller's. */
struct lp_loaded {
	bool is_loaded[LP_MODULES_MAX]; /* by module: its static sections can be read */
	struct lp_guard guard;          /* of our lock */
	bool keeps_lock;                /* the caller gives it back, or lends it */
	int value;                      /* the caller's, as `result` */
	bool result;
	void (*act)(struct lp_loaded *loaded);
	bool is_done;
};

/*
 * Calls `loaded->act` under our lock, and the linker's where there are libraries. Where ours is
 * lent for long (see lock.h) it is borrowed, and no library counts as loaded. Not in signal
 * handlers, nor under either lock.
 */
void lp_loaded_act(struct lp_loaded *loaded);

#endif
