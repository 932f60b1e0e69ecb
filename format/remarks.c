/*
 * remarks.c: remarks from bytes.
 *
 * The encoding (docs/format.md, "Rmrk"). All numbers are unsigned LEB128
 * (format/leb128.h) unless a size is given.
 *
 *   remarks = chunk*
 *   chunk   = size              of what follows, in bytes; 0: nothing
 *             path_hash         8 bytes, little-endian
 *             left_out
 *             remark*           to the chunk's end
 *   remark  = line - L          L: `line` of the remark before; at first 0
 *             kind count value
 *             text              subject, and if there is one a zero byte and its name
 *             text              detail
 *   text    = 0, size, then so many bytes
 *           | distance          as another text of the chunk, whose size is so many
 *                               bytes before this number
 */
#include "format/remarks.h"

#include <string.h>

#include "format/leb128.h"

static bool fail(struct lp_remarks_at *at)
{
	at->is_bad = true;
	return false;
}

static bool read_number(struct lp_remarks_at *at, uint64_t most, uint64_t *value)
{
	return (lp_leb128_read(&at->next, at->chunk_end, value) && *value <= most) || fail(at);
}

static bool read_small(struct lp_remarks_at *at, uint32_t *value)
{
	uint64_t number;

	if (!read_number(at, UINT32_MAX, &number))
		return false;
	*value = (uint32_t)number;
	return true;
}

static bool read_string(struct lp_remarks_at *at, const unsigned char **cursor, const char **text,
			size_t *bytes)
{
	uint64_t size;

	if (!lp_leb128_read(cursor, at->chunk_end, &size) ||
	    size > (size_t)(at->chunk_end - *cursor))
		return fail(at);
	*text = (const char *)*cursor;
	*bytes = (size_t)size;
	*cursor += size;
	return true;
}

static bool read_text(struct lp_remarks_at *at, const char **text, size_t *bytes)
{
	const unsigned char *const here = at->next;
	const unsigned char *before;
	uint64_t distance;

	if (!read_number(at, (uint64_t)(here - at->chunk), &distance))
		return false;
	if (distance == 0)
		return read_string(at, &at->next, text, bytes);
	before = here - distance;
	return read_string(at, &before, text, bytes);
}

static bool read_subject(struct lp_remarks_at *at, struct lp_remark *remark)
{
	const char *zero;
	size_t bytes;

	if (!read_text(at, &remark->subject, &bytes))
		return false;
	zero = bytes > 0 ? (const char *)memchr(remark->subject, 0, bytes) : NULL;
	remark->subject_bytes = zero ? (size_t)(zero - remark->subject) : bytes;
	remark->name = zero ? zero + 1 : remark->subject + bytes;
	remark->name_bytes = zero ? bytes - remark->subject_bytes - 1 : 0;
	return true;
}

static bool read_hash(struct lp_remarks_at *at)
{
	if (at->chunk_end - at->next < 8)
		return fail(at);
	at->path_hash = 0;
	for (unsigned i = 0; i < 8; i++)
		at->path_hash |= (uint64_t)at->next[i] << 8 * i;
	at->next += 8;
	return true;
}

/* Opens the next chunk that has something in it; false at the end. */
static bool next_chunk(struct lp_remarks_at *at)
{
	uint64_t size = 0;
	uint64_t left_out;

	at->chunk_end = at->end;
	while (size == 0) {
		if (at->next == at->end)
			return false;
		if (!read_number(at, (uint64_t)(at->end - at->next), &size))
			return false;
		if (size > (size_t)(at->end - at->next))
			return fail(at);
	}
	at->chunk = at->next;
	at->chunk_end = at->next + size;
	at->line = 0;
	if (!read_hash(at) || !read_number(at, UINT32_MAX, &left_out))
		return false;
	at->left_out += left_out;
	return true;
}

struct lp_remarks_at lp_remarks_begin(const void *bytes, size_t size)
{
	const unsigned char *const begin = (const unsigned char *)bytes;

	return (struct lp_remarks_at){
	    .next = begin, .end = begin + size, .chunk = begin, .chunk_end = begin};
}

bool lp_remarks_next(struct lp_remarks_at *at, struct lp_remark *remark)
{
	uint32_t step;

	if (at->is_bad)
		return false;
	while (at->next == at->chunk_end)
		if (!next_chunk(at))
			return false;
	if (!read_small(at, &step) || step > UINT32_MAX - at->line)
		return fail(at);
	at->line += step;
	remark->path_hash = at->path_hash;
	remark->line = at->line;
	return read_small(at, &remark->kind) && read_small(at, &remark->count) &&
	       read_number(at, UINT64_MAX, &remark->value) && read_subject(at, remark) &&
	       read_text(at, &remark->detail, &remark->detail_bytes);
}
