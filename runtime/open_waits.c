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
	uint32_t at = open->depth;

	if (at == LP_OPEN_WAITS)
		set_depth(open, --at);
	open->waits[at] = *wait;
	set_depth(open, at + 1);
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

void lp_open_waits_pop(struct lp_open_waits *open)
{
	set_depth(open, open->depth - 1);
}
