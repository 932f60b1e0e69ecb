/* called.c: which function the call in front of a return address calls. */
#include "viewer/model/called.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/model/binary.h"

/* A call, and what it calls. */
struct target {
	uint64_t address; /* in the file's own addresses */
	size_t query;
};

/* `call rel32` (Intel SDM 2A, CALL): what looks like one, and leads to where a function begins, is
 * one. */
static bool target_x86(const struct lp_binary_code *code, uint64_t after, uint64_t *target)
{
	enum { CALL = 0xe8, CALL_BYTES = 5 };
	unsigned char bytes[CALL_BYTES];
	int32_t distance;

	if (!lp_binary_code_read(code, after - CALL_BYTES, bytes, CALL_BYTES) || bytes[0] != CALL)
		return false;
	memcpy(&distance, bytes + 1, sizeof(distance));
	*target = after + (uint64_t)(int64_t)distance;
	return true;
}

/* `bl imm26` (Arm ARM, C6.2, BL). */
static bool target_aarch64(const struct lp_binary_code *code, uint64_t after, uint64_t *target)
{
	uint32_t word;

	if (!lp_binary_code_read(code, after - 4, &word, sizeof(word)))
		return false;
	/* Its sign, then in bytes. */
	*target = after - 4 + (uint64_t)((int64_t)(int32_t)(word << 6) >> 4);
	return word >> 26 == 0x25;
}

static bool target_of(const struct lp_binary_code *code, uint64_t after, uint64_t *target)
{
	if (code->machine == EM_X86_64)
		return target_x86(code, after, target);
	return code->machine == EM_AARCH64 && target_aarch64(code, after, target);
}

static int by_address(const void *left, const void *right)
{
	const struct target *const a = (const struct target *)left;
	const struct target *const b = (const struct target *)right;

	return (a->address > b->address) - (a->address < b->address);
}

/* Lists where calls of the queries lead, sorted; returns how many there are. */
static size_t find_targets(const char *path, const struct lp_symbol_query *queries, size_t count,
			   struct target *targets)
{
	struct lp_binary_code code;
	size_t found = 0;

	if (!lp_binary_code_open(&code, path))
		return 0;
	for (size_t i = 0; i < count; i++)
		if (!queries[i].is_leaf &&
		    target_of(&code, queries[i].address, &targets[found].address))
			targets[found++].query = i;
	lp_binary_code_close(&code);
	qsort(targets, found, sizeof(*targets), by_address);
	return found;
}

/* Puts the function itself behind the frames: what is inlined at its beginning is not what was
 * called. */
static enum lp_status add_called(struct lp_symbol_query *query, const struct lp_symbol_query *at,
				 struct lp_arena *arena)
{
	struct lp_frame *frames;

	if (query->frame_count == 0 || at->frame_count == 0 || at->code_begin != at->address)
		return LP_OK;
	frames =
	    (struct lp_frame *)lp_arena_allocate(arena, (query->frame_count + 1) * sizeof(*frames));
	if (!frames)
		return LP_MEMORY;
	memcpy(frames, query->frames, query->frame_count * sizeof(*frames));
	frames[query->frame_count] = at->frames[at->frame_count - 1];
	query->frames = frames;
	query->called_count = 1;
	return LP_OK;
}

/* Both lists, each in order of addresses, as one. `at` is room for as many as there are targets:
 * where each of them is. */
static void merge(const struct lp_symbol_query *queries, size_t count, const struct target *targets,
		  size_t found, struct lp_symbol_query *all, size_t *at)
{
	size_t next = 0;

	for (size_t i = 0; i <= count; i++) {
		for (; next < found && (i == count || targets[next].address < queries[i].address);
		     next++) {
			at[next] = i + next;
			all[i + next] = (struct lp_symbol_query){.address = targets[next].address,
								 .is_leaf = true};
		}
		if (i < count)
			all[i + next] = queries[i];
	}
}

/* Takes the answers out again. */
static enum lp_status part(struct lp_symbol_query *queries, const struct target *targets,
			   size_t found, const struct lp_symbol_query *all, const size_t *at,
			   size_t count, struct lp_arena *arena)
{
	enum lp_status status = LP_OK;
	size_t next = 0;

	for (size_t i = 0; i < count; i++) {
		while (next < found && at[next] == i + next)
			next++;
		queries[i] = all[i + next];
	}
	for (size_t i = 0; i < found && status == LP_OK; i++)
		status = add_called(&queries[targets[i].query], &all[at[i]], arena);
	return status;
}

static enum lp_status find_all(const char *path, struct lp_symbol_query *queries, size_t count,
			       const struct target *targets, size_t found, struct lp_arena *arena)
{
	struct lp_symbol_query *const all =
	    (struct lp_symbol_query *)calloc(count + found, sizeof(*all));
	size_t *const at = (size_t *)calloc(found, sizeof(*at));
	enum lp_status status = LP_MEMORY;

	if (all && at) {
		merge(queries, count, targets, found, all, at);
		status = lp_symbols_find(path, all, count + found, arena);
		if (status != LP_MEMORY &&
		    part(queries, targets, found, all, at, count, arena) != LP_OK)
			status = LP_MEMORY;
	}
	free(all);
	free(at);
	return status;
}

enum lp_status lp_symbols_find_called(const char *path, struct lp_symbol_query *queries,
				      size_t count, struct lp_arena *arena)
{
	struct target *const targets = (struct target *)calloc(count + 1, sizeof(*targets));
	enum lp_status status;
	size_t found;

	if (!targets)
		return LP_MEMORY;
	found = find_targets(path, queries, count, targets);
	status = found > 0 ? find_all(path, queries, count, targets, found, arena)
			   : lp_symbols_find(path, queries, count, arena);
	free(targets);
	return status;
}
