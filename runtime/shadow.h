/*
 * shadow.h: the clocks of functions: a stack of the open ones in each thread.
 *
 * It heals itself after longjmp and exceptions: stacks grow downwards, so a frame
 * at or below the one that enters or leaves is dead, and its clock is closed.
 */
#ifndef LINEPROF_RUNTIME_SHADOW_H
#define LINEPROF_RUNTIME_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#include "format/abi.h"
#include "runtime/threads.h"

/* lp_abi_ops.enter and .leave. */
uint32_t lp_shadow_enter(struct lp_abi_module *module, struct lp_abi_func *func, void *frame);
void lp_shadow_leave(void *frame);

/* Closes the clocks of frames below the stack pointer of the calling thread, which were left. Its
 * signal handler, too. */
void lp_shadow_close_left(struct lp_thread_state *thread, uintptr_t stack_pointer);

/* A call of the calling thread ended `now`, in which it has waited for `ticks`: the innermost open
 * clock's time is brought up to now, and so much of it was off CPUs. */
void lp_shadow_waited(struct lp_thread_state *thread, uint64_t now, uint64_t ticks);

/* Of what the innermost open clock of `region` has waited, so much is known of a call that is not
 * over. Signal handlers too; nothing where a probe is in progress. */
void lp_shadow_knows(struct lp_thread_state *thread, uint64_t region, uint64_t ticks);

/* The innermost open clock, as LP_REGION(); 0 if none. Signal handlers too. */
uint64_t lp_shadow_region(const struct lp_thread_state *thread);

/*
 * Brings the open clocks' times up to now. In the thread itself, its signal handler
 * included; or in another while the thread is untimed. Does nothing where a probe
 * is in progress.
 */
void lp_shadow_settle(struct lp_thread_state *thread);

/* Closes all open clocks of the calling thread. */
void lp_shadow_close(struct lp_thread_state *thread);

/* Closes those of a thread that is gone, nobody knows since when: at its last event. */
void lp_shadow_abandon(struct lp_thread_state *thread);

#endif
