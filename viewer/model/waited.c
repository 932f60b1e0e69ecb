/* waited.c: which instruction a sample waited for. */
#include "viewer/model/waited.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/model/binary.h"
#include "viewer/model/instructions.h"

/* What is disassembled at most, in bytes: a function of 50,000 lines has some megabytes. */
enum { MOST_OF_FUNCTION = 16 << 20, MOST_OF_ALL = 64 << 20 };

/* Of the samples behind a load and an operation, those between are less than that part if they are
 * one; or those elsewhere in the block, so far around, if they are one now and then. */
enum { BETWEEN_PART = 8, NEIGHBOURS = 8 };

/* Of the instructions around, as many as one in so many may have waited, too; of fewer nothing can
 * be said. */
enum { WAITING_PART = 4 };

/* Where an instruction stands. */
struct place {
	bool is_target; /* of a jump in the same function */
	uint64_t block; /* address of the first instruction of its block */
	uint64_t run;   /* the same of the blocks of which each goes on with the next */
};

struct jump {
	uint64_t target;
	size_t from; /* index of the instruction */
};

/* How control comes to the address of a query. */
struct way {
	enum { NO_WAY, SOME_WAY, LOOP } kind;
	bool is_jump;
	size_t from; /* index of the instruction */
	uint64_t samples;
};

/* One function's instructions, and the queries that are in it. */
struct function {
	struct lp_instructions code;
	struct place *places; /* one for each instruction */
	struct jump *jumps;   /* sorted by target, then from */
	size_t jump_count;
	const struct lp_symbol_query *queries;
	size_t query_count;
};

/* ---- ways ---- */

/* The first of `count` rows, sorted by the address that each has `offset` bytes from its beginning,
 * whose address is at or behind the given one. */
static size_t first_from(const void *rows, size_t count, size_t row_bytes, size_t offset,
			 uint64_t address)
{
	size_t begin = 0;
	size_t end = count;

	while (begin < end) {
		const size_t middle = begin + (end - begin) / 2;
		uint64_t at;

		memcpy(&at, (const char *)rows + middle * row_bytes + offset, sizeof(at));
		if (at < address)
			begin = middle + 1;
		else
			end = middle;
	}
	return begin;
}

static size_t instruction_at(const struct function *function, uint64_t address)
{
	return first_from(function->code.all, function->code.count, sizeof(struct lp_instruction),
			  offsetof(struct lp_instruction, address), address);
}

static size_t query_at(const struct function *function, uint64_t address)
{
	return first_from(function->queries, function->query_count, sizeof(struct lp_symbol_query),
			  offsetof(struct lp_symbol_query, address), address);
}

/* The first jump to `target` or what is behind it. */
static size_t jump_to(const struct function *function, uint64_t target)
{
	return first_from(function->jumps, function->jump_count, sizeof(struct jump),
			  offsetof(struct jump, target), target);
}

static int by_target(const void *left, const void *right)
{
	const struct jump *const a = (const struct jump *)left;
	const struct jump *const b = (const struct jump *)right;

	if (a->target != b->target)
		return a->target < b->target ? -1 : 1;
	return (a->from > b->from) - (a->from < b->from);
}

static enum lp_status make_room(struct function *function)
{
	const size_t count = function->code.count + 1;

	free(function->places);
	free(function->jumps);
	function->places = (struct place *)calloc(count, sizeof(*function->places));
	function->jumps = (struct jump *)calloc(count, sizeof(*function->jumps));
	return function->places && function->jumps ? LP_OK : LP_MEMORY;
}

/* Lists the jumps within the function. */
static void find_jumps(struct function *function)
{
	const struct lp_instructions *const code = &function->code;

	function->jump_count = 0;
	for (size_t i = 0; i < code->count; i++) {
		const uint64_t target = code->all[i].target;
		const size_t at = target ? instruction_at(function, target) : code->count;

		if (at == code->count || code->all[at].address != target)
			continue;
		function->places[at].is_target = true;
		function->jumps[function->jump_count++] = (struct jump){target, i};
	}
	qsort(function->jumps, function->jump_count, sizeof(*function->jumps), by_target);
}

static void find_blocks(struct function *function)
{
	const struct lp_instruction *const all = function->code.all;
	struct place *const places = function->places;
	bool is_padding = true; /* nothing but that since control has ended */

	for (size_t i = 0; i < function->code.count; i++) {
		const bool is_entered = is_padding || places[i].is_target;
		const bool begins = is_entered || all[i - 1].target != 0;

		places[i].run = is_entered ? all[i].address : places[i - 1].run;
		places[i].block = begins ? all[i].address : places[i - 1].block;
		is_padding = all[i].is_end || (is_padding && all[i].is_nop);
	}
}

