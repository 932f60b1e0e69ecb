/* test_runtime_refused_frames.c: which kinds of call frame information are understood; each other
 * is refused. */
#include "tests/unit/frames_image.h"

/* Places in what make_image() makes of `usual_part`. */
enum {
	HEADER_VERSION = 0,
	SECTION_ENCODING = 1,
	COUNT_ENCODING = 2,
	TABLE_ENCODING = 3,
	COUNT = 8,
	TABLE = 12,
	CIE = 20,
	CIE_ID = 24,
	VERSION = 28,
	LETTERS = 29,
	CODE_FACTOR = 32,
	RETURN_REGISTER = 34,
	AUGMENTATION_BYTES = 35,
	POINTER_ENCODING = 36,
	FDE = 42,
	FDE_BACK = 46,
	FDE_PLACE = 50,
	FDE_AUGMENTATION = 58,
	END = 61,
};

/* cfa sp 16. */
static const unsigned char program[] = {0x0e, 16};

static bool finds(const struct image *image)
{
	struct lp_cfi_row row;

	return find(image, 0, &row) && row.cfa_register == 7 && row.cfa_offset == 16 &&
	       row.ra.how == LP_CFI_SAVED && row.ra.offset == -8;
}

static bool understands(const struct common_part *common)
{
	struct image image;

	make_image(&image, common, program, sizeof program);
	return finds(&image);
}

/* One byte is another. */
static void test_changed_bytes(void **state)
{
	static const struct {
		size_t at;
		unsigned char value;
	} refused[] = {
	    {HEADER_VERSION, 0},
	    {HEADER_VERSION, 2},
	    {SECTION_ENCODING, 0xff},
	    {COUNT_ENCODING, 0xff},
	    {COUNT_ENCODING, 0x01},
	    {TABLE_ENCODING, 0x3c},
	    {TABLE_ENCODING, 0xff},
	    {COUNT, 0},
	    {COUNT, 7},
	    {COUNT + 3, 1},
	    {TABLE + 1, 0x20},
	    {TABLE + 4, END},
	    {TABLE + 7, 0x80},
	    {CIE, 0},
	    {CIE, END - CIE - 3},
	    {CIE, 17},
	    {CIE_ID, 1},
	    {CIE_ID + 3, 1},
	    {VERSION, 0},
	    {VERSION, 2},
	    {VERSION, 4},
	    {LETTERS, 'y'},
	    {LETTERS + 1, 'Q'},
	    {LETTERS + 2, 'P'},
	    {RETURN_REGISTER, 15},
	    {RETURN_REGISTER, 17},
	    {AUGMENTATION_BYTES, 0},
	    {AUGMENTATION_BYTES, 7},
	    {POINTER_ENCODING, 0xff},
	    {POINTER_ENCODING, 0x2b},
	    {POINTER_ENCODING, 0x3b},
	    {POINTER_ENCODING, 0x11},
	    {POINTER_ENCODING, 0x1a},
	    {FDE, 0},
	    {FDE, END - FDE - 3},
	    {FDE, 11},
	    {FDE + 3, 0x80},
	    {FDE_BACK, 0},
	    {FDE_BACK, FDE_BACK + 1},
	    {FDE_BACK + 2, 1},
	    {FDE_BACK + 3, 0x80},
	    {FDE_PLACE, 0},
	    {FDE_AUGMENTATION, 3},
	    {FDE_AUGMENTATION, 0x80},
	};
	struct image image;

	(void)state;
	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
		make_image(&image, &usual_part, program, sizeof program);
		assert_int_equal(image.used, END);
		assert_true(finds(&image));
		image.bytes[refused[i].at] = refused[i].value;
		if (finds(&image))
			fail_msg("byte %zu may be %#x", refused[i].at, refused[i].value);
	}
}

/* The rest of a CIE behind its version and letters, for factors 1 and -8 and a return address in
 * 16: cfa sp 8, ra at -8. */
#define PROGRAM 0x0c, 7, 8, 0x90, 1

