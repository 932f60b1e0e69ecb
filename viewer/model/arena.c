/* arena.c: memory that is given back all at once. */
#include "viewer/model/arena.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES ((size_t)64 * 1024)

struct lp_arena_block {
	struct lp_arena_block *next;
	size_t size_bytes;
	_Alignas(16) char bytes[];
};

static struct lp_arena_block *add_block(struct lp_arena *arena, size_t size)
{
	const size_t bytes = size > BLOCK_BYTES ? size : BLOCK_BYTES;
	struct lp_arena_block *const block =
	    (struct lp_arena_block *)malloc(sizeof(*block) + bytes);

	if (!block)
		return NULL;
	block->next = arena->blocks;
	block->size_bytes = bytes;
	arena->blocks = block;
	arena->used_bytes = 0;
	return block;
}

void *lp_arena_allocate(struct lp_arena *arena, size_t size)
{
	const size_t rounded = (size + 15) & ~(size_t)15;
	struct lp_arena_block *block = arena->blocks;
	void *memory;

	if (!block || rounded > block->size_bytes - arena->used_bytes)
		block = add_block(arena, rounded);
	if (!block)
		return NULL;
	memory = block->bytes + arena->used_bytes;
	arena->used_bytes += rounded;
	return memory;
}

char *lp_arena_copy(struct lp_arena *arena, const char *text, size_t size)
{
	char *const copy = (char *)lp_arena_allocate(arena, size + 1);

	if (!copy)
		return NULL;
	memcpy(copy, text, size);
	copy[size] = '\0';
	return copy;
}

void lp_arena_free(struct lp_arena *arena)
{
	while (arena->blocks) {
		struct lp_arena_block *const next = arena->blocks->next;

		free(arena->blocks);
		arena->blocks = next;
	}
	arena->used_bytes = 0;
}
