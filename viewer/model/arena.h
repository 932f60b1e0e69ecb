/* arena.h: memory that is given back all at once. */
#ifndef LINEPROF_VIEWER_MODEL_ARENA_H
#define LINEPROF_VIEWER_MODEL_ARENA_H

#include <stddef.h>

struct lp_arena_block;

/* Starts as all zeros. */
struct lp_arena {
	struct lp_arena_block *blocks;
	size_t used_bytes; /* of the newest block */
};

/* Room for `size` bytes, aligned to 16, not initialised; NULL when out of memory. */
void *lp_arena_allocate(struct lp_arena *arena, size_t size);

/* A copy of `size` bytes of `text`, ended with zero; NULL when out of memory. */
char *lp_arena_copy(struct lp_arena *arena, const char *text, size_t size);

void lp_arena_free(struct lp_arena *arena);

#endif
