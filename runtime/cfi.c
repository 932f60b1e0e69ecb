/*
 * cfi.c: how a function's caller is found at one of its instructions.
 *
 * The rules of the frame's address, the frame pointer and the return address only. Of signals'
 * frames, whose place the kernel defines, it is known that they are such.
 */
#include "runtime/cfi.h"

#include <string.h>

#include "runtime/dwarf_cursor.h"

#if defined(__x86_64__)
enum { FP = 6, SP = 7, RA = 16 }; /* System V ABI, AMD64 supplement, figure 3.36 */
#elif defined(__aarch64__)
enum { FP = 29, SP = 31, RA = 30 }; /* DWARF for the Arm 64-bit architecture, 4.1 */
#endif

enum { MOST_REMEMBERED = 8 };

/* Pointers' encodings: a format, and what they are relative to (LSB, 10.5.1). */
enum {
	FORMAT = 0x0f,
	FORMAT_ABSOLUTE = 0x00,
	FORMAT_UDATA4 = 0x03,
	FORMAT_UDATA8 = 0x04,
	FORMAT_SDATA4 = 0x0b,
	FORMAT_SDATA8 = 0x0c,
	RELATIVE = 0x70,
	RELATIVE_TO_ITSELF = 0x10,
	TABLE_ENCODING = 0x3b, /* of sorted tables: 4 bytes, signed, relative to the header */
};

struct table_row {
	int32_t begin; /* of a function */
	int32_t entry; /* its FDE */
};

/* What all functions of a kind share (CIE). */
struct common {
	uint64_t code_factor;
	int64_t data_factor;
	uint64_t return_register;
	unsigned char pointer_encoding;
	bool is_augmented; /* an FDE has data of its own to skip */
	bool is_signals;
	struct lp_cursor program;
};

struct machine {
	const struct common *common;
	uintptr_t location; /* the rows so far are for code before it */
	struct lp_cfi_row row;
	struct lp_cfi_row initial; /* the common part's */
	struct lp_cfi_row remembered[MOST_REMEMBERED];
	unsigned depth;
	bool is_understood;
	bool has_frame; /* it was said what the frame's address is */
};

/* A number in one of the formats that compilers use for code. */
static uint64_t read_format(struct lp_cursor *c, unsigned char encoding)
{
	switch (encoding & FORMAT) {
	case FORMAT_UDATA4:
		return lp_read_u32(c);
	case FORMAT_SDATA4:
		return (uint64_t)(int64_t)(int32_t)lp_read_u32(c);
	case FORMAT_ABSOLUTE:
	case FORMAT_UDATA8:
	case FORMAT_SDATA8:
		return lp_read_u64(c);
	default:
		c->has_failed = true;
		return 0;
	}
}

static uint64_t read_pointer(struct lp_cursor *c, unsigned char encoding)
{
	const uintptr_t here = (uintptr_t)c->at;
	const uint64_t value = read_format(c, encoding);

	if ((encoding & RELATIVE) == RELATIVE_TO_ITSELF)
		return here + value;
	if (encoding & RELATIVE)
		c->has_failed = true;
	return value;
}

/* A CIE or FDE at `at`, without its length. */
static struct lp_cursor entry_at(const struct lp_unwind_object *object, uintptr_t at)
{
	struct lp_cursor c = {object->end, object->end, true};
	uint64_t bytes;

	if (at < (uintptr_t)object->begin || at >= (uintptr_t)object->end)
		return c;
	c = (struct lp_cursor){object->begin + (at - (uintptr_t)object->begin), object->end, false};
	bytes = lp_read_u32(&c);
	if (bytes == UINT32_MAX)
		bytes = lp_read_u64(&c);
	if (!bytes || !lp_cursor_has(&c, bytes))
		c.has_failed = true;
	else
		c.end = c.at + bytes;
	return c;
}