/* Samples in the block of instruction `last`, up to there. */
static uint64_t samples_before(const struct function *function, size_t last)
{
	const uint64_t end = function->code.all[last].address;
	uint64_t samples = 0;

	/* Those at its beginning waited for what led there. */
	for (size_t i = query_at(function, function->places[last].block + 1);
	     i < function->query_count && function->queries[i].address <= end; i++)
		samples += function->queries[i].is_leaf ? function->queries[i].samples : 0;
	return samples;
}

static bool is_better(const struct way *way, const struct way *than)
{
	if (way->kind != than->kind)
		return way->kind > than->kind;
	return way->kind == LOOP ? way->from > than->from : way->samples > than->samples;
}

/* The instruction from which control falls through to instruction `at`, over nothing but
 * padding; false: from none. */
static bool falls_from(const struct function *function, size_t at, size_t *from)
{
	const struct lp_instruction *const all = function->code.all;

	while (at > 0 && all[at - 1].is_nop)
		at--;
	*from = at > 0 ? at - 1 : 0;
	return at == 0 || !all[at - 1].is_end;
}

/* The best way to instruction `at`. */
static struct way best_way(const struct function *function, size_t at)
{
	const uint64_t address = function->code.all[at].address;
	struct way best = {.kind = NO_WAY};
	size_t before;

	if (falls_from(function, at, &before))
		best = (struct way){
		    .kind = SOME_WAY, .from = before, .samples = samples_before(function, before)};
	for (size_t i = jump_to(function, address);
	     i < function->jump_count && function->jumps[i].target == address; i++) {
		const size_t from = function->jumps[i].from;
		/* Not all that jumps back: code that hardly ever runs stands behind. */
		const bool is_loop = function->places[from].run == address;
		const struct way way = {.kind = is_loop ? LOOP : SOME_WAY,
					.is_jump = true,
					.from = from,
					.samples = samples_before(function, from)};

		if (is_better(&way, &best))
			best = way;
	}
	return best;
}

static uint64_t samples_at(const struct function *function, uint64_t address)
{
	uint64_t samples = 0;

	for (size_t i = query_at(function, address);
	     i < function->query_count && function->queries[i].address == address; i++)
		samples += function->queries[i].is_leaf ? function->queries[i].samples : 0;
	return samples;
}

/* Whether the instruction's page faults are most of what samples at it have waited for: it begins
 * anew behind one. Those that are known to be page faults stand inside of it. */
static bool is_faulting(const struct function *function, const struct lp_instruction *instruction)
{
	const uint64_t faults =
	    instruction->size > 1 ? samples_at(function, instruction->address + 1) : 0;

	return faults > 0 && faults >= samples_at(function, instruction->address) / 2;
}

/* Whether instruction `at` is an operation that may be one with the load in front of it. */
static bool is_joined(const struct function *function, size_t at)
{
	const struct lp_instruction *const operation = &function->code.all[at];

	return at > 0 && !function->places[at].is_target &&
	       lp_instructions_are_joined(operation - 1, operation);
}

/* Whether `samples` behind instruction `last` are many for the block that it is in. Other loads and
 * their operations say nothing of this one: they are as it is, as in a loop that is unrolled. */
static bool stands_out(const struct function *function, size_t last, uint64_t samples)
{
	const struct place *const places = function->places;
	const size_t first = last > NEIGHBOURS ? last - NEIGHBOURS : 0;
	size_t around = 0;
	size_t waiting = 0;

	for (size_t i = first; i < function->code.count && i <= last + 1 + NEIGHBOURS; i++) {
		if (places[i].block != places[last].block || is_joined(function, i) ||
		    (i > 0 && is_joined(function, i - 1)))
			continue;
		around++;
		waiting +=
		    samples_at(function, function->code.all[i].address) > samples / BETWEEN_PART;
	}
	return around >= WAITING_PART && waiting <= around / WAITING_PART;
}

/* The load that is one with the operation at `last`, the index of it; else `last`. Where they are
 * two, what waits for memory is seen between them. An operation of one cycle waits for nothing
 * itself: all that it needs is there when the load is. */
static size_t joined_load(const struct function *function, size_t last)
{
	const struct lp_instruction *const operation = &function->code.all[last];
	const uint64_t samples = samples_at(function, operation->address + operation->size);

	if (!is_joined(function, last))
		return last;
	if (samples_at(function, operation->address) > samples / BETWEEN_PART &&
	    !stands_out(function, last, samples))
		return last;
	return last - 1;
}

/* The index of the instruction that a sample waited for which stands at instruction `at`. */
static size_t waited_at(const struct function *function, size_t at)
{
	const struct lp_instruction *const instruction = &function->code.all[at];
	const struct way way = best_way(function, at);

	/* What only computed jumps lead to is all that is known of these. */
	if (way.kind == NO_WAY || instruction->is_repeat || is_faulting(function, instruction))
		return at;
	/* Padding has the line of what is in front of it. */
	return way.is_jump ? way.from : joined_load(function, at - 1);
}

