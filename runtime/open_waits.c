/* open_waits.c: a stack of waits. */
#include "runtime/open_waits.h"

#include <stddef.h>

/* Who reads it sees no more than what is written: another thread, or a handler. */
static void set_depth(struct lp_open_waits *open, uint32_t depth)
{
	__atomic_store_n(&open->depth, depth, __ATOMIC_RELEASE);
}

void lp_open_waits_push(struct lp_open_waits *open, const struct lp_open_wait *wait)
{
	const uint32_t depth = open->depth;
	const uint32_t at = depth < LP_OPEN_WAITS ? depth : LP_OPEN_WAITS - 1;
	struct lp_open_wait *const place = &open->waits[at];
	struct lp_open_wait begun = *wait;

	/* Its place is taken before it is complete: a handler's own come above. */
	begun.begun.start_ticks = 0;
	__atomic_store_n(&place->begun.start_ticks, 0, __ATOMIC_RELAXED);
	place->frame = wait->frame;
	place->is_on_stack = wait->is_on_stack;
	set_depth(open, at + 1);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	*place = begun;
	__atomic_store_n(&place->begun.start_ticks, wait->begun.start_ticks, __ATOMIC_RELEASE);
}

struct lp_open_wait *lp_open_waits_of(struct lp_open_waits *open, uintptr_t frame)
{
	for (uint32_t i = open->depth; i-- > 0;)
		if (open->waits[i].frame == frame) {
			set_depth(open, i + 1);
			return &open->waits[i];
		}
	return NULL;
}

struct lp_open_wait *lp_open_waits_below(struct lp_open_waits *open, uintptr_t frame)
{
	struct lp_open_wait *const innermost = open->depth ? &open->waits[open->depth - 1] : NULL;

	return innermost && innermost->is_on_stack && innermost->frame <= frame ? innermost : NULL;
}

void lp_open_waits_end(struct lp_open_waits *open, const struct lp_open_wait *wait)
{
	const uint32_t left = (uint32_t)(wait - open->waits);

	if (open->depth > left)
		set_depth(open, left);
}