/* The letters of a CIE's augmentation say what stands in its data. */
static void read_augmentation(struct lp_cursor *c, const char *letters, struct common *common)
{
	if (*letters != 'z') {
		c->has_failed |= *letters != '\0';
		return;
	}
	common->is_augmented = true;
	const uint64_t bytes = lp_read_unsigned(c);
	struct lp_cursor data = *c;

	lp_cursor_skip(c, bytes);
	data.end = c->at;
	for (letters++; *letters && !data.has_failed; letters++) {
		if (*letters == 'R')
			common->pointer_encoding = lp_read_u8(&data);
		else if (*letters == 'L')
			lp_read_u8(&data);
		else if (*letters == 'P')
			read_format(&data, lp_read_u8(&data));
		else if (*letters == 'S')
			common->is_signals = true;
		else if (*letters != 'B')
			data.has_failed = true;
	}
	c->has_failed |= data.has_failed;
}

static bool read_common(struct lp_cursor c, struct common *common)
{
	const char *letters;
	uint8_t version;

	*common = (struct common){.pointer_encoding = FORMAT_ABSOLUTE};
	c.has_failed |= lp_read_u32(&c) != 0; /* what tells it from an FDE */
	version = lp_read_u8(&c);
	letters = (const char *)c.at;
	while (lp_read_u8(&c) && !c.has_failed)
		;
	if (c.has_failed || (version != 1 && version != 3))
		return false;
	common->code_factor = lp_read_unsigned(&c);
	common->data_factor = lp_read_signed(&c);
	common->return_register = version == 1 ? lp_read_u8(&c) : lp_read_unsigned(&c);
	read_augmentation(&c, letters, common);
	common->program = c;
	return !c.has_failed && common->return_register == RA;
}

static struct lp_cfi_rule *rule_of(struct lp_cfi_row *row, uint64_t reg)
{
	return reg == FP ? &row->fp : reg == RA ? &row->ra : NULL;
}

static void set_rule(struct machine *m, uint64_t reg, const struct lp_cfi_rule *to)
{
	struct lp_cfi_rule *const rule = rule_of(&m->row, reg);

	if (rule)
		*rule = *to;
}

static void set(struct machine *m, uint64_t reg, enum lp_cfi_how how, int64_t offset)
{
	set_rule(m, reg, &(struct lp_cfi_rule){.how = how, .offset = offset});
}

static void restore(struct machine *m, uint64_t reg)
{
	const struct lp_cfi_rule *const rule = rule_of(&m->initial, reg);

	if (rule)
		set_rule(m, reg, rule);
}

/* Longer than any that is evaluated. */
enum { EXPRESSION_BYTES_MAX = 1 << 16 };

static struct lp_cfa_expression read_expression(struct lp_cursor *c)
{
	const uint64_t bytes = lp_read_unsigned(c);
	const struct lp_cfa_expression expression = {c->at, (uint32_t)bytes};

	c->has_failed |= bytes > EXPRESSION_BYTES_MAX;
	lp_cursor_skip(c, bytes);
	return expression;
}

static void set_computed(struct machine *m, struct lp_cursor *c, uint64_t reg, enum lp_cfi_how how)
{
	const struct lp_cfa_expression expression = read_expression(c);

	set_rule(m, reg,
		 &(struct lp_cfi_rule){.how = how,
				       .expression_bytes = expression.bytes,
				       .expression = expression.begin});
}

static void compute_frame(struct machine *m, struct lp_cursor *c)
{
	m->row.cfa_expression = read_expression(c);
	m->row.is_computed = true;
	m->has_frame = true;
}

static void set_frame_register(struct machine *m, uint64_t reg)
{
	m->is_understood &= reg <= UINT32_MAX;
	m->row.cfa_register = (uint32_t)reg;
	m->row.is_computed = false;
	m->has_frame = true;
}

static void set_frame(struct machine *m, uint64_t reg, int64_t offset)
{
	set_frame_register(m, reg);
	m->row.cfa_offset = offset;
}

static void remember(struct machine *m)
{
	m->is_understood &= m->depth < MOST_REMEMBERED && m->has_frame;
	if (m->is_understood)
		m->remembered[m->depth++] = m->row;
}

static void recall(struct machine *m)
{
	m->is_understood &= m->depth > 0;
	if (m->is_understood)
		m->row = m->remembered[--m->depth];
}

static int64_t factored(const struct machine *m, uint64_t offset)
{
	return (int64_t)(offset * (uint64_t)m->common->data_factor);
}

