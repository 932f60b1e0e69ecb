/*
 * leb128.h: unsigned integers of variable length, as in DWARF 5, section 7.6.
 */
#ifndef LINEPROF_FORMAT_LEB128_H
#define LINEPROF_FORMAT_LEB128_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes `value` to `out`, which has room for 10 bytes; returns the bytes written. */
static inline size_t lp_leb128_write(unsigned char *out, uint64_t value)
{
	size_t size = 0;

	do {
		out[size] = (unsigned char)((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
		size++;
		value >>= 7;
	} while (value);
	return size;
}

/* Reads a value at `*cursor` and moves the cursor behind it; false, with both
 * untouched, if it does not end before `end` or exceeds 64 bits. */
static inline bool lp_leb128_read(const unsigned char **cursor,
				  const unsigned char *end, uint64_t *value)
{
	uint64_t result = 0;
	const unsigned char *at = *cursor;

	for (unsigned shift = 0; shift < 64 && at < end; shift += 7) {
		const unsigned char byte = *at++;

		if (shift == 63 && (byte & 0x7f) > 1)
			return false;
		result |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80)) {
			*value = result;
			*cursor = at;
			return true;
		}
	}
	return false;
}

#endif
