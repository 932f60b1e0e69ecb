/*
 * cfa_expression.c: a machine for the expressions of call frame information.
 *
 * Without jumps, so it takes no more steps than the expression has bytes. Numbers are addresses,
 * with or without a sign; memory is the thread's stack.
 */
#include "runtime/cfa_expression.h"

#include "runtime/dwarf_cursor.h"

/* Such expressions have 3 to 20 bytes and use 3 words. */
enum { MOST_BYTES = 128, MOST_WORDS = 8 };

/* DW_OP_ operations (DWARF 5, 7.7.1). */
enum {
	OP_DEREF = 0x06,
	OP_CONST1U = 0x08,
	OP_CONST1S = 0x09,
	OP_CONST2U = 0x0a,
	OP_CONST2S = 0x0b,
	OP_CONST4U = 0x0c,
	OP_CONST4S = 0x0d,
	OP_CONST8U = 0x0e,
	OP_CONST8S = 0x0f,
	OP_CONSTU = 0x10,
	OP_CONSTS = 0x11,
	OP_DUP = 0x12,
	OP_DROP = 0x13,
	OP_OVER = 0x14,
	OP_PICK = 0x15,
	OP_SWAP = 0x16,
	OP_AND = 0x1a,
	OP_MINUS = 0x1c,
	OP_MUL = 0x1e,
	OP_NEG = 0x1f,
	OP_NOT = 0x20,
	OP_OR = 0x21,
	OP_PLUS = 0x22,
	OP_PLUS_UCONST = 0x23,
	OP_SHL = 0x24,
	OP_SHR = 0x25,
	OP_SHRA = 0x26,
	OP_XOR = 0x27,
	OP_EQ = 0x29,
	OP_GE = 0x2a,
	OP_GT = 0x2b,
	OP_LE = 0x2c,
	OP_LT = 0x2d,
	OP_NE = 0x2e,
	OP_LIT0 = 0x30,
	OP_LIT31 = 0x4f,
	OP_BREG0 = 0x70,
	OP_BREG31 = 0x8f,
	OP_BREGX = 0x92,
	OP_NOP = 0x96,
};

struct machine {
	struct lp_cursor program;
	const struct lp_frame *frame;
	const struct lp_stack_range *stack;
	uintptr_t words[MOST_WORDS];
	unsigned depth;
	bool has_failed;
};

static void push(struct machine *m, uintptr_t word)
{
	m->has_failed |= m->depth == MOST_WORDS;
	if (!m->has_failed)
		m->words[m->depth++] = word;
}

/* The word below `above` others. */
static uintptr_t peek(struct machine *m, unsigned above)
{
	m->has_failed |= above >= m->depth;
	return m->has_failed ? 0 : m->words[m->depth - 1 - above];
}

static uintptr_t pop(struct machine *m)
{
	const uintptr_t word = peek(m, 0);

	m->depth -= !m->has_failed;
	return word;
}

static void push_memory(struct machine *m)
{
	uintptr_t word = 0;

	m->has_failed |= !lp_stack_read(m->stack, pop(m), &word);
	push(m, word);
}

static void push_register(struct machine *m, uint64_t number)
{
	const uintptr_t offset = (uintptr_t)lp_read_signed(&m->program);
	uintptr_t word = 0;

	m->has_failed |= !lp_unwind_register(m->frame, number, &word);
	push(m, word + offset);
}

/* `bytes` of 1, 2, 4 or 8, the highest bit of which is a sign. */
static void push_signed(struct machine *m, size_t bytes)
{
	const unsigned unused = 64 - 8 * (unsigned)bytes;

	push(m, (uintptr_t)((int64_t)(lp_read_fixed(&m->program, bytes) << unused) >> unused));
}

static bool compare(uint8_t operation, intptr_t a, intptr_t b)
{
	switch (operation) {
	case OP_EQ:
		return a == b;
	case OP_GE:
		return a >= b;
	case OP_GT:
		return a > b;
	case OP_LE:
		return a <= b;
	case OP_LT:
		return a < b;
	default:
		return a != b;
	}
}