/* DW_CFA_ instructions with an opcode of their own (DWARF 5, 7.24; GNU's and Arm's). */
enum {
	CFA_NOP = 0x00,
	CFA_ADVANCE_1 = 0x02,
	CFA_ADVANCE_2 = 0x03, /* each twice as long as the one before */
	CFA_ADVANCE_4 = 0x04,
	CFA_OFFSET_EXTENDED = 0x05,
	CFA_RESTORE_EXTENDED = 0x06,
	CFA_UNDEFINED = 0x07,
	CFA_SAME_VALUE = 0x08,
	CFA_REGISTER = 0x09,
	CFA_REMEMBER_STATE = 0x0a,
	CFA_RESTORE_STATE = 0x0b,
	CFA_DEF_CFA = 0x0c,
	CFA_DEF_CFA_REGISTER = 0x0d,
	CFA_DEF_CFA_OFFSET = 0x0e,
	CFA_DEF_CFA_EXPRESSION = 0x0f,
	CFA_EXPRESSION = 0x10,
	CFA_OFFSET_EXTENDED_SF = 0x11,
	CFA_DEF_CFA_SF = 0x12,
	CFA_DEF_CFA_OFFSET_SF = 0x13,
	CFA_VAL_OFFSET = 0x14,
	CFA_VAL_OFFSET_SF = 0x15,
	CFA_VAL_EXPRESSION = 0x16,
	CFA_AARCH64_NEGATE_RA_STATE = 0x2d, /* whether the return address is signed */
	CFA_GNU_ARGS_SIZE = 0x2e,
};

/* Those with a number in their low bits. */
enum { CFA_ADVANCE = 0x40, CFA_OFFSET = 0x80, CFA_RESTORE = 0xc0, CFA_NUMBER = 0x3f };

/* Instructions that say where a register of the caller's is. */
static void run_register(struct machine *m, struct lp_cursor *c, uint8_t operation)
{
	const uint64_t reg = lp_read_unsigned(c);

	switch (operation) {
	case CFA_OFFSET_EXTENDED:
		set(m, reg, LP_CFI_SAVED, factored(m, lp_read_unsigned(c)));
		return;
	case CFA_OFFSET_EXTENDED_SF:
		set(m, reg, LP_CFI_SAVED, factored(m, (uint64_t)lp_read_signed(c)));
		return;
	case CFA_RESTORE_EXTENDED:
		restore(m, reg);
		return;
	case CFA_UNDEFINED:
		set(m, reg, LP_CFI_UNDEFINED, 0);
		return;
	case CFA_SAME_VALUE:
		set(m, reg, LP_CFI_SAME, 0);
		return;
	case CFA_REGISTER:
		set(m, reg, LP_CFI_REGISTER, (int64_t)lp_read_unsigned(c));
		return;
	case CFA_EXPRESSION:
		set_computed(m, c, reg, LP_CFI_SAVED_COMPUTED);
		return;
	case CFA_VAL_EXPRESSION:
		set_computed(m, c, reg, LP_CFI_COMPUTED);
		return;
	case CFA_VAL_OFFSET:
		set(m, reg, LP_CFI_VALUE, factored(m, lp_read_unsigned(c)));
		return;
	default: /* CFA_VAL_OFFSET_SF */
		set(m, reg, LP_CFI_VALUE, factored(m, (uint64_t)lp_read_signed(c)));
	}
}

/* Instructions that say what the frame's address is, and all that is left. */
static void run_frame(struct machine *m, struct lp_cursor *c, uint8_t operation)
{
	uint64_t reg;

	switch (operation) {
	case CFA_NOP:
	case CFA_AARCH64_NEGATE_RA_STATE:
		return;
	case CFA_REMEMBER_STATE:
		remember(m);
		return;
	case CFA_RESTORE_STATE:
		recall(m);
		return;
	case CFA_DEF_CFA:
		reg = lp_read_unsigned(c);
		set_frame(m, reg, (int64_t)lp_read_unsigned(c));
		return;
	case CFA_DEF_CFA_SF:
		reg = lp_read_unsigned(c);
		set_frame(m, reg, factored(m, (uint64_t)lp_read_signed(c)));
		return;
	case CFA_DEF_CFA_REGISTER:
		set_frame_register(m, lp_read_unsigned(c));
		return;
	case CFA_DEF_CFA_OFFSET:
		m->row.cfa_offset = (int64_t)lp_read_unsigned(c);
		return;
	case CFA_DEF_CFA_OFFSET_SF:
		m->row.cfa_offset = factored(m, (uint64_t)lp_read_signed(c));
		return;
	case CFA_DEF_CFA_EXPRESSION:
		compute_frame(m, c);
		return;
	case CFA_GNU_ARGS_SIZE:
		lp_read_unsigned(c);
		return;
	default:
		m->is_understood = false;
	}
}

