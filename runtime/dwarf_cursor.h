/*
 * dwarf_cursor.h: reads the numbers of DWARF (5, 7.6) out of bytes that may be damaged.
 *
 * Signal handlers. Nothing is read behind the end.
 */
#ifndef LINEPROF_RUNTIME_DWARF_CURSOR_H
#define LINEPROF_RUNTIME_DWARF_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Reads on in [at, end); has failed once it would have read beyond. */
struct lp_cursor {
	const unsigned char *at;
	const unsigned char *end;
	bool has_failed;
};

static inline bool lp_cursor_has(struct lp_cursor *c, uint64_t bytes)
{
	if ((uint64_t)(c->end - c->at) < bytes)
		c->has_failed = true;
	return !c->has_failed;
}

static inline void lp_cursor_skip(struct lp_cursor *c, uint64_t bytes)
{
	if (lp_cursor_has(c, bytes))
		c->at += bytes;
}

/* A number of `bytes` bytes, at most 8; the processors that are served write the lowest first. */
static inline uint64_t lp_read_fixed(struct lp_cursor *c, size_t bytes)
{
	uint64_t value = 0;

	if (!lp_cursor_has(c, bytes))
		return 0;
	memcpy(&value, c->at, bytes);
	c->at += bytes;
	return value;
}

static inline uint8_t lp_read_u8(struct lp_cursor *c)
{
	return (uint8_t)lp_read_fixed(c, sizeof(uint8_t));
}

static inline uint32_t lp_read_u32(struct lp_cursor *c)
{
	return (uint32_t)lp_read_fixed(c, sizeof(uint32_t));
}

static inline uint64_t lp_read_u64(struct lp_cursor *c)
{
	return lp_read_fixed(c, sizeof(uint64_t));
}

/* LEB128; bits beyond 64 are lost. `last` is its last byte, `bits` how many there were. */
static inline uint64_t lp_read_leb(struct lp_cursor *c, uint8_t *last, unsigned *bits)
{
	uint64_t value = 0;
	unsigned shift = 0;

	do {
		*last = lp_read_u8(c);
		if (shift < 64)
			value |= (uint64_t)(*last & 0x7f) << shift;
		shift += 7;
	} while (*last & 0x80 && !c->has_failed);
	*bits = shift;
	return value;
}

static inline uint64_t lp_read_unsigned(struct lp_cursor *c)
{
	uint8_t last;
	unsigned bits;

	return lp_read_leb(c, &last, &bits);
}

static inline int64_t lp_read_signed(struct lp_cursor *c)
{
	uint8_t last;
	unsigned bits;
	uint64_t value = lp_read_leb(c, &last, &bits);

	if (last & 0x40 && bits < 64)
		value |= UINT64_MAX << bits;
	return (int64_t)value;
}

#endif