/* Whether control only goes back to the caller from the instruction at `address`. */
static bool returns_straight(const struct function *function, uint64_t address)
{
	const struct lp_instruction *const all = function->code.all;
	size_t at = instruction_at(function, address);

	while (at < function->code.count && !all[at].is_end && !all[at].is_call && !all[at].target)
		at++;
	return at < function->code.count && all[at].is_return;
}

/* Whether from instruction `at` on there is nothing but the way back to the caller, but for one
 * jump: lineprof's own, around the end of a clock, which stands behind. */
static bool returns(const struct function *function, size_t at)
{
	const struct lp_instruction *const all = function->code.all;

	while (at < function->code.count && !all[at].is_end && !all[at].is_call && !all[at].target)
		at++;
	if (at == function->code.count || !all[at].target)
		return at < function->code.count && all[at].is_return;
	return returns_straight(function, all[at].target) ||
	       (!all[at].is_end && all[at].target > all[at].address &&
		returns_straight(function, all[at].address + all[at].size));
}

static struct lp_code_run run_of(const struct function *function, size_t at)
{
	const struct lp_instruction *const all = function->code.all;
	const uint64_t begin = function->places[at].run;

	while (at + 1 < function->code.count && !all[at].is_end)
		at++;
	return (struct lp_code_run){begin, all[at].address + all[at].size};
}

static struct lp_waited waited_for(const struct function *function, uint64_t address)
{
	const struct lp_instruction *const all = function->code.all;
	const size_t at = instruction_at(function, address);
	size_t waited;

	/* Where the function begins, it was called. */
	if (at == 0 || at == function->code.count)
		return (struct lp_waited){.address = 0};
	/* Inside an instruction: that had a page fault. */
	waited = all[at].address == address ? waited_at(function, at) : at - 1;
	return (struct lp_waited){.address = all[waited].address,
				  .run = run_of(function, waited),
				  .at_run = run_of(function, at),
				  .is_before = waited == at - 1,
				  .returns = returns(function, at)};
}

static void find_waited(const struct function *function, struct lp_waited *waited)
{
	for (size_t i = 0; i < function->query_count; i++)
		if (function->queries[i].is_leaf)
			waited[i] = waited_for(function, function->queries[i].address);
}

/* ---- functions ---- */

static bool has_same_code(const struct lp_symbol_query *a, const struct lp_symbol_query *b)
{
	return a->code_begin == b->code_begin && a->code_end == b->code_end;
}

static enum lp_status find_in_function(struct function *function, uint16_t machine,
				       const unsigned char *bytes, struct lp_waited *waited)
{
	const uint64_t begin = function->queries[0].code_begin;
	const size_t size = function->queries[0].code_end - begin;
	enum lp_status status = lp_instructions_read(&function->code, machine, bytes, size, begin);

	if (status == LP_OK)
		status = make_room(function);
	if (status != LP_OK)
		return status;
	find_jumps(function);
	find_blocks(function);
	find_waited(function, waited);
	return LP_OK;
}

static enum lp_status find_in_all(const struct lp_binary_code *code,
				  const struct lp_symbol_query *queries, size_t count,
				  struct lp_waited *waited)
{
	struct function function = {.queries = NULL};
	enum lp_status status = LP_OK;
	uint64_t left = MOST_OF_ALL;
	size_t end;

	for (size_t begin = 0; begin < count && status == LP_OK; begin = end) {
		const struct lp_symbol_query *const first = &queries[begin];
		const uint64_t size = first->code_end - first->code_begin;
		const unsigned char *bytes;

		for (end = begin + 1; end < count && has_same_code(first, &queries[end]); end++)
			;
		if (size == 0 || size > MOST_OF_FUNCTION || size > left)
			continue;
		bytes = lp_binary_code_at(code, first->code_begin, size);
		if (!bytes)
			continue;
		left -= size;
		function.queries = first;
		function.query_count = end - begin;
		status = find_in_function(&function, code->machine, bytes, &waited[begin]);
	}
	free(function.code.all);
	free(function.places);
	free(function.jumps);
	return status;
}

enum lp_status lp_waited_find(const char *path, const struct lp_symbol_query *queries, size_t count,
			      struct lp_waited *waited)
{
	struct lp_binary_code code;
	enum lp_status status;

	memset(waited, 0, count * sizeof(*waited));
	if (!lp_binary_code_open(&code, path))
		return LP_OK;
	status = find_in_all(&code, queries, count, waited);
	lp_binary_code_close(&code);
	return status;
}
