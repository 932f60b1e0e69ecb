/*
 * fixed_alloc.c: realloc and free for Lua at addresses that never change. Lua hashes
 * pointers, so two builds of it take the same path only if their objects lie alike.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ARENA_ADDRESS ((void *)0x200000000000)
#define ARENA_BYTES ((size_t)4 << 30)

void *fixed_realloc(void *old, size_t size);
void fixed_free(void *block);

/* Sizes are powers of two, the header of 16 bytes that holds the class included. */
struct header {
	size_t size_class;
	struct header *next;
};

static struct header *free_blocks[48];
static char *arena;
static size_t arena_used;

static void *allocate(size_t size)
{
	size_t size_class = 5;
	struct header *block;

	while (((size_t)1 << size_class) < size + sizeof(struct header))
		size_class++;
	block = free_blocks[size_class];
	if (block) {
		free_blocks[size_class] = block->next;
		return block + 1;
	}
	if (!arena) {
		arena = mmap(ARENA_ADDRESS, ARENA_BYTES, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
		if (arena == MAP_FAILED)
			abort();
	}
	block = (struct header *)(arena + arena_used);
	arena_used += (size_t)1 << size_class;
	if (arena_used > ARENA_BYTES)
		return NULL;
	block->size_class = size_class;
	return block + 1;
}

void fixed_free(void *block)
{
	struct header *header = (struct header *)block - 1;

	if (!block)
		return;
	header->next = free_blocks[header->size_class];
	free_blocks[header->size_class] = header;
}

void *fixed_realloc(void *old, size_t size)
{
	void *block = allocate(size);

	if (block && old) {
		const size_t room =
		    ((size_t)1 << ((struct header *)old - 1)->size_class) - sizeof(struct header);

		memcpy(block, old, size < room ? size : room);
		fixed_free(old);
	}
	return block;
}