static void test_forms(void **state)
{
	static const struct common_part understood[] = {
	    /* pointers of 8 bytes, unsigned, signed, from 0 on or themselves */
	    {{1, 'z', 'R', 0, 1, 0x78, 16, 1, 0x04, PROGRAM}, 14, ABSOLUTE_8},
	    {{1, 'z', 'R', 0, 1, 0x78, 16, 1, 0x0c, PROGRAM}, 14, ABSOLUTE_8},
	    {{1, 'z', 'R', 0, 1, 0x78, 16, 1, 0x00, PROGRAM}, 14, ABSOLUTE_8},
	    {{1, 'z', 'R', 0, 1, 0x78, 16, 1, 0x1c, PROGRAM}, 14, ITSELF_8},
	    {{1, 'z', 'R', 0, 1, 0x78, 16, 1, 0x10, PROGRAM}, 14, ITSELF_8},
	    /* none said: from 0 on */
	    {{1, 'z', 0, 1, 0x78, 16, 0, PROGRAM}, 12, ABSOLUTE_8},
	    {{1, 0, 1, 0x78, 16, PROGRAM}, 10, UNAUGMENTED},
	    /* version 3: a register is a LEB128 */
	    {{3, 'z', 'R', 0, 1, 0x78, 0x90, 0, 1, 0x1b, PROGRAM}, 15, ITSELF_4},
	    /* exceptions' tables and routines; another key; what is not known, but skipped */
	    {{1, 'z', 'L', 'R', 0, 1, 0x78, 16, 2, 0x1b, 0x1b, PROGRAM}, 16, ITSELF_4},
	    {{1, 'z', 'P', 'R', 0, 1, 0x78, 16, 6, 0x0b, 9, 9, 9, 9, 0x1b, PROGRAM}, 20, ITSELF_4},
	    {{1, 'z', 'R', 'B', 0, 1, 0x78, 16, 1, 0x1b, PROGRAM}, 15, ITSELF_4},
	    {{1, 'z', 'R', 0, 1, 0x78, 16, 3, 0x1b, 9, 9, PROGRAM}, 16, ITSELF_4},
	};
	static const struct common_part refused[] = {
	    {{1, 'e', 'h', 0, 1, 0x78, 16, PROGRAM}, 12, ABSOLUTE_8},
	    {{1, 'z', 'R', 'X', 0, 1, 0x78, 16, 1, 0x1b, PROGRAM}, 15, ITSELF_4},
	    {{1, 'z', 'R', 'L', 0, 1, 0x78, 16, 1, 0x1b, PROGRAM}, 15, ITSELF_4},
	    {{1, 'z', 'P', 'R', 0, 1, 0x78, 16, 6, 0xff, 9, 9, 9, 9, 0x1b, PROGRAM}, 20, ITSELF_4},
	    {{1, 'z', 'P', 'R', 0, 1, 0x78, 16, 5, 0x1b, 9, 9, 9, 9, 0x1b, PROGRAM}, 20, ITSELF_4},
	    {{1, 'z', 'R', 0, 1, 0x78, 0x90, 0, 1, 0x1b, PROGRAM}, 15, ITSELF_4},
	    {{3, 'z', 'R', 0, 1, 0x78, 0x91, 0, 1, 0x1b, PROGRAM}, 15, ITSELF_4},
	    {{1, 'z', 0, 1, 0x78, 16, 99, PROGRAM}, 12, ABSOLUTE_8}, /* data that does not end */
	    {{1, 'z', 'R', 'R'}, 4, ITSELF_4},                       /* letters that do not */
	};

	(void)state;
	for (size_t i = 0; i < sizeof understood / sizeof understood[0]; i++)
		if (!understands(&understood[i]))
			fail_msg("form %zu is refused", i);
	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
		if (understands(&refused[i]))
			fail_msg("refused form %zu is understood", i);
}

/* A signal's frame, whatever is said of it. */
static void test_signal_frame(void **state)
{
	static const struct common_part part = {
	    {1, 'z', 'R', 'S', 0, 1, 0x78, 16, 1, 0x1b, 0x3f}, 11, ITSELF_4};
	struct lp_cfi_row row = {.is_signals = false};
	struct image image;

	(void)state;
	make_image(&image, &part, program, sizeof program);
	assert_true(find(&image, 0, &row));
	assert_true(row.is_signals);
	assert_false(find(&image, CODE_BYTES, &row));
}

/* What an FDE has for exceptions is none of its program. */
static void test_exceptions(void **state)
{
	static const unsigned char data_first[] = {0x3f, 0x3f, 0x0e, 16};
	struct image image;

	(void)state;
	make_image(&image, &usual_part, data_first, sizeof data_first);
	assert_false(finds(&image));
	image.bytes[FDE_AUGMENTATION] = 2;
	assert_true(finds(&image));
}