/* By as many bits as a word has, or more, all are moved out. */
static uintptr_t shift(uint8_t operation, uintptr_t word, uintptr_t bits)
{
	const bool is_out = bits >= 8 * sizeof word;

	if (operation == OP_SHRA)
		return (uintptr_t)((intptr_t)word >> (is_out ? 8 * sizeof word - 1 : bits));
	if (is_out)
		return 0;
	return operation == OP_SHL ? word << bits : word >> bits;
}

static uintptr_t combine(uint8_t operation, uintptr_t a, uintptr_t b)
{
	switch (operation) {
	case OP_AND:
		return a & b;
	case OP_MINUS:
		return a - b;
	case OP_MUL:
		return a * b;
	case OP_OR:
		return a | b;
	case OP_PLUS:
		return a + b;
	case OP_SHL:
	case OP_SHR:
	case OP_SHRA:
		return shift(operation, a, b);
	case OP_XOR:
		return a ^ b;
	default:
		return compare(operation, (intptr_t)a, (intptr_t)b);
	}
}

static bool is_of_two(uint8_t operation)
{
	return operation == OP_AND || operation == OP_MINUS || operation == OP_MUL ||
	       operation == OP_OR || operation == OP_PLUS ||
	       (operation >= OP_SHL && operation <= OP_XOR) ||
	       (operation >= OP_EQ && operation <= OP_NE);
}

static void run_of_two(struct machine *m, uint8_t operation)
{
	const uintptr_t b = pop(m), a = pop(m);

	push(m, combine(operation, a, b));
}

static void push_constant(struct machine *m, uint8_t operation)
{
	const size_t bytes = (size_t)1 << (operation - OP_CONST1U) / 2;

	if (operation == OP_CONSTU)
		push(m, lp_read_unsigned(&m->program));
	else if (operation == OP_CONSTS)
		push(m, (uintptr_t)lp_read_signed(&m->program));
	else if ((operation - OP_CONST1U) % 2)
		push_signed(m, bytes);
	else
		push(m, lp_read_fixed(&m->program, bytes));
}

static void swap(struct machine *m)
{
	const uintptr_t b = pop(m), a = pop(m);

	push(m, b);
	push(m, a);
}

static void run_other(struct machine *m, uint8_t operation)
{
	switch (operation) {
	case OP_DEREF:
		push_memory(m);
		return;
	case OP_DUP:
		push(m, peek(m, 0));
		return;
	case OP_DROP:
		pop(m);
		return;
	case OP_OVER:
		push(m, peek(m, 1));
		return;
	case OP_PICK:
		push(m, peek(m, lp_read_u8(&m->program)));
		return;
	case OP_SWAP:
		swap(m);
		return;
	case OP_NEG:
		push(m, 0 - pop(m));
		return;
	case OP_NOT:
		push(m, ~pop(m));
		return;
	case OP_PLUS_UCONST:
		push(m, pop(m) + lp_read_unsigned(&m->program));
		return;
	case OP_BREGX:
		push_register(m, lp_read_unsigned(&m->program));
		return;
	case OP_NOP:
		return;
	default:
		m->has_failed = true;
	}
}

static void step(struct machine *m)
{
	const uint8_t operation = lp_read_u8(&m->program);

	if (operation >= OP_LIT0 && operation <= OP_LIT31)
		push(m, operation - OP_LIT0);
	else if (operation >= OP_BREG0 && operation <= OP_BREG31)
		push_register(m, operation - OP_BREG0);
	else if (operation >= OP_CONST1U && operation <= OP_CONSTS)
		push_constant(m, operation);
	else if (is_of_two(operation))
		run_of_two(m, operation);
	else
		run_other(m, operation);
	m->has_failed |= m->program.has_failed;
}

bool lp_cfa_evaluate(const struct lp_cfa_expression *expression, const uintptr_t *below,
		     const struct lp_frame *frame, const struct lp_stack_range *stack,
		     uintptr_t *value)
{
	struct machine m = {.frame = frame, .stack = stack};

	if (expression->bytes > MOST_BYTES)
		return false;
	m.program =
	    (struct lp_cursor){expression->begin, expression->begin + expression->bytes, false};
	if (below)
		push(&m, *below);
	while (m.program.at < m.program.end && !m.has_failed)
		step(&m);
	*value = pop(&m);
	return !m.has_failed;
}
