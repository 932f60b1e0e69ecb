/*
 * cfi.c: how a function's caller is found at one of its instructions.
 *
 * The stack pointer, the frame pointer and the return address only: compilers compute a frame's
 * address from one of the first two. What does otherwise (the linker's stubs, stacks that are
 * realigned) is not understood, and said so. Of signals' frames, whose place the kernel defines, it
 * is known that they are such.
 */
#include "runtime/cfi.h"

#include <string.h>

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

/* Reads on in [at, end); has failed once it would have read beyond. */
struct cursor {
	const unsigned char *at;
	const unsigned char *end;
	bool has_failed;
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
	struct cursor program;
};

struct machine {
	const struct common *common;
	uintptr_t location; /* the rows so far are for code before it */
	struct lp_cfi_row row;
	struct lp_cfi_row initial; /* the common part's */
	struct lp_cfi_row remembered[MOST_REMEMBERED];
	unsigned depth;
	bool is_understood;
	bool has_frame; /* the frame's address is understood */
};

static bool has(struct cursor *c, uint64_t bytes)
{
	if ((uint64_t)(c->end - c->at) < bytes)
		c->has_failed = true;
	return !c->has_failed;
}

static void skip(struct cursor *c, uint64_t bytes)
{
	if (has(c, bytes))
		c->at += bytes;
}

/* A number of `bytes` bytes, at most 8; the processors that are served write the lowest first. */
static uint64_t read_fixed(struct cursor *c, size_t bytes)
{
	uint64_t value = 0;

	if (!has(c, bytes))
		return 0;
	memcpy(&value, c->at, bytes);
	c->at += bytes;
	return value;
}

static uint8_t read_u8(struct cursor *c)
{
	return (uint8_t)read_fixed(c, sizeof(uint8_t));
}

static uint32_t read_u32(struct cursor *c)
{
	return (uint32_t)read_fixed(c, sizeof(uint32_t));
}

static uint64_t read_u64(struct cursor *c)
{
	return read_fixed(c, sizeof(uint64_t));
}

/* LEB128; bits beyond 64 are lost. `last` is its last byte, `bits` how many there were. */
static uint64_t read_leb(struct cursor *c, uint8_t *last, unsigned *bits)
{
	uint64_t value = 0;
	unsigned shift = 0;

	do {
		*last = read_u8(c);
		if (shift < 64)
			value |= (uint64_t)(*last & 0x7f) << shift;
		shift += 7;
	} while (*last & 0x80 && !c->has_failed);
	*bits = shift;
	return value;
}

static uint64_t read_unsigned(struct cursor *c)
{
	uint8_t last;
	unsigned bits;

	return read_leb(c, &last, &bits);
}

static int64_t read_signed(struct cursor *c)
{
	uint8_t last;
	unsigned bits;
	uint64_t value = read_leb(c, &last, &bits);

	if (last & 0x40 && bits < 64)
		value |= UINT64_MAX << bits;
	return (int64_t)value;
}

/* A number in one of the formats that compilers use for code. */
static uint64_t read_format(struct cursor *c, unsigned char encoding)
{
	switch (encoding & FORMAT) {
	case FORMAT_UDATA4:
		return read_u32(c);
	case FORMAT_SDATA4:
		return (uint64_t)(int64_t)(int32_t)read_u32(c);
	case FORMAT_ABSOLUTE:
	case FORMAT_UDATA8:
	case FORMAT_SDATA8:
		return read_u64(c);
	default:
		c->has_failed = true;
		return 0;
	}
}

static uint64_t read_pointer(struct cursor *c, unsigned char encoding)
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
static struct cursor entry_at(const struct lp_unwind_object *object, uintptr_t at)
{
	struct cursor c = {object->end, object->end, true};
	uint64_t bytes;

	if (at < (uintptr_t)object->begin || at >= (uintptr_t)object->end)
		return c;
	c = (struct cursor){object->begin + (at - (uintptr_t)object->begin), object->end, false};
	bytes = read_u32(&c);
	if (bytes == UINT32_MAX)
		bytes = read_u64(&c);
	if (!bytes || !has(&c, bytes))
		c.has_failed = true;
	else
		c.end = c.at + bytes;
	return c;
}

/* The letters of a CIE's augmentation say what stands in its data. */
static void read_augmentation(struct cursor *c, const char *letters, struct common *common)
{
	if (*letters != 'z') {
		c->has_failed |= *letters != '\0';
		return;
	}
	common->is_augmented = true;
	const uint64_t bytes = read_unsigned(c);
	struct cursor data = *c;

	skip(c, bytes);
	data.end = c->at;
	for (letters++; *letters && !data.has_failed; letters++) {
		if (*letters == 'R')
			common->pointer_encoding = read_u8(&data);
		else if (*letters == 'L')
			read_u8(&data);
		else if (*letters == 'P')
			read_format(&data, read_u8(&data));
		else if (*letters == 'S')
			common->is_signals = true;
		else if (*letters != 'B')
			data.has_failed = true;
	}
	c->has_failed |= data.has_failed;
}

