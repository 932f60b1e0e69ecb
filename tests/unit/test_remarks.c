/* test_remarks.c: remarks are read as they were written; hostile bytes are told. */
#include "format/remarks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HASH 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11

/* Two remarks; the second one's subject and detail are the first one's. */
static const unsigned char good[] = {
    0,                                            /* an empty chunk */
    27,   HASH, 3,                                /* size, file, left out */
    5,    2,    1, 0, 0, 1,  'f', 0, 2, 'n', 'o', /* line 5 */
    0x80, 0x01, 9, 4, 7, 11, 9                    /* line 133 */
};

static void reads_what_was_written(void **state)
{
	struct lp_remarks_at at = lp_remarks_begin(good, sizeof(good));
	struct lp_remark remark;

	(void)state;
	assert_true(lp_remarks_next(&at, &remark));
	assert_int_equal(remark.path_hash, UINT64_C(0x1122334455667788));
	assert_int_equal(remark.line, 5);
	assert_int_equal(remark.kind, LP_REMARK_NOT_VECTORISED);
	assert_int_equal(remark.count, 1);
	assert_int_equal(remark.subject_bytes, 1);
	assert_memory_equal(remark.subject, "f", 1);
	assert_int_equal(remark.detail_bytes, 2);
	assert_memory_equal(remark.detail, "no", 2);
	assert_true(lp_remarks_next(&at, &remark));
	assert_int_equal(remark.line, 133);
	assert_int_equal(remark.count, 4);
	assert_int_equal(remark.value, 7);
	assert_memory_equal(remark.subject, "f", 1);
	assert_memory_equal(remark.detail, "no", 2);
	assert_false(lp_remarks_next(&at, &remark));
	assert_false(at.is_bad);
	assert_int_equal(at.left_out, 3);
}

static void tells_names_from_linkage_names(void **state)
{
	static const unsigned char bytes[] = {24,  HASH, 0,   5,   10,  1, 0, 0,   5,
					      'f', 0,    'f', '(', ')', 0, 2, 'n', 'o'};
	struct lp_remarks_at at = lp_remarks_begin(bytes, sizeof(bytes));
	struct lp_remark remark;

	(void)state;
	assert_true(lp_remarks_next(&at, &remark));
	assert_int_equal(remark.subject_bytes, 1);
	assert_int_equal(remark.name_bytes, 3);
	assert_memory_equal(remark.name, "f()", 3);
	assert_memory_equal(remark.detail, "no", 2);
	assert_false(lp_remarks_next(&at, &remark));
	assert_false(at.is_bad);
	at = lp_remarks_begin(good, sizeof(good));
	assert_true(lp_remarks_next(&at, &remark));
	assert_int_equal(remark.name_bytes, 0);
}

static void adds_up_what_was_left_out(void **state)
{
	static const unsigned char bytes[] = {9, HASH, 2, 9, HASH, 3};
	struct lp_remarks_at at = lp_remarks_begin(bytes, sizeof(bytes));
	struct lp_remark remark;

	(void)state;
	assert_false(lp_remarks_next(&at, &remark));
	assert_false(at.is_bad);
	assert_int_equal(at.left_out, 5);
}

static bool is_bad(const unsigned char *bytes, size_t size)
{
	unsigned char *const copy = (unsigned char *)malloc(size + 1);
	struct lp_remarks_at at;
	struct lp_remark remark;

	memcpy(copy, bytes, size);
	at = lp_remarks_begin(copy, size);
	while (lp_remarks_next(&at, &remark))
		assert_true((const unsigned char *)remark.detail + remark.detail_bytes <=
			    copy + size);
	free(copy);
	return at.is_bad;
}

static void tells_shorter_ones(void **state)
{
	(void)state;
	assert_false(is_bad(good, 0));
	assert_false(is_bad(good, 1));
	for (size_t size = 2; size < sizeof(good); size++)
		assert_true(is_bad(good, size));
}

/* Changes one byte of the good ones. */
static bool is_bad_with(size_t at, unsigned char value)
{
	unsigned char bytes[sizeof(good)];

	memcpy(bytes, good, sizeof(good));
	bytes[at] = value;
	return is_bad(bytes, sizeof(bytes));
}

static void tells_what_leads_outside(void **state)
{
	const size_t last = sizeof(good) - 1;

	(void)state;
	assert_true(is_bad_with(1, 28));         /* a chunk longer than all */
	assert_true(is_bad_with(1, 26));         /* one that ends within a remark */
	assert_true(is_bad_with(last - 1, 100)); /* a text before the chunk */
	assert_true(is_bad_with(last, 100));
	assert_true(is_bad_with(last - 9, 100)); /* a text beyond the chunk */
	assert_false(is_bad_with(last, 12));     /* the subject, as it is */
}

static void tells_lines_that_wrap(void **state)
{
	static const unsigned char bytes[] = {
	    29, HASH, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 1, 1, 0, 0,
	    0,  0,    0, 1,    1,    1,    0,    0,    0, 0, 0}; /* line 2^32 - 1, and one more */

	(void)state;
	assert_true(is_bad(bytes, sizeof(bytes)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(reads_what_was_written),
	    cmocka_unit_test(adds_up_what_was_left_out),
	    cmocka_unit_test(tells_names_from_linkage_names),
	    cmocka_unit_test(tells_shorter_ones),
	    cmocka_unit_test(tells_what_leads_outside),
	    cmocka_unit_test(tells_lines_that_wrap),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
