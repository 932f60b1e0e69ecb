/* waited.c: which instruction a sample waited for; the only file that knows Capstone. */
#include "viewer/model/waited.h"

#include <capstone/capstone.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/model/binary.h"

/* What is disassembled at most, in bytes: a function of 50,000 lines has some megabytes. */
enum { MOST_OF_FUNCTION = 16 << 20, MOST_OF_ALL = 64 << 20 };

struct instruction {
	uint64_t address;
	uint64_t target; /* of a direct jump; 0: it is none */
	uint32_t size;
	bool is_end; /* control never goes on behind it */
	bool is_nop;
	bool is_repeat; /* a string operation that repeats itself */
	bool is_target; /* of a jump in the same function */
	uint64_t block; /* address of the first one of its block */
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
	struct instruction *instructions;
	size_t count;
	size_t capacity;
	struct jump *jumps; /* sorted by target, then from */
	size_t jump_count;
	const struct lp_symbol_query *queries;
	size_t query_count;
};

/* ---- disassembling ---- */

static bool open_disassembler(uint16_t machine, csh *handle)
{
	const cs_arch arch = machine == EM_AARCH64 ? CS_ARCH_ARM64 : CS_ARCH_X86;
	const cs_mode mode = machine == EM_AARCH64 ? CS_MODE_LITTLE_ENDIAN : CS_MODE_64;

	if ((machine != EM_AARCH64 && machine != EM_X86_64) ||
	    cs_open(arch, mode, handle) != CS_ERR_OK)
		return false;
	cs_option(*handle, CS_OPT_DETAIL, CS_OPT_ON);
	/* Data between code ends nothing. */
	cs_option(*handle, CS_OPT_SKIPDATA, CS_OPT_ON);
	return true;
}

static uint64_t target_of(const cs_insn *read, bool is_x86)
{
	if (is_x86) {
		const cs_x86 *const x86 = &read->detail->x86;

		return x86->op_count > 0 && x86->operands[0].type == X86_OP_IMM
			   ? (uint64_t)x86->operands[0].imm
			   : 0;
	} else {
		/* cbz and tbz name what they test first. */
		const cs_arm64 *const arm = &read->detail->arm64;
		const uint8_t last = arm->op_count;

		return last > 0 && arm->operands[last - 1].type == ARM64_OP_IMM
			   ? (uint64_t)arm->operands[last - 1].imm
			   : 0;
	}
}

static bool is_string_operation(unsigned id)
{
	switch (id) {
	case X86_INS_MOVSB:
	case X86_INS_MOVSW:
	case X86_INS_MOVSD:
	case X86_INS_MOVSQ:
	case X86_INS_STOSB:
	case X86_INS_STOSW:
	case X86_INS_STOSD:
	case X86_INS_STOSQ:
	case X86_INS_LODSB:
	case X86_INS_LODSW:
	case X86_INS_LODSD:
	case X86_INS_LODSQ:
	case X86_INS_SCASB:
	case X86_INS_SCASW:
	case X86_INS_SCASD:
	case X86_INS_SCASQ:
	case X86_INS_CMPSB:
	case X86_INS_CMPSW:
	case X86_INS_CMPSD:
	case X86_INS_CMPSQ:
		return true;
	default:
		return false;
	}
}

/* movsd and cmpsd are names of SSE instructions, too, which have the same prefix. */
static bool repeats_itself(const cs_insn *read)
{
	const cs_x86 *const x86 = &read->detail->x86;

	return (x86->prefix[0] == X86_PREFIX_REP || x86->prefix[0] == X86_PREFIX_REPNE) &&
	       x86->opcode[0] != 0x0f && is_string_operation(read->id);
}