static bool read_common(struct cursor c, struct common *common)
{
	const char *letters;
	uint8_t version;

	*common = (struct common){.pointer_encoding = FORMAT_ABSOLUTE};
	c.has_failed |= read_u32(&c) != 0; /* what tells it from an FDE */
	version = read_u8(&c);
	letters = (const char *)c.at;
	while (read_u8(&c) && !c.has_failed)
		;
	if (c.has_failed || (version != 1 && version != 3))
		return false;
	common->code_factor = read_unsigned(&c);
	common->data_factor = read_signed(&c);
	common->return_register = version == 1 ? read_u8(&c) : read_unsigned(&c);
	read_augmentation(&c, letters, common);
	common->program = c;
	return !c.has_failed && common->return_register == RA;
}

static struct lp_cfi_rule *rule_of(struct lp_cfi_row *row, uint64_t reg)
{
	return reg == FP ? &row->fp : reg == RA ? &row->ra : NULL;
}

static void set(struct machine *m, uint64_t reg, enum lp_cfi_how how, int64_t offset)
{
	struct lp_cfi_rule *const rule = rule_of(&m->row, reg);

	if (rule)
		*rule = (struct lp_cfi_rule){how, offset};
}

static void restore(struct machine *m, uint64_t reg)
{
	const struct lp_cfi_rule *const rule = rule_of(&m->initial, reg);

	if (rule)
		set(m, reg, rule->how, rule->offset);
}

static void set_frame_register(struct machine *m, uint64_t reg)
{
	m->row.is_by_fp = reg == FP;
	m->has_frame = reg == FP || reg == SP;
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
	if (!m->is_understood)
		return;
	m->row = m->remembered[--m->depth];
	m->has_frame = true;
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
static void run_register(struct machine *m, struct cursor *c, uint8_t operation)
{
	const uint64_t reg = read_unsigned(c);

	switch (operation) {
	case CFA_OFFSET_EXTENDED:
		set(m, reg, LP_CFI_SAVED, factored(m, read_unsigned(c)));
		return;
	case CFA_OFFSET_EXTENDED_SF:
		set(m, reg, LP_CFI_SAVED, factored(m, (uint64_t)read_signed(c)));
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
	case CFA_EXPRESSION:
	case CFA_VAL_EXPRESSION:
		skip(c, read_unsigned(c));
		break;
	default: /* another register, or a value */
		read_unsigned(c);
	}
	set(m, reg, LP_CFI_OTHER, 0);
}

/* Instructions that say what the frame's address is, and all that is left. */
static void run_frame(struct machine *m, struct cursor *c, uint8_t operation)
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
		reg = read_unsigned(c);
		set_frame(m, reg, (int64_t)read_unsigned(c));
		return;
	case CFA_DEF_CFA_SF:
		reg = read_unsigned(c);
		set_frame(m, reg, factored(m, (uint64_t)read_signed(c)));
		return;
	case CFA_DEF_CFA_REGISTER:
		set_frame_register(m, read_unsigned(c));
		return;
	case CFA_DEF_CFA_OFFSET:
		m->row.cfa_offset = (int64_t)read_unsigned(c);
		return;
	case CFA_DEF_CFA_OFFSET_SF:
		m->row.cfa_offset = factored(m, (uint64_t)read_signed(c));
		return;
	case CFA_DEF_CFA_EXPRESSION:
		skip(c, read_unsigned(c));
		m->has_frame = false;
		return;
	case CFA_GNU_ARGS_SIZE:
		read_unsigned(c);
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
static void run(struct machine *m, struct cursor *c, uintptr_t pc)
{
	while (c->at < c->end && !c->has_failed && m->is_understood && m->location <= pc) {
		const uint8_t byte = read_u8(c);
		const uint8_t number = byte & CFA_NUMBER;

		if ((byte & ~CFA_NUMBER) == CFA_ADVANCE)
			m->location += number * m->common->code_factor;
		else if ((byte & ~CFA_NUMBER) == CFA_OFFSET)
			set(m, number, LP_CFI_SAVED, factored(m, read_unsigned(c)));
		else if ((byte & ~CFA_NUMBER) == CFA_RESTORE)
			restore(m, number);
		else if (byte >= CFA_ADVANCE_1 && byte <= CFA_ADVANCE_4)
			m->location +=
			    read_fixed(c, 1 << (byte - CFA_ADVANCE_1)) * m->common->code_factor;
		else if (is_of_register(byte))
			run_register(m, c, byte);
		else
			run_frame(m, c, byte);
	}
	m->is_understood &= !c->has_failed;
}

/* The FDE that may hold `pc`, by the header's sorted table; an empty one if there is none. */
static struct cursor find_entry(const struct lp_unwind_object *object, uintptr_t pc)
{
	const struct cursor none = {object->end, object->end, true};
	struct cursor c = {object->header, object->end, object->header < object->begin};
	const unsigned char *table;
	struct table_row row;
	uint64_t low = 0, high;

	if (c.has_failed || read_u8(&c) != 1)
		return none;
	const unsigned char section_encoding = read_u8(&c), count_encoding = read_u8(&c);

	if (read_u8(&c) != TABLE_ENCODING)
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
	struct cursor entry = find_entry(object, pc);
	const uintptr_t here = (uintptr_t)entry.at;
	const uint32_t back = read_u32(&entry);
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
		skip(&entry, read_unsigned(&entry));
	run(&m, &common.program, pc);
	m.initial = m.row;
	run(&m, &entry, pc);
	*row = m.row;
	return m.is_understood && m.has_frame;
}
