/*
 * open_waits.h: the waits that a thread is in the middle of, one inside the other: libraries call
 * the program's functions, and these wait. Such a call may last as long as the process, as an event
 * loop does, or be left by an exception.
 */
#ifndef LINEPROF_RUNTIME_OPEN_WAITS_H
#define LINEPROF_RUNTIME_OPEN_WAITS_H

#include <stdbool.h>
#include <stdint.h>

#include "format/abi.h"

enum { LP_OPEN_WAITS = 4 };

struct lp_open_wait {
	struct lp_abi_wait begun;
	struct lp_abi_wait_site *site; /* NULL: of a module that may go before the wait has ended */
	uintptr_t frame;        /* of the function that waits */
	uintptr_t place;        /* where that goes on */
	uint32_t node;          /* in the tree of stacks.h; LP_NO_STACK_NODE: not known */
	uint32_t open_node;     /* the same while it has not ended */
	uint64_t region;        /* whose clock was the innermost then; shadow.h */
	bool is_on_stack;       /* the thread's own */
	uint64_t delay_ns;      /* what the thread had no processor for before; waits.c */
	bool is_quiet;          /* it mostly had one */
	uint64_t told_delay_ns; /* the same of what was left out of other waits */
};

/* The outermost first. Another thread reads them when the process ends. */
struct lp_open_waits {
	struct lp_open_wait waits[LP_OPEN_WAITS];
	uint32_t depth;
};

/* One more begins. Of more than there is room for, the outer ones stay, and the innermost. */
void lp_open_waits_push(struct lp_open_waits *open, const struct lp_open_wait *wait);

/* The innermost one of `frame`, with those inside of it gone; NULL if there is none. */
struct lp_open_wait *lp_open_waits_of(struct lp_open_waits *open, uintptr_t frame);

/* The innermost one, if it is on the thread's own stack, in the function of `frame` or in one that
 * was called from there; else NULL. */
struct lp_open_wait *lp_open_waits_below(struct lp_open_waits *open, uintptr_t frame);

/* `wait`, one of them, is over, and those inside of it. A handler in between may have seen to that,
 * and to those around: then they stay as they are. */
void lp_open_waits_end(struct lp_open_waits *open, const struct lp_open_wait *wait);

#endif
