/* frames_image.h: what a binary says of its frames, made for one function that is never run. */
#ifndef LINEPROF_TESTS_UNIT_FRAMES_IMAGE_H
#define LINEPROF_TESTS_UNIT_FRAMES_IMAGE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "runtime/cfi.h"

enum { CODE_BYTES = 64, CODE_AT = 0x1000, FUNCTION = CODE_AT + 16 };

/* A header, one CIE, one FDE. */
struct image {
	unsigned char bytes[256] __attribute__((aligned(8)));
	size_t used;
	size_t entry; /* where the FDE is */
};

/* An FDE's pointers: their bytes, and what they are relative to. */
enum fde_kind {
	ITSELF_4,
	ITSELF_8,
	ABSOLUTE_8,
	UNAUGMENTED, /* absolute ones of 8 bytes, and nothing behind them */
};

/* What a CIE says from its version on, and which FDE belongs to it. */
struct common_part {
	unsigned char bytes[24];
	size_t used;
	enum fde_kind kind;
};

/* zR; factors 1 and -8; return address 16; pointers 4 bytes, relative to themselves; def_cfa sp 8,
 * offset ra 1. */
static const struct common_part usual_part = {
    .bytes = {1, 'z', 'R', 0, 1, 0x78, 16, 1, 0x1b, 0x0c, 7, 8, 0x90, 1},
    .used = 14,
    .kind = ITSELF_4,
};

static uintptr_t address(const struct image *image, size_t at)
{
	return (uintptr_t)(image->bytes + at);
}

static void put(struct image *image, const void *bytes, size_t count)
{
	assert_true(image->used + count <= sizeof image->bytes);
	memcpy(image->bytes + image->used, bytes, count);
	image->used += count;
}

static void put_u32(struct image *image, uint32_t value)
{
	put(image, &value, sizeof value);
}

static void put_at(struct image *image, size_t at, uint32_t value)
{
	memcpy(image->bytes + at, &value, sizeof value);
}

/* Fills the length at `begin` in: the entry ends here. */
static void end_entry(struct image *image, size_t begin)
{
	put_at(image, begin, (uint32_t)(image->used - begin - 4));
}

static uintptr_t code(const struct image *image)
{
	return address(image, 0) + FUNCTION;
}

/* The function's place, and how long it is. */
static void put_function(struct image *image, enum fde_kind kind)
{
	const size_t pointer_bytes = kind == ITSELF_4 ? 4 : 8;
	const uint64_t bytes = CODE_BYTES;
	uint64_t place = code(image);

	if (kind == ITSELF_4 || kind == ITSELF_8)
		place -= address(image, image->used);
	put(image, &place, pointer_bytes);
	put(image, &bytes, pointer_bytes);
}

static void make_image(struct image *image, const struct common_part *common,
		       const unsigned char *program, size_t bytes)
{
	static const unsigned char header[] = {1, 0x1b, 0x03, 0x3b};
	size_t begin;

	*image = (struct image){.used = 0};
	put(image, header, sizeof header);
	put_u32(image, 0); /* the section: not looked at */
	put_u32(image, 1);
	put_u32(image, FUNCTION);
	put_u32(image, 0);
	begin = image->used;
	put_u32(image, 0);
	put_u32(image, 0);
	put(image, common->bytes, common->used);
	end_entry(image, begin);
	image->entry = image->used;
	put_at(image, 16, (uint32_t)image->entry);
	put_u32(image, 0);
	put_u32(image, (uint32_t)(image->used - begin));
	put_function(image, common->kind);
	if (common->kind != UNAUGMENTED)
		put(image, "", 1);
	put(image, program, bytes);
	end_entry(image, image->entry);
}

static struct lp_unwind_object object_of(const struct image *image)
{
	return (struct lp_unwind_object){image->bytes, image->bytes, image->bytes + image->used};
}

static bool find(const struct image *image, unsigned offset, struct lp_cfi_row *row)
{
	const struct lp_unwind_object object = object_of(image);

	return lp_cfi_find(&object, code(image) + offset, row);
}

#endif