static void understand(csh handle, const cs_insn *read, bool is_x86, struct instruction *out)
{
	const bool is_jump =
	    cs_insn_group(handle, read, CS_GRP_JUMP) && !cs_insn_group(handle, read, CS_GRP_CALL);

	out->target = is_jump ? target_of(read, is_x86) : 0;
	if (is_x86) {
		out->is_end = read->id == X86_INS_JMP || read->id == X86_INS_UD2 ||
			      cs_insn_group(handle, read, CS_GRP_RET);
		out->is_nop = read->id == X86_INS_NOP;
		out->is_repeat = repeats_itself(read);
	} else {
		out->is_end =
		    (read->id == ARM64_INS_B && (read->detail->arm64.cc == ARM64_CC_INVALID ||
						 read->detail->arm64.cc == ARM64_CC_AL)) ||
		    read->id == ARM64_INS_BR || read->id == ARM64_INS_BRK ||
		    read->id == ARM64_INS_RET;
		out->is_nop = read->id == ARM64_INS_NOP;
	}
}

static struct instruction *add_instruction(struct function *function)
{
	if (function->count == function->capacity) {
		const size_t capacity = 2 * function->capacity + 1024;
		struct instruction *const grown = (struct instruction *)realloc(
		    function->instructions, capacity * sizeof(*grown));

		if (!grown)
			return NULL;
		function->instructions = grown;
		function->capacity = capacity;
	}
	return &function->instructions[function->count++];
}

static enum lp_status disassemble(csh handle, bool is_x86, struct function *function,
				  const unsigned char *code)
{
	uint64_t address = function->queries[0].code_begin;
	size_t left = function->queries[0].code_end - address;
	cs_insn *const read = cs_malloc(handle);
	enum lp_status status = read ? LP_OK : LP_MEMORY;

	function->count = 0;
	while (status == LP_OK && cs_disasm_iter(handle, &code, &left, &address, read)) {
		struct instruction *const instruction = add_instruction(function);

		if (!instruction) {
			status = LP_MEMORY;
			break;
		}
		*instruction = (struct instruction){.address = read->address, .size = read->size};
		/* Data has no details. */
		if (read->id != 0)
			understand(handle, read, is_x86, instruction);
	}
	if (read)
		cs_free(read, 1);
	return status;
}

/* ---- ways ---- */

/* The first instruction at or behind `address`. */
static size_t instruction_at(const struct function *function, uint64_t address)
{
	size_t begin = 0;
	size_t end = function->count;

	while (begin < end) {
		const size_t middle = begin + (end - begin) / 2;

		if (function->instructions[middle].address < address)
			begin = middle + 1;
		else
			end = middle;
	}
	return begin;
}

/* The first query at or behind `address`. */
static size_t query_at(const struct function *function, uint64_t address)
{
	size_t begin = 0;
	size_t end = function->query_count;

	while (begin < end) {
		const size_t middle = begin + (end - begin) / 2;

		if (function->queries[middle].address < address)
			begin = middle + 1;
		else
			end = middle;
	}
	return begin;
}

static int by_target(const void *left, const void *right)
{
	const struct jump *const a = (const struct jump *)left;
	const struct jump *const b = (const struct jump *)right;

	if (a->target != b->target)
		return a->target < b->target ? -1 : 1;
	return (a->from > b->from) - (a->from < b->from);
}

/* The first jump to `target` or what is behind it. */
static size_t jump_to(const struct function *function, uint64_t target)
{
	size_t begin = 0;
	size_t end = function->jump_count;

	while (begin < end) {
		const size_t middle = begin + (end - begin) / 2;

		if (function->jumps[middle].target < target)
			begin = middle + 1;
		else
			end = middle;
	}
	return begin;
}

/* Lists the jumps within the function. */
static enum lp_status find_jumps(struct function *function)
{
	function->jump_count = 0;
	free(function->jumps);
	function->jumps = (struct jump *)calloc(function->count + 1, sizeof(*function->jumps));
	if (!function->jumps)
		return LP_MEMORY;
	for (size_t i = 0; i < function->count; i++) {
		const uint64_t target = function->instructions[i].target;
		const size_t at = target ? instruction_at(function, target) : function->count;

		if (at == function->count || function->instructions[at].address != target)
			continue;
		function->instructions[at].is_target = true;
		function->jumps[function->jump_count++] = (struct jump){target, i};
	}
	qsort(function->jumps, function->jump_count, sizeof(*function->jumps), by_target);
	return LP_OK;
}