static bool is_of_register(uint8_t operation)
{
	return (operation >= CFA_OFFSET_EXTENDED && operation <= CFA_REGISTER) ||
	       operation == CFA_EXPRESSION || operation == CFA_OFFSET_EXTENDED_SF ||
	       (operation >= CFA_VAL_OFFSET && operation <= CFA_VAL_EXPRESSION);
}

/* Runs a program up to the row for `pc`. */
static void run(struct machine *m, struct lp_cursor *c, uintptr_t pc)
{
	while (c->at < c->end && !c->has_failed && m->is_understood && m->location <= pc) {
		const uint8_t byte = lp_read_u8(c);
		const uint8_t number = byte & CFA_NUMBER;

		if ((byte & ~CFA_NUMBER) == CFA_ADVANCE)
			m->location += number * m->common->code_factor;
		else if ((byte & ~CFA_NUMBER) == CFA_OFFSET)
			set(m, number, LP_CFI_SAVED, factored(m, lp_read_unsigned(c)));
		else if ((byte & ~CFA_NUMBER) == CFA_RESTORE)
			restore(m, number);
		else if (byte >= CFA_ADVANCE_1 && byte <= CFA_ADVANCE_4)
			m->location +=
			    lp_read_fixed(c, 1 << (byte - CFA_ADVANCE_1)) * m->common->code_factor;
		else if (is_of_register(byte))
			run_register(m, c, byte);
		else
			run_frame(m, c, byte);
	}
	m->is_understood &= !c->has_failed;
}

/* The FDE that may hold `pc`, by the header's sorted table; an empty one if there is none. */
static struct lp_cursor find_entry(const struct lp_unwind_object *object, uintptr_t pc)
{
	const struct lp_cursor none = {object->end, object->end, true};
	struct lp_cursor c = {object->header, object->end, object->header < object->begin};
	const unsigned char *table;
	struct table_row row;
	uint64_t low = 0, high;

	if (c.has_failed || lp_read_u8(&c) != 1)
		return none;
	const unsigned char section_encoding = lp_read_u8(&c), count_encoding = lp_read_u8(&c);

	if (lp_read_u8(&c) != TABLE_ENCODING)
		return none;
	read_format(&c, section_encoding);
	high = read_format(&c, count_encoding);
	table = c.at;
	if (c.has_failed || high > (uint64_t)(c.end - c.at) / sizeof row)
		return none;
	while (low < high) {
		const uint64_t middle = low + (high - low) / 2;

		memcpy(&row, table + middle * sizeof row, sizeof row);
		if ((uintptr_t)object->header + (uintptr_t)(intptr_t)row.begin <= pc)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return none;
	memcpy(&row, table + (low - 1) * sizeof row, sizeof row);
	return entry_at(object, (uintptr_t)object->header + (uintptr_t)(intptr_t)row.entry);
}

bool lp_cfi_find(const struct lp_unwind_object *object, uintptr_t pc, struct lp_cfi_row *row)
{
	struct lp_cursor entry = find_entry(object, pc);
	const uintptr_t here = (uintptr_t)entry.at;
	const uint32_t back = lp_read_u32(&entry);
	struct common common;
	struct machine m;

	if (entry.has_failed || !back || !read_common(entry_at(object, here - back), &common))
		return false;
	m = (struct machine){.common = &common, .is_understood = true};
	m.location = read_pointer(&entry, common.pointer_encoding);
	if (pc < m.location || pc - m.location >= read_format(&entry, common.pointer_encoding))
		return false;
	if (common.is_signals) {
		*row = (struct lp_cfi_row){.is_signals = true};
		return true;
	}
	if (common.is_augmented)
		lp_cursor_skip(&entry, lp_read_unsigned(&entry));
	run(&m, &common.program, pc);
	m.initial = m.row;
	run(&m, &entry, pc);
	*row = m.row;
	return m.is_understood && m.has_frame;
}
