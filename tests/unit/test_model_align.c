/* test_model_align.c: lines of a text found again in an edited copy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "viewer/model/align.h"

enum { MOST_LINES = 64 };

static void read_lines(struct lp_source_text *text, const char *lines)
{
	size_t count = 0;

	*text = (struct lp_source_text){.state = LP_SOURCE_SAME};
	text->data = (unsigned char *)strdup(lines);
	text->size_bytes = strlen(lines);
	text->starts = (size_t *)calloc(MOST_LINES, sizeof(*text->starts));
	for (size_t i = 0; i < text->size_bytes; i++)
		if (lines[i] == '\n')
			text->starts[++count] = i + 1;
	text->line_count = count;
}

/* `want`: the line of `right` for each line of `left`, as digits; '.' for none. */
static void assert_aligned(const char *left, const char *right, const char *want)
{
	struct lp_source_text texts[2];
	uint32_t other[MOST_LINES];
	char got[MOST_LINES] = "";

	read_lines(&texts[0], left);
	read_lines(&texts[1], right);
	assert_int_equal(lp_align(&texts[0], &texts[1], other), LP_OK);
	for (size_t i = 1; i <= texts[0].line_count; i++)
		got[i - 1] = other[i] ? (char)('0' + other[i]) : '.';
	assert_string_equal(got, want);
	lp_source_free(&texts[0]);
	lp_source_free(&texts[1]);
}

static void the_same(void **state)
{
	(void)state;
	assert_aligned("a\nb\nb\nc\n", "a\nb\nb\nc\n", "1234");
	assert_aligned("", "", "");
	assert_aligned("b\nb\nb\n", "b\nb\nb\n", "123");
}

static void added_and_removed(void **state)
{
	(void)state;
	assert_aligned("a\nb\nc\n", "a\nx\ny\nb\nc\n", "145");
	assert_aligned("a\nx\ny\nb\nc\n", "a\nb\nc\n", "1..23");
	assert_aligned("a\nb\n", "", "..");
	assert_aligned("", "a\nb\n", "");
	/* Lines that occur several times, next to ones that do not. */
	assert_aligned("{\na\n}\n{\nb\n}\n", "{\na\n}\n\n{\nb\n}\n", "123567");
}

static void edited(void **state)
{
	(void)state;
	assert_aligned("a\nb\nc\n", "a\nB\nc\n", "123");
	/* Not as many: which is which is not known. */
	assert_aligned("a\nb\nc\n", "a\nB\nB2\nc\n", "1.4");
	assert_aligned("a\n", "b\n", "1");
}

static void moved(void **state)
{
	(void)state;
	assert_aligned("f1\nf2\ng1\ng2\n", "g1\ng2\nf1\nf2\n", "3412");
}

/* No line of the right text comes twice, whatever the texts. */
static void one_to_one(void **state)
{
	uint32_t seed = 7;

	(void)state;
	for (int round = 0; round < 3000; round++) {
		char lines[2][64] = {"", ""};
		struct lp_source_text texts[2];
		uint32_t other[MOST_LINES];
		bool is_taken[MOST_LINES] = {false};

		for (int side = 0; side < 2; side++) {
			seed = seed * UINT32_C(1664525) + UINT32_C(1013904223);
			for (uint32_t i = 0; i < (seed >> 20) % 12; i++) {
				const uint32_t letter = (seed >> (i % 16)) % 5;

				lines[side][2 * i] = (char)('a' + letter);
				lines[side][2 * i + 1] = '\n';
				lines[side][2 * i + 2] = '\0';
			}
			read_lines(&texts[side], lines[side]);
		}
		assert_int_equal(lp_align(&texts[0], &texts[1], other), LP_OK);
		for (size_t i = 1; i <= texts[0].line_count; i++) {
			assert_true(other[i] <= texts[1].line_count);
			assert_false(other[i] && is_taken[other[i]]);
			is_taken[other[i]] = true;
		}
		lp_source_free(&texts[0]);
		lp_source_free(&texts[1]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_same),   cmocka_unit_test(added_and_removed),
	    cmocka_unit_test(edited),     cmocka_unit_test(moved),
	    cmocka_unit_test(one_to_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