static void find_blocks(struct function *function)
{
	struct instruction *const all = function->instructions;
	bool is_padding = true; /* nothing but that since control has ended */

	for (size_t i = 0; i < function->count; i++) {
		const bool is_entered = is_padding || all[i].is_target;
		const bool begins = is_entered || all[i - 1].target != 0;

		all[i].run = is_entered ? all[i].address : all[i - 1].run;
		all[i].block = begins ? all[i].address : all[i - 1].block;
		is_padding = all[i].is_end || (is_padding && all[i].is_nop);
	}
}

/* Samples in the block of instruction `last`, up to there. */
static uint64_t samples_before(const struct function *function, size_t last)
{
	const struct instruction *const end = &function->instructions[last];
	uint64_t samples = 0;

	/* Those at its beginning waited for what led there. */
	for (size_t i = query_at(function, end->block + 1);
	     i < function->query_count && function->queries[i].address <= end->address; i++)
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
	while (at > 0 && function->instructions[at - 1].is_nop)
		at--;
	*from = at > 0 ? at - 1 : 0;
	return at == 0 || !function->instructions[at - 1].is_end;
}

/* The best way to instruction `at`. */
static struct way best_way(const struct function *function, size_t at)
{
	const uint64_t address = function->instructions[at].address;
	struct way best = {.kind = NO_WAY};
	size_t before;

	if (falls_from(function, at, &before))
		best = (struct way){
		    .kind = SOME_WAY, .from = before, .samples = samples_before(function, before)};
	for (size_t i = jump_to(function, address);
	     i < function->jump_count && function->jumps[i].target == address; i++) {
		const size_t from = function->jumps[i].from;
		/* Not all that jumps back: code that hardly ever runs stands behind. */
		const bool is_loop = function->instructions[from].run == address;
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
static bool is_faulting(const struct function *function, const struct instruction *instruction)
{
	const uint64_t faults =
	    instruction->size > 1 ? samples_at(function, instruction->address + 1) : 0;

	return faults > 0 && faults >= samples_at(function, instruction->address) / 2;
}

/* The index of the instruction that a sample waited for which stands at instruction `at`. */
static size_t waited_at(const struct function *function, size_t at)
{
	const struct way way = best_way(function, at);

	/* What only computed jumps lead to is all that is known of these. */
	if (way.kind == NO_WAY || function->instructions[at].is_repeat ||
	    is_faulting(function, &function->instructions[at]))
		return at;
	/* Padding has the line of what is in front of it. */
	return way.is_jump ? way.from : at - 1;
}

static struct lp_waited waited_for(const struct function *function, uint64_t address)
{
	const struct instruction *const all = function->instructions;
	const size_t at = instruction_at(function, address);
	size_t waited;

	/* Where the function begins, it was called. */
	if (at == 0 || at == function->count)
		return (struct lp_waited){.address = 0};
	/* Inside an instruction: that had a page fault. */
	waited = all[at].address == address ? waited_at(function, at) : at - 1;
	return (struct lp_waited){.address = all[waited].address,
				  .run = all[waited].run,
				  .at_run = all[at].run,
				  .is_before = waited == at - 1};
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

static enum lp_status find_in_all(const struct lp_binary_code *code, csh handle,
				  const struct lp_symbol_query *queries, size_t count,
				  struct lp_waited *waited)
{
	struct function function = {0};
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
		status = disassemble(handle, code->machine == EM_X86_64, &function, bytes);
		if (status == LP_OK)
			status = find_jumps(&function);
		if (status == LP_OK)
			find_blocks(&function);
		if (status == LP_OK)
			find_waited(&function, &waited[begin]);
	}
	free(function.instructions);
	free(function.jumps);
	return status;
}

enum lp_status lp_waited_find(const char *path, const struct lp_symbol_query *queries, size_t count,
			      struct lp_waited *waited)
{
	struct lp_binary_code code;
	enum lp_status status = LP_OK;
	csh handle;

	memset(waited, 0, count * sizeof(*waited));
	if (!lp_binary_code_open(&code, path))
		return LP_OK;
	if (open_disassembler(code.machine, &handle)) {
		status = find_in_all(&code, handle, queries, count, waited);
		cs_close(&handle);
	}
	lp_binary_code_close(&code);
	return status;
}