/* What is restored is as the CIE has it. */
static void test_restored(void **state)
{
	/* fp at -24; cfa sp 8 */
	static const struct common_part part = {
	    {1, 'z', 'R', 0, 1, 0x78, 16, 1, 0x1b, 0x86, 3, PROGRAM}, 16, ITSELF_4};
	static const unsigned char restoring[] = {0x86, 2, 0x41, 0xc6}; /* fp at -16; 1: restored */
	struct lp_cfi_row row;
	struct image image;

	(void)state;
	make_image(&image, &part, restoring, sizeof restoring);
	assert_true(find(&image, 0, &row));
	assert_int_equal(row.fp.offset, -16);
	assert_true(find(&image, 1, &row));
	assert_int_equal(row.fp.how, LP_CFI_SAVED);
	assert_int_equal(row.fp.offset, -24);
}

/* A frame's address that the FDE alone says, computes, or nobody does. */
static void test_frames_address(void **state)
{
	static const struct common_part part = {
	    {1, 'z', 'R', 0, 1, 0x78, 16, 1, 0x1b}, 9, ITSELF_4};
	static const unsigned char by_register[] = {0x0c, 7, 16}, computed[] = {0x0f, 2, 0x77, 8},
				   unsaid[] = {0x0e, 16}, remembered[] = {0x0a, 0x0c, 7, 16};
	struct lp_cfi_row row;
	struct image image;

	(void)state;
	make_image(&image, &part, by_register, sizeof by_register);
	assert_true(find(&image, 0, &row));
	assert_false(row.is_computed);
	make_image(&image, &part, computed, sizeof computed);
	assert_true(find(&image, 0, &row));
	assert_true(row.is_computed);
	make_image(&image, &part, unsaid, sizeof unsaid);
	assert_false(find(&image, 0, &row));
	make_image(&image, &part, remembered, sizeof remembered);
	assert_false(find(&image, 0, &row));
}

/* Lengths of 64 bits: the FDE's own, as long as it is and longer. */
static void test_long_length(void **state)
{
	(void)state;
	for (uint64_t more = 0; more < 2; more++) {
		struct image image;
		size_t begin;
		uint64_t bytes;

		make_image(&image, &usual_part, program, sizeof program);
		begin = image.used;
		put_at(&image, TABLE + 4, (uint32_t)begin);
		put_u32(&image, UINT32_MAX);
		bytes = 15 + more;
		put(&image, &bytes, sizeof bytes);
		put_u32(&image, (uint32_t)(image.used - CIE));
		put_function(&image, ITSELF_4);
		put(&image, "", 1);
		put(&image, program, sizeof program);
		assert_int_equal(finds(&image), more == 0);
	}
}

/*
 * Functions in order, each 16 bytes after the one before: of the last that begins at a place or
 * before it. All of them but one have an FDE that is none.
 */
static void test_search(void **state)
{
	static const unsigned char header[] = {1, 0x1b, 0x03, 0x3b};

	(void)state;
	for (uint32_t count = 1; count <= 12; count++)
		for (uint32_t right = 0; right < count; right++) {
			struct image image;
			struct lp_unwind_object object;
			struct lp_cfi_row row;
			size_t begin;

			make_image(&image, &usual_part, program, sizeof program);
			begin = image.used;
			put(&image, header, sizeof header);
			put_u32(&image, 0);
			put_u32(&image, count);
			for (uint32_t i = 0; i < count; i++) {
				put_u32(&image, (uint32_t)(FUNCTION - begin) + 16 * (i - right));
				put_u32(&image, (uint32_t)((i == right ? FDE : 0) - begin));
			}
			object = object_of(&image);
			object.header += begin;
			assert_true(lp_cfi_find(&object, code(&image), &row));
			assert_true(lp_cfi_find(&object, code(&image) + 15, &row));
			assert_int_equal(lp_cfi_find(&object, code(&image) + 16, &row),
					 right + 1 == count);
			assert_false(lp_cfi_find(&object, code(&image) - 1, &row));
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_changed_bytes), cmocka_unit_test(test_forms),
	    cmocka_unit_test(test_signal_frame),  cmocka_unit_test(test_exceptions),
	    cmocka_unit_test(test_restored),      cmocka_unit_test(test_frames_address),
	    cmocka_unit_test(test_long_length),   cmocka_unit_test(test_search),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
