/*
 * stacks.h: the call paths of samples and waits, as a tree in the profile.
 *
 * Nodes lie in open hash tables, one a section; each new one is twice as large as
 * the last. Handlers of several threads insert at once, without a lock: a slot
 * goes from empty to busy by one of them, and never back.
 */
#ifndef LINEPROF_RUNTIME_STACKS_H
#define LINEPROF_RUNTIME_STACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/layout.h"

/* Appends the first table. Under the lock of lock.h. */
bool lp_stacks_start(void);

#define LP_NO_STACK_NODE UINT32_MAX

/*
 * The node of `thread` at path[0], called from path[1] and so on, with the clock of `region` open;
 * LP_NO_STACK_NODE when there is no room. Signal handlers.
 */
uint32_t lp_stacks_node(enum lp_stack_kind kind, uint32_t thread, const uintptr_t *path,
			size_t depth, uint64_t region);

/* Sets the count of a LP_STACK_OPEN_WAIT. Signal handlers. */
void lp_stacks_set(uint32_t node, uint64_t ticks);

/* Adds to a node `weight` samples (LP_STACK_LEAF) or ticks (the other leaves). Signal handlers. */
void lp_stacks_count(uint32_t node, uint64_t weight);

/* Both. A sample whose callers have no room is its own path. False when there is no room. */
bool lp_stacks_add(enum lp_stack_kind kind, uint32_t thread, const uintptr_t *path, size_t depth,
		   uint64_t region, uint64_t weight);

/* Appends a table if the last one gets full. Signal handlers; takes the lock if it is free, or is
 * the caller's. */
void lp_stacks_make_room(void);

/* The same before the last one is half full: a thread begins. Under the lock. */
void lp_stacks_begin_thread(void);

/* Moves the samples and waits of thread `from`, which is gone, to thread `to`. Under the lock. */
void lp_stacks_fold(uint32_t from, uint32_t to);

/* In a forked child, where all tables are empty. Under the lock. */
void lp_stacks_fork_child(void);

#endif
